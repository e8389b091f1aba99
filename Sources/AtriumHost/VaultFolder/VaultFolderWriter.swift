public import AtriumSDK
import GRDB
import Glibc

/// Writes everything of a vault into a folder, in open formats; see docs/formats.md, "The whole vault".
///
/// All files show one state of the vault. What stands beside records goes by their uids, so that an import into an empty
/// vault, where they may have another order, gives the same files. The manifest comes last: a folder without it was not finished.
struct VaultFolderWriter {
    let snapshot: ExportSnapshot
    let folder: String
    private let isEnabled: Set<String>
    private let modules: [Module]
    private let leftOut: [String]
    /// The modules whose data is in the vault but which the program does not have.
    private let missing: [String]
    private let isDurable: Bool
    private let check: () throws -> Void

    /// - Parameters:
    ///   - includesDisabled: whether modules that are switched off are written too.
    ///   - isDurable: false for a folder that is removed as soon as it is packed.
    ///   - check: is asked again and again; what it throws ends the export.
    init(
        _ snapshot: ExportSnapshot, folder: String, includesDisabled: Bool, isDurable: Bool = true,
        checking check: @escaping () throws -> Void = {}
    ) throws {
        (self.isDurable, self.check) = (isDurable, check)
        self.snapshot = snapshot
        self.folder = folder
        let enabled = try snapshot.session.enabledIDs(snapshot.db)
        let known = try String.fetchSet(snapshot.db, sql: "SELECT module FROM host_module")
        let present = snapshot.session.hub.registry.modules.filter { known.contains($0.id) }
        isEnabled = enabled
        modules = present.filter { includesDisabled || enabled.contains($0.id) }
        leftOut = includesDisabled ? [] : present.map(\.id).filter { !enabled.contains($0) }
        missing = try snapshot.session.hub.registry.missingModules(snapshot.db)
    }

    /// Writes the folder's files and gives the manifest.
    func write() throws -> VaultFolderManifest {
        var files: [VaultFolderManifest.File] = []
        for module in missing {
            snapshot.warnings.add(
                "the data of the module \(module) was left out, because this version of Atrium does not have "
                    + "the module; backups contain the data")
        }
        for module in modules { files += try writeRecords(of: module, taken: Set(files.map(\.name))) }
        files += [try writeLinks(), try writeTags(), try writeAttachments(), try writeFormerUIDs()]
        for module in modules { files += try module.sideData.map { try write($0, of: module) } }
        let manifest = VaultFolderManifest(
            madeAt: Timestamp.text(snapshot.now),
            modules: modules.map {
                .init(
                    id: $0.id, version: $0.manifest.version, isEnabled: isEnabled.contains($0.id))
            },
            settings: try settings(),
            files: files, leftOut: leftOut + missing)
        if isDurable { FileSystem.synchronizeAll() }
        let text = Array(DataValue.object(manifest.value).json.utf8) + [UInt8(ascii: "\n")]
        guard text.count <= VaultFolderManifest.maximumSize else {
            throw AtriumError(
                .conflict, "\(VaultFolderManifest.fileName) would be too long to import",
                remedy: "remove saved column mappings; \(command: "maps list") shows them")
        }
        let output = try OutputFile(path: folder + "/" + VaultFolderManifest.fileName)
        try output.write(text)
        _ = try output.finish(isDurable: isDurable)
        return manifest
    }

    /// The user's settings, without those of modules that are left out.
    private func settings() throws -> [(key: String, value: String)] {
        try Row.fetchAll(snapshot.db, sql: "SELECT key, value FROM host_setting ORDER BY key")
            .map { ($0[0], $0[1]) }
            .filter { key, _ in SettingKey.module(of: key).map { !leftOut.contains($0) } ?? true }
    }

    // MARK: - Records

    /// One file for each collection of a module: by its first exporter whose files come in again.
    private func writeRecords(of module: Module, taken: Set<String>) throws -> [VaultFolderManifest.File] {
        var files: [VaultFolderManifest.File] = []
        for collection in module.collections {
            let exporters = module.exporters.filter { $0.collection == collection.id }
            let whole = exporters.first { exporter in
                module.importers.contains {
                    $0.format == exporter.format && $0.collection == exporter.collection
                }
            }
            guard let exporter = whole ?? exporters.first else { continue }
            let names = taken.union(files.map(\.name))
            let name =
                names.contains(exporter.fileName) ? "\(module.id)-\(exporter.fileName)" : exporter.fileName
            let count = try Int64.fetchOne(
                snapshot.db, sql: "SELECT count(*) FROM \(collection.table.quotedDatabaseIdentifier)")
            let arguments = try snapshot.arguments([:], of: exporter)
            let output = try OutputFile(path: folder + "/" + name, isHashed: true)
            try snapshot.run(exporter, arguments, where: nil, purpose: .wholeVault) { bytes in
                try check()
                try output.write(bytes)
            }
            files.append(
                try finish(
                    output, name, .records, module: module.id, collection.id, exporter.format,
                    items: count ?? 0))
            try warnOfOtherSources(collection, than: exporter.format)
        }
        return files
    }

    /// Says where records came from a file of another format, of which some things became no field of theirs.
    private func warnOfOtherSources(_ collection: Collection, than format: FormatID) throws {
        let formats = try String.fetchAll(
            snapshot.db,
            sql: """
                SELECT DISTINCT s.format FROM host_source_item s
                WHERE s.collection_id = ? AND s.record_id <> 0 AND s.format <> ? ORDER BY 1
                """,
            arguments: [snapshot.collections.number(collection.id), format.rawValue])
        for other in formats {
            snapshot.warnings.add(
                "some records of \(collection.id) came from \(other) files; values without a matching field "
                    + "are not in this folder, but backups contain them")
        }
    }

    // MARK: - What stands beside the records

    /// In an order that is the same in every vault: ids are not, where some links come with their records again.
    private func writeLinks() throws -> VaultFolderManifest.File {
        let file = try list(.links) { lines in
            for collection in modules.flatMap(\.collections) {
                let rows = try Row.fetchCursor(
                    snapshot.db,
                    sql: """
                        SELECT r.uid, l.to_collection_id, l.to_record_id, l.kind, l.created_at FROM host_link l
                        JOIN \(collection.table.quotedDatabaseIdentifier) r ON r.id = l.from_record_id
                        WHERE l.from_collection_id = ? ORDER BY r.uid, l.created_at, l.kind, l.id
                        """, arguments: [snapshot.collections.number(collection.id)])
                while let row = try rows.next() {
                    guard let to = try end(row["to_collection_id"], row["to_record_id"]) else { continue }
                    try lines.add([
                        "from": .object([
                            "collection": .text(collection.id.description), "uid": .text(row["uid"]),
                        ]),
                        "to": .object(to), "kind": .text(row["kind"]), "createdAt": .text(row["created_at"]),
                    ])
                }
            }
        }
        let count = try Int64.fetchOne(snapshot.db, sql: "SELECT count(*) FROM host_link") ?? 0
        if count > file.items {
            let links = Words.count(Int(count - file.items), "link")
            let were = count - file.items == 1 ? "was" : "were"
            snapshot.warnings.add("\(links) to or from records of excluded modules \(were) left out")
        }
        return file
    }

    /// One end of a link; nil for a record that is not written.
    private func end(_ collection: Int64, _ record: Int64) throws -> DataObject? {
        guard let id = snapshot.collections.id(collection),
            let table = modules.flatMap(\.collections).first(where: { $0.id == id })?.table,
            let uid = try String.fetchOne(
                snapshot.db.cachedStatement(
                    sql: "SELECT uid FROM \(table.quotedDatabaseIdentifier) WHERE id = ?"),
                arguments: [record])
        else { return nil }
        return ["collection": .text(id.description), "uid": .text(uid)]
    }

    private func writeTags() throws -> VaultFolderManifest.File {
        let tags = RecordTags(snapshot.db, collections: snapshot.collections)
        return try list(.tags) { lines in
            for collection in modules.flatMap(\.collections) {
                let rows = try Row.fetchCursor(
                    snapshot.db,
                    sql: """
                        SELECT r.id, r.uid FROM \(collection.table.quotedDatabaseIdentifier) r WHERE r.id IN
                        (SELECT record_id FROM host_record_tag WHERE collection_id = ?) ORDER BY r.uid
                        """, arguments: [snapshot.collections.number(collection.id)])
                while let row = try rows.next() {
                    let tags = try tags.tags(of: RecordReference(collection.id, row[0]))
                    try lines.add([
                        "collection": .text(collection.id.description), "uid": .text(row[1]),
                        "tags": .list(tags.map(DataValue.text)),
                    ])
                }
            }
        }
    }

    private func writeAttachments() throws -> VaultFolderManifest.File {
        let contents = "\(folder)/\(VaultFolderManifest.attachmentsFolder)"
        return try list(.attachments) { lines in
            for collection in modules.flatMap(\.collections) {
                let rows = try Row.fetchCursor(
                    snapshot.db,
                    sql: """
                        SELECT r.uid, a.role, a.sha256, a.media_type, a.byte_count, a.name
                        FROM host_attachment a JOIN \(collection.table.quotedDatabaseIdentifier) r
                        ON r.id = a.record_id WHERE a.collection_id = ? ORDER BY r.uid, a.id
                        """, arguments: [snapshot.collections.number(collection.id)])
                while let row = try rows.next() {
                    try copy(row["sha256"], into: contents)
                    try lines.add([
                        "collection": .text(collection.id.description), "uid": .text(row["uid"]),
                        "role": .text(row["role"]), "sha256": .text(row["sha256"]),
                        "mediaType": .text(row["media_type"]), "bytes": .integer(row["byte_count"]),
                        "name": .text(row["name"]),
                    ])
                }
            }
        }
    }

    private func writeFormerUIDs() throws -> VaultFolderManifest.File {
        try list(.formerUIDs) { lines in
            for collection in modules.flatMap(\.collections) {
                let rows = try Row.fetchCursor(
                    snapshot.db,
                    sql: """
                        SELECT r.uid, f.uid FROM host_former_uid f
                        JOIN \(collection.table.quotedDatabaseIdentifier) r ON r.id = f.record_id
                        WHERE f.collection_id = ? ORDER BY r.uid, f.uid
                        """, arguments: [snapshot.collections.number(collection.id)])
                while let row = try rows.next() {
                    try lines.add([
                        "collection": .text(collection.id.description), "uid": .text(row[0]),
                        "formerUID": .text(row[1]),
                    ])
                }
            }
        }
    }

    private func write(_ data: SideData, of module: Module) throws -> VaultFolderManifest.File {
        try list(.moduleData, named: module.fileName(of: data), module: module.id) { lines in
            try data.write(snapshot.db) { try lines.add($0) }
        }
    }

    /// Copies a content, once; one that is missing or damaged is warned of.
    private func copy(_ sha256: String, into contents: String) throws {
        let target = "\(contents)/\(sha256)"
        if access(target, F_OK) == 0 { return }
        if mkdir(contents, 0o700) != 0, errno != EEXIST { throw FileSystem.failure(writing: contents) }
        let stored = snapshot.session.vault.filesFolder + "/" + sha256
        do {
            var reader = try DiskFile(path: stored).open()
            let output = try OutputFile(path: target, isHashed: true)
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            while case let count = try buffer.withUnsafeMutableBytes({ try reader.read(into: $0) }), count > 0
            {
                try check()
                try output.write(Array(buffer[..<count]))
            }
            guard output.sha256 == sha256 else {
                snapshot.warnings.add(
                    "an attachment was left out, because its file is damaged; atrium doctor names it")
                return
            }
            _ = try output.finish(isDurable: false)
        } catch let error as AtriumError where error.code == .notFound {
            snapshot.warnings.add(
                "an attachment was left out, because its file is missing; atrium doctor names it")
        }
    }

    // MARK: - Files

    /// Writes a file of JSON lines.
    private func list(
        _ content: VaultFolderManifest.Content, named given: String? = nil, module: String? = nil,
        _ body: (JSONLines.Writer) throws -> Void
    ) throws -> VaultFolderManifest.File {
        let name = given ?? "\(content.rawValue).jsonl"
        let output = try OutputFile(path: "\(folder)/\(name)", isHashed: true)
        let lines = JSONLines.Writer(output)
        try check()
        try body(lines)
        try lines.flush()
        return try finish(
            output, name, content, module: module, nil, JSONLines.format, items: lines.count)
    }

    private func finish(
        _ output: OutputFile, _ name: String, _ content: VaultFolderManifest.Content, module: String?,
        _ collection: CollectionID?, _ format: FormatID, items: Int64
    ) throws -> VaultFolderManifest.File {
        let bytes = try output.finish(isDurable: isDurable)
        return VaultFolderManifest.File(
            name: name, content: content, module: module, collection: collection, format: format,
            items: items,
            bytes: bytes, sha256: output.sha256 ?? "")
    }
}

extension Module {
    /// The name of the file that holds data of the module in the folder of a whole vault.
    func fileName(of data: SideData) -> String { "\(id)-\(data.name).jsonl" }
}

extension Session {
    /// Writes everything of the vault into a folder, in open formats, with a manifest.
    ///
    /// - Parameters:
    ///   - folder: made where there is none; refused where it holds anything.
    ///   - includesDisabled: whether modules that are switched off are exported too.
    /// - Returns: the manifest, and under `warnings` what the user should know.
    /// - Throws: ``AtriumError`` with code `cannotCreate` where the folder cannot be used. What was written before another
    ///   error is left without a manifest.
    public func exportAll(to folder: String, includesDisabled: Bool) throws -> DataValue {
        try requireWholeVault()
        try Folders.makeEmpty(folder)
        return try vault.read { db in
            let snapshot = try ExportSnapshot(self, db)
            let writer = try VaultFolderWriter(
                snapshot, folder: folder, includesDisabled: includesDisabled)
            var result = try writer.write().value
            result["warnings"] = .list(snapshot.warnings.all.map(DataValue.text))
            return .object(result)
        }
    }
}
