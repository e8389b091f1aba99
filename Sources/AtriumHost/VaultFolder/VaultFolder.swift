public import AtriumSDK
import Foundation
import GRDB

/// A folder that `atrium export --all` wrote, to be imported: on disk, or unpacked from an archive.
///
/// Its record files are imported like any others. What stands beside the records comes after them, in the same run;
/// see ``VaultFolderRestorer``.
public struct VaultFolder: Sendable {
    /// The folder's path, as it was given.
    public let path: String
    let manifest: VaultFolderManifest
    /// The files of an archive by name; nil: they stand on disk.
    let unpacked: [String: any ImportFile]?

    /// Opens a folder; nil where it has no manifest of ours.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where the manifest is damaged or of a newer version.
    public static func open(at path: String) throws -> VaultFolder? {
        let file = path + "/" + VaultFolderManifest.fileName
        guard let size = FileSystem.size(ofFile: file), size <= VaultFolderManifest.maximumSize,
            let data = FileManager.default.contents(atPath: file)
        else { return nil }
        return try VaultFolderManifest(json: data).map {
            VaultFolder(path: path, manifest: $0, unpacked: nil)
        }
    }

    /// The names in the folder that are not imported by themselves: all but the files of records.
    public var ownNames: Set<String> {
        // A file of no bytes, for a collection without records, is of no format.
        let others = manifest.files.filter { $0.content != .records || $0.bytes == 0 }.map(\.name)
        return Set(others + [VaultFolderManifest.fileName, VaultFolderManifest.attachmentsFolder])
    }

    /// A file of the folder; nil where it is missing.
    func file(named name: String) throws -> (any ImportFile)? {
        if let unpacked { return unpacked[name] }
        guard FileSystem.size(ofFile: path + "/" + name) != nil else { return nil }
        return try DiskFile(path: path + "/" + name)
    }

    /// The content of an attachment; nil where it is missing.
    func attachment(_ sha256: String) throws -> (any ImportFile)? {
        try file(named: "\(VaultFolderManifest.attachmentsFolder)/\(sha256)")
    }
}

extension Session {
    /// Enables the modules whose records stand in folders, while `body` runs, and hands on the ids of those that stay so.
    ///
    /// Only modules that this vault never had: what the user switched off stays off. A module that was off where the
    /// folder was written is off again afterwards. A dry run enables nothing.
    func withModules<Result>(
        of folders: [VaultFolder], isDryRun: Bool, _ body: ([String]) throws -> Result
    ) throws -> Result {
        let entries = folders.flatMap(\.manifest.modules)
        guard !entries.isEmpty, !isDryRun else { return try body([]) }
        let known = try vault.read { db in try String.fetchSet(db, sql: "SELECT module FROM host_module") }
        let allowed = allowedModules
        let wanted = hub.registry.modules.filter { module in
            !known.contains(module.id) && allowed.contains(module.id)
                && entries.contains { $0.id == module.id }
        }
        let modules = ModuleSwitch(vault: vault)
        let enabled = try modules.enable(wanted)
        let wasOn = Set(entries.filter(\.isEnabled).map(\.id))
        let passing = wanted.filter { enabled.contains($0.id) && !wasOn.contains($0.id) }
        defer { for module in passing.reversed() { try? modules.disable(module) } }
        return try body(enabled.filter { id in !passing.contains { $0.id == id } })
    }
}
