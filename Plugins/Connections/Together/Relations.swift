import AtriumSDK
import GRDB

/// How people are related, seen from both sides.
enum Relations {
    static let all = [relations, relate]

    private static let record = Collection.recordField(of: PersonStore.collection, named: "person")
    private static let other = Field<Int64>
        .record(
            "other", of: PersonStore.collection,
            help: "The other person: an id, a uid, or a name that matches exactly one."
        ).required.positional
    private static let kind = Field<String>.text(
        "as",
        help: "The other person's role: spouse, child, friend, manager, or a word of your own."
    ).required

    /// What one is to the other, and the other to the one, where that is another word.
    private static let inverses = [
        "child": "parent", "parent": "child", "son": "parent", "daughter": "parent", "mother": "child",
        "father": "child", "brother": "sibling", "sister": "sibling", "manager": "report",
        "report": "manager", "assistant": "assisted", "assisted": "assistant", "agent": "principal",
        "principal": "agent", "emergency": "emergency contact of", "muse": "inspired", "crush": "admirer",
    ]

    /// The words that hold both ways.
    private static let mutual: Set<String> = [
        "spouse", "partner", "friend", "sibling", "colleague", "co-worker", "neighbor", "co-resident", "kin",
        "contact", "acquaintance", "met", "date", "sweetheart",
    ]

    /// What somebody is to the one who is this to them: `parent` for `child`.
    static func inverse(_ word: String) -> String {
        let key = word.lowercased()
        return mutual.contains(key) ? key : inverses[key] ?? "\(word) of"
    }

    // MARK: - Reading

    private static let relations = Command(
        "relations", .recordQuery,
        summary: "List a person's relations, including those recorded with other people.",
        discussion: """
            A relation is recorded with one of the two people. Seen from the other side it has the opposite word: the other \
            side of child is parent. The related person is found by uid, or by a name that matches only one person.
            """,
        fields: [record.declaration],
        result: .list(
            [
                FieldDeclaration("as", .text, help: "The other person's role."),
                FieldDeclaration("name", .text, help: "The other person's name.", isRequired: true),
                FieldDeclaration(
                    "person", .reference(PersonStore.collection),
                    help: "The other person's id, or null if the vault does not have them."),
                FieldDeclaration(
                    "statedBy", .choice(["this", "other"]),
                    help: "The person whose record states the relation.", isRequired: true),
            ], columns: ["as", "name", "person", "statedBy"])
    ) { input, context in
        let id = try input.required(record)
        let known = try RelatedPeople(context.db)
        var own: [DataValue] = []
        var others: [(word: String?, person: Int64)] = []
        // What both say stands once.
        var seen: Set<[String]> = []
        for relation in known.relations {
            let target = try known.person(relation.value, of: relation.person, context.modules)
            if relation.person == id {
                for word in relation.words {
                    if let target { seen.insert([String(target), word?.lowercased() ?? ""]) }
                    let name = target.flatMap { known.names[$0] } ?? relation.value
                    own.append(item(word, name: name, target, by: "this"))
                }
            } else if target == id {
                others += relation.words.map { ($0.map(inverse), relation.person) }
            }
        }
        let more = others.filter { seen.insert([String($0.person), $0.word?.lowercased() ?? ""]).inserted }
        return .object([
            "items": .list(
                own
                    + more.map {
                        item($0.word, name: known.names[$0.person] ?? "", $0.person, by: "other")
                    })
        ])
    }

    private static func item(_ word: String?, name: String, _ person: Int64?, by side: String) -> DataValue {
        .object([
            "as": .text(orNull: word), "name": .text(name), "person": .integer(orNull: person),
            "statedBy": .text(side),
        ])
    }

    // MARK: - Writing

    private static let relate = Command(
        "relate", .recordAction, past: "related", summary: "Record how two people are related.",
        discussion: """
            The relation is stored with the person, as vCard RELATED with the other person's uid. \
            \(command: "connections relations") shows it from both sides.
            """,
        fields: [record.declaration, other.declaration, kind.declaration],
        result: .object([
            FieldDeclaration("id", .integer(), help: "The person's id.", isRequired: true),
            FieldDeclaration("as", .text, help: "The other person's role.", isRequired: true),
            FieldDeclaration("other", .integer(), help: "The other person's id.", isRequired: true),
        ])
    ) { input, context in
        let (id, otherID) = (try input.required(record), try input.required(other))
        guard id != otherID else {
            throw AtriumError(
                .badData, "a person cannot be related to themselves", remedy: "name another person",
                field: "other")
        }
        guard let word = try input.required(kind).nonEmpty?.trimmed else {
            throw AtriumError(
                .badData, "as cannot be empty", remedy: "give a word such as friend", field: "as")
        }
        let store = PersonStore(db: context.db, tags: context.tags)
        guard let old = try store.person(id), let uid = try store.uid(otherID) else {
            throw AtriumError(
                .notFound, "the person does not exist", remedy: "see \(command: "connections list")",
                field: "record")
        }
        var relation = Detail(.relation, RelatedPeople.uri(of: uid), label: word)
        relation.normalise()
        var relations = old.details(.relation)
        if !relations.contains(where: {
            $0.value == relation.value && $0.types == relation.types && $0.label == relation.label
        }) {
            relations.append(relation)
        }
        var new = old
        new.setDetails(.relation, to: relations)
        if new != old { try store.update(id, from: old, to: new, now: context.nowText) }
        return .object(["id": .integer(id), "as": .text(word), "other": .integer(otherID)])
    }
}

/// All relations of all people, and whom they name.
struct RelatedPeople {
    /// A relation as it stands with one of the people.
    struct Relation {
        let person: Int64
        /// The label, or the types; nil: it says none.
        let words: [String?]
        /// The name, or the URI of a card.
        let value: String
    }

    private(set) var relations: [Relation] = []
    private(set) var names: [Int64: String] = [:]
    private var byUID: [String: Int64] = [:]
    /// By folded name; nil where several people have it.
    private var byName: [[UInt32]: Int64?] = [:]

    init(_ db: Database) throws {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT person_id, value, types, label FROM connections_detail WHERE kind = 'related' ORDER BY id
                    """))
        relations = rows.map { row in
            let types = (row[2] as String?)?.split(separator: ",").map(String.init) ?? []
            let label: String? = row[3]
            // One that says nothing is listed without a word.
            let words: [String?] = label == nil && !types.isEmpty ? types : [label]
            return Relation(person: row[0], words: words, value: row[1])
        }
        guard !relations.isEmpty else { return }
        let people = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT id, uid, display_name FROM connections_person"))
        while let row = try people.next() {
            let (id, uid, name): (Int64, String, String) = (row[0], row[1], row[2])
            names[id] = name
            byUID[Self.bare(uid)] = id
            let key = NameKey.folded(name)
            byName[key] = byName[key] == nil ? .some(id) : .some(nil)
        }
    }

    /// One of the people, whom a relation names by the URI of their card, their uid, one that they had before they were
    /// merged with another, or a name that nobody else has; a child may have its parent's.
    ///
    /// - Parameter holder: the one with whom the relation stands.
    func person(_ value: String, of holder: Int64, _ modules: any ModuleDirectory) throws -> Int64? {
        if let id = byUID[Self.bare(value)] { return id }
        if let id = byName[NameKey.folded(value)] ?? nil { return id == holder ? nil : id }
        for uid in [value, Self.bare(value)] {
            if let id = try modules.record(of: uid, in: PersonStore.collection) { return id }
        }
        return nil
    }

    /// A uid without what stands before UUIDs: some cards write it, others do not.
    private static func bare(_ uid: String) -> String {
        uid.droppingScheme("urn").droppingScheme("uuid").lowercased()
    }

    /// The URI of a person's card: `urn:uuid:` where the uid is a UUID (RFC 9562), else the uid.
    static func uri(of uid: String) -> String {
        let isUUID = uid.wholeMatch(of: /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) != nil
        return isUUID ? "urn:uuid:" + uid : uid
    }
}
