/// What a query has whose items come due as time goes on, so that a terminal can run a program for each of them.
///
/// A query says that it is one by ``CommandDeclaration/isDueList``. It takes ``since``, and gives each item once for all that
/// came due of it after that instant and until now, the first to come due first. Its items have at least ``fields``. What
/// is to be told again and again gives later instants each time.
public enum DueList {
    /// The instant after which items came due; what stands where none is given is the query's own affair.
    public static let since = Field<String>.instant(
        "since", help: "Only what came due after this instant; a day ago if none is given.")
    /// When an item came due.
    public static let cameDue = FieldDeclaration(
        "cameDue", .instant, help: "When it came due, or was to be told of.", isRequired: true)
    /// What every item has.
    public static let fields = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which stays the same over export and import.", isRequired: true),
        FieldDeclaration("title", .text, help: "What it is called.", isRequired: true),
        cameDue,
    ]
}
