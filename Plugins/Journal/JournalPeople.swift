import AtriumSDK
import RecordKit

/// The people whom entries tell of.
enum JournalPeople {
    /// The kind of link from an entry to those whom it tells of.
    static let kind = "with"

    static func of(_ links: any LinkStore, _ modules: any ModuleDirectory) -> NamedPeople {
        NamedPeople(kind, of: .entries, among: .people, links, modules)
    }

    static func of(_ context: CommandContext) -> NamedPeople { of(context.links, context.modules) }

    /// Links entries to those of their people who came after them.
    static let follower = LinkFollower(to: .people) { arrivals, context in
        let table = EntryTable(context)
        let people = JournalPeople.of(context)
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
            new.people = NamedPeople.naming(new.people, come)
            try table.update(old, to: new, updatedAt: old.updatedAt)
            try people.follow(new.people, from: id)
        }
    }
}
