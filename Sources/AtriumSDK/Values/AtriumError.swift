/// The only error type that users see, with a code, a message and a remedy.
///
/// The host, the modules and all surfaces throw this error. A terminal prints ``message`` and ``remedy`` in
/// one line and exits with the code's BSD exit status. An HTTP response has the code's HTTP status. The
/// remedy names commands and fields, which terminal and HTTP spell differently. Messages may quote the user's
/// input, but never the vault's content.
public struct AtriumError: Error, Sendable, Hashable {
    /// The failure codes, each with the status that terminals and HTTP clients see.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The command line or the request is malformed, for instance because a field is unknown or missing.
        case usage
        /// A value or a file's content is wrong.
        case badData = "bad-data"
        /// The named record, file, user or module does not exist.
        case notFound = "not-found"
        /// A name matches more than one record.
        case ambiguous
        /// The request contradicts the current state: a later change, an existing file, a dependency.
        case conflict
        /// The record has changed since the caller read it.
        case changedSince = "changed-since"
        /// The user has not enabled the module.
        case unavailable
        /// The caller is not authenticated, or the authentication is invalid: a wrong password, an expired
        /// session.
        case notAuthenticated = "not-authenticated"
        /// The user does not have permission for the request.
        case notPermitted = "not-permitted"
        /// An output file or folder cannot be created.
        case cannotCreate = "cannot-create"
        /// Reading or writing failed: a full disk, a damaged file.
        case inputOutput = "io"
        /// The disk is full, and the data was not written.
        case diskFull = "disk-full"
        /// The data can be read but not written: a read-only file system or folder.
        case readOnly = "read-only"
        /// Another process holds the lock; retrying later helps.
        case tryAgain = "try-again"
        /// The caller sent too many requests in too short a time; ``AtriumError/retryAfter`` contains the
        /// time to wait.
        case tooManyRequests = "too-many-requests"
        /// A defect in Atrium or in a module.
        case `internal`

        /// The process exit status for this code (sysexits.h).
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

    /// The failure code.
    public var code: Code
    /// The problem and its place, in one line without advice.
    public var message: String
    /// The one-line advice for the user, which may be empty.
    public var remedy: Guidance
    /// The declared name of the command field that caused the error, such as `emails.value` for a nested
    /// field.
    public var field: String?
    /// The number of seconds after which a retry may succeed, or nil if the number is unknown.
    public var retryAfter: Int?
    /// The choices that the user must make, each for one ambiguous name.
    ///
    /// The array is empty unless the code is `ambiguous` or existing records prevent the command.
    public var choices: [RecordChoice]
    /// Free time slots to use instead of an occupied slot, sorted from the best slot.
    public var slots: [FreeSlot]

    /// Creates an error with its remedy.
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
    /// The message and the remedy in one line, as a terminal prints them.
    public var description: String {
        remedy.isEmpty ? message : "\(message): \(remedy)"
    }
}
