public import AtriumSDK
import MarkdownFormat
import TextDecoding

/// Markdown files with front matter as the SDK's ``Format``.
///
/// An item holds a `MarkdownDocument`, its container the file's name as a `String`, which may say what the text does not: the
/// day of a daily note. Without front matter a file is one of these only where the user says so.
public struct MarkdownFileFormat: Format {
    /// Makes the format.
    public init() {}

    /// `markdown`.
    public var id: FormatID { .markdown }
    /// `md`, `markdown`.
    public var fileExtensions: [String] { ["md", "markdown"] }

    /// Certain where a file begins with front matter whose first key is `uid`, likely with any other.
    public func confidence(in prefix: [UInt8]) -> FormatConfidence {
        switch MarkdownRecognition(prefix: prefix) {
        case .certain: .certain
        case .likely: .likely
        case .none: .none
        }
    }

    /// Reads documents; see ``Format/read(_:events:)``.
    public func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        try read(file, named: file.name, events: events)
    }

    /// Reads documents under the name of the file that they came in.
    public func read(
        kept document: any ImportFile, layout: String?, events: (ImportEvent) throws -> Void
    ) throws {
        _ = try read(document, named: layout ?? "", events: events)
    }

    private func read(
        _ file: any ImportFile, named name: String, events: (ImportEvent) throws -> Void
    ) throws -> String {
        do {
            var reader = MarkdownReader(try FileByteSource(file))
            try events(.container(Container(format: .markdown, source: [], value: name, layout: name)))
            while let item = try reader.next() {
                for issue in reader.takeIssues() {
                    try events(.issue(ImportIssue(issue, line: item.document.line)))
                }
                try events(
                    .item(
                        Item(
                            kind: .markdown, source: item.source, line: item.document.line,
                            value: item.document, issues: [])))
            }
            return reader.encoding.map { $0.encoding.name } ?? "utf-8"
        } catch let error as TextTooLong {
            throw AtriumError(
                .badData, "the document on line \(error.line) is longer than 64 MB",
                remedy: "split it into several files")
        }
    }
}

extension ImportIssue {
    /// Bytes of no character, as reports show them.
    init(_ issue: DecodingIssue, line: Int) {
        self.init(
            line: line, code: "undecodable-bytes",
            message: "\(issue.message) (byte \(issue.offset) of the file)")
    }
}
