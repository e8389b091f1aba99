/// One outline: its own attributes and its place in the tree; what stands below it comes as outlines of its own.
///
/// A tree may be larger than memory, so that a file is given outline by outline, in the file's order: each one's
/// ancestors have come before it.
public struct OPMLOutline: Hashable, Sendable {
    /// All attributes, in order, unknown and prefixed ones too.
    public var attributes: OPMLAttributes
    /// How deep it stands: 1 directly in the body, at most 250.
    public var depth: Int
    /// Its place among its siblings, from 1.
    public var position: Int
    /// The texts of the outlines above it, the outermost first: as many as `depth` is above 1.
    ///
    /// An ancestor's text may be empty, and two ancestors may have the same.
    public var path: [String]
    /// The attributes of the outline directly above it; nil in the body, and where an outline was read alone.
    public var parent: OPMLAttributes?
    /// The line on which it begins, from 1.
    public var line: Int

    /// Makes an outline; for writing, depth and attributes matter.
    public init(
        _ attributes: OPMLAttributes, depth: Int = 1, position: Int = 1, path: [String] = [],
        parent: OPMLAttributes? = nil, line: Int = 0
    ) {
        self.attributes = attributes
        self.depth = depth
        self.position = position
        self.path = path
        self.parent = parent
        self.line = line
    }

    // MARK: Attributes

    /// What a reader sees: `text`, or `title` where that is missing or blank; empty where both are missing.
    ///
    /// It may hold HTML (OPML 2.0, "text"). The two attributes are kept apart in ``attributes``.
    public var text: String {
        if let text = attributes["text"], !text.trimmed.isEmpty { return text }
        return attributes["title"] ?? attributes["text"] ?? ""
    }
    /// The feed's own title, where the program that wrote it keeps one.
    public var title: String? { attributes["title"] }
    /// How the other attributes are to be understood, in lower case: `rss`, `link`, `include`; nil where not said.
    public var type: String? { attributes["type"]?.trimmed.lowercased() }
    /// The address of a feed.
    public var xmlURL: String? { address("xmlUrl") }
    /// The address of the page that a feed belongs to.
    public var htmlURL: String? { address("htmlUrl") }
    /// The address of a page or an outline that is linked or to be included; it is never fetched.
    public var url: String? { address("url") }
    /// What the feed is about, in its own words.
    public var description: String? { attributes["description"] }
    /// The feed's language, such as `en-us`.
    public var language: String? { attributes["language"]?.trimmed }
    /// The kind of feed: `RSS`, `RSS1`, `scriptingNews`.
    public var version: String? { attributes["version"]?.trimmed }
    /// When the outline was made: a date and time of RFC 822, as written.
    public var created: String? { attributes["created"]?.trimmed }
    /// The categories: comma-separated in the file, each a word or a path such as `/Boston/Weather`.
    public var categories: [String] {
        attributes["category"]?.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty } ?? []
    }
    /// Whether the outline is commented out; what stands below it is then too.
    public var isComment: Bool { isTrue("isComment") }
    /// Whether a script stops at the outline.
    public var isBreakpoint: Bool { isTrue("isBreakpoint") }

    /// The address of the feed that the outline stands for; nil where it stands for none.
    ///
    /// It is `xmlUrl`, or, in an outline of the type `rss` or `atom` without one, `url`. An outline of the type `rss`
    /// with neither is a folder, as some programs write them.
    public var feedURL: String? {
        xmlURL ?? (type == "rss" || type == "atom" ? url : nil)
    }

    private func address(_ name: String) -> String? {
        guard let value = attributes[name]?.trimmed, !value.isEmpty else { return nil }
        return value
    }

    private func isTrue(_ name: String) -> Bool {
        attributes[name]?.trimmed.isEqualIgnoringASCIICase("true") ?? false
    }
}
