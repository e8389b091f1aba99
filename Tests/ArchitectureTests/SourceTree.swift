import Foundation

/// The package's files as they lie on the disk.
enum SourceTree {
    /// The folder with `Package.swift` in it.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// One Swift file.
    struct File: CustomStringConvertible {
        /// The path relative to the root.
        var path: String
        var lines: [Substring]
        var description: String { path }

        /// A file with a text; by bytes, which is many times faster than by characters.
        init(path: String, text: String) {
            self.path = path
            lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .map(Substring.init)
        }
    }

    /// All Swift files below `folder`, in the order of their paths.
    static func swiftFiles(below folder: String) throws -> [File] {
        let base = root.appending(path: folder)
        guard FileManager.default.fileExists(atPath: base.path) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: base.path)
            .filter { $0.hasSuffix(".swift") && !$0.hasPrefix(".build/") && !$0.contains("/.build/") }
            .sorted()
            .map { path in
                let text = try String(contentsOf: base.appending(path: path), encoding: .utf8)
                return File(path: "\(folder)/\(path)", text: text)
            }
    }

    /// The Swift files of `target`; the tests in a module's folder are not its own.
    static func files(of target: PackageTarget) throws -> [File] {
        try swiftFiles(below: target.path)
            .filter { target.isTest || !$0.path.hasPrefix("\(target.path)/Tests/") }
    }

    /// The names of the folders in `folder`.
    static func folders(in folder: String) throws -> Set<String> {
        let base = root.appending(path: folder)
        guard FileManager.default.fileExists(atPath: base.path) else { return [] }
        return Set(
            try FileManager.default.contentsOfDirectory(
                at: base, includingPropertiesForKeys: [.isDirectoryKey]
            )
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false }
            .map(\.lastPathComponent)
            .filter { !$0.hasPrefix(".") })
    }

    /// Whether there is a folder at a path.
    static func hasFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// The text of a file, or nil where there is none.
    static func text(_ path: String) -> String? {
        try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}

extension SourceTree.File {
    /// The modules that the file imports, with the line of each, from 1.
    var imports: [(module: String, line: Int)] {
        var result: [(module: String, line: Int)] = []
        var isInText = false
        for (index, line) in lines.enumerated() {
            defer { if line.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) { isInText.toggle() } }
            guard !isInText, let module = Self.importedModule(line) else { continue }
            result.append((module, index + 1))
        }
        return result
    }

    /// The module of an import line: `@testable import X`, `public import X`, `import struct X.Y`.
    static func importedModule(_ line: Substring) -> String? {
        var words = line.split(separator: " ")[...]
        let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
        while let word = words.first, word.hasPrefix("@") || modifiers.contains(word) { words.removeFirst() }
        guard words.first == "import" else { return nil }
        words.removeFirst()
        let kinds: Set<Substring> = [
            "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
        ]
        if let word = words.first, kinds.contains(word) { words.removeFirst() }
        return words.first?.split(separator: ".").first.map(String.init)
    }
}

extension SourceTree.File {
    /// The lines, from 1, that switch the compiler's proof of thread safety off and have no plain comment beside them.
    var unreasonedConcurrency: [Int] {
        lines.indices.filter { index in
            let code = lines[index].prefix { $0 != "/" }
            guard code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)") else {
                return false
            }
            return ![index - 1, index + 1].contains { lines.indices.contains($0) && Self.isRemark(lines[$0]) }
        }.map { $0 + 1 }
    }

    /// Whether a line is a comment for who reads the code: no documentation, no heading, not empty.
    private static func isRemark(_ line: Substring) -> Bool {
        let text = line.drop(while: \.isWhitespace)
        guard text.hasPrefix("//"), !text.hasPrefix("///") else { return false }
        let words = text.dropFirst(2).drop(while: \.isWhitespace)
        return words.contains(where: \.isLetter) && !words.hasPrefix("MARK:")
            && !words.hasPrefix("swift-format-ignore")
    }
}
