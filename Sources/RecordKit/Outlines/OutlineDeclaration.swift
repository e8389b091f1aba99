/// A declaration that describes how records are represented in OPML.
///
/// Each record is one outline element with a custom type, and each CSV cell is one attribute. An attribute
/// has the same name as the CSV column, unless other programs already use another attribute.
///
/// ```swift
/// OutlineDeclaration(
///     "idea", in: "ideas.opml", title: "Ideas",
///     attributes: ["title": ["text"], "description": ["description", "_note"]], path: "tags")
/// ```
public struct OutlineDeclaration: Sendable, Hashable, Codable {
    /// The `type` attribute by which an import recognizes the element.
    public var type: String
    /// The file's name.
    public var fileName: String
    /// The title for a new file.
    public var title: String
    /// The attribute names for each column whose attribute name differs from the column name.
    ///
    /// An import reads the first attribute that the element has. An export writes the first attribute in the
    /// list.
    public var attributes: [String: [String]]
    /// The list column that receives the ancestors' texts in other programs' files.
    ///
    /// If the property is nil, an import ignores the ancestors' texts.
    public var path: String?
    /// The names of ``LinkedDeclaration`` fields whose titles become child elements, one for each title.
    public var below: [String]

    /// Declares the OPML representation.
    public init(
        _ type: String, in fileName: String, title: String, attributes: [String: [String]],
        path: String? = nil, below: [String] = []
    ) {
        self.type = type
        self.fileName = fileName
        self.title = title
        self.attributes = attributes
        self.path = path
        self.below = below
    }

    /// Returns the attribute names for a column.
    func names(of header: String) -> [String] { attributes[header] ?? [header] }
}
