import AtriumSDK
import GRDB
import Glibc

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
    /// - Throws: ``AtriumError``: `badData` where the manifest is damaged, too long or of a newer version, and what reading
    ///   it throws. Taken for no manifest, what stands beside the records would be lost without a word.
    public static func open(at path: String) throws -> VaultFolder? {
        let name = path + "/" + VaultFolderManifest.fileName
        var information = stat()
        guard stat(name, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        return try VaultFolderManifest(file: DiskFile(path: name)).map {
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

    /// The format that the manifest gives for the file of records at a path; nil where none of them stands there.
    func format(ofRecordsAt path: String) -> FormatID? { records(at: path)?.format }

    /// What the manifest says of the file of records at a path; nil where none of them stands there.
    func records(at path: String) -> VaultFolderManifest.File? {
        let folder = self.path.hasSuffix("/") ? self.path : self.path + "/"
        guard path.hasPrefix(folder) else { return nil }
        return manifest.files.first { $0.content == .records && $0.name == path.dropFirst(folder.count) }
    }

    /// Where the content of an attachment stands.
    static func name(ofAttachment sha256: String) -> String {
        "\(VaultFolderManifest.attachmentsFolder)/\(sha256)"
    }
}

extension Session {
    /// Enables the modules whose records stand in folders, while `body` runs, and hands on the ids of those that stay so.
    ///
    /// Only modules that this vault never had, or that an import left off: what the user switched off stays off. A module
    /// that was off where the folder was written is off again afterwards. Where `body` throws, and after a dry run, all are
    /// as they were.
    func withModules<Result>(
        of folders: [VaultFolder], isDryRun: Bool, _ body: ([String]) throws -> Result
    ) throws -> Result {
        let entries = folders.flatMap(\.manifest.modules)
        guard !entries.isEmpty else { return try body([]) }
        let (known, offByImport) = try vault.read { db in
            (
                try String.fetchSet(db, sql: "SELECT module FROM host_module"),
                try ModuleSwitch.offByImport(db)
            )
        }
        let allowed = allowedModules
        let wanted = hub.registry.modules.filter { module in
            (!known.contains(module.id) || offByImport.contains(module.id)) && allowed.contains(module.id)
                && entries.contains { $0.id == module.id }
        }
        let modules = ModuleSwitch(vault: vault)
        let enabled = try modules.enable(wanted).compactMap(hub.registry.module)
        let wasOn = Set(entries.filter(\.isEnabled).map(\.id))
        let passing = wanted.filter { module in
            enabled.contains { $0.id == module.id } && !wasOn.contains(module.id)
        }
        func takeBack() throws {
            for module in enabled.reversed() where known.contains(module.id) {
                try modules.disable(module, as: offByImport.contains(module.id) ? .offByImport : .off)
            }
            try ModuleEraser(session: self).removeUnused(
                enabled.reversed().filter { !known.contains($0.id) })
        }
        let result: Result
        do {
            result = try body(enabled.map(\.id).filter { id in !passing.contains { $0.id == id } })
        } catch {
            try takeBack()
            throw error
        }
        if isDryRun {
            try takeBack()
        } else {
            for module in passing.reversed() { try modules.disable(module, as: .offByImport) }
        }
        return result
    }
}
