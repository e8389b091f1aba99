import AtriumSDK
import GRDB

/// Persons in and out of the module's tables: all SQL that names columns stands here.
///
/// Statements are cached by the connection, and rows are written by ``RowStatement``: imports and exports count
/// microseconds.
struct PersonStore {
    /// The vault's database.
    let db: Database
    /// The tags of records.
    let tags: any TagStore

    /// The name of the collection over all modules.
    static let collection = CollectionID(module: "connections", name: "people")

    /// A person's record over all modules.
    static func reference(_ id: Int64) -> RecordReference { RecordReference(collection, id) }

    // MARK: Reading

    /// A column of `connections_person` with a value of a person; the raw value is its position in ``columns``.
    private enum Column: Int, CaseIterable {
        case kind, displayName, prefix, given, additional, family, suffix
        case phoneticGiven, phoneticAdditional, phoneticFamily
        case birthday, anniversary, gender, genderText, metPlace, metDate, isNameDerived, cadenceDays

        static let all = allCases

        /// The name in SQL: `display_name`.
        var name: String {
            "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
        }
    }

    /// The columns of `connections_person`, as `r`, that ``person(_:_:from:)`` reads.
    static let columns = Column.all.map { "r.\($0.name)" }.joined(separator: ", ")

    /// The number of ``columns``.
    static let columnCount = Column.all.count

    /// SQL for the text of a row of `connections_address`, its components apart by spaces.
    static let addressText = [
        "po_box", "extended", "street", "postal_code", "locality", "region", "country", "formatted",
    ].map { "ifnull(\($0), '')" }.joined(separator: " || ' ' || ")

    /// What `atrium search` finds beside the display name: few expressions, since each is run for every record.
    static let searchFields = [
        SearchField(
            "names",
            sql: """
                nullif(trim(ifnull(r.given, '') || ' ' || ifnull(r.additional, '') || ' ' || ifnull(r.family, '')
                    || ' ' || ifnull(r.phonetic_given, '') || ' ' || ifnull(r.phonetic_family, '')
                    || ' ' || ifnull(r.met_place, '')), '')
                """),
        SearchField(
            "details",
            sql: """
                (SELECT group_concat(value || ifnull(' ' || qualifier, '') || ifnull(' ' || label, ''), ' ')
                    FROM connections_detail WHERE person_id = r.id)
                """),
        SearchField(
            "addresses",
            sql: "(SELECT group_concat(\(addressText), ' ') FROM connections_address WHERE person_id = r.id)"),
    ]

    /// The person of an id, or nil where there is none.
    func person(_ id: Int64) throws -> Person? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.columns) FROM connections_person r WHERE r.id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
        return try person(id, row, from: 0)
    }

    /// The uid of a record, or nil where there is none.
    func uid(_ id: Int64) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT uid FROM connections_person WHERE id = ?"), arguments: [id])
    }

    /// The name to show of a record, or nil where there is none.
    func name(_ id: Int64) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT display_name FROM connections_person WHERE id = ?"),
            arguments: [id])
    }

    /// When a person was last changed here, as RFC 3339.
    func updatedAt(_ id: Int64) throws -> String {
        try String.fetchOne(
            db.cachedStatement(
                sql: "SELECT ifnull(updated_at, created_at) FROM connections_person WHERE id = ?"),
            arguments: [id]
        ) ?? ""
    }

    /// The person of a row that holds ``columns``, the first of them at `start`.
    func person(_ id: Int64, _ row: Row, from start: Int) throws -> Person {
        func place(_ column: Column) -> Int { start + column.rawValue }
        var person = Person(displayName: row[place(.displayName)])
        person.kind = row[place(.kind)]
        person.name = PersonName(
            prefix: row[place(.prefix)], given: row[place(.given)], additional: row[place(.additional)],
            family: row[place(.family)], suffix: row[place(.suffix)],
            phoneticGiven: row[place(.phoneticGiven)],
            phoneticAdditional: row[place(.phoneticAdditional)],
            phoneticFamily: row[place(.phoneticFamily)])
        person.birthday = row[place(.birthday)]
        person.anniversary = row[place(.anniversary)]
        person.gender = (row[place(.gender)] as String?).flatMap(Sex.init(rawValue:))
        person.genderText = row[place(.genderText)]
        person.metPlace = row[place(.metPlace)]
        person.metDate = row[place(.metDate)]
        person.isNameDerived = row[place(.isNameDerived)]
        person.cadence = (row[place(.cadenceDays)] as Int?).flatMap(Cadence.init(days:))
        person.details = try details(of: id)
        person.addresses = try addresses(of: id)
        person.tags = try tags.tags(of: Self.reference(id))
        return person
    }

    private func details(of id: Int64) throws -> [Detail] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT kind, value, qualifier, label, types, preference FROM connections_detail
                WHERE person_id = ? ORDER BY id
                """)
        var byKind = DetailsByKind()
        let rows = try Row.fetchCursor(statement, arguments: [id])
        while let row = try rows.next() {
            guard let kind = DetailKind(rawValue: row[0]) else { continue }
            byKind.append(
                Detail(
                    kind, row[1], qualifier: row[2], label: row[3], types: Self.types(row[4]),
                    preference: row[5]))
        }
        // Rows written by an edit stand behind those of later kinds.
        return DetailKind.allCases.flatMap { byKind[$0] }
    }

    private func addresses(of id: Int64) throws -> [PostalAddress] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT po_box, extended, street, locality, region, postal_code, country, formatted,
                    label, types, preference
                FROM connections_address WHERE person_id = ? ORDER BY id
                """)
        return try Array(
            Row.fetchCursor(statement, arguments: [id]).map { row in
                PostalAddress(
                    poBox: row[0], extended: row[1], street: row[2], locality: row[3], region: row[4],
                    postalCode: row[5], country: row[6], formatted: row[7],
                    label: row[8],
                    types: Self.types(row[9]), preference: row[10])
            })
    }

    private static func types(_ text: String?) -> [String] {
        guard let text, !text.isEmpty else { return [] }
        // Mostly there is one.
        guard text.utf8.contains(UInt8(ascii: ",")) else { return [text] }
        return text.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
    }

    // MARK: Writing

    /// The columns that ``bind(_:updatedAt:to:)`` writes, in its order.
    private static let written = Column.all.map(\.name) + ["name_key", "family_key", "updated_at"]
    private static let insertSQL: String = {
        let columns = written + ["uid", "created_at"]
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO connections_person (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }()
    private static let updateSQL =
        "UPDATE connections_person SET \(written.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"

    /// Adds a person and gives its id.
    func insert(_ person: Person, uid: String, now: String) throws -> Int64 {
        var row = RowStatement(try db.cachedStatement(sql: Self.insertSQL))
        // A person that was never changed has no time of change: with 100,000 of them that is 2 MB.
        Self.bind(person, updatedAt: nil, to: &row)
        row.bind(uid)
        row.bind(now)
        try row.run()
        let id = db.lastInsertedRowID
        try insert(person.details, of: id)
        try insert(person.addresses, of: id)
        if !person.tags.isEmpty { try tags.setTags(person.tags, ofNew: Self.reference(id)) }
        return id
    }

    /// Makes a person's values those of `new`; only what differs from `old`, the values at present, is written.
    func update(_ id: Int64, from old: Person, to new: Person, now: String) throws {
        var row = RowStatement(try db.cachedStatement(sql: Self.updateSQL))
        Self.bind(new, updatedAt: now, to: &row)
        row.bind(id)
        try row.run()
        try updateDetails(of: id, from: old, to: new)
        if old.addresses != new.addresses {
            try db.cachedStatement(sql: "DELETE FROM connections_address WHERE person_id = ?")
                .execute(arguments: [id])
            try insert(new.addresses, of: id)
        }
        if old.tags != new.tags { try tags.setTags(new.tags, of: Self.reference(id)) }
    }

    /// Replaces the rows of the kinds that differ: the order within a kind is the order of the rows' ids.
    private func updateDetails(of id: Int64, from old: Person, to new: Person) throws {
        let changed = DetailKind.allCases.filter { old.details($0) != new.details($0) }
        for kind in changed {
            try db.cachedStatement(sql: "DELETE FROM connections_detail WHERE person_id = ? AND kind = ?")
                .execute(arguments: [id, kind.rawValue])
        }
        try insert(changed.flatMap { new.details($0) }, of: id)
    }

    /// Binds the columns that both statements write, in the order of ``written``.
    private static func bind(_ person: Person, updatedAt: String?, to row: inout RowStatement) {
        for column in Column.all { bind(column, of: person, to: &row) }
        row.bind(person.nameKey)
        row.bind(person.familyKey)
        row.bind(updatedAt)
    }

    private static func bind(_ column: Column, of person: Person, to row: inout RowStatement) {
        switch column {
        case .kind: row.bind(person.kind)
        case .displayName: row.bind(person.displayName)
        case .prefix: row.bind(person.name.prefix)
        case .given: row.bind(person.name.given)
        case .additional: row.bind(person.name.additional)
        case .family: row.bind(person.name.family)
        case .suffix: row.bind(person.name.suffix)
        case .phoneticGiven: row.bind(person.name.phoneticGiven)
        case .phoneticAdditional: row.bind(person.name.phoneticAdditional)
        case .phoneticFamily: row.bind(person.name.phoneticFamily)
        case .birthday: row.bind(person.birthday)
        case .anniversary: row.bind(person.anniversary)
        case .gender: row.bind(person.gender?.rawValue)
        case .genderText: row.bind(person.genderText)
        case .metPlace: row.bind(person.metPlace)
        case .metDate: row.bind(person.metDate)
        case .isNameDerived: row.bind(person.isNameDerived)
        case .cadenceDays: row.bind(person.cadence?.days)
        }
    }

    private static func text(_ types: [String]) -> String? {
        switch types.count {
        case 0: nil
        case 1: types[0]
        default: types.joined(separator: ",")
        }
    }

    private func insert(_ details: [Detail], of id: Int64) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO connections_detail (person_id, kind, value, qualifier, label, types, preference)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        for detail in details {
            var row = RowStatement(statement)
            row.bind(id)
            row.bind(detail.kind.rawValue)
            row.bind(detail.value)
            row.bind(detail.qualifier)
            row.bind(detail.label)
            row.bind(Self.text(detail.types))
            row.bind(detail.preference)
            try row.run()
        }
    }

    private func insert(_ addresses: [PostalAddress], of id: Int64) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO connections_address (person_id, po_box, extended, street, locality, region,
                    postal_code, country, formatted, label, types, preference)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for address in addresses {
            var row = RowStatement(statement)
            row.bind(id)
            row.bind(address.poBox)
            row.bind(address.extended)
            row.bind(address.street)
            row.bind(address.locality)
            row.bind(address.region)
            row.bind(address.postalCode)
            row.bind(address.country)
            row.bind(address.formatted)
            row.bind(address.label)
            row.bind(Self.text(address.types))
            row.bind(address.preference)
            try row.run()
        }
    }
}
