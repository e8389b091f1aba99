import GRDB

/// What a file had of events, as far as the report says more of it than counts.
struct MetEvents {
    /// The changed instances of series that it has.
    var overrides: Set<Int64> = []
    /// How many new events another calendar has too.
    var doubled = 0
    /// The uid that was looked for last, where only another calendar has its event.
    var elsewhere: String?
    /// The event that was changed last; the host may take that back.
    var changed: Int64?
    /// The events that it changed.
    private var allChanged: Set<Int64> = []

    /// The next item comes: what the last one changed stays so.
    mutating func settle() {
        if let changed { allChanged.insert(changed) }
        changed = nil
    }

    /// What the user should know: an import removes nothing, and adds what a calendar does not have.
    func remarks(_ db: Database) throws -> [String] {
        var remarks: [String] = []
        let statement = try db.cachedStatement(sql: "SELECT id FROM calendar_event WHERE series_id = ?")
        let staying = try allChanged.reduce(0) { count, series in
            try count + Int64.fetchSet(statement, arguments: [series]).subtracting(overrides).count
        }
        if staying > 0 {
            remarks.append(
                staying == 1
                    ? "1 changed occurrence of its series is not in the file and was kept"
                    : "\(staying) changed occurrences of its series are not in the file and were kept")
        }
        if doubled > 0 {
            remarks.append(
                doubled == 1
                    ? "1 of its events was in another calendar already and is now in both"
                    : "\(doubled) of its events were in other calendars already and are now in both")
        }
        return remarks
    }
}
