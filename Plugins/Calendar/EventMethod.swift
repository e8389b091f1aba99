import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// A METHOD of a message that is not simply a new version of an event; see RFC 5546, section 3.2.
enum EventMethod: String, Sendable {
    /// A guest answers an invitation.
    case reply = "REPLY"
    /// The organizer adds a date to a series.
    case add = "ADD"
    /// The organizer cancels an event or an occurrence.
    case cancel = "CANCEL"
    /// A guest asks for the newest version.
    case refresh = "REFRESH"
    /// A guest proposes a change.
    case counter = "COUNTER"
    /// The organizer declines a guest's proposal.
    case declineCounter = "DECLINECOUNTER"

    /// The effect of the message.
    var effect: ItemMessage {
        switch self {
        case .reply, .add, .cancel: .change
        case .refresh, .counter, .declineCounter: .notice
        }
    }

    /// The issue that tells the user about a message that changes nothing, or nil.
    var notice: ImportIssue? {
        let (code, message): (String, String)
        switch self {
        case .reply, .add, .cancel: return nil
        case .refresh:
            (code, message) = (
                "refresh",
                "a guest asks for the newest version of the event; nothing was changed; export it to send it"
            )
        case .counter:
            (code, message) = (
                "counter",
                "a guest proposes a change of the event; nothing was changed; edit the event if you agree"
            )
        case .declineCounter:
            (code, message) = (
                "counter-declined", "the organizer declines a proposed change; nothing was changed"
            )
        }
        return ImportIssue(line: 0, property: "METHOD", code: code, message: message)
    }
}

extension EventDraft {
    /// Applies a message to an event; pure.
    ///
    /// A reply changes the guest's PARTSTAT and nothing else. An uninvited guest is added; the user has agreed to that.
    func apply(to event: inout CalendarEvent) {
        switch method {
        case .cancel:
            event.status = .cancelled
            raiseSequence(of: &event)
        case .add:
            raiseSequence(of: &event)
            guard let start = details.start, !event.additions.contains(where: { $0.start == start }) else {
                return
            }
            event.additions.append(RecurrenceDate(start, end: details.end))
        case .reply:
            for guest in details.attendees {
                if let index = event.attendees.firstIndex(where: { $0.isSame(as: guest) }) {
                    event.attendees[index].participationStatus = guest.participationStatus
                } else {
                    event.attendees.append(guest)
                }
            }
        case .refresh, .counter, .declineCounter, nil: break
        }
    }

    /// Edits here may have raised SEQUENCE further.
    private func raiseSequence(of event: inout CalendarEvent) {
        if let sequence = details.sequence, sequence > event.sequence ?? 0 { event.sequence = sequence }
    }

    /// Applies a message to the text of an event: also DTSTAMP, by which later messages are compared.
    func applyToText(of event: inout CalendarEvent) {
        apply(to: &event)
        guard method != .reply, let stamp, stamp > event.stamp ?? stamp.adding(seconds: -1) else { return }
        event.stamp = stamp
    }

    /// Returns the reason why a message needs the user's agreement, or nil.
    ///
    /// - Parameters:
    ///   - event: the event, or the series of the occurrence that the message is about.
    ///   - source: the event's original text, or nil if it has none.
    ///   - earlier: the messages that were applied before.
    func objection(
        text: [UInt8], about event: CalendarEvent, source: [UInt8]?, after earlier: [[UInt8]]
    ) -> ImportIssue? {
        let version = ItemVersion(ofComponent: text)
        let known = source.map(ItemVersion.init(ofComponent:))
        if method == .reply {
            // A reply repeats the SEQUENCE of the invitation; its DTSTAMP is of another clock.
            if let known, version.revision < known.revision { return Self.older }
            if earlier.contains(where: { isReply(version, olderThan: $0) }) { return Self.older }
            let guests = event.attendees
            return details.attendees.allSatisfy { guest in guests.contains { $0.isSame(as: guest) } }
                ? nil
                : ImportIssue(
                    line: 0, property: "ATTENDEE", code: "uninvited-reply",
                    message: "a reply from a person who was not invited", isKept: false)
        }
        // A message about an occurrence is compared with the text of that occurrence alone.
        guard details.recurrenceID == nil || event.recurrenceID != nil, let known,
            version.isOlder(than: known)
        else { return nil }
        return Self.older
    }

    private static let older = ImportIssue(
        line: 0, property: "UID", code: "older-message", message: "older than the event you have",
        isKept: false)

    /// True if a message that was applied before has a newer answer of the same guest.
    private func isReply(_ version: ItemVersion, olderThan text: [UInt8]) -> Bool {
        guard version.isOlder(than: ItemVersion(ofComponent: text)) else { return false }
        let event = CalendarComponent(RawItem(name: "VEVENT", bytes: text)).event
        return event?.attendees.contains { other in
            !["NEEDS-ACTION", nil].contains(other.participationStatus)
                && details.attendees.contains { $0.isSame(as: other) }
        } ?? false
    }
}

extension CalendarUser {
    /// True if two users have the same calendar address.
    fileprivate func isSame(as other: CalendarUser) -> Bool {
        address.lowercased() == other.address.lowercased()
    }
}

extension CalendarEvent {
    /// Turns a series into the override of one of its occurrences, with all its other values.
    mutating func becomeOccurrence(_ id: RecurrenceID) {
        guard let start = common.start else { return }
        (common.rules, common.exclusionRules) = ([], [])
        (common.additions, common.exclusions) = ([], [])
        common.recurrenceID = id
        common.start = id.time
        if case .time(let last) = end {
            end = .time(last.shifted(by: id.time.clock.seconds - start.clock.seconds))
        }
    }
}
