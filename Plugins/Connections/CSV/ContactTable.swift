import AtriumSDK
import GRDB

/// The columns of Atrium's own contacts file, as wide as the people in it need.
struct ContactTable: Equatable {
    /// How many columns a kind of details needs, and which parts of it are there at all.
    struct Width: Equatable {
        /// The most values that one person has.
        var count = 0
        /// Whether any value has a qualifier, types, a label, a preference.
        var parts: Set<ContactColumn.DetailPart> = [.value]
    }

    /// The width of each kind that is there, without custom fields.
    var details: [DetailKind: Width] = [:]
    /// The most addresses that one person has.
    var addressCount = 0
    /// The parts of addresses that are there.
    var addressParts: Set<ContactColumn.AddressPart> = []
    /// The names of custom fields in order, each as often as one person has it.
    var custom: [String] = []

    /// The header's fields.
    var header: [String] {
        var header = ContactProfiles.ownSingles.map(\.1) + [ContactProfiles.tagsColumn]
        forEachDetail { kind, number, part in
            header.append(ContactProfiles.ownColumn(kind, part, String(number)))
        }
        forEachAddressPart { number, part in header.append(ContactProfiles.ownColumn(part, String(number))) }
        return header + custom.map { ContactProfiles.isReserved($0) ? ContactProfiles.fieldPrefix + $0 : $0 }
    }

    /// The fields of a person's row.
    func row(_ person: Person, uid: String) -> [String] {
        var row = ContactProfiles.ownSingles.map { column, _ in
            switch column {
            case .uid: uid
            case .name: person.isNameDerived ? "" : person.displayName
            case .gender: person.gender?.rawValue ?? ""
            case .cadenceDays: person.cadence.map(\.description) ?? ""
            default: column.path.flatMap { person[keyPath: $0] } ?? ""
            }
        }
        row.append(person.tags.joined(separator: ContactColumn.TagSeparator.line.rawValue))
        var byKind: [DetailKind: [Detail]] = [:]
        for detail in person.details { byKind[detail.kind, default: []].append(detail) }
        forEachDetail { kind, number, part in
            let details = byKind[kind] ?? []
            row.append(number <= details.count ? Self.cell(part, details[number - 1]) : "")
        }
        forEachAddressPart { number, part in
            row.append(number <= person.addresses.count ? Self.cell(part, person.addresses[number - 1]) : "")
        }
        return row + customCells(byKind[.custom] ?? [])
    }

    /// Both lists are in the order of names, so that one pass joins them.
    private func customCells(_ details: [Detail]) -> [String] {
        var rest = details[...]
        return custom.map { name in
            rest.first?.qualifier == name ? rest.removeFirst().value : ""
        }
    }

    private static func cell(_ part: ContactColumn.DetailPart, _ detail: Detail) -> String {
        switch part {
        case .value: detail.value
        case .qualifier: detail.qualifier ?? ""
        case .types: detail.types.joined(separator: ",")
        case .label: detail.label ?? ""
        case .preference, .word: detail.preference.map(String.init) ?? ""
        }
    }

    private static func cell(_ part: ContactColumn.AddressPart, _ address: PostalAddress) -> String {
        if let path = part.path { return address[keyPath: path] ?? "" }
        return switch part {
        case .types: address.types.joined(separator: ",")
        case .label: address.label ?? ""
        default: address.preference.map(String.init) ?? ""
        }
    }

    private func forEachDetail(_ body: (DetailKind, Int, ContactColumn.DetailPart) -> Void) {
        for kind in DetailKind.allCases {
            guard let width = details[kind], width.count > 0 else { continue }
            for number in 1...width.count {
                for part in ContactProfiles.ownDetailParts where width.parts.contains(part) {
                    body(kind, number, part)
                }
            }
        }
    }

    private func forEachAddressPart(_ body: (Int, ContactColumn.AddressPart) -> Void) {
        guard addressCount > 0 else { return }
        for number in 1...addressCount {
            for part in ContactProfiles.ownAddressParts where addressParts.contains(part) {
                body(number, part)
            }
        }
    }
}

extension ContactTable {
    /// Measures the people of a vault for whom a condition over the alias `r` of their table holds.
    init(_ db: Database, where condition: String) throws {
        let people = "person_id IN (SELECT r.id FROM connections_person r WHERE \(condition))"
        let kinds = try Row.fetchCursor(
            db,
            sql: """
                SELECT kind, max(n), max(q), max(t), max(l), max(p) FROM (
                    SELECT kind, count(*) AS n, count(qualifier) AS q, count(types) AS t, count(label) AS l,
                        count(preference) AS p
                    FROM connections_detail WHERE kind <> 'custom' AND \(people) GROUP BY person_id, kind)
                GROUP BY kind
                """)
        while let row = try kinds.next() {
            guard let kind = DetailKind(rawValue: row[0]) else { continue }
            var width = Width(count: row[1])
            let parts: [ContactColumn.DetailPart] = [.qualifier, .types, .label, .preference]
            for (index, part) in parts.enumerated() where (row[2 + index] as Int) > 0 {
                width.parts.insert(part)
            }
            details[kind] = width
        }
        let parts = ContactProfiles.ownAddressParts
        let columns = parts.map { "count(\(Self.column($0)))" }.joined(separator: ", ")
        if let row = try Row.fetchOne(db, sql: "SELECT \(columns) FROM connections_address WHERE \(people)") {
            for (index, part) in parts.enumerated() where (row[index] as Int) > 0 {
                addressParts.insert(part)
            }
        }
        addressCount =
            try Int.fetchOne(
                db,
                sql: """
                    SELECT max(n) FROM (
                        SELECT count(*) AS n FROM connections_address WHERE \(people) GROUP BY person_id)
                    """)
            ?? 0
        let names = try Row.fetchAll(
            db,
            sql: """
                SELECT qualifier, max(n) FROM (
                    SELECT qualifier, count(*) AS n FROM connections_detail WHERE kind = 'custom' AND \(people)
                    GROUP BY person_id, qualifier)
                GROUP BY qualifier
                """
        ).map { (name: $0[0] as String, count: $0[1] as Int) }
        custom = names.sorted { $0.name < $1.name }.flatMap { Array(repeating: $0.name, count: $0.count) }
    }

    private static func column(_ part: ContactColumn.AddressPart) -> String {
        FieldDeclaration.kebabCase(part.rawValue).replacing("-", with: "_")
    }
}
