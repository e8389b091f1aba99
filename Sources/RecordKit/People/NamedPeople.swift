public import AtriumSDK
import Foundation

/// The people whom records name, by one rule for all records.
///
/// A row keeps words: uids, which stand in files, also of people whom the vault does not have; and names as a file has them,
/// of people whom nobody knows yet. Links of a kind lead from the row to those whom the vault has. What a record shows are
/// the names of both.
public struct NamedPeople {
    private let kind: String
    private let owner: CollectionID
    private let collection: CollectionID
    private let links: any LinkStore
    private let modules: any ModuleDirectory
    /// The people, of the module that keeps them.
    public let people: LinkedPeople

    /// The people to whom links of a kind lead.
    ///
    /// - Parameters:
    ///   - owner: the collection of the records that name them.
    ///   - people: the collection that people are in.
    public init(
        _ kind: String, of owner: CollectionID, among people: CollectionID, _ links: any LinkStore,
        _ modules: any ModuleDirectory
    ) {
        (self.kind, self.owner, collection, self.links, self.modules) = (kind, owner, people, links, modules)
        self.people = LinkedPeople(people, modules)
    }

    /// The words for people of the vault: their uids.
    public func words(of ids: [Int64]) throws -> [String] { try ids.compactMap(people.uid(of:)) }

    /// The people to whom a record's links lead.
    public func linked(to record: Int64) throws -> [Int64] {
        try links.targets(of: RecordReference(owner, record), kind: kind).map(\.id)
    }

    /// Makes a record's links lead to people.
    public func link(_ ids: [Int64], from record: Int64) throws {
        try links.setTargets(ids, in: collection, of: RecordReference(owner, record), kind: kind)
    }

    /// Makes a record's links those that its words say, as far as the vault has the people.
    public func follow(_ words: [String], from record: Int64) throws {
        try link(words.compactMap(people.id(of:)), from: record)
    }

    /// The words of those among some whom the vault does not have; a uid of somebody who was merged means the one who is left.
    public func strangers(among words: [String]) throws -> [String] {
        try words.filter { try people.id(of: $0) == nil }
    }

    /// People as a file names them, as words; a name that just one person has becomes that person's uid.
    ///
    /// While the module that keeps people is off, a name may mean one of those who are known by their uids already: they
    /// stay, and the name is looked up when the module is on again.
    ///
    /// - Parameter known: the words of the record so far.
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

    /// What there is to say of the words of a file that mean none of the people, or more than one.
    public func issues(_ words: [String], in column: String) throws -> [ImportIssue] {
        var (unknown, ambiguous) = (0, 0)
        for word in try strangers(among: Array(Set(words))) {
            // Nobody can be told from anybody while the module is off.
            guard let found = try people.ids(named: word) else { return [] }
            if found.isEmpty { unknown += 1 }
            if found.count > 1 { ambiguous += 1 }
        }
        return Self.issues(
            unknown: unknown, ambiguous: ambiguous, in: column, remedy: "a uid tells them apart")
    }

    /// What there is to say of so many names and uids of a file.
    ///
    /// - Parameter remedy: what would tell apart people of one name.
    public static func issues(unknown: Int, ambiguous: Int, in column: String, remedy: String)
        -> [ImportIssue]
    {
        func issue(_ count: Int, _ code: String, _ message: String) -> [ImportIssue] {
            guard count > 0 else { return [] }
            let what = count == 1 ? "a name or uid" : "\(count) names or uids"
            return [ImportIssue(line: 0, property: column, code: code, message: "\(what) \(message)")]
        }
        return issue(unknown, "unknown-person", "of nobody who is here yet: kept as text")
            + issue(ambiguous, "ambiguous-person", "of more than one person: kept as text, \(remedy)")
    }

    /// The names of those whom a record names, for results.
    ///
    /// Of those whom the vault does not have, the words, or ``nobodyHere`` if a word says nothing to a person: somebody was
    /// removed, or has not come in yet. While the module that keeps people is off, uids are passed over: they may be those of
    /// people who are there again once it is on.
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

    /// What stands for someone of whom the vault has no more than a uid.
    public static let nobodyHere = "(not in connections)"

    /// Whether a word is a uid as programs make them: a UUID, also as a URN (RFC 9562).
    private static func isMadeUp(_ word: String) -> Bool {
        let prefix = "urn:uuid:"
        let isURN = word.lowercased().hasPrefix(prefix)
        return UUID(uuidString: isURN ? String(word.dropFirst(prefix.count)) : word) != nil
    }

    /// Words with uids in the place of those that mean them, each person once.
    public static func naming(_ words: [String], _ uids: [String: String]) -> [String] {
        var seen: Set<String> = []
        return words.map { uids[$0] ?? $0 }.filter { seen.insert($0).inserted }
    }
}
