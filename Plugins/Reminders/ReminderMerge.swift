import ICalendarFormat

extension Reminder {
    /// What a file says now, with what was done here since: when it is due, and where it stands.
    ///
    /// What one side changed is so; of what both changed, all is as here. A new due time begins a reminder anew, so that its
    /// times cannot be edited again after it was done: they are merged with where it stands.
    ///
    /// - Parameters:
    ///   - there: what the file says.
    ///   - before: what both began from.
    /// - Returns: the reminder, and the fields that both sides changed.
    func merged(with there: Reminder, since before: Reminder) -> (Reminder, contested: [String]) {
        var contested: [String] = []
        func side<Part: Equatable>(_ part: (Reminder) -> Part, _ field: @autoclosure () -> String) -> Reminder
        {
            let (old, own, new) = (part(before), part(self), part(there))
            if own == old { return there }
            if new != old, new != own { contested.append(field()) }
            return self
        }
        var merged = there
        let timed = side({ [$0.start, $0.due] }, due == there.due ? "start" : "due")
        (merged.start, merged.due) = (timed.start, timed.due)
        merged.rules = side(\.rules, "repeat").rules
        let ended = side(
            { [$0.completedAt, $0.isCancelled ? "" : nil] },
            completedAt != nil && there.completedAt != nil ? "completedAt" : "status")
        (merged.completedAt, merged.isCancelled) = (ended.completedAt, ended.isCancelled)
        merged.snoozedUntil = side(\.snoozedUntil, "snoozedUntil").snoozedUntil
        // Whichever side has ended it.
        if !merged.isOpen { merged.snoozedUntil = nil }
        return (merged, contested)
    }
}
