/// A file format, which recognizes files and reads a file as a stream of items.
///
/// A format is independent of SQLite and of modules. `AtriumFormats` wraps each codec in a format.
public protocol Format: Sendable {
    /// The format's name: `vcard`.
    var id: FormatID { get }
    /// The file name extensions, without a dot and in lower case.
    ///
    /// If several formats recognize a file with equal confidence, the file name extension decides.
    var fileExtensions: [String] { get }

    /// Returns a copy of the format that detects marks; an item with a mark has the mark's kind.
    ///
    /// The host calls this method once, with all installed modules' marks.
    func detecting(_ marks: [ItemMark]) -> Self

    /// Returns true if a file name has the format's extension or is a whole name such as `todo.txt`.
    func isNamed(_ name: String) -> Bool
    /// Returns the confidence that a file has this format, judging by its first bytes (at most 64 KiB).
    func confidence(in prefix: [UInt8]) -> FormatConfidence
    /// Returns true if the format accepts a file whose first bytes no format has recognized.
    ///
    /// The host calls this method only if the format recognizes the file's name (``isNamed(_:)``).
    ///
    /// For instance, a `.csv` file with a single column has no recognizable signature.
    func accepts(_ prefix: [UInt8]) -> Bool

    /// Reads a file from beginning to end, in constant memory, and passes on each event in the file's order.
    ///
    /// Text that cannot be parsed becomes an issue; the issue states if an item preserves the text or if the
    /// text is lost. Reading fails only if the whole file is unreadable.
    /// - Returns: the detected encoding's name, such as `utf-8`, with the confidence if the encoding is a
    ///   guess.
    /// - Throws: ``AtriumError``, or the errors of `events`.
    func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String

    /// Returns the content of a file with the given items in a container, made from stored texts.
    ///
    /// Reading the returned file produces the items exactly as during the import.
    func document(of items: [[UInt8]], in container: [UInt8]) -> [UInt8]
    /// Reads a document from ``document(of:in:)``, without guessing facts that were known during the import.
    ///
    /// - Parameter layout: the ``Container/layout`` from the import, or nil if none was stored.
    func read(
        kept document: any ImportFile, layout: String?, events: (ImportEvent) throws -> Void
    ) throws

    /// Returns the bytes that an export writes for an unchanged item with a stored source.
    ///
    /// The bytes differ from the source if, for instance, the source has another charset. If an exported item
    /// is imported again, the item counts as unchanged and the stored source is kept. An import recognizes
    /// items without an identifier by these bytes, so that an import of an exported file adds no records.
    func exported(_ source: [UInt8]) -> [UInt8]

    /// Returns true if an item differs from a stored item only in notation.
    ///
    /// For instance, the item is an export of the unchanged stored item in another format version or with
    /// another delimiter.
    ///
    /// Such an item contains no new information, and possibly less information, so the vault keeps the stored
    /// source. The host calls this method only for texts that a module maps to equal values.
    func isVariant(_ item: ItemSource, of kept: ItemSource) -> Bool

    /// Returns true if a text's format version is older than a source's format version.
    ///
    /// A text in an older version may contain less information.
    ///
    /// If a module maps the text and the source to equal values, exports continue to use the source.
    func isOlder(_ text: [UInt8], than source: [UInt8]) -> Bool
}

extension Format {
    /// Returns the container followed by the items, each starting on a new line.
    public func document(of items: [[UInt8]], in container: [UInt8]) -> [UInt8] {
        var document = container
        for item in items {
            if let last = document.last, last != 10, last != 13 { document += [13, 10] }
            document += item
        }
        return document
    }
}

extension Format {
    /// Returns the format unchanged, for formats whose items have no properties and therefore no marks.
    public func detecting(_ marks: [ItemMark]) -> Self { self }

    /// Reads the document like any other file, for formats without a layout.
    public func read(
        kept document: any ImportFile, layout: String?, events: (ImportEvent) throws -> Void
    ) throws {
        _ = try read(document, events: events)
    }

    /// Returns the source unchanged, for formats that export every source unchanged.
    public func exported(_ source: [UInt8]) -> [UInt8] { source }

    /// Returns false, for formats with only one notation.
    public func isVariant(_ item: ItemSource, of kept: ItemSource) -> Bool { false }

    /// Returns false, for formats with only one version.
    public func isOlder(_ text: [UInt8], than source: [UInt8]) -> Bool { false }

    /// Returns true if the name has one of the format's extensions; see ``hasExtension(_:)``.
    public func isNamed(_ name: String) -> Bool { hasExtension(name) }

    /// Returns true if a name has one of ``fileExtensions``, ignoring case.
    public func hasExtension(_ name: String) -> Bool {
        name.split(separator: ".").dropFirst().last.map { fileExtensions.contains($0.lowercased()) } ?? false
    }

    /// Returns false, for formats that a name alone does not identify.
    public func accepts(_ prefix: [UInt8]) -> Bool { false }
}

/// An item's text, with the text of its container.
public struct ItemSource: Sendable, Hashable {
    /// The item's text: ``Item/source``.
    public let text: [UInt8]
    /// The container's text: ``Container/source``.
    public let container: [UInt8]
    /// The container's layout, ``Container/layout``, or nil if the layout is unknown.
    public let layout: String?

    /// Creates an item source.
    public init(text: [UInt8], container: [UInt8], layout: String?) {
        self.text = text
        self.container = container
        self.layout = layout
    }
}

/// The confidence that a file has a format.
public enum FormatConfidence: Int, Sendable, Comparable {
    /// The file has another format.
    case none
    /// The file could have this format, as any text could.
    case possible
    /// The file resembles this format, for instance because its lines have equal numbers of separators.
    case likely
    /// The file identifies itself: `BEGIN:VCARD`.
    case certain

    /// Returns true if one confidence is lower than another.
    public static func < (left: FormatConfidence, right: FormatConfidence) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A file that can be read from the beginning any number of times.
///
/// If the input is a pipe, the host first copies the pipe's content to a temporary file.
public protocol ImportFile: Sendable {
    /// The file's name without folders, for messages and for recognition by extension.
    var name: String { get }
    /// The file's size in bytes, for progress, or nil if the size is not known before reading.
    var byteCount: Int64? { get }
    /// Opens the file at the beginning, independently of other readers.
    func open() throws -> any ImportFileReader
}

extension ImportFile {
    /// The default size is nil, because the size is not known before reading.
    public var byteCount: Int64? { nil }
}

/// A reader of a file.
public protocol ImportFileReader {
    /// Reads the next bytes into `buffer` and returns their number, or 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// An event that a format emits while reading a file, in file order.
public enum ImportEvent: Sendable {
    /// A container begins; the following items belong to this container.
    case container(Container)
    /// An item.
    case item(Item)
    /// A problem outside all items.
    case issue(ImportIssue)
}
