public import AtriumSDK
import RecordKit

/// Quotes: words worth keeping, and who said them.
public let quotesModule = module(of: quoteDeclaration)

/// The module with the records of a declaration, whether it stands here or was read from a file.
func module(of declaration: RecordDeclaration) -> Module {
    let kind = RecordKind(declaration, rules: QuoteRules()).describing(
        "add", nil, "The day on which it is added is kept with it, unless another day is given.")
    return Module(
        manifest: Manifest(
            id: "quotes", title: "Quotes", summary: "Keeps words worth remembering, and who said them.",
            version: "1.0.0", icon: "quote"),
        migrations: quotesMigrations,
        collections: [kind.collection(with: QuotesCommands(kind).all)],
        importers: [kind.importer()].compactMap { $0 },
        exporters: [kind.exporter(), QuotesMarkdown(kind).exporter].compactMap { $0 },
        figures: [
            Figure(
                "quotes", title: "Quotes", help: "How many quotes are kept.", table: "quotes_quote",
                sql: "SELECT count(*) FROM quotes_quote"),
            Figure(
                "favorites", title: "Favorites", help: "How many quotes are favorites.",
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
    /// The quotes.
    static let quotes = CollectionID(module: "quotes", name: "quotes")
}
