/// The common interface for queries whose records become due as time passes.
///
/// A terminal can run a program for each due record.
///
/// A query declares itself a due list with ``CommandDeclaration/isDueList``. A due list accepts ``since`` and
/// returns the records that became due after that instant and until now. Each record appears once, and the
/// records are sorted from the earliest to the latest due time. Each item has at least ``fields``. If a
/// record should be announced again, each announcement has a later due time.
public enum DueList {
    /// The instant after which records became due; each query chooses its own default.
    public static let since = Field<String>.instant(
        "since", help: "List only records that became due after this instant. Defaults to a day ago.")
    /// The time at which a record became due.
    public static let cameDue = FieldDeclaration(
        "cameDue", .instant, help: "The time at which it became due or is to be announced.",
        isRequired: true)
    /// The fields of every item.
    public static let fields = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which exports and imports preserve.", isRequired: true),
        FieldDeclaration("title", .text, help: "The title.", isRequired: true),
        cameDue,
    ]
}
