import AtriumSDK
import GRDB
import RecordKit

/// With whom something happened, as a value: rows of a ``CompanionTable``, two cells of CSV, one field.
///
/// It is a list with, for each of them, the person's id or null, the name, and the uid or null.
///
/// | column | what stands in it |
/// |---|---|
/// | `people` | the names of those it was with, a line each; `;` between them will do if there is no `personUids` |
/// | `personUids` | their uids, a line each; an empty line for somebody who is none of the people |
struct Companions: ValueCodec, ValuePlace {
    private let table: CompanionTable

    init(_ table: CompanionTable) {
        self.table = table
    }

    /// The declaration of the value.
    ///
    /// - Parameter option: what a terminal calls the field; nil: it is taken by position.
    static func declaration(_ help: String, option: String?) -> ValueDeclaration {
        ValueDeclaration(
            "people", in: .custom,
            fields: [
                FieldDeclaration(
                    "people", .list(.reference(PersonStore.collection)), help: help, isRequired: true,
                    isPositional: option == nil, option: option ?? "person")
            ],
            cells: [
                CellDeclaration("people", "The names of the people involved, one per line."),
                CellDeclaration("personUids", "Their uids, one per line."),
            ]
        ).searched
    }

    /// The filter of lists by one of them.
    static func filter(_ table: CompanionTable) -> FilterDeclaration {
        FilterDeclaration(
            .record(
                PersonStore.collection,
                "r.id IN (SELECT \(table.owner) FROM \(table.name) WHERE person_id = ?)"),
            "person", "Only entries with this person.")
    }

    /// What there is to say of a row that names nobody.
    static func problems(_ values: RecordValues) -> [RowCells.Problem] {
        values.isEmpty("people")
            ? [.init("people", "nobody", "the row names no people; it was imported without them")] : []
    }

    private static func item(_ id: Int64?, _ name: String?, _ uid: String?) -> DataValue {
        .list([.integer(orNull: id), .text(orNull: name), .text(orNull: uid)])
    }

    private static func parts(_ value: DataValue) -> [(id: Int64?, name: String?, uid: String?)] {
        (value.listValue ?? []).compactMap(\.listValue).map {
            ($0[0].integerValue, $0[1].textValue, $0[2].textValue)
        }
    }

    // MARK: - Rows

    func value(of record: Int64, _ context: RecordContext) throws -> DataValue {
        .list(try table.people(of: record, context.db).map { Self.item($0.id, $0.name, $0.uid) })
    }

    func write(_ value: DataValue, over old: DataValue, of record: Int64, _ context: RecordContext) throws {
        let companions = Self.parts(value).compactMap { id, name, uid in
            id.map(Companion.person) ?? (name ?? uid).map { Companion.named($0, uid: uid) }
        }
        try table.set(companions, isFirst: old == initial, of: record, context.db)
    }

    var searchSQL: String? { table.strangersSQL }
    let cellSQL = ["1", "1"]

    // MARK: - Fields

    let initial = DataValue.list([])

    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) -> DataObject {
        ["people": .list(Self.parts(value).map { .text(orNull: $0.name) })]
    }

    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue {
        var seen: Set<Int64> = []
        let ids = given["people"]?.listValue?.compactMap(\.integerValue).filter { seen.insert($0).inserted }
        guard let ids, !ids.isEmpty else {
            throw AtriumError(
                .badData, "people cannot be empty", remedy: "name at least one person", field: "people")
        }
        return .list(try ids.compactMap { try Self.person($0, context.db) })
    }

    private static func person(_ id: Int64, _ db: Database) throws -> DataValue? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT display_name, uid FROM connections_person WHERE id = ?"),
            arguments: [id]
        ).map { item(id, $0[0], $0[1]) }
    }

    // MARK: - Cells

    func value(of row: inout RowCells) -> DataValue? {
        let (names, uids) = (row.text("people"), row.text("personUids"))
        return names == nil && uids == nil ? nil : Self.value(names: names ?? "", uids: uids)
    }

    /// Those whom cells name, by name, uid or both.
    private static func value(names: String, uids: String?) -> DataValue {
        guard let uids, Words.line(uids) != nil else {
            let names = names.split(whereSeparator: { $0.isNewline || uids == nil && $0 == ";" })
            return .list(names.compactMap { Words.line(String($0)).map { item(nil, $0, nil) } })
        }
        func lines(_ text: String) -> [String?] {
            text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
                Words.line(String($0))
            }
        }
        let (allNames, allUIDs) = (lines(names), lines(uids))
        return .list(
            (0..<max(allNames.count, allUIDs.count)).compactMap { place in
                let name = place < allNames.count ? allNames[place] : nil
                let uid = place < allUIDs.count ? allUIDs[place] : nil
                return name == nil && uid == nil ? nil : item(nil, name, uid)
            })
    }

    func cells(of value: DataValue) -> [String] {
        let people = Self.parts(value)
        let names = people.map { ($0.name ?? "").split(whereSeparator: \.isNewline).joined(separator: " ") }
        let uids = people.contains { $0.uid != nil } ? people.map { $0.uid ?? "" } : []
        return [names.joined(separator: "\n"), uids.joined(separator: "\n")]
    }

    /// The file that is written has a column of uids, by which names are read otherwise than without.
    func untouched(_ cells: [String?], own: [String]) -> [String] {
        guard let names = cells[0] else { return own }
        let uids = cells[1] ?? own[1]
        func read(_ uids: String?) -> [String?] {
            Self.parts(Self.value(names: names, uids: uids)).map(\.name)
        }
        return read(uids) == read(cells[1]) ? [names, uids] : own
    }

    // MARK: - People

    func resolved(_ value: DataValue, over old: DataValue, _ context: RecordContext) throws -> DataValue {
        let search = context.once { CompanionSearch(db: $0, modules: context.modules) }
        var seen: Set<Companion> = []
        return .list(
            try Self.parts(value).compactMap { id, name, uid -> DataValue? in
                let companion = try id.map(Companion.person) ?? search.companion(name: name, uid: uid)
                guard let companion, seen.insert(companion).inserted else { return nil }
                return switch companion {
                case .person(let id): try Self.person(id, context.db)
                case .named(let name, let uid): Self.item(nil, name, uid)
                }
            })
    }

    func issues(imported: DataValue, _ context: RecordContext) throws -> [ImportIssue] {
        let search = context.once { CompanionSearch(db: $0, modules: context.modules) }
        return try search.issues(Self.parts(imported).map { ($0.name, $0.uid) })
    }
}
