/// One line of a vCard or an iCalendar object: `group.NAME;PARAMETER=value:value`
/// (RFC 6350, section 3.3; RFC 5545, section 3.1; versit vCard 2.1, section 2.1).
///
/// A line that was read remembers the bytes it was read from. As long as nothing in it is changed it is written back
/// from these; after a change it is written anew from its parts.
///
/// The value is kept as it stands in the file: unfolded, but still escaped and still in its transfer encoding. Only
/// its charset is changed, to UTF-8 (except within QUOTED-PRINTABLE, where the bytes are not text yet). Read it with
/// ``text()``, ``list()``, ``structured()``, ``uri()`` or ``binary()``, by the value type of the property.
public struct ContentLine: Sendable {
    /// The group in front of the name (`item1` in `item1.TEL`), as written, or `nil`.
    public var group: String? { didSet { sourceRange = nil } }

    /// The name as written.
    ///
    /// Empty for a line that could not be read (see ``isMalformed``).
    public var name: String {
        didSet {
            sourceRange = nil
            canonicalName = name.asciiUppercased()
        }
    }

    /// The name in upper case, for comparisons.
    public private(set) var canonicalName: String

    /// The parameters in order.
    public var parameters: [Parameter] { didSet { sourceRange = nil } }

    /// What stands after the colon: unfolded, still escaped, UTF-8 (or QUOTED-PRINTABLE, or base64).
    public var value: ArraySlice<UInt8> {
        get { storage[valueRange] }
        set {
            sourceRange = nil
            storage = Array(newValue)
            valueRange = 0..<storage.count
        }
    }

    /// The bytes the line was read from, with folds and line ends; `nil` if it was made or changed by the program.
    public var source: ArraySlice<UInt8>? {
        sourceRange.map { (sourceStorage ?? storage)[$0] }
    }

    /// What the value stands in: the text of the whole item, if the line had no folds.
    ///
    /// All lines of an item share it, and a line counts one reference only.
    private var storage: [UInt8]
    private var valueRange: Range<Int>
    /// What the line was read from, if not from `storage`.
    private var sourceStorage: [UInt8]?
    private var sourceRange: Range<Int>?

    /// The line in the file where it begins, counted from 1; 0 if it was made by the program.
    public private(set) var lineNumber: Int

    /// Whether ``source`` cannot be written into a UTF-8 file as it stands.
    var needsTranscoding: Bool

    /// Makes a line from its parts.
    ///
    /// `value` must already be escaped for its type.
    public init(group: String? = nil, name: String, parameters: [Parameter] = [], value: String) {
        let storage = Array(value.utf8)
        self.init(
            group: group, name: name, parameters: parameters, storage: storage, valueRange: 0..<storage.count,
            sourceRange: nil, lineNumber: 0)
    }

    /// Makes a line that was read: `sourceRange` is of `sourceStorage`, or, if that is `nil`, of `storage`.
    init(
        group: String?, name: String, parameters: [Parameter], storage: [UInt8], valueRange: Range<Int>,
        sourceStorage: [UInt8]? = nil, sourceRange: Range<Int>?, lineNumber: Int,
        needsTranscoding: Bool = false
    ) {
        self.group = group
        self.name = name
        self.canonicalName = name.asciiUppercased()
        self.parameters = parameters
        self.storage = storage
        self.valueRange = valueRange
        self.sourceStorage = sourceStorage
        self.sourceRange = sourceRange
        self.lineNumber = lineNumber
        self.needsTranscoding = needsTranscoding
    }

    /// Puts in the same value in another charset, while the line stays as it was read.
    mutating func replaceValue(with bytes: [UInt8]) {
        sourceStorage = sourceStorage ?? storage
        storage = bytes
        valueRange = 0..<bytes.count
    }

    /// Gives `body` the bytes of the value, without a copy.
    @inline(__always)
    func withValueBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[valueRange])) }
    }

    /// Whether this is text that could not be read as a line (no colon, no name).
    ///
    /// It has no name and no parameters; its value is the whole text, and it is written back as it was.
    public var isMalformed: Bool { name.isEmpty }
}

extension ContentLine: Equatable {
    /// Whether both say the same: group and name in any case, equal parameters and equal value.
    public static func == (left: ContentLine, right: ContentLine) -> Bool {
        left.canonicalName == right.canonicalName
            && left.group?.asciiUppercased() == right.group?.asciiUppercased()
            && left.parameters == right.parameters && left.value == right.value
    }
}

/// A parameter of a content line: `TYPE=home,work`.
public struct Parameter: Sendable, Equatable {
    /// The name as written.
    ///
    /// Empty for a vCard 2.1 parameter that is a value alone (`TEL;HOME`).
    public var name: String

    /// The values in order, without quotes, with RFC 6868 escapes (`^n`, `^'`, `^^`) decoded.
    public var values: [String]

    /// Whether at least one value was quoted, or shall be.
    ///
    /// Values that need quotes get them in any case.
    public var isQuoted: Bool

    /// Makes a parameter with several values.
    public init(_ name: String, _ values: [String], isQuoted: Bool = false) {
        self.name = name
        self.values = values
        self.isQuoted = isQuoted
    }

    /// Makes a parameter with one value.
    public init(_ name: String, _ value: String, isQuoted: Bool = false) {
        self.init(name, [value], isQuoted: isQuoted)
    }

    /// Whether the name is `name` (given in upper case), in any case.
    public func isNamed(_ name: String) -> Bool {
        self.name.utf8.count == name.utf8.count && (self.name == name || self.name.asciiUppercased() == name)
    }

    /// Whether both say the same: name in any case, and equal values.
    ///
    /// Quotes make no difference.
    public static func == (left: Parameter, right: Parameter) -> Bool {
        left.values == right.values && left.name.asciiUppercased() == right.name.asciiUppercased()
    }
}

extension ContentLine {
    /// The first value of the first parameter of this name (given in upper case), or `nil`.
    public func parameter(_ name: String) -> String? {
        for parameter in parameters where parameter.isNamed(name) { return parameter.values.first }
        return nil
    }

    /// Sets the parameter of this name (given in upper case) to these values: in the place of the first one,
    /// or at the end.
    ///
    /// No values remove it.
    public mutating func setParameter(_ name: String, to values: [String]) {
        let place = parameters.firstIndex { $0.isNamed(name) }
        parameters.removeAll { $0.isNamed(name) }
        guard !values.isEmpty else { return }
        parameters.insert(Parameter(name, values), at: place ?? parameters.count)
    }

    /// Whether a vCard 2.1 parameter without a name has this value (given in upper case), in any case.
    public func hasBareParameter(_ value: String) -> Bool {
        parameters.contains { $0.name.isEmpty && $0.values.first?.asciiUppercased() == value }
    }
}

/// How the bytes of a value are written down (parameter ENCODING).
public enum TransferEncoding: Sendable, Hashable {
    /// As they are: `8BIT`, `7BIT`, or no ENCODING at all.
    case none
    /// `QUOTED-PRINTABLE` (RFC 2045, section 6.7), in vCard 2.1 and vCalendar 1.0.
    case quotedPrintable
    /// `BASE64` in vCard 2.1 and iCalendar, `b` in vCard 3.0.
    case base64
}

extension ContentLine {
    /// The transfer encoding that the parameters name, in the 3.0 form (`ENCODING=b`) or as a 2.1 word (`BASE64`).
    public var encoding: TransferEncoding {
        guard !parameters.isEmpty else { return .none }
        for parameter in parameters where parameter.name.isEmpty || parameter.isNamed("ENCODING") {
            guard let value = parameter.values.first else { continue }
            switch value.asciiUppercased() {
            case "QUOTED-PRINTABLE", "QP": return .quotedPrintable
            case "BASE64": return .base64
            case "B" where !parameter.name.isEmpty: return .base64
            default: continue
            }
        }
        return .none
    }

    /// The charset that the parameter CHARSET names, or `nil`.
    public var charset: String? {
        parameters.isEmpty ? nil : parameter("CHARSET")
    }

    /// Whether CHARSET names anything but UTF-8 or ASCII.
    var hasForeignCharset: Bool {
        guard let charset = charset else { return false }
        switch charset.asciiUppercased() {
        case "UTF-8", "UTF8", "US-ASCII", "ASCII", "": return false
        default: return true
        }
    }
}
