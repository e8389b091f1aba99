/// Something that happened with somebody or something: a call, a meeting, a reminder done.
///
/// Modules declare where theirs come from as ``HappeningSource``; a timeline of a record shows them together.
public struct Happening: Sendable, Hashable {
    /// When: a day as `YYYY-MM-DD`, or an instant as stored text of ``Instant``.
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
