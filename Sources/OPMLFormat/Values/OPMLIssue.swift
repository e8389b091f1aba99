/// Something in an OPML file that is not as it should be; reading went on.
///
/// Holds nothing of the file but names of elements and attributes: its text is private.
public struct OPMLIssue: Hashable, Sendable {
    /// What is wrong, as a word that stays the same between releases.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A `&` that begins no reference: it was read as itself.
        case bareAmpersand = "bare-ampersand"
        /// A reference to one of HTML's named characters, which XML does not have: the character was read.
        case htmlEntity = "html-entity"
        /// A reference to an entity that is not known, or that the document type declares: it was read as text.
        case undefinedEntity = "undefined-entity"
        /// A character that XML does not allow, or a reference to one: U+FFFD was read in its place.
        case illegalCharacter = "illegal-character"
        /// A `<` that begins no tag: it was read as itself.
        case bareLessThan = "bare-less-than"
        /// An attribute that is no name, has no value or no quotes, or a stray character in a tag.
        case badAttribute = "bad-attribute"
        /// An attribute that the element has already: the first one was read.
        case duplicateAttribute = "duplicate-attribute"
        /// A tag without its end.
        case unclosedTag = "unclosed-tag"
        /// Elements that are never closed: they were closed where that of their parent was, or at the end.
        case missingEnd = "missing-end"
        /// The end of an element that was not begun; it was passed over.
        case strayEnd = "stray-end"
        /// A comment or instruction that XML does not allow as it is written.
        case badMarkup = "bad-markup"
        /// Text or elements outside of the document element.
        case strayText = "stray-text"
        /// Another document after the first.
        case concatenatedDocuments = "concatenated-documents"
        /// The file is not in the encoding that it declares.
        case wrongEncoding = "wrong-encoding"
        /// The file declares an encoding that is not known.
        case unknownEncoding = "unknown-encoding"
        /// Bytes that stand for nothing in the file's encoding.
        case undecodableBytes = "undecodable-bytes"
        /// The document type declares something: it was kept, unread.
        case documentType = "document-type"
        /// The version is none of 1.0, 1.1 and 2.0, or is missing.
        case unknownVersion = "unknown-version"
        /// Outlines outside of a body; they were read as if they stood in one.
        case missingBody = "missing-body"
        /// A head after the body, or a second head or body.
        case repeatedPart = "repeated-part"
    }

    /// What is wrong.
    public var code: Code
    /// The line, from 1; 0 where the whole file is meant.
    public var line: Int
    /// The element or attribute it is about; nil where none is.
    public var name: String?
    /// What is wrong and what was made of it, in one sentence.
    public var message: String
    /// Whether all of it is still there in what was read.
    public var isKept: Bool

    /// Makes an issue.
    public init(_ code: Code, line: Int, name: String? = nil, message: String, isKept: Bool = true) {
        self.code = code
        self.line = line
        self.name = name
        self.message = message
        self.isKept = isKept
    }
}

/// Why an OPML file could not be read to its end, or could not be written.
public struct OPMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a word that stays the same between releases.
    public enum Code: String, Sendable {
        /// The document element is not `opml`, or there is none.
        case notOPML = "not-opml"
        /// More than 250 outlines, or as many other elements, within each other.
        case tooDeep = "too-deep"
        /// One item is larger than the limit.
        case itemTooLarge = "item-too-large"
        /// An element has more attributes than the limit.
        case tooManyAttributes = "too-many-attributes"
        /// The XML parser refused what was repaired.
        case notWellFormed = "not-well-formed"
        /// A value to be written has a name that XML does not allow, or a depth that has no parent.
        case cannotWrite = "cannot-write"
    }

    /// What is wrong.
    public let code: Code
    /// The line, from 1; 0 where there is none.
    public let line: Int
    /// What was wrong, in one sentence.
    public let message: String
    /// What to do about it, in one sentence.
    public let remedy: String

    /// The message and the remedy.
    public var description: String { "\(message) \(remedy)" }

    init(_ code: Code, line: Int = 0, _ message: String, remedy: String) {
        self.code = code
        self.line = line
        self.message = message
        self.remedy = remedy
    }

    static func tooDeep(line: Int) -> OPMLError {
        OPMLError(
            .tooDeep, line: line,
            "The element on line \(line) is nested more than \(OPMLLimits.depth) levels deep.",
            remedy: "Split the file, or move the innermost outlines up.")
    }

    static func itemTooLarge(line: Int, limit: Int) -> OPMLError {
        OPMLError(
            .itemTooLarge, line: line, "The text that begins on line \(line) is longer than \(limit) bytes.",
            remedy: "Look for a quote, a comment or an element there that is never closed.")
    }
}

/// What keeps a hostile file from taking all memory or time.
public enum OPMLLimits {
    /// How many outlines may stand within each other; and how many other elements.
    public static let depth = 250
    /// How many attributes one element may have.
    public static let attributes = 1000
    /// How many bytes a name may have; what is longer is text.
    public static let nameLength = 1000
    /// How many bytes one outline's tag, one comment, one head or one unknown element may have.
    public static let itemSize = 64 << 20
}
