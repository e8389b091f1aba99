/// Something in the input that is not as its specification says, with the place where it stands.
///
/// An issue never holds the text it is about: that text is private, and issues are shown and logged.
public struct ContentIssue: Sendable, Hashable {
    /// What is wrong, as a short word that programs can test for.
    public var code: Code
    /// The line in the file where it stands, counted from 1.
    public var line: Int
    /// The name of the property it is about, in upper case; `nil` where it is about a component or a whole line.
    public var property: String?
    /// What is wrong, for a person to read.
    public var message: String
    /// Whether the text is still there in what was read: its raw line is kept and will be written back.
    public var isKept: Bool

    /// Makes an issue.
    public init(_ code: Code, line: Int, property: String? = nil, message: String, isKept: Bool = true) {
        self.code = code
        self.line = line
        self.property = property
        self.message = message
        self.isKept = isKept
    }

    /// The kind of an issue: a word such as `missing-end`.
    ///
    /// Codecs add their own.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        /// The word itself, lower case, with hyphens.
        public let rawValue: String

        /// Makes a code from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes a code from its word.
        public init(stringLiteral value: String) { self.init(rawValue: value) }

        /// A component was begun and never ended; it is read up to where the next one begins.
        public static let missingEnd: Code = "missing-end"
        /// An END without the BEGIN that belongs to it.
        public static let strayEnd: Code = "stray-end"
        /// A component that should stand inside another (an event outside any calendar).
        public static let missingContainer: Code = "missing-container"
        /// A card within another one, and not as the value of AGENT.
        public static let nestedCard: Code = "nested-card"
        /// Text between items, where none should be.
        public static let strayText: Code = "stray-text"
        /// A component whose lines begin with blanks, as only folded ones should.
        public static let indented: Code = "indented"
        /// A line without the colon that separates name and value.
        public static let missingColon: Code = "missing-colon"
        /// A line whose name is empty or has blanks in it.
        public static let badName: Code = "bad-name"
        /// A component that holds too many levels of others; its inner text is kept unread.
        public static let tooDeep: Code = "too-deep"
        /// A component with too many lines; the text after the last one that was read is kept unread.
        public static let tooManyLines: Code = "too-many-lines"
        /// A line with too many parameters; it is kept unread.
        public static let tooManyParameters: Code = "too-many-parameters"
        /// A NUL byte.
        ///
        /// It is kept in the raw line and left out of text.
        public static let nulByte: Code = "nul-byte"
        /// Bytes that are not UTF-8 in a line that names no other charset.
        public static let notUTF8: Code = "not-utf-8"
        /// A CHARSET that is not known, or bytes that do not fit it.
        public static let badCharset: Code = "bad-charset"
        /// A QUOTED-PRINTABLE soft line break with nothing after it, or an escape that is not hexadecimal.
        public static let badQuotedPrintable: Code = "bad-quoted-printable"
    }
}

/// Why a file of content lines could not be read to its end.
public struct ContentLineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as a short word that programs can test for.
    public enum Code: String, Sendable {
        /// One item, or one line outside of items, is larger than the limit.
        case itemTooLarge = "item-too-large"
    }

    /// What is wrong.
    public let code: Code
    /// The line on which the item begins, counted from 1.
    public let line: Int
    /// Which bytes of the file it takes, counted from 0.
    ///
    /// The end is where reading stopped.
    public let bytes: Range<Int>
    /// What is wrong, for a person to read.
    public let message: String
    /// What the person can do about it.
    public let remedy: String

    /// The message, the place and the remedy on one line.
    public var description: String {
        "\(message) (line \(line), bytes \(bytes.lowerBound) to \(bytes.upperBound)). \(remedy)"
    }
}
