/// What went wrong, where, and what to do about it: the one error type that reaches a user.
///
/// The host, the modules and every surface throw it. A terminal prints ``message`` and ``remedy`` in one line and
/// exits with the code's BSD exit status; HTTP answers with its status. The remedy names commands and fields, which each
/// of the two spells its own way. Messages may quote what the user just typed, never what the vault holds.
public struct AtriumError: Error, Sendable, Hashable {
    /// The kinds of failure, each with the status that terminals and HTTP clients see.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The command line or the request is malformed: an unknown field, a missing one.
        case usage
        /// A value or a file's content is wrong.
        case badData = "bad-data"
        /// The record, file, user or module that was named does not exist.
        case notFound = "not-found"
        /// A name fits more than one record.
        case ambiguous
        /// What was asked for stands against the present state: a later change, an existing file, a dependency.
        case conflict
        /// The record is not in the state any more in which the caller has seen it.
        case changedSince = "changed-since"
        /// The module is switched off for this user.
        case unavailable
        /// Nobody has said who they are, or not in a way that holds: a wrong password, a session that has ended.
        case notAuthenticated = "not-authenticated"
        /// The user may not do this.
        case notPermitted = "not-permitted"
        /// An output file or folder cannot be made.
        case cannotCreate = "cannot-create"
        /// Reading or writing failed: a full disk, a damaged file.
        case inputOutput = "io"
        /// There is no room on the disk; what was to be written was not.
        case diskFull = "disk-full"
        /// The data can be read and not written: a file system or a folder that may only be read.
        case readOnly = "read-only"
        /// Another process holds the lock; trying again helps.
        case tryAgain = "try-again"
        /// Too much was asked in too short a time; ``AtriumError/retryAfter`` says when to come back.
        case tooManyRequests = "too-many-requests"
        /// A defect in Atrium or in a module.
        case `internal`

        /// The exit status of a process that fails this way (sysexits.h).
        public var exitStatus: Int32 {
            switch self {
            case .usage: 64
            case .badData, .ambiguous, .conflict, .changedSince: 65
            case .notFound: 66
            case .unavailable: 69
            case .internal: 70
            case .cannotCreate: 73
            case .inputOutput, .diskFull: 74
            case .tryAgain, .tooManyRequests: 75
            case .notPermitted, .notAuthenticated, .readOnly: 77
            }
        }
    }

    /// The kind of failure.
    public var code: Code
    /// What was wrong and where, in one line without a full stop's worth of advice.
    public var message: String
    /// What to do about it, in one line; empty where nothing can be advised.
    public var remedy: Guidance
    /// The field of the command that is at fault, by its declared name; a part of it as `emails.value`.
    public var field: String?
    /// After how many seconds trying again may help; nil where nobody knows.
    public var retryAfter: Int?
    /// The names of which each needs one of several records; empty but where the code is `ambiguous`.
    public var choices: [RecordChoice]
    /// Times that are free, in place of one that is taken; the best first.
    public var slots: [FreeSlot]

    /// Makes an error with its advice.
    public init(
        _ code: Code, _ message: String, remedy: Guidance = "", field: String? = nil, retryAfter: Int? = nil,
        choices: [RecordChoice] = [], slots: [FreeSlot] = []
    ) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.field = field
        self.retryAfter = retryAfter
        self.choices = choices
        self.slots = slots
    }
}

extension AtriumError: CustomStringConvertible {
    /// Message and remedy in one line, as a terminal says it.
    public var description: String {
        remedy.isEmpty ? message : "\(message): \(remedy)"
    }
}
