import AtriumSDK
import GRDB
import ICalendarExchange

/// The people of an activity: those whom it is good for, and those with whom it was done.
///
/// Rows keep their uids, which stand in files; links lead from the rows to the people whom the vault has.
struct ActivityLinks {
    /// The kind of link from an activity to those whom it is good for.
    static let goodFor = "good for"
    /// The kind of link from an occasion to those with whom it was.
    static let with = "with"

    private let links: any LinkStore
    private let people: LinkedPeople

    init(_ links: any LinkStore, _ modules: any ModuleDirectory) {
        self.links = links
        people = LinkedPeople(.people, modules)
    }

    init(_ context: CommandContext) {
        self.init(context.links, context.modules)
    }

    /// The uids of people.
    func uids(of ids: [Int64]) throws -> [String] { try ids.compactMap(people.uid(of:)) }

    /// The words that mean none of the people; a uid of somebody who was merged means the one who is left.
    func unknown(among words: [String]) throws -> [String] {
        try words.filter { try people.id(of: $0) == nil }
    }

    /// Makes links to those whom it is good for.
    func setGoodFor(_ ids: [Int64], of activity: Int64) throws {
        try links.setTargets(
            ids, in: .people, of: RecordReference(.activities, activity), kind: Self.goodFor)
    }

    /// Makes links to those with whom it was.
    func setWith(_ ids: [Int64], of occasion: Int64) throws {
        try links.setTargets(
            ids, in: .people, of: RecordReference(.occasions, occasion), kind: Self.with)
    }

    /// Makes all links of an activity those that its uids say, as far as the vault has the people.
    func follow(_ activity: Activity, since old: Activity?, _ table: ActivityTable, _ id: Int64) throws {
        if activity.goodFor != old?.goodFor ?? [] { try setGoodFor(ids(of: activity.goodFor), of: id) }
        for (day, occasion) in activity.occasions.sorted(by: { $0.key < $1.key })
        where occasion.with != old?.occasions[day]?.with ?? [] {
            guard let row = try table.occasion(of: id, on: day) else { continue }
            try setWith(ids(of: occasion.with), of: row)
        }
    }

    /// Links activities to those of their people who came after them.
    static let follower = LinkFollower(to: .people) { arrivals, context in
        let table = ActivityTable(context)
        let links = ActivityLinks(context)
        var missing: [Int64: Set<String>] = [:]
        for named in try table.peopleNamed() {
            let linked = try context.links.targets(of: named.record, kind: named.kind)
            if linked.count < named.words.count {
                missing[named.activity, default: []].formUnion(named.words)
            }
        }
        let words = missing.values.reduce(into: Set()) { $0.formUnion($1) }
        let come = try ArrivedPeople(arrivals, among: LinkedPeople(.people, context.modules)).uids(of: words)
        for (id, words) in missing.sorted(by: { $0.key < $1.key })
        where words.contains(where: { come[$0] != nil }) {
            let old = try table.activity(id)
            let new = old.activity.naming(come)
            try table.update(old, to: new, updatedAt: old.updatedAt)
            try links.follow(new, since: nil, table, id)
        }
    }

    private func ids(of uids: [String]) throws -> [Int64] { try uids.compactMap(people.id(of:)) }

    /// People as a file names them, by their uids; a name that just one person has becomes that person's.
    ///
    /// While the module that keeps people is off, a name may mean one of those who are known by their uids already: they
    /// stay, and the name is looked up when the module is on again.
    ///
    /// - Parameter known: the words of the record so far.
    func resolved(_ words: [String], known: [String]) throws -> [String] {
        var seen: Set<String> = []
        if try !unknown(among: words).isEmpty, try !people.areReachable {
            return (known + words).filter { seen.insert($0).inserted }
        }
        return try words.map { word in
            if try people.id(of: word) != nil { return word }
            return try people.uid(named: word) ?? word
        }.filter { seen.insert($0).inserted }
    }

    /// What there is to say of those whom a file names, by uids or names, and who are none of the people.
    func issues(_ words: [String], in column: ActivitiesCSV.Column) throws -> [ImportIssue] {
        var (unknown, ambiguous) = (0, 0)
        for word in Set(words) where try people.id(of: word) == nil {
            // Nobody can be told from anybody while the module is off.
            guard let found = try people.ids(named: word) else { return [] }
            if found.isEmpty { unknown += 1 }
            if found.count > 1 { ambiguous += 1 }
        }
        func issue(_ count: Int, _ code: String, _ message: String) -> [ImportIssue] {
            guard count > 0 else { return [] }
            let what = count == 1 ? "a name or uid" : "\(count) names or uids"
            return [
                ImportIssue(line: 0, property: column.rawValue, code: code, message: "\(what) \(message)")
            ]
        }
        return issue(unknown, "unknown-person", "of nobody who is here yet: kept as text")
            + issue(
                ambiguous, "ambiguous-person", "of more than one person: kept as text, a uid tells them apart"
            )
    }

    /// The names of those to whom links of a kind lead.
    static func names(of record: RecordReference, kind: String, _ context: CommandContext) throws
        -> [DataValue]
    {
        try context.links.targets(of: record, kind: kind).compactMap {
            try context.modules.title(of: $0).map(DataValue.text)
        }
    }
}
