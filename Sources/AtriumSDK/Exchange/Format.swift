/// A file format, as the host sees it: it recognises files and reads them as a stream of items.
///
/// A format knows nothing of SQLite or of modules. `AtriumFormats` makes one of each codec.
public protocol Format: Sendable {
    /// The name: `vcard`.
    var id: FormatID { get }
    /// The file name extensions, without a dot, in lower case; they break ties between equal confidences.
    var fileExtensions: [String] { get }

    /// The same format, which says of each item which of these marks it has, and gives it the mark's kind.
    ///
    /// The host calls it once, with the marks of all installed modules.
    func heeding(_ marks: [ItemMark]) -> Self

    /// Whether a file's name is one of the format's: by its extension, or as a whole, such as `todo.txt`.
    func isNamed(_ name: String) -> Bool
    /// How sure the format is that a file is its own, by the first bytes (at most 64 KiB).
    func confidence(in prefix: [UInt8]) -> FormatConfidence
    /// Whether a file whose name is one of the format's (``isNamed(_:)``), and in whose first bytes no format sees its
    /// own, is read all the same.
    ///
    /// So it is for text without a mark: a list of one column, named `.csv`.
    func accepts(_ prefix: [UInt8]) -> Bool

    /// Reads a file from its beginning to its end, in constant memory, and hands each event on in the file's order.
    ///
    /// What cannot be parsed becomes an issue and is kept in an item or said to be lost; only a file that cannot be
    /// read at all ends the reading.
    /// - Returns: the name of the encoding that was found, such as `utf-8`, with how sure it is where it is a guess.
    /// - Throws: ``AtriumError``, or what `events` threw.
    func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String

    /// A file that holds just these items in a container, from what the vault has kept of them: read again, it gives
    /// the items as they were imported.
    func document(of items: [[UInt8]], in container: [UInt8]) -> [UInt8]
    /// Reads such a document as ``read(_:events:)`` does, with nothing guessed that was known when the items were read.
    ///
    /// - Parameter layout: the ``Container/layout`` of that time; nil where none was kept.
    func read(
        kept document: any ImportFile, layout: String?, events: (ImportEvent) throws -> Void
    ) throws

    /// The bytes that an export of an untouched item writes, by its source.
    ///
    /// They differ from the source where that is in another charset, say. An item that comes back so is what it was, and
    /// its source stays; one without an identifier is known again by them, so that what an export wrote is not new.
    func exported(_ source: [UInt8]) -> [UInt8]

    /// Whether an item is only another spelling of one that is kept: what an export of the kept one, untouched, writes in
    /// another version of the format, or with another delimiter.
    ///
    /// An item that comes back so says nothing new, and may say less: its source stays. It is asked only of texts that say
    /// the same to a module.
    func isVariant(_ item: ItemSource, of kept: ItemSource) -> Bool

    /// Whether a text is of an older version of the format than a source, so that it may say less.
    ///
    /// Where both say the same to a module, the source stays what exports give back.
    func isOlder(_ text: [UInt8], than source: [UInt8]) -> Bool
}

extension Format {
    /// The container and after it the items, each on lines of its own.
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
    /// Itself: its items have no properties that could be marks.
    public func heeding(_ marks: [ItemMark]) -> Self { self }

    /// As any file: the document's bytes say all.
    public func read(
        kept document: any ImportFile, layout: String?, events: (ImportEvent) throws -> Void
    ) throws {
        _ = try read(document, events: events)
    }

    /// The source itself.
    public func exported(_ source: [UInt8]) -> [UInt8] { source }

    /// False: the format is written in one way.
    public func isVariant(_ item: ItemSource, of kept: ItemSource) -> Bool { false }

    /// False: the format is written in one version.
    public func isOlder(_ text: [UInt8], than source: [UInt8]) -> Bool { false }

    /// By its extension: see ``hasExtension(_:)``.
    public func isNamed(_ name: String) -> Bool { hasExtension(name) }

    /// Whether a name has one of ``fileExtensions``, in any case of letters.
    public func hasExtension(_ name: String) -> Bool {
        name.split(separator: ".").dropFirst().last.map { fileExtensions.contains($0.lowercased()) } ?? false
    }

    /// False: a name alone makes no format.
    public func accepts(_ prefix: [UInt8]) -> Bool { false }
}

/// The text of an item, and what stood around it.
public struct ItemSource: Sendable, Hashable {
    /// The item's text: ``Item/source``.
    public let text: [UInt8]
    /// The container's text: ``Container/source``.
    public let container: [UInt8]
    /// How the container was written: ``Container/layout``; nil where that is not known.
    public let layout: String?

    /// Joins an item's text to what stood around it.
    public init(text: [UInt8], container: [UInt8], layout: String?) {
        self.text = text
        self.container = container
        self.layout = layout
    }
}

/// How sure a format is that a file is its own.
public enum FormatConfidence: Int, Sendable, Comparable {
    /// The file is something else.
    case none
    /// It could be, as any text could.
    case possible
    /// It looks like it: lines with the same number of separators, say.
    case likely
    /// It says so: `BEGIN:VCARD`.
    case certain

    /// Whether one confidence is less than another.
    public static func < (left: FormatConfidence, right: FormatConfidence) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A file that can be read, and read again, from its beginning.
///
/// A pipe's content has been put in a temporary file.
public protocol ImportFile: Sendable {
    /// The name without folders, for messages and for recognising by extension.
    var name: String { get }
    /// The size in bytes, for progress; nil where it is not known beforehand.
    var byteCount: Int64? { get }
    /// Opens the file at its beginning, apart from any other reader of it.
    func open() throws -> any ImportFileReader
}

extension ImportFile {
    /// Nil: not known beforehand.
    public var byteCount: Int64? { nil }
}

/// A file that is being read.
public protocol ImportFileReader {
    /// Reads the next bytes into `buffer` and returns how many they were: 0 means the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// What a format meets in a file, in the file's order.
public enum ImportEvent: Sendable {
    /// From here on items stand in this container.
    case container(Container)
    /// An item.
    case item(Item)
    /// Something wrong outside of items.
    case issue(ImportIssue)
}
