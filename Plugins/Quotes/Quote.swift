import AtriumSDK
import RecordKit

/// The declaration of the quote record kind, with a column, field and CSV cell for each value.
let quoteDeclaration = RecordDeclaration(
    .quotes, "quote", isMain: true, table: "quotes_quote",
    titleSQL: "substr(replace(replace(r.text, char(13), ''), char(10), ' '), 1, 80)",
    values: [
        .text("text", "The text of the quote.").required.positional.searched.upTo(10_000).always
            .named("quote", "highlight", "Zitat", "citation", "cita")
            .filtered(.contains, "Only quotes whose text contains this."),
        .line("author", "The person who said or wrote it.").searched.upTo(500).always
            .named("by", "book author", "Autor", "auteur")
            .filtered(.contains, "Only quotes whose author's name contains this."),
        .line("source", "The book, talk or film that it is from.").searched.upTo(500).always
            .named("book", "book title", "title", "Quelle").filtered(
                .contains, "Only quotes whose source contains this."),
        .line("location", "The place in the source, such as page 12.").upTo(500).hinted("Such as page 12.")
            .grouped("Details")
            .named("page", "Seite"),
        .link("url", "A link to the source.").upTo(2000).titled("Link").grouped("Details").named("link"),
        .text("note", "Your thoughts about the quote.").searched.upTo(10_000).named("notes", "comment"),
        .boolean("favorite", "Mark the quote as a favorite.").named("starred")
            .filtered(.equals, "Only favorites (true) or only other quotes (false)."),
        .tags("The quote's tags.").named("labels").filtered(.equals, as: "tag", "Only quotes with this tag."),
        .date("addedOn", "The day on which you found the quote.").todayAtFirst.grouped("Details")
            .named("date", "highlighted at"),
    ],
    listColumns: ["id", "text", "author", "source", "favorite"],
    sorts: [
        SortDeclaration("created", "r.created_at"), SortDeclaration("author", "lower(ifnull(r.author, ''))"),
        SortDeclaration("source", "lower(ifnull(r.source, ''))"),
    ],
    duplicates: DuplicateDeclaration(of: "text", column: "text_key"),
    file: FileDeclaration(
        "quotes.csv",
        signs: [
            SignDeclaration(["text", "author", "source"]),
            SignDeclaration(["text"], andOf: ["author", "source", "favorite"], isCertain: false),
        ], fingerprints: [["text"]]),
    look: RecordLook(
        title: "text", facts: ["author", "source"], key: "favorite",
        groups: [FieldGroup("", ["author", "source", "location", "url", "addedOn", "tags"])]))

/// The quote rules that the record declaration cannot express.
struct QuoteRules: RecordRules {
    private static let words = Field<Bool>.boolean(
        "words", help: "Take the author from the end of the text, as in: Festina lente - Augustus."
    ).titled("Text ends with its author").defaulting(to: .bool(false))

    var addFields: [FieldDeclaration] { [Self.words.declaration] }

    func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) {
        guard old == nil, input[Self.words] == true, let text = values.text("text") else { return }
        for dash in [" — ", " – ", " -- ", " - ", "\n— ", "\n– ", "\n-- ", "\n- "] {
            guard let range = text.ranges(of: dash).last,
                let author = Words.line(String(text[range.upperBound...])),
                let quote = Words.text(String(text[..<range.lowerBound]))
            else { continue }
            values["text"] = .text(quote)
            values["author"] = .text(author)
            return
        }
    }
}
