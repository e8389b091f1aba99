import AtriumSDK
import Foundation
import GRDB

/// Kept sources, read again: what they say by the importer that they came through, with the options of that time.
final class KeptSources {
    private let format: any Format
    private let importer: Importer
    private let options: ImportOptions
    private let db: Database
    private var mappings: [Int64: String] = [:]
    private var partialMappings: [Int64: String] = [:]
    /// The version of the kept text that was asked for last, and its draft: many items may share its identifier.
    private var latest: (id: Int64, version: ItemVersion, draft: (any Sendable)??)?

    init(format: any Format, importer: Importer, options: ImportOptions, db: Database) {
        self.format = format
        self.importer = importer
        self.options = options
        self.db = db
    }

    /// How the columns of a container were read: see ``SourceFile/mapping``; empty for formats without columns.
    func mapping(of container: Int64) throws -> String {
        if let known = mappings[container] { return known }
        let text = try ImportOptions.keptText(of: container, db)
        mappings[container] = text
        return text
    }

    /// The same without options of which nothing is said this time; in one file always the same ones.
    func mapping(of container: Int64, without options: Set<String>) throws -> String {
        let whole = try mapping(of: container)
        if options.isEmpty || whole.isEmpty { return whole }
        if let known = partialMappings[container] { return known }
        var then = ImportOptions(kept: whole, timeZone: self.options.timeZone)
        var values = then.arguments.values
        for option in options { values[option] = nil }
        then.arguments = Arguments(checked: values)
        partialMappings[container] = then.keptText
        return then.keptText
    }

    // MARK: - Versions

    /// True if the items have versions.
    var hasVersions: Bool { importer.version != nil }

    /// The version that an item's text states, or nil if items have no versions.
    func version(of text: [UInt8]) -> ItemVersion? { importer.version?(text) }

    /// The version of a kept text, or nil if items have no versions.
    func version(of id: Int64) throws -> ItemVersion? {
        if let latest, latest.id == id { return latest.version }
        guard let version = importer.version,
            let text = try Data.fetchOne(
                db.cachedStatement(
                    sql: "SELECT ifnull(agreed_text, text) FROM host_source_item WHERE id = ?"),
                arguments: [id])
        else { return nil }
        let found = version(Array(text))
        latest = (id, found, nil)
        return found
    }

    /// The draft of the kept text whose version was asked for last.
    func versionDraft(of id: Int64) throws -> (any Sendable)? {
        if let latest, latest.id == id, let draft = latest.draft { return draft }
        let draft = try draft(of: id)
        if latest?.id == id { latest?.draft = .some(draft) }
        return draft
    }

    /// Forgets the version of a text that is replaced.
    func forgetVersion() { latest = nil }

    /// The last content of a kept source with its container, or nil if there is no such source.
    func source(of id: Int64) throws -> ItemSource? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT ifnull(i.agreed_text, i.text), c.text, l.layout FROM host_source_item i
                    JOIN host_source_container c ON c.id = i.container_id
                    LEFT JOIN host_source_layout l ON l.container_id = c.id WHERE i.id = ?
                    """), arguments: [id]
        ).map { ItemSource(text: Array($0[0] as Data), container: Array($0[1] as Data), layout: $0[2]) }
    }

    /// The draft of what a kept source said last; nil where its text is no longer read as one item.
    func draft(of id: Int64) throws -> (any Sendable)? {
        let row = try Row.fetchOne(
            db, sql: "SELECT container_id, ifnull(agreed_text, text) FROM host_source_item WHERE id = ?",
            arguments: [id])
        guard let row else { return nil }
        return try drafts(of: [Array(row[1] as Data)], in: row[0])?.first ?? nil
    }

    /// The draft of each kept text of one container, or nil if the texts are no longer read as they once were.
    func drafts(of texts: [[UInt8]], in container: Int64) throws -> [(any Sendable)?]? {
        try items(of: texts, in: container)?.map { $0?.draft }
    }

    /// The item of each kept text of one container, or nil if the texts are no longer read as they once were.
    func items(of texts: [[UInt8]], in container: Int64) throws -> [MappedItem<any Sendable>?]? {
        let around = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT text FROM host_source_container WHERE id = ?"),
            arguments: [container])
        guard let around else { return nil }
        let document = MemoryFile(
            name: "kept sources", bytes: format.document(of: texts, in: Array(around)))
        let options = try optionsThen(container)
        let layout = try String.fetchOne(
            db.cachedStatement(sql: "SELECT layout FROM host_source_layout WHERE container_id = ?"),
            arguments: [container])
        var items: [MappedItem<any Sendable>?] = []
        do {
            var current: Container?
            try format.read(kept: document, layout: layout) { event in
                switch event {
                case .container(let container): current = container
                case .item(let item):
                    guard let current, importer.kinds.contains(item.kind) else { return }
                    items.append(try? importer.map(item, in: current, options: options))
                case .issue: break
                }
            }
        } catch is AtriumError {
            return nil
        }
        return items.count == texts.count ? items : nil
    }

    /// The options with which a container was read.
    private func optionsThen(_ container: Int64) throws -> ImportOptions {
        ImportOptions(kept: try mapping(of: container), timeZone: options.timeZone)
    }
}

extension ImportOptions {
    /// The options that ``SourceFile/mapping`` keeps.
    init(kept text: String, timeZone: TimeZone) {
        guard !text.isEmpty, let kept = try? DataValue(json: Data(text.utf8)).objectValue else {
            // Without columns nothing depends on the options; with columns, none were given.
            self.init(timeZone: timeZone)
            return
        }
        let columns = (kept["columns"]?.listValue ?? []).compactMap { value -> (String, String)? in
            guard let pair = value.listValue, pair.count == 2, let column = pair[0].textValue,
                let field = pair[1].textValue
            else { return nil }
            return (column, field)
        }
        self.init(
            arguments: Arguments(checked: kept["options"]?.objectValue ?? [:]), columns: columns,
            timeZone: timeZone)
    }

    /// What is kept of them: the mapping and the options as JSON; empty where nothing was given.
    var keptText: String {
        if columns.isEmpty, arguments.values.isEmpty { return "" }
        return DataValue.object([
            "columns": .list(columns.map { .list([.text($0.column), .text($0.field)]) }),
            "options": .object(arguments.values),
        ]).json
    }

    /// The options with which the files with a container were read of which items are kept, each once.
    static func kept(of container: Container, timeZone: TimeZone, _ db: Database) throws -> [ImportOptions] {
        try String.fetchAll(
            db,
            sql: """
                SELECT DISTINCT ifnull(m.mapping, '') FROM host_source_container c
                JOIN host_source_file f ON f.id = c.file_id LEFT JOIN host_source_mapping m ON m.file_id = f.id
                WHERE f.format = ? AND c.text = ?
                AND EXISTS (SELECT 1 FROM host_source_item i WHERE i.container_id = c.id AND i.record_id <> 0)
                """, arguments: [container.format.rawValue, container.source.databaseBytes]
        ).map { ImportOptions(kept: $0, timeZone: timeZone) }
    }

    /// What is kept of how the columns of a container were read; empty where nothing is.
    static func keptText(of container: Int64, _ db: Database) throws -> String {
        let text = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT m.mapping FROM host_source_container c JOIN host_source_mapping m ON m.file_id = c.file_id
                    WHERE c.id = ?
                    """), arguments: [container])
        return text ?? ""
    }

    /// Takes of the options that were not given those that are what they were for all files with a container.
    ///
    /// - Returns: what is to be said of that, by the place of the importer that declares the option, and the options of which
    ///   such files say nothing, or not all the same.
    mutating func recall(
        _ container: Container, _ importers: [Importer], _ db: Database
    ) throws -> (remarks: [(importer: Int, text: String)], unsaid: Set<String>) {
        let wanted = importers.enumerated().flatMap { index, importer in
            importer.recalledOptions.filter { arguments.values[$0.name] == nil }.map { (index, $0) }
        }
        guard !wanted.isEmpty else { return ([], []) }
        let former = try Self.kept(of: container, timeZone: timeZone, db)
        var values = arguments.values
        var remarks: [(importer: Int, text: String)] = []
        var unsaid: Set<String> = []
        for (index, option) in wanted {
            // Where one file was read otherwise than another, nobody knows which of them this is like.
            let formerValues = Set(former.map { $0.arguments.values[option.name] })
            guard formerValues.count == 1, let value = formerValues.first ?? nil else {
                unsaid.insert(option.name)
                continue
            }
            values[option.name] = value
            remarks.append(
                (
                    index,
                    "the option \(option.name) was set to \(value.textValue ?? value.json), as for the last file with these columns"
                ))
        }
        arguments = Arguments(checked: values, files: arguments.files)
        return (remarks, unsaid)
    }
}
