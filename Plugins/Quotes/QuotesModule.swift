public import AtriumSDK
import RecordKit

/// The quotes module, which stores memorable quotes with their authors and sources.
public let quotesModule = module(of: quoteDeclaration)

/// Returns the quotes module for a record declaration.
///
/// The declaration is either ``quoteDeclaration`` or a declaration that was read from a file.
func module(of declaration: RecordDeclaration) -> Module {
    let kind = RecordKind(declaration, rules: QuoteRules()).describing(
        "add", nil, "The quote is dated today unless you give another day.")
    return Module(
        manifest: Manifest(
            id: "quotes", title: "Quotes",
            summary: "Quotes worth remembering, with their authors and sources.",
            version: "1.0.0", icon: "quote"),
        migrations: quotesMigrations,
        collections: [kind.collection(with: QuotesCommands(kind).all)],
        importers: [kind.importer()],
        exporters: [kind.exporter(), QuotesMarkdown(kind).exporter],
        figures: [
            Figure(
                "quotes", title: "Quotes", help: "The number of quotes.", table: "quotes_quote",
                sql: "SELECT count(*) FROM quotes_quote"),
            Figure(
                "favorites", title: "Favorites", help: "The number of favorite quotes.",
                table: "quotes_quote",
                sql: "SELECT count(*) FROM quotes_quote WHERE is_favorite = 1"),
        ],
        views: [
            View(
                "today", title: "Quote of the day", command: ["quotes", "today"],
                form: .quote(text: "text", by: ["author", "source"]))
        ])
}

extension CollectionID {
    /// The id of the quotes collection.
    static let quotes = CollectionID(module: "quotes", name: "quotes")
}
