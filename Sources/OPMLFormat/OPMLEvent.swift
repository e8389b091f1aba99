/// What a reader meets in an OPML file, in the file's order.
public enum OPMLEvent: Hashable, Sendable {
    /// A document begins: all that stands before its first outline.
    ///
    /// A file has one; where several were put one after the other, each comes with an issue before it.
    case document(OPMLDocument)
    /// An outline, with what was wrong in its tag.
    case outline(OPMLOutline, issues: [OPMLIssue])
    /// Something in the body, or after it, that is no outline.
    case other(OPMLOther)
    /// Something wrong elsewhere.
    case issue(OPMLIssue)
}
