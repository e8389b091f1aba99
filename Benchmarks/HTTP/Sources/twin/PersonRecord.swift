import GRDB

/// A person by id: the row, its details, addresses, tags and photo, each by one query.
enum PersonRecord {
    static let columns = """
        r.kind, r.display_name, r.prefix, r.given, r.additional, r.family, r.suffix, r.phonetic_given, \
        r.phonetic_additional, r.phonetic_family, r.birthday, r.anniversary, r.gender, r.gender_text, \
        r.met_place, r.met_date, r.uid, r.created_at, ifnull(r.updated_at, r.created_at), r.cadence_days
        """

    /// The answer to `/people/ID`; nil where there is none.
    static func json(id: Int64, people: Int64, _ db: Database) throws -> JSONText? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(columns) FROM connections_person r WHERE r.id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
        var json = JSONText()
        try write(id, row, from: 0, people: people, db, to: &json)
        return json
    }

    private struct Detail {
        let kind: String
        let value: String
        let qualifier: String?
        let label: String?
        let types: String?
        let preference: Int?
    }

    /// The kinds of details in the answer's order: the name in the database, and in the answer.
    private static let kinds: [(kind: String, name: StaticString, isText: Bool)] = [
        ("nickname", "nicknames", true), ("email", "emails", false), ("tel", "phones", false),
        ("url", "urls", false),
        ("impp", "messaging", false), ("org", "organizations", false), ("title", "titles", true),
        ("role", "roles", true), ("interest", "interests", true), ("related", "relations", false),
        ("date", "dates", false),
        ("lang", "languages", false), ("geo", "positions", false), ("tz", "timeZones", true),
        ("member", "members", true), ("note", "notes", true), ("custom", "customFields", false),
    ]

    static func write(
        _ id: Int64, _ row: Row, from start: Int, people: Int64, _ db: Database, to json: inout JSONText
    ) throws {
        let details = try details(of: id, db)
        try json.object { json in
            json.name("id")
            json.value(id)
            write(row, from: start, details, to: &json)
            for (kind, name, isText) in kinds {
                let ofKind = details.filter { $0.kind == kind }
                let first = preferred(ofKind)
                json.name(name)
                json.list { json in
                    for detail in ofKind {
                        if isText { json.value(detail.value) } else { write(detail, first, to: &json) }
                    }
                }
            }
            try addresses(of: id, db, to: &json)
            try json.texts("tags", tags(of: id, people, db))
            try photo(of: id, people, db, to: &json)
            json.member("createdAt", row[start + 17])
            json.member("updatedAt", row[start + 18])
        }
    }

    /// What has one value: the columns of the row, and of some kinds of details the one that comes first.
    private static func write(
        _ row: Row, from start: Int, _ details: [Detail], to json: inout JSONText
    ) {
        json.member("uid", row[start + 16])
        json.member("name", row[start + 1])
        for (name, kind) in [("email", "email"), ("phone", "tel"), ("organization", "org")]
            as [(StaticString, String)]
        {
            json.member(name, preferred(details.filter { $0.kind == kind })?.value)
        }
        json.member("kind", row[start])
        for (offset, name) in [
            "prefix", "given", "additional", "family", "suffix", "phoneticGiven", "phoneticAdditional",
            "phoneticFamily",
        ].enumerated() as EnumeratedSequence<[StaticString]> {
            json.member(name, row[start + 2 + offset])
        }
        json.member("genderText", row[start + 13])
        json.member("metPlace", row[start + 14])
        json.member("gender", row[start + 12])
        date("birthday", "birthdayText", row[start + 10], to: &json)
        date("anniversary", "anniversaryText", row[start + 11], to: &json)
        json.member("metDate", row[start + 15])
        json.name("cadenceDays")
        if let days: Int64 = row[start + 19] { json.value(days) } else { json.value(String?.none) }
    }

    private static func tags(of id: Int64, _ people: Int64, _ db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT ifnull(r.spelling, t.name) FROM host_record_tag r JOIN host_tag t ON t.id = r.tag_id
                    WHERE r.collection_id = ? AND r.record_id = ? ORDER BY r.position
                    """), arguments: [people, id])
    }

    private static func photo(of id: Int64, _ people: Int64, _ db: Database, to json: inout JSONText) throws {
        let photo = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, role, sha256, media_type, byte_count, name FROM host_attachment
                    WHERE collection_id = ? AND record_id = ? AND (?3 IS NULL OR role = ?3) ORDER BY id
                    """), arguments: [people, id, "photo"])
        json.name("photo")
        guard let photo else { return json.value(String?.none) }
        json.object { json in
            json.member("mediaType", photo[3])
            json.name("byteCount")
            json.value(photo[4] as Int64)
            json.member("sha256", photo[2])
        }
    }

    private static func details(of id: Int64, _ db: Database) throws -> [Detail] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT kind, value, qualifier, label, types, preference FROM connections_detail
                WHERE person_id = ? ORDER BY id
                """)
        return try Array(
            Row.fetchCursor(statement, arguments: [id]).map { row in
                Detail(
                    kind: row[0], value: row[1], qualifier: row[2], label: row[3], types: row[4],
                    preference: row[5])
            })
    }

    private static func preferred(_ details: [Detail]) -> Detail? {
        details.min { ($0.preference ?? 101) < ($1.preference ?? 101) }
    }

    private static func write(_ detail: Detail, _ first: Detail?, to json: inout JSONText) {
        json.object { json in
            if detail.kind == "custom" { json.member("name", detail.qualifier) }
            json.member("value", detail.value)
            switch detail.kind {
            case "org": json.texts("units", detail.qualifier?.split(separator: "\n").map(String.init) ?? [])
            case "impp": json.member("service", detail.qualifier)
            default: break
            }
            let isFirst =
                detail.preference != nil && detail.preference == first?.preference
                && detail.value == first?.value
            common(detail.types, detail.label, isFirst, to: &json)
        }
    }

    private static func addresses(of id: Int64, _ db: Database, to json: inout JSONText) throws {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT po_box, extended, street, locality, region, postal_code, country, formatted,
                        label, types, preference
                    FROM connections_address WHERE person_id = ? ORDER BY id
                    """), arguments: [id])
        let lowest = rows.compactMap { $0[10] as Int? }.min()
        json.name("addresses")
        json.list { json in
            for row in rows {
                json.object { json in
                    for (index, name) in [
                        (2, "street"), (1, "extended"), (0, "poBox"), (3, "locality"), (4, "region"),
                        (5, "postalCode"), (6, "country"), (7, "formatted"),
                    ] as [(Int, StaticString)] {
                        json.member(name, row[index])
                    }
                    let preference: Int? = row[10]
                    common(row[9], row[8], preference != nil && preference == lowest, to: &json)
                }
            }
        }
    }

    private static func common(_ types: String?, _ label: String?, _ isFirst: Bool, to json: inout JSONText) {
        json.texts("types", types?.split(separator: ",").map(String.init) ?? [])
        json.member("label", label)
        json.name("preferred")
        json.value(isFirst)
    }

    /// A day of which parts may be unknown, or words.
    private static func date(
        _ name: StaticString, _ textName: StaticString, _ text: String?, to json: inout JSONText
    ) {
        let isDate = text?.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) } ?? false
        json.member(name, isDate ? text : nil)
        json.member(textName, isDate ? nil : text)
    }
}
