public import AtriumSDK

/// In which form a whole vault is given out.
public enum VaultForm: String, Sendable, Hashable, CaseIterable {
    /// A backup: all that the vault holds, for `atrium restore`.
    case backup
    /// The folder of `export --all` as one archive: open formats, which an import takes back.
    case folder

    /// The media type of its file.
    public var mediaType: String {
        switch self {
        case .backup: "application/gzip"
        case .folder: "application/zip"
        }
    }
}

extension HubOperation {
    /// The form in which a whole vault is asked for; a backup if nothing is said.
    ///
    /// - Throws: ``AtriumError``: `usage` for an unknown field, `badData` for an unknown form.
    public static func vaultForm(_ values: DataObject) throws -> VaultForm {
        let form = try exportAll.decodeOpen(values).values["form"]?.textValue
        return form.flatMap(VaultForm.init(rawValue:)) ?? .backup
    }
}

extension Session {
    /// The whole vault in a form, as a file without a name on the vault's disk.
    ///
    /// - Parameter check: is asked again and again; what it throws ends the work, of which nothing is left.
    /// - Throws: ``AtriumError``: `notPermitted` if not all modules are within reach, `diskFull`,
    ///   `inputOutput`.
    public func makeVaultFile(
        _ form: VaultForm, checking check: @escaping () throws -> Void = {}
    ) throws -> SpoolFile {
        switch form {
        case .backup: try makeBackup(checking: check)
        case .folder: try makeFolderArchive(checking: check)
        }
    }

    /// The folder of `export --all`, of the modules that are on, as a zip archive with one folder at its top.
    ///
    /// The manifest comes first: whoever looks for it need not read the archive to its end.
    private func makeFolderArchive(checking check: @escaping () throws -> Void) throws -> SpoolFile {
        try requireWholeVault()
        let work = try WorkFolder(in: vault.folder)
        defer { work.remove() }
        let folder = work.path + "/folder"
        try Folders.makeEmpty(folder)
        let manifest = try vault.read { db in
            try VaultFolderWriter(
                ExportSnapshot(self, db), folder: folder, includesDisabled: false, isDurable: false,
                checking: check
            ).write()
        }
        let contents = VaultFolderManifest.attachmentsFolder
        let attachments = try FileSystem.names(inFolderIfAny: "\(folder)/\(contents)")
        let names =
            [VaultFolderManifest.fileName] + manifest.files.map(\.name)
            + attachments.map { "\(contents)/\($0)" }
        let top = fileStem
        let archive = work.path + "/archive"
        let writer = try ArchiveWriter(path: archive, kind: .zip)
        for name in names {
            let source = "\(folder)/\(name)"
            let digest = try FileDigest(of: source) { _ in try check() }
            let file = ArchiveManifest.File(
                name: "\(top)/\(name)", size: digest.size, sha256: digest.sha256)
            try writer.add(file, contentOf: source, checking: check)
        }
        try writer.finish()
        return SpoolFile(name: top + ".zip", try Spool(takingOver: archive))
    }

    /// What files of the whole vault are called, without their ending: `atrium-ada-20260301T093000Z`.
    var fileStem: String {
        let stamp = Timestamp.text(vault.environment.now()).replacing(":", with: "").replacing("-", with: "")
        return "atrium-\(user.name)-\(stamp)"
    }
}
