public import AtriumSDK

/// What a surface brings to a command; it is checked against the declaration when the command runs.
public struct CommandInput: Sendable {
    /// The values by declared name.
    public var values: DataObject
    /// The content of fields of type file.
    public var files: [String: UploadedFile]
    /// The states of the record in which a write about one may go on; nil: any.
    public var precondition: RecordVersion?
    /// Whether the surface tells in which state a write leaves its record.
    public var wantsVersion = false
    /// By what the request is known again where it writes, so that it is done once; nil: each time that it comes.
    public var requestKey: String?
    /// That the present password was shown already; nil: the command checks it, where it asks for it.
    public var confirmation: Confirmation?

    /// Brings values, and nothing else.
    public init(_ values: DataObject, files: [String: UploadedFile] = [:]) {
        self.values = values
        self.files = files
    }
}

/// What came of a command.
public struct CommandOutcome: Sendable {
    /// Its result, of the shape that it declares.
    public let value: DataValue
    /// Of a write that made or changed a record, where it was wanted: the tag of the state in which it left it
    /// (``RecordVersion``); nil also where nothing can be said of that.
    public let version: String?
    /// The change set that a write made; nil where it made none.
    public let change: Int64?
    /// The record that was added, where one was.
    public let record: Int64?
    /// Whether the request was done before: then nothing was done now, and there is no value.
    public let isRepeat: Bool

    init(_ value: DataValue, version: String? = nil, of write: AskedWrite? = nil) {
        self.value = value
        self.version = version
        change = write?.change
        record = write?.record
        isRepeat = false
    }

    /// What came of a request when it was done.
    init(_ earlier: RepeatedRequest) {
        value = .null
        version = nil
        change = earlier.change
        record = earlier.record
        isRepeat = true
    }
}

/// That whoever is logged in has just shown their present password; only ``Session/confirmation(_:)`` makes it.
///
/// With it a surface can check the password on threads for that, and run the command on others.
public struct Confirmation: Sendable {
    let user: Int64
    let means: Principal.Means
}
