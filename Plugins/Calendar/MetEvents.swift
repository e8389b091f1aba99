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
                "\(staying) changed \(staying == 1 ? "day" : "days") of its series \(staying == 1 ? "is" : "are") not in "
                    + "the file, and \(staying == 1 ? "stays" : "stay")")
        }
        if doubled > 0 {
            remarks.append(
                doubled == 1
                    ? "1 of its events is in another calendar too: now both have it"
                    : "\(doubled) of its events are in other calendars too: now both have them")
        }
        return remarks
    }
}
