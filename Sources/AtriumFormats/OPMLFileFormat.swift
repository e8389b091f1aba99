public import AtriumSDK
import OPMLFormat
import TextDecoding

/// OPML files as the SDK's ``Format``.
///
/// The container holds an `OPMLDocument`: all that stands before the outlines. An item is one outline, not a tree of
/// them, and holds an `OPMLOutline`, which knows the outlines above it; see decisions/0005. What stands between
/// outlines, such as comments, is kept in the source of the next one. Outlines of Atrium's own files are items of kinds
/// of their own, by their `type`.
public struct OPMLFileFormat: Format {
    /// Makes the format.
    public init() {}

    /// `opml`.
    public var id: FormatID { .opml }
    /// `opml`.
    public var fileExtensions: [String] { ["opml"] }

    /// Certain where the document element is `opml`; other XML is none of it.
    public func confidence(in prefix: [UInt8]) -> FormatConfidence {
        switch OPMLRecognition(prefix: prefix) {
        case .certain: .certain
        case .likely: .likely
        case .possible: .possible
        case .none: .none
        }
    }

    /// Reads outlines; see ``Format/read(_:events:)``.
    public func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        do {
            var reader = OPMLReader(try FileByteSource(file))
            // What is no outline since the last one.
            var between: [UInt8] = []
            var line = 1
            func giveRest() throws {
                guard !between.isEmpty else { return }
                try events(.item(Item(kind: .text, source: between, line: line, value: (), issues: [])))
                between = []
            }
            while let event = try reader.next() {
                switch event {
                case .document(let document):
                    try giveRest()
                    try events(.container(Self.container(document)))
                case .outline(let outline, let issues):
                    line = outline.line
                    try events(
                        .item(
                            Item(
                                kind: Self.kind(of: outline),
                                source: between + OPMLWriter.element(of: outline), line: line,
                                value: outline, issues: issues.map { ImportIssue($0) })))
                    between = []
                case .other(let other): between += try OPMLWriter.text(of: other)
                case .issue(let issue): try events(.issue(ImportIssue(issue)))
                }
            }
            try giveRest()
            return reader.encoding.map { $0.encoding.name } ?? "utf-8"
        } catch let error as OPMLError {
            let message = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
            throw AtriumError(.badData, message, remedy: Guidance(error.remedy))
        }
    }

    /// A file of the container with these outlines in its body.
    public func document(of items: [[UInt8]], in container: [UInt8]) -> [UInt8] {
        let ends = ["</body>\n</opml>\n", "</opml>\n"].map { Array($0.utf8) }
        let end = ends.first { container.suffix($0.count).elementsEqual($0) } ?? []
        var document = Array(container.dropLast(end.count))
        if document.last != 10 { document.append(10) }
        for item in items { document += item }
        return document + end
    }

    /// What an outline is by its attribute `type`, where that is a word of Atrium's own files: the kind of that name.
    private static func kind(of outline: OPMLOutline) -> ItemKind {
        guard let type = outline.type, ownTypes.contains(type) else { return .outline }
        return ItemKind(rawValue: type)
    }

    /// The types of the outlines that modules write; see Plugins/MentalModels, Plugins/Ideas and Plugins/Values.
    private static let ownTypes: Set<String> = [
        "mental-model-level", "mental-model-category", "mental-model", "failure-mode",
        "mental-model-observation", "idea", "value", "dream", "project",
    ]

    private static func container(_ document: OPMLDocument) throws -> Container {
        var writer = OPMLWriter(keepsInternalSubset: true)
        var source: [UInt8] = []
        try writer.begin(document, to: &source)
        writer.finish(to: &source)
        return Container(format: .opml, source: source, value: document)
    }
}

extension ItemKind {
    /// What stands after the last outline, or before the first entry: no module takes it, and the report counts it.
    static let text = ItemKind(rawValue: "text")
}

extension ImportIssue {
    /// An issue of the OPML codec, as reports show it.
    fileprivate init(_ issue: OPMLIssue) {
        self.init(
            line: issue.line, property: issue.name, code: issue.code.rawValue, message: issue.message,
            isKept: issue.isKept)
    }
}
