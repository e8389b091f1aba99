import AtriumSDK
import Foundation

/// A folder of its own with a hub in it, which goes with the test.
final class TemporaryHome {
    /// The folder; the hub is in its subfolder `hub`.
    let folder = FileManager.default.temporaryDirectory.path + "/atrium-cli-\(UUID().uuidString)"
    /// The hub's folder.
    var hub: String { folder + "/hub" }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs the tool on the hub.
    func run(_ arguments: [String], input: String = "", modules: [Module] = [gardenModule]) -> ToolRun {
        ToolRun(
            arguments, input: input, modules: modules,
            environment: ["ATRIUM_HOME": hub, "USER": "ada", "TERM": "xterm"])
    }

    /// Runs the tool on the hub.
    func run(_ arguments: String...) -> ToolRun { run(arguments) }

    /// Writes a file in the folder and gives its path.
    func file(_ name: String, _ text: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + name
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }
}
