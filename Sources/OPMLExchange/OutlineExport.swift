public import AtriumSDK
import OPMLFormat

/// Writes outlines one after the other, below what stood around those that were imported.
public struct OutlineExport {
    private let context: ExportContext
    private var writer = OPMLWriter()

    /// Begins to write into a file that is exported.
    public init(_ context: ExportContext) {
        self.context = context
    }

    /// Begins the file with the head of the one file that the records came in; where they came in several, or were made
    /// here, with a new head and the namespaces that their outlines need.
    public mutating func begin(title: String, of collection: CollectionID) throws {
        let containers = try context.sources.containers(
            of: collection, format: .opml, where: context.condition)
        let documents = try containers.map { try OPMLDocument.read(context.sources.container($0.id)) }
        var document: OPMLDocument
        if documents.count == 1 {
            document = documents[0]
            if document.bodyAttributes == nil { document.bodyAttributes = [:] }
        } else {
            document = OPMLDocument()
            document[head: "title"] = title
            for attribute in documents.flatMap(\.attributes)
            where attribute.name.hasPrefix("xmlns:") && document.attributes[attribute.name] == nil {
                document.attributes[attribute.name] = attribute.value
            }
        }
        var bytes: [UInt8] = []
        try writer.begin(document, to: &bytes)
        try context.write(bytes)
    }

    /// Writes an outline at a depth, with what stood before it.
    public mutating func write(_ source: OutlineSource, depth: Int) throws {
        var bytes: [UInt8] = []
        for var other in source.before {
            // Directly in what holds the outline.
            other.place = .body(depth: depth - 1)
            try writer.append(other, to: &bytes)
        }
        var outline = source.outline
        outline.depth = depth
        if OPMLWriter.replacesCharacters(of: outline) {
            context.warn("OPML cannot contain control characters; each is replaced with U+FFFD")
        }
        try writer.append(outline, to: &bytes)
        try context.write(bytes)
    }

    /// Ends the file.
    public mutating func finish() throws {
        var bytes: [UInt8] = []
        writer.finish(to: &bytes)
        try context.write(bytes)
    }
}
