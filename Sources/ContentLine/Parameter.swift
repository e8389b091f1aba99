/// A parameter of a content line: `TYPE=home,work`.
public struct Parameter: Sendable, Equatable {
    /// The name as written.
    ///
    /// Empty for a vCard 2.1 parameter that is a value alone (`TEL;HOME`).
    public var name: String

    /// The values in order, without quotes, with RFC 6868 escapes (`^n`, `^'`, `^^`) decoded and NUL left out.
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

/// How the bytes of a value are written down (parameter ENCODING).
public enum TransferEncoding: Sendable, Hashable {
    /// As they are: `8BIT`, `7BIT`, or no ENCODING at all.
    case none
    /// `QUOTED-PRINTABLE` (RFC 2045, section 6.7), in vCard 2.1 and vCalendar 1.0.
    case quotedPrintable
    /// `BASE64` in vCard 2.1 and iCalendar, `b` in vCard 3.0.
    case base64
}

extension TransferEncoding {
    /// The first one that the parameters name; `b` needs a name in front.
    init(naming parameters: [Parameter]) {
        self = .none
        for parameter in parameters where parameter.name.isEmpty || parameter.isNamed("ENCODING") {
            switch parameter.values.first?.asciiUppercased() {
            case "QUOTED-PRINTABLE", "QP": self = .quotedPrintable
            case "BASE64": self = .base64
            case "B" where !parameter.name.isEmpty: self = .base64
            default: continue
            }
            return
        }
    }
}
