import AtriumSDK
import Foundation
import ICalendarExchange

/// The people whom entries tell of.
///
/// Rows keep their uids, which stand in files; links lead from the rows to the people whom the vault has.
struct JournalPeople {
    /// The kind of link from an entry to those whom it tells of.
    static let kind = "with"

    private let links: any LinkStore
    private let modules: any ModuleDirectory
    private let people: LinkedPeople

    init(_ links: any LinkStore, _ modules: any ModuleDirectory) {
        self.links = links
        self.modules = modules
        people = LinkedPeople(.people, modules)
    }

    init(_ context: CommandContext) {
        self.init(context.links, context.modules)
    }

    /// The uids of people.
    func uids(of ids: [Int64]) throws -> [String] { try ids.compactMap(people.uid(of:)) }

    /// Those to whom an entry's links lead.
    func linked(to entry: Int64) throws -> [Int64] {
        try links.targets(of: RecordReference(.entries, entry), kind: Self.kind).map(\.id)
    }

    /// Makes links to people.
    func link(_ ids: [Int64], from entry: Int64) throws {
        try links.setTargets(
            ids, in: .people, of: RecordReference(.entries, entry), kind: Self.kind)
    }

    /// Makes an entry's links those that its uids say, as far as the vault has the people.
    func follow(_ uids: [String], from entry: Int64) throws {
        try link(try uids.compactMap(people.id(of:)), from: entry)
    }

    /// People as a file names them, by their uids; a name that just one person has becomes that person's uid.
    func resolved(_ words: [String]) throws -> [String] {
        var seen: Set<String> = []
        return try words.map { word in
            if try people.id(of: word) != nil { return word }
            return try people.uid(named: word) ?? word
        }.filter { seen.insert($0).inserted }
    }

    /// Links entries to those of their people who came after them.
    static let follower = LinkFollower(to: .people) { arrivals, context in
        let table = EntryTable(context)
        let people = JournalPeople(context)
        var missing: [(entry: Int64, words: [String])] = []
        for named in try table.peopleNamed()
        where try people.linked(to: named.entry).count < named.words.count {
            missing.append(named)
        }
        let come = try ArrivedPeople(arrivals, among: LinkedPeople(.people, context.modules)).uids(
            of: Set(missing.flatMap(\.words)))
        for (id, words) in missing where words.contains(where: { come[$0] != nil }) {
            let old = try table.entry(id)
            var new = old.entry
            var seen: Set<String> = []
            new.people = new.people.map { come[$0] ?? $0 }.filter { seen.insert($0).inserted }
            try table.update(old, to: new, updatedAt: old.updatedAt)
            try people.follow(new.people, from: id)
        }
    }

    /// The names of those whom an entry tells of; of those whom the vault does not have, the words by which a file named them,
    /// or ``nobodyHere`` where these say nothing to a person: somebody was removed, or has not come in yet.
    ///
    /// While the module that keeps people is off, nobody: what a row keeps are uids then.
    func names(of stored: StoredEntry) throws -> [DataValue] {
        let named = stored.entry.people
        guard !named.isEmpty else { return [] }
        let targets = try links.targets(of: RecordReference(.entries, stored.id), kind: Self.kind)
        let names = try targets.compactMap(modules.title(of:))
        guard names.count < named.count,
            try people.areReachable
        else { return names.map(DataValue.text) }
        let strangers = try named.filter { try people.id(of: $0) == nil }
        return (names + strangers.map { Self.isMadeUp($0) ? Self.nobodyHere : $0 }).map(DataValue.text)
    }

    /// What stands for someone of whom the vault has no more than a uid.
    static let nobodyHere = "(not in connections)"

    /// Whether a word is a uid as programs make them: a UUID, also as a URN (RFC 9562).
    private static func isMadeUp(_ word: String) -> Bool {
        let prefix = "urn:uuid:"
        let isURN = word.lowercased().hasPrefix(prefix)
        return UUID(uuidString: isURN ? String(word.dropFirst(prefix.count)) : word) != nil
    }
}
