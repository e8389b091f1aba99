import AtriumSDK
import Foundation

/// The folder of a whole vault in an archive: what `export --all` wrote, packed by the user.
///
/// Its files stand at the archive's top or in one folder there. They are unpacked into one nameless temporary file, within
/// the limits of all archives, and imported as the folder would be.
struct ArchivedVaultFolder {
    let folder: VaultFolder
    /// The files of records, to be imported in this order.
    let records: [ImportInput]
    /// What stands in the archive and not in the manifest.
    let passedOver: [ImportReport.PassedOver]

    /// Looks for a vault's folder in an archive.
    ///
    /// Returns nil if the archive has no such folder or cannot be read: then the import reports the reason.
    ///
    /// - Throws: ``AtriumError`` where there is one, and it is damaged, of a newer version or over a limit;
    ///   ``WholeImportError``.
    static func open(_ file: any ImportFile, path: String) throws -> ArchivedVaultFolder? {
        func found() throws -> (
            archive: any DescriptorFile, top: [Substring], manifest: Result<VaultFolderManifest, any Error>
        )? {
            let prefix = try FormatRecognition.prefix(of: file)
            guard ForeignContent(prefix) == nil, FormatRecognition.isArchive(prefix) else { return nil }
            let archive = try (file as? any DescriptorFile) ?? SpoolFile(copying: file)
            return try manifest(in: archive).map { (archive, $0.top, $0.manifest) }
        }
        let looked: Result<_, any Error> = Result { try found() }
        if case .failure(let failure as WholeImportError) = looked { throw failure }
        guard case .success(let (archive, top, manifest)?) = looked else { return nil }
        return try ArchivedVaultFolder(unpacking: archive, top: top, manifest.get(), path: path)
    }

    /// The manifest, or why it cannot be used, and the names of the folders that it stands in; nil where there is none.
    private static func manifest(in file: any DescriptorFile) throws -> (
        top: [Substring], manifest: Result<VaultFolderManifest, any Error>
    )? {
        let archive = try ArchiveFile(file, budget: ArchiveBudget())
        while let element = try archive.next() {
            guard case .entry(let entry) = element else { continue }
            // A compressed file by itself.
            guard let name = entry.name else { return nil }
            let parts = Self.parts(of: name)
            guard parts.count <= 2, parts.last.map(String.init) == VaultFolderManifest.fileName else {
                continue
            }
            let content = try archive.content(of: entry, named: name)
            let top = Array(parts.dropLast())
            do {
                if let manifest = try VaultFolderManifest(file: content) { return (top, .success(manifest)) }
            } catch {
                return (top, .failure(error))
            }
        }
        return nil
    }

    private init(
        unpacking file: any DescriptorFile, top: [Substring], _ manifest: VaultFolderManifest, path: String
    ) throws {
        let label = ([path] + top.map(String.init)).joined(separator: "/")
        let wanted = Set(manifest.files.map(\.name))
        var places: [String: Range<Int64>] = [:]
        var passedOver: [ImportReport.PassedOver] = []
        let archive = try ArchiveFile(file, budget: ArchiveBudget())
        let spool = try SpoolFile(name: Folders.name(of: path)) { append in
            var end: Int64 = 0
            while let element = try archive.next() {
                switch element {
                case .encrypted(let name):
                    throw AtriumError(
                        .badData, "\(name) in the archive is encrypted",
                        remedy: "unpack it yourself with its password")
                case .oddity(let name, let reason):
                    passedOver.append(ImportReport.PassedOver(path: path + "/" + name, reason: reason))
                case .entry(let entry):
                    let parts = Self.parts(of: entry.name ?? "")
                    let name = parts.dropFirst(top.count).joined(separator: "/")
                    if parts.starts(with: top), name == VaultFolderManifest.fileName { continue }
                    guard parts.starts(with: top), wanted.contains(name) || Self.isAttachment(name),
                        places[name] == nil
                    else {
                        passedOver.append(
                            ImportReport.PassedOver(
                                path: path + "/" + (entry.name ?? ""), reason: "not in the manifest"))
                        continue
                    }
                    let begin = end
                    try archive.copy(entry) {
                        try append($0)
                        end += Int64($0.count)
                    }
                    places[name] = begin..<end
                }
            }
        }
        var files: [String: any ImportFile] = [:]
        for (name, range) in places {
            files[name] = SpoolRange(spool: spool, range: range, name: Folders.name(of: name))
        }
        folder = VaultFolder(path: label, manifest: manifest, unpacked: files)
        let own = folder.ownNames
        records = wanted.subtracting(own).sorted().compactMap { name in
            files[name].map { ImportInput(path: label + "/" + name, file: $0, isFound: true) }
        }
        self.passedOver = passedOver
    }

    /// The folders and the name, without `.`; a name with `..` stays one that nothing is called.
    private static func parts(of name: String) -> [Substring] {
        name.split(separator: "/").filter { $0 != "." }
    }

    private static func isAttachment(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0] == VaultFolderManifest.attachmentsFolder
            && ArchiveManifest.isDigest(String(parts[1]))
    }
}

extension ImportRequest {
    /// The request with each archive of a whole vault as a folder, and what in those archives is not for the import.
    ///
    /// - Throws: ``WholeImportError``; an archive with another error is replaced by its error, for the report.
    func unpackingVaultFolders() throws -> (request: ImportRequest, passedOver: [ImportReport.PassedOver]) {
        guard format == nil else { return (self, []) }
        var request = self
        var passedOver: [ImportReport.PassedOver] = []
        request.inputs = try inputs.flatMap { input in
            try input.orUnreadable {
                guard let found = try ArchivedVaultFolder.open(input.file, path: input.path) else {
                    return [input]
                }
                request.folders.append(found.folder)
                passedOver += found.passedOver
                return found.records
            }
        }
        return (request, passedOver)
    }
}
