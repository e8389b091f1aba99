/// How records stand in outlines of OPML: each is one outline of a type of its own, with a cell in each attribute.
///
/// An attribute is called as the column of CSV is, but for those that other programs have too.
///
/// ```swift
/// OutlineDeclaration(
///     "idea", in: "ideas.opml", title: "Ideas",
///     attributes: ["title": ["text"], "description": ["description", "_note"]], path: "tags")
/// ```
public struct OutlineDeclaration: Sendable, Hashable, Codable {
    /// The outline's `type`, by which an import knows it.
    public var type: String
    /// The name of the file.
    public var fileName: String
    /// The title of a new file.
    public var title: String
    /// The attributes of columns whose name is another: the first that an outline has is read, and the first one is written.
    public var attributes: [String: [String]]
    /// The column of a list that gets the texts of the outlines above one of another program; nil: they say nothing.
    public var path: String?
    /// The names of the ``LinkedDeclaration`` whose titles stand below a record's outline, each in one of its own.
    public var below: [String]

    /// Declares outlines.
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

    /// The attributes of a column.
    func names(of header: String) -> [String] { attributes[header] ?? [header] }
}
