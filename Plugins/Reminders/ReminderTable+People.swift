import AtriumSDK
import GRDB
import ICalendarExchange
import RecordKit

/// Reminders and those whom they are for: rows keep uids, which stand in files, and links lead to the people of the vault.
extension ReminderTable {
    /// Makes links to those of some uids whom the vault has.
    static func link(
        _ id: Int64, to uids: [String], _ links: any LinkStore, _ modules: any ModuleDirectory
    ) throws {
        let people = try uids.compactMap { try LinkedPeople(.people, modules).id(of: $0) }
        try links.setTargets(
            people, in: .people, of: RecordReference(.reminders, id), kind: ReminderFields.forPerson)
    }

    /// Links reminders to those of their people who came after them.
    static let follower = LinkFollower(to: .people) { arrivals, context in
        let rows = try Row.fetchCursor(
            context.db,
            sql: """
                SELECT id, people_uids FROM reminders_reminder
                WHERE people_uids IS NOT NULL AND occurrence IS NULL
                """)
        var reached: [(id: Int64, uids: [String])] = []
        while let row = try rows.next() {
            let uids = (row[1] as String).split(separator: "\n").map(String.init)
            if try uids.contains(where: { try arrivals.id(of: $0) != nil }) { reached.append((row[0], uids)) }
        }
        for (id, uids) in reached { try link(id, to: uids, context.links, context.modules) }
    }
}
