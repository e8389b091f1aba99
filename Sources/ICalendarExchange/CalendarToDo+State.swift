public import ICalendarFormat

extension CalendarToDo {
    /// The time of DUE, else of DTSTART and DURATION; nil if it has neither.
    ///
    /// A duration is added on the clock, because the zones of the file are not known here.
    public var dueTime: CalendarTime? {
        switch due {
        case .time(let time)?: time
        case .duration(let duration)?: common.start?.shifted(by: duration.nominalSeconds)
        case nil: nil
        }
    }

    /// Sets STATUS, COMPLETED and PERCENT-COMPLETE of a to-do that is cancelled, completed, or open if it is neither.
    public mutating func setState(isCancelled: Bool, completedAt: Instant?) {
        completed = isCancelled ? nil : completedAt
        if isCancelled {
            status = .cancelled
        } else if completed != nil {
            (status, percentComplete) = (.completed, 100)
        } else {
            status = .needsAction
            if percentComplete == 100 { percentComplete = nil }
        }
    }
}
