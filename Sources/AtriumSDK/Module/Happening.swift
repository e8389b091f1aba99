public import Foundation

/// Something that happened with somebody or something: a call, a meeting, a reminder done.
///
/// Modules declare where theirs come from as ``HappeningSource``; a timeline of a record shows them together.
public struct Happening: Sendable, Hashable {
    /// When: a day as `YYYY-MM-DD`, or what is known of one, `YYYY-MM` or `YYYY`; a time on its own clock as
    /// `YYYY-MM-DDTHH:MM:SS`; or an instant as stored text of ``Instant``.
    public let when: String
    /// What it was, in one or two words: `call`, `event`, `reminder done`.
    public let kind: String
    /// What it is called.
    public let title: String
    /// The record that tells of it.
    public let record: RecordReference

    /// Makes a happening.
    public init(_ kind: String, when: String, title: String, record: RecordReference) {
        self.kind = kind
        self.when = when
        self.title = title
        self.record = record
    }
}

/// What happened, and what else there is to know of it.
public struct Happenings: Sendable, Hashable {
    /// What happened.
    public var happenings: [Happening]
    /// Sentences for the user, where not all can be had.
    public var warnings: [String]

    /// Joins happenings and warnings.
    public init(_ happenings: [Happening], warnings: [String] = []) {
        self.happenings = happenings
        self.warnings = warnings
    }

    /// Sorts them, the latest first: instants by the clock of a zone, all others by their own.
    public mutating func sort(in zone: TimeZone) {
        happenings =
            happenings.map { (time: $0.localTime(in: zone), happening: $0) }
            .sorted { ($0.time, $0.happening.title) > ($1.time, $1.happening.title) }
            .map(\.happening)
    }
}

extension Happening {
    /// A text that sorts by the clock of a zone.
    fileprivate func localTime(in zone: TimeZone) -> String {
        guard when.hasSuffix("Z"), let instant = Instant.date(when) else { return when }
        let offset = zone.secondsFromGMT(for: instant)
        return String(Instant.text(instant.addingTimeInterval(Double(offset))).dropLast())
    }
}

/// Whom or what happenings are about, with what other modules may know it by.
public struct Subject: Sendable, Hashable {
    /// The record.
    public let record: RecordReference
    /// E-mail addresses, by which organizers and attendees are known.
    public let emails: [String]

    /// Names a subject.
    public init(_ record: RecordReference, emails: [String] = []) {
        self.record = record
        self.emails = emails
    }
}

/// Where a module's ``Happening`` values come from.
public struct HappeningSource: Sendable {
    /// All that happened with a subject until now, in any order.
    ///
    /// The context's ``CommandContext/modules`` gives no happenings: sources do not ask each other.
    public let happenings: @Sendable (Subject, CommandContext) throws -> [Happening]

    /// Declares a source.
    public init(_ happenings: @escaping @Sendable (Subject, CommandContext) throws -> [Happening]) {
        self.happenings = happenings
    }
}
