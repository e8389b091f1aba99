public import AtriumSDK
import Foundation

/// The people whom a record names, with the same rules for all records.
///
/// A row stores one word for each person. The word is a uid, even for a person whom the vault does not
/// contain, or a name from a file for a person who is not yet known. Files also contain the uids. Links
/// connect the row to the people whom the vault contains. A record shows people's names both for linked
/// people and for other words.
public struct NamedPeople {
    private let kind: String
    private let owner: CollectionID
    private let collection: CollectionID
    private let links: any LinkStore
    private let modules: any ModuleDirectory
    /// The interface to the module that manages people.
    public let people: LinkedPeople

    /// Creates access to the people who are the targets of links with a given link kind.
    ///
    /// - Parameters:
    ///   - owner: the collection that contains the records that name people.
    ///   - people: the collection that contains people.
    public init(
        _ kind: String, of owner: CollectionID, among people: CollectionID, _ links: any LinkStore,
        _ modules: any ModuleDirectory
    ) {
        (self.kind, self.owner, collection, self.links, self.modules) = (kind, owner, people, links, modules)
        self.people = LinkedPeople(people, modules)
    }

    /// Returns the words for people in the vault, which are the people's uids.
    public func words(of ids: [Int64]) throws -> [String] { try ids.compactMap(people.uid(of:)) }

    /// Returns the people to whom a record's links lead.
    public func linked(to record: Int64) throws -> [Int64] {
        try links.targets(of: RecordReference(owner, record), kind: kind).map(\.id)
    }

    /// Replaces the people to whom a record's links lead.
    public func link(_ ids: [Int64], from record: Int64) throws {
        try links.setTargets(ids, in: collection, of: RecordReference(owner, record), kind: kind)
    }

    /// Links a record to each person whom the words name and the vault contains.
    public func follow(_ words: [String], from record: Int64) throws {
        try link(words.compactMap(people.id(of:)), from: record)
    }

    /// Returns the words that name people whom the vault does not contain.
    ///
    /// A merged person's uid names the remaining person.
    public func strangers(among words: [String]) throws -> [String] {
        try words.filter { try people.id(of: $0) == nil }
    }

    /// Converts names from a file to words.
    ///
    /// A name that belongs to exactly one person becomes that person's uid.
    ///
    /// While the people module is disabled, a name may refer to a person whose uid the record already
    /// contains. These uids are kept, and the name is searched when the module is enabled again.
    ///
    /// - Parameter known: the record's current words.
    public func resolved(_ words: [String], known: [String]) throws -> [String] {
        var seen: Set<String> = []
        if try !strangers(among: words).isEmpty, try !people.areReachable {
            return (known + words).filter { seen.insert($0).inserted }
        }
        return try words.map { word in
            if try people.id(of: word) != nil { return word }
            return try people.uid(named: word) ?? word
        }.filter { seen.insert($0).inserted }
    }

    /// Returns the import issues for words that match no person or several people.
    ///
    /// - Parameter noun: the noun for a record in the people collection.
    public func issues(
        _ words: [String], in column: String, noun: String = "person"
    ) throws -> [ImportIssue] {
        var (unknown, ambiguous) = (0, 0)
        for word in try strangers(among: Array(Set(words))) {
            // While the module is off, people cannot be identified.
            guard let found = try people.ids(named: word) else { return [] }
            if found.isEmpty { unknown += 1 }
            if found.count > 1 { ambiguous += 1 }
        }
        return Self.issues(
            unknown: unknown, ambiguous: ambiguous, noun: noun, in: column, remedy: "use a uid instead")
    }

    /// Returns the import issues that report the number of unknown and ambiguous names and uids in a file.
    ///
    /// - Parameter remedy: the advice for a name that several people have.
    public static func issues(
        unknown: Int, ambiguous: Int, noun: String = "person", in column: String, remedy: String
    ) -> [ImportIssue] {
        func issue(_ count: Int, _ code: String, _ message: String) -> [ImportIssue] {
            guard count > 0 else { return [] }
            let what = count == 1 ? "a name or uid matches" : "\(count) names or uids match"
            return [
                ImportIssue(line: 0, property: column, code: "\(code)-\(noun)", message: "\(what) \(message)")
            ]
        }
        return issue(unknown, "unknown", "no \(noun): kept as text")
            + issue(ambiguous, "ambiguous", "more than one \(noun): kept as text; \(remedy)")
    }

    /// Returns the names of the people whom a record names, for results.
    ///
    /// For a person whom the vault does not contain, the result contains the stored word. If the word has no
    /// meaning for a reader, the result contains ``nobodyHere``: the person was removed, or has not yet been
    /// imported. While the people module is disabled, the result does not contain uids, because the uids may
    /// belong to people in that module.
    public func names(_ words: [String], of record: Int64) throws -> [DataValue] {
        guard !words.isEmpty else { return [] }
        let targets = try links.targets(of: RecordReference(owner, record), kind: kind)
        let names = try targets.compactMap(modules.title(of:))
        guard names.count < words.count else { return names.map(DataValue.text) }
        let isOff = try !people.areReachable
        let strangers = try strangers(among: words).compactMap { word in
            Self.isMadeUp(word) ? (isOff ? nil : Self.nobodyHere) : word
        }
        return (names + strangers).map(DataValue.text)
    }

    /// The text for a person about whom the vault contains only a uid.
    public static let nobodyHere = "(not in connections)"

    /// Returns true if a word is a generated uid: a UUID, with or without the URN prefix (RFC 9562).
    private static func isMadeUp(_ word: String) -> Bool {
        let prefix = "urn:uuid:"
        let isURN = word.lowercased().hasPrefix(prefix)
        return UUID(uuidString: isURN ? String(word.dropFirst(prefix.count)) : word) != nil
    }

    /// Replaces the words that name people with the people's uids, and removes duplicates.
    public static func naming(_ words: [String], _ uids: [String: String]) -> [String] {
        var seen: Set<String> = []
        return words.map { uids[$0] ?? $0 }.filter { seen.insert($0).inserted }
    }
}
