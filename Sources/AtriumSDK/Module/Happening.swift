public import Foundation

/// A past event that involves a person or thing: a call, a meeting, a completed reminder.
///
/// Each module declares its happenings as a ``HappeningSource``. A record's timeline shows all modules'
/// happenings together.
public struct Happening: Sendable, Hashable {
    /// The happening's day or time.
    ///
    /// The text is a day as `YYYY-MM-DD`, a partly known day as `YYYY-MM` or `YYYY`, a local time without a
    /// zone as `YYYY-MM-DDTHH:MM:SS`, or an instant as the stored text of ``Timestamp``.
    public let when: String
    /// The happening's kind in one or two words: `call`, `event`, `reminder done`.
    public let kind: String
    /// The title.
    public let title: String
    /// The record that documents the happening.
    public let record: RecordReference

    /// Creates a happening.
    public init(_ kind: String, when: String, title: String, record: RecordReference) {
        self.kind = kind
        self.when = when
        self.title = title
        self.record = record
    }
}

/// A list of happenings, with warnings.
public struct Happenings: Sendable, Hashable {
    /// The happenings.
    public var happenings: [Happening]
    /// Warnings for the user, one sentence each, if the list is incomplete.
    public var warnings: [String]

    /// Creates a list of happenings with warnings.
    public init(_ happenings: [Happening], warnings: [String] = []) {
        self.happenings = happenings
        self.warnings = warnings
    }

    /// Sorts the happenings from latest to earliest by local time.
    ///
    /// An instant is converted to local time in `zone`; all other values of ``Happening/when`` are local
    /// already.
    public mutating func sort(in zone: TimeZone) {
        happenings =
            happenings.map { (time: $0.localTime(in: zone), happening: $0) }
            .sorted { ($0.time, $0.happening.title) > ($1.time, $1.happening.title) }
            .map(\.happening)
    }
}

extension Happening {
    /// Returns the happening's local time in a zone, as text that sorts chronologically.
    fileprivate func localTime(in zone: TimeZone) -> String {
        guard when.hasSuffix("Z"), let instant = Timestamp.date(when) else { return when }
        let offset = zone.secondsFromGMT(for: instant)
        return String(Timestamp.text(instant.addingTimeInterval(Double(offset))).dropLast())
    }
}

/// A record whose happenings are requested, with identifiers that other modules may use for the record.
public struct Subject: Sendable, Hashable {
    /// The record.
    public let record: RecordReference
    /// The record's e-mail addresses, by which other modules identify organizers and attendees.
    public let emails: [String]

    /// Creates a subject.
    public init(_ record: RecordReference, emails: [String] = []) {
        self.record = record
        self.emails = emails
    }
}

/// A module's source of ``Happening`` values.
public struct HappeningSource: Sendable {
    /// Returns all happenings that involve a subject until now, in any order.
    ///
    /// The context's ``CommandContext/modules`` provides no happenings, because sources do not call each
    /// other.
    public let happenings: @Sendable (Subject, CommandContext) throws -> [Happening]

    /// Declares a source.
    public init(_ happenings: @escaping @Sendable (Subject, CommandContext) throws -> [Happening]) {
        self.happenings = happenings
    }
}
