import AtriumSDK
import GRDB

/// The occurrences that were made here by marking them as done and say nothing else, so that reopening one removes it.
enum NotedOccurrences {
    /// No file of iCalendar tells them from those that another program has made, which stay when they are reopened.
    static let sideData = SideData(
        name: "noted-occurrences",
        write: { db, add in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT uid FROM reminders_reminder WHERE is_own ORDER BY uid")
            while let row = try rows.next() { try add(["uid": .text(row[0])]) }
        },
        read: { object, db in
            guard let uid = object["uid"]?.textValue, !uid.isEmpty else { return nil }
            try db.execute(
                sql: """
                    UPDATE reminders_reminder SET is_own = 1
                    WHERE uid = ? AND is_own = 0 AND series_id IS NOT NULL AND completed_at IS NOT NULL
                    """, arguments: [uid])
            return db.changesCount > 0
        })
}
