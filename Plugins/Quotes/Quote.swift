import AtriumSDK
import RecordKit

/// What a quote is: its values, each with its column, its field and its cell of CSV.
let quoteDeclaration = RecordDeclaration(
    .quotes, "quote", isMain: true, table: "quotes_quote",
    titleSQL: "substr(replace(replace(r.text, char(13), ''), char(10), ' '), 1, 80)",
    values: [
        .text("text", "The words themselves.").required.positional.searched.upTo(10_000).always
            .named("quote", "highlight", "Zitat", "citation", "cita")
            .filtered(.contains, "Only quotes with this in their words."),
        .line("author", "Who said or wrote it.").searched.upTo(500).always
            .named("by", "book author", "Autor", "auteur")
            .filtered(.contains, "Only quotes of authors with this in their name."),
        .line("source", "Where it is from: a book, a talk, a film.").searched.upTo(500).always
            .named("book", "book title", "title", "Quelle").filtered(
                .contains, "Only quotes from such a source."),
        .line("location", "The place in the source, such as page 12.").upTo(500).hinted("Such as page 12.")
            .grouped("Details")
            .named("page", "Seite"),
        .link("url", "A link to the source.").upTo(2000).titled("Link").grouped("Details").named("link"),
        .text("note", "What you think of it.").searched.upTo(10_000).named("notes", "comment"),
        .boolean("favorite", "Whether it is a favorite.").named("starred")
            .filtered(.equals, "Only favorites, or only others."),
        .tags("Its tags.").named("labels").filtered(.equals, as: "tag", "Only quotes with this tag."),
        .date("addedOn", "The day on which you found it.").todayAtFirst.grouped("Details")
            .named("date", "highlighted at"),
    ],
    listColumns: ["id", "text", "author", "source", "favorite"],
    sorts: [
        SortDeclaration("created", "r.created_at"), SortDeclaration("author", "lower(ifnull(r.author, ''))"),
        SortDeclaration("source", "lower(ifnull(r.source, ''))"),
    ],
    doubles: DoublesDeclaration(of: "text", column: "text_key"),
    file: FileDeclaration(
        "quotes.csv",
        signs: [
            SignDeclaration(["text", "author", "source"]),
            SignDeclaration(["text"], andOf: ["author", "source", "favorite"], isCertain: false),
        ], fingerprints: [["text"]]),
    look: RecordLook(
        title: "text", facts: ["author", "source"], key: "favorite",
        groups: [FieldGroup("", ["author", "source", "location", "url", "addedOn", "tags"])]))

/// What the declaration does not say.
struct QuoteRules: RecordRules {
    private static let words = Field<Bool>.boolean(
        "words", help: "Whether the text ends with its author, as in: Festina lente - Augustus."
    ).titled("Text ends with its author").defaulting(to: .bool(false))

    var addFields: [FieldDeclaration] { [Self.words.declaration] }

    func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) {
        guard old == nil, input[Self.words] == true, let text = values.text("text") else { return }
        for dash in [" — ", " – ", " -- ", " - ", "\n— ", "\n– ", "\n-- ", "\n- "] {
            guard let range = text.ranges(of: dash).last,
                let author = Words.line(String(text[range.upperBound...])),
                let said = Words.text(String(text[..<range.lowerBound]))
            else { continue }
            values["text"] = .text(said)
            values["author"] = .text(author)
            return
        }
    }
}
