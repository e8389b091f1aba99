import AtriumSDK
import GRDB
import RecordKit

/// The people of an activity: those whom it is good for, and those with whom it was done.
struct ActivityLinks {
    /// The kind of link from an activity to those whom it is good for.
    static let goodFor = "good for"
    /// The kind of link from an occasion to those with whom it was.
    static let with = "with"

    /// Those whom it is good for.
    let goodFor: NamedPeople
    /// Those with whom it was done.
    let with: NamedPeople

    init(_ links: any LinkStore, _ modules: any ModuleDirectory) {
        goodFor = NamedPeople(Self.goodFor, of: .activities, among: .people, links, modules)
        with = NamedPeople(Self.with, of: .occasions, among: .people, links, modules)
    }

    init(_ context: CommandContext) {
        self.init(context.links, context.modules)
    }

    /// Makes all links of an activity those that its uids say, as far as the vault has the people.
    func follow(_ activity: Activity, since old: Activity?, _ table: ActivityTable, _ id: Int64) throws {
        if activity.goodFor != old?.goodFor ?? [] { try self.goodFor.follow(activity.goodFor, from: id) }
        for (day, occasion) in activity.occasions.sorted(by: { $0.key < $1.key })
        where occasion.with != old?.occasions[day]?.with ?? [] {
            guard let row = try table.occasion(of: id, on: day) else { continue }
            try with.follow(occasion.with, from: row)
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
}
