public import Foundation
public import Testing

/// The folder `shared` beside the project, with files that are not part of it: real files of other programs.
///
/// Mark tests that read it with the trait `.needsShared`.
public enum SharedFiles {
    /// The folder.
    public static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared").standardizedFileURL
    /// The folder of real files, `shared/corpus`.
    public static let corpus = folder.appending(path: "corpus")
    /// The path of ``corpus``.
    public static let corpusPath = corpus.path

    /// True in continuous integration, where nothing may be absent.
    static let mustExist = ProcessInfo.processInfo.environment["CI"] != nil

    /// Returns true if a file or folder below ``folder`` exists.
    public static func contains(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests if a path below ``SharedFiles/folder`` is absent; if the environment variable CI is set,
    /// runs them, so that they fail.
    public static func needsShared(_ path: String = "corpus") -> Self {
        .enabled(if: SharedFiles.contains(path) || SharedFiles.mustExist, "../shared/\(path) is absent")
    }
}
