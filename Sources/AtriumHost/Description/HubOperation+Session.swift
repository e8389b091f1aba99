public import AtriumSDK
import Foundation
import GRDB

extension HubOperation {
    /// Checks the input of an operation that is for those who have not logged in.
    ///
    /// - Throws: ``AtriumError``: `usage` for an unknown or a missing field, `badData` for a wrong value.
    public func decodeOpen(_ values: DataObject) throws -> Arguments {
        let decoder = InputDecoder(
            fields: fields([], formats: []), today: LocalDate(daysSince1970: 0)
        ) { _, _, field in
            throw AtriumError(.internal, "\(field) refers to a record, which no operation of the hub does")
        }
        return try decoder.decode(values, files: [:])
    }
}

extension Session {
    /// The declared input of one of the hub's operations, for the user's modules.
    public func fields(of operation: HubOperation) throws -> [FieldDeclaration] {
        try operation.fields(enabledModules(), formats: hub.formats)
    }

    /// Checks the input of one of the hub's operations.
    ///
    /// - Throws: ``AtriumError``: `usage` for an unknown or a missing field, `badData` for a wrong value.
    public func decode(_ values: DataObject, for operation: HubOperation) throws -> Arguments {
        let fields = try fields(of: operation)
        return try vault.read { db in try decode(values, [:], fields, db) }
    }

    /// What was asked of an import, from its checked input and its file.
    ///
    /// - Throws: ``AtriumError`` with code `usage` for a column that is given no field.
    public func importRequest(_ input: Arguments, file: any ImportFile) throws -> ImportRequest {
        let values = input.values
        let columns = try (values["columns"]?.listValue ?? []).compactMap(\.textValue).map(Self.column)
        let own = Set(HubOperation.importFile.fields([], formats: []).map(\.name) + ["module", "format"])
        let options = values.entries.filter { !own.contains($0.name) }
            .reduce(into: DataObject()) { $0[$1.name] = $1.value }
        var request = ImportRequest(
            inputs: [ImportInput(path: file.name, file: file)], module: values["module"]?.textValue,
            format: values["format"]?.textValue.map(FormatID.init(rawValue:)), columns: columns,
            options: options,
            isDryRun: values["dryRun"] == .bool(true))
        request.isVerbose = values["verbose"] == .bool(true)
        request.onConflict = values["onConflict"]?.textValue.flatMap(ConflictDecision.init(rawValue:))
        request.mapToSave = values["saveMap"]?.textValue
        request.mapToUse = values["useMap"]?.textValue
        return request
    }

    /// What was asked of an export, from its checked input.
    public func exportRequest(_ input: Arguments, module: String) -> ExportRequest {
        let values = input.values
        func texts(_ name: String) -> [String] { (values[name]?.listValue ?? []).compactMap(\.textValue) }
        let own = Set(HubOperation.exportModule.fields([], formats: []).map(\.name))
        let options = values.entries.filter { !own.contains($0.name) }
            .reduce(into: DataObject()) { $0[$1.name] = $1.value }
        return ExportRequest(
            module: module, format: values["format"]?.textValue.map(FormatID.init(rawValue:)),
            options: options,
            selection: ExportSelection(
                tags: texts("tags"), since: values["since"]?.textValue.flatMap(LocalDate.init(iso:)),
                ids: texts("ids"), text: values["search"]?.textValue))
    }

    /// The exporter that an export uses: its format and the name of its file.
    ///
    /// - Throws: ``AtriumError``: `unavailable` where the module is off, `usage` where it has no such format.
    public func exportedFile(_ request: ExportRequest) throws -> (format: FormatID, name: String) {
        let exporter = try exporter(for: request)
        return (exporter.format, exporter.fileName)
    }

    /// Refuses an operation that the caller's scope does not reach.
    ///
    /// - Throws: ``AtriumError`` with code `notPermitted`.
    public func requireReach(of operation: HubOperation) throws {
        let scope = principal.scope
        guard !operation.writes || scope.access == .write else {
            throw AtriumError(
                .notPermitted, "your token only reads", remedy: "use one that may write, or log in")
        }
        guard operation != .exportAll || scope.modules == nil else {
            throw AtriumError(
                .notPermitted, "your token does not reach the whole vault",
                remedy: "export its modules one by one")
        }
    }

    /// A backup of the vault, as a file without a name on the vault's disk.
    ///
    /// - Throws: ``AtriumError``: as ``backup(to:keep:)``.
    public func makeBackup() throws -> SpoolFile {
        let path = "\(vault.folder)/download-\(UUID().uuidString)"
        _ = try backup(to: path, keep: nil)
        let stamp = Instant.text(vault.environment.now()).replacing(":", with: "").replacing("-", with: "")
        return SpoolFile(name: "atrium-\(user.name)-\(stamp).tar.gz", try Spool(takingOver: path))
    }

    /// A file without a name on the vault's disk, for what is uploaded.
    ///
    /// - Throws: ``AtriumError`` with code `cannotCreate`.
    public func makeSpool() throws -> Spool { try Spool(in: vault.folder) }

    /// The number of the latest change to the vault: as long as it stays, no record has changed.
    public func latestChange() throws -> Int64 {
        try vault.read { db in try Int64.fetchOne(db, sql: "SELECT max(id) FROM host_change_set") ?? 0 }
    }

    /// `COLUMN=FIELD`; the column's name may hold `=`, a field's cannot.
    private static func column(_ text: String) throws -> (column: String, field: String) {
        guard let equals = text.lastIndex(of: "="), equals > text.startIndex,
            text.index(after: equals) < text.endIndex
        else {
            throw AtriumError(
                .usage, "“\(text)” is not COLUMN=FIELD", remedy: "write, say, First name=givenName",
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
