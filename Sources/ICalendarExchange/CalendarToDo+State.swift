public import ICalendarFormat

extension CalendarToDo {
    /// When it is due: DUE, else DTSTART and DURATION; nil: it does not say that.
    ///
    /// A duration is counted on the clock: the zones of files are not known here.
    public var dueTime: CalendarTime? {
        switch due {
        case .time(let time)?: time
        case .duration(let duration)?: common.start?.shifted(by: duration.nominalSeconds)
        case nil: nil
        }
    }

    /// Says in STATUS, COMPLETED and PERCENT-COMPLETE whether it is done, given up or open.
    public mutating func setState(isCancelled: Bool, completedAt: ICalendarFormat.Instant?) {
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
