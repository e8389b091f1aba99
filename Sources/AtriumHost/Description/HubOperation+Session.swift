public import AtriumSDK
import Foundation
import GRDB

extension HubOperation {
    /// Checks the input of an operation that names no record, for which no vault has to be open.
    ///
    /// - Throws: ``AtriumError``: `usage` for an unknown or a missing field, `badData` for a wrong value.
    public func decodeOpen(_ values: DataObject) throws -> Arguments {
        let decoder = InputDecoder(
            fields: fields([], formats: []), today: LocalDate(daysSince1970: 0)
        ) { _, _, field in
            throw AtriumError(
                .internal, "\(field) refers to a record, which operations of the hub do not support")
        }
        return try decoder.decode(values, files: [:])
    }
}

extension Session {
    /// The declared input of an import, for the user's modules.
    public func importFields() throws -> [FieldDeclaration] { try fields(of: .importFile) }

    /// The declared input of an operation, for the user's modules.
    public func fields(of operation: HubOperation) throws -> [FieldDeclaration] {
        try operation.fields(enabledModules(), formats: hub.formats)
    }

    /// The declared input of an export: what all exports take, and the options of the exporter for the format.
    ///
    /// - Parameters:
    ///   - collection: the collection's name; nil, and one that the module does not write: any of its collections.
    ///   - format: the format's name; nil, and one that is not written: the first.
    /// - Throws: ``AtriumError``: `unavailable` where the module is off, `usage` where it has no exporter.
    public func exportFields(
        module: String, collection: String?, format: String?
    ) throws -> [FieldDeclaration] {
        let exporters = try enabledModule(module).exporters
        let first = try exporter(for: ExportRequest(module: module))
        let ofCollection = exporters.filter { collection == nil || $0.collection.name == collection }
        let exporter = ofCollection.first { $0.format.rawValue == format } ?? ofCollection.first ?? first
        return HubOperation.exportFields(exporters, options: exporter.options)
    }

    /// Checks the input of one of the hub's operations.
    ///
    /// A default of an option is left to whoever declares it: handed on, it would look like something that was asked for.
    /// - Throws: ``AtriumError``: `usage` for an unknown or a missing field, `badData` for a wrong value.
    private func decode(_ values: DataObject, _ fields: [FieldDeclaration], for operation: HubOperation)
        throws
        -> Arguments
    {
        let own = operation.ownNames
        let fields = fields.map { field in
            guard !own.contains(field.name) else { return field }
            var field = field
            field.defaultValue = nil
            return field
        }
        return try vault.read { db in try decode(values, [:], fields, db) }
    }

    /// The input of an operation on a job, checked.
    ///
    /// - Throws: ``AtriumError``: `usage` for an unknown field, `badData` for a wrong value.
    public func jobInput(_ values: DataObject, of operation: HubOperation) throws -> DataObject {
        try decode(values, fields(of: operation), for: operation).values
    }

    /// What is asked of an import, from its input and its files.
    ///
    /// - Parameter columns: fields by CSV column that hold for single files, by their paths.
    ///
    /// - Throws: ``AtriumError``: `usage` for an unknown field, or a column that is given no field; `badData` for a wrong
    ///   value.
    public func importRequest(
        _ values: DataObject, files: [(path: String, file: any ImportFile)],
        columns ofFiles: [String: [(column: String, field: String)]] = [:]
    ) throws -> ImportRequest {
        let values = try decode(values, importFields(), for: .importFile).values
        let columns = try (values["columns"]?.listValue ?? []).compactMap(\.textValue).map(Self.column)
        let options = Self.options(values, of: .importFile)
        var request = ImportRequest(
            inputs: files.map { path, file in
                ImportInput(path: path, file: file, columns: ofFiles[path] ?? [])
            }, module: values["module"]?.textValue,
            format: values["format"]?.textValue.map(FormatID.init(rawValue:)), columns: columns,
            options: options,
            isDryRun: values["dryRun"] == .bool(true))
        request.isVerbose = values["verbose"] == .bool(true)
        request.onConflict = values["onConflict"]?.textValue.flatMap(ConflictDecision.init(rawValue:))
        request.answers = try ImportDecisions.answers(values["decisions"])
        request.mapToSave = values["saveMap"]?.textValue
        request.mapToUse = values["useMap"]?.textValue
        try checkChoices(of: request)
        return request
    }

    /// Refuses now what would fail when the import begins: nobody sends a file for that.
    private func checkChoices(of request: ImportRequest) throws {
        let choices = ImportChoices(session: self, request: request)
        _ = try choices.options(for: choices.modules())
    }

    /// What is asked of an export, from its input.
    ///
    /// - Throws: ``AtriumError``: `unavailable` where the module is off, `usage` for an unknown field, `badData` for a wrong
    ///   value, and for an option of another format.
    public func exportRequest(_ values: DataObject, module: String) throws -> ExportRequest {
        let fields = try exportFields(
            module: module, collection: values["collection"]?.textValue, format: values["format"]?.textValue)
        try refuseOthersOptions(values, module: module, fields: fields)
        let values = try decode(values, fields, for: .exportModule).values
        func texts(_ name: String) -> [String] { (values[name]?.listValue ?? []).compactMap(\.textValue) }
        let options = Self.options(values, of: .exportModule)
        return ExportRequest(
            module: module, collection: values["collection"]?.textValue,
            format: values["format"]?.textValue.map(FormatID.init(rawValue:)), options: options,
            selection: ExportSelection(
                tags: texts("tags"), since: values["since"]?.textValue.flatMap(LocalDate.init(iso:)),
                ids: texts("ids"), text: values["search"]?.textValue))
    }

    /// Refuses an option that the module's export into another format has: it is described, but means nothing here.
    private func refuseOthersOptions(
        _ values: DataObject, module: String, fields: [FieldDeclaration]
    ) throws {
        let exporters = try enabledModule(module).exporters
        for name in values.names where !fields.contains(where: { $0.name == name }) {
            guard let other = exporters.first(where: { $0.options.contains { $0.name == name } }) else {
                continue
            }
            throw AtriumError(
                .badData, "\(name) is an option of the format \(other.format.rawValue)",
                remedy: "leave it out, or request that format", field: name)
        }
    }

    /// The exporter that an export uses: its format and the name of its file.
    ///
    /// - Throws: ``AtriumError``: `unavailable` where the module is off, `usage` where it has no such format.
    public func exportedFile(_ request: ExportRequest) throws -> (format: FormatID, name: String) {
        let exporter = try exporter(for: request)
        return (exporter.format, exporter.fileName)
    }

    /// A backup of the vault, as a file without a name on the vault's disk.
    ///
    /// - Parameter check: is asked again and again; what it throws ends the backup, of which nothing is left.
    /// - Throws: ``AtriumError``: as ``backup(to:keep:)``.
    public func makeBackup(checking check: () throws -> Void = {}) throws -> SpoolFile {
        try requireWholeVault()
        let spool = try Backup(vault: vault, user: user.name).spool(in: vault.folder, checking: check)
        return SpoolFile(name: fileStem + ".tar.gz", spool)
    }

    /// The content of an attachment of a record within reach, with the media type and the file name of the download.
    ///
    /// - Parameters:
    ///   - sha256: the content's SHA-256 in hex.
    ///   - name: the file name to use if a record has the content under this name; otherwise the first name is used.
    /// - Returns: the name is empty if no record names the content.
    /// - Throws: ``AtriumError``: `notFound` where no record of an enabled module has such an attachment, `inputOutput`
    ///   where its file is gone.
    public func attachment(
        _ sha256: String, named name: String? = nil
    ) throws -> (file: DiskFile, mediaType: String, name: String) {
        let found = try vault.read { db -> (type: String, name: String)? in
            let enabled = try enabledIDs(db)
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT c.name AS collection, a.media_type, a.name FROM host_attachment a
                    JOIN host_collection c ON c.id = a.collection_id WHERE a.sha256 = ? ORDER BY a.id
                    """, arguments: [sha256]
            ).filter { row in
                CollectionID(row["collection"] as String).map { enabled.contains($0.module) } ?? false
            }
            let row =
                rows.first { $0["name"] as String == name } ?? rows.first { $0["name"] as String != "" }
                ?? rows.first
            return row.map { (type: $0["media_type"] as String, name: $0["name"] as String) }
        }
        guard let found else {
            throw AtriumError(
                .notFound, "there is no attachment with this content",
                remedy: "look at the record that had it",
                field: "sha256")
        }
        do {
            // A row has this hash, so the file exists; a hash cannot be another path.
            let file = try DiskFile(path: "\(vault.filesFolder)/\(sha256)")
            return (file, AttachmentType.given(found.type), found.name)
        } catch let error as AtriumError {
            throw AtriumError(.inputOutput, error.message, remedy: error.remedy)
        }
    }

    /// A file without a name on the vault's disk, for what is uploaded.
    ///
    /// - Throws: ``AtriumError`` as ``Spool/init(in:)``; ``Spool/isWithoutRoom(_:)`` knows these.
    public func makeSpool() throws -> Spool { try Spool(in: vault.folder) }

    /// Stands for the records as they are: as long as it stays, none has changed.
    public func stateTag() throws -> String {
        let latest = try vault.read { db in try ChangeLog.latest(db) }
        return RecordVersion.tag(of: Array(latest.utf8))
    }

    /// What was given of the options that modules declare.
    private static func options(_ values: DataObject, of operation: HubOperation) -> DataObject {
        let own = operation.ownNames
        return values.entries.filter { !own.contains($0.name) }
            .reduce(into: DataObject()) { $0[$1.name] = $1.value }
    }

    /// `COLUMN=FIELD`; the column's name may hold `=`, a field's cannot.
    private static func column(_ text: String) throws -> (column: String, field: String) {
        guard let equals = text.lastIndex(of: "="), equals > text.startIndex,
            text.index(after: equals) < text.endIndex
        else {
            throw AtriumError(
                .badData, "“\(text)” is not COLUMN=FIELD", remedy: "write it as in First name=givenName",
                field: "columns")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}

extension HubOperation {
    /// What is said of a user.
    public static func value(of user: User) -> DataObject {
        [
            "id": .integer(user.id), "name": .text(user.name), "displayName": .text(user.displayName),
            "email": .text(orNull: user.email), "admin": .bool(user.isAdmin),
        ]
    }

    /// What is said of who is asking, and how far they reach.
    public static func value(of principal: Principal) -> DataObject {
        let means =
            switch principal.means {
            case .terminal: "terminal"
            case .session: "session"
            case .token: "token"
            case .feed: "feed"
            }
        return [
            "user": .object(value(of: principal.user)), "means": .text(means),
            "access": .text(principal.scope.access.rawValue),
            "modules": principal.scope.modules.map { .list($0.sorted().map(DataValue.text)) } ?? .null,
        ]
    }
}
