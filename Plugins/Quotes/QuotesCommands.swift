import AtriumSDK
import GRDB
import RecordKit

/// The quote-specific commands: the quote of the day, a random quote and the list of authors.
struct QuotesCommands {
    let kind: RecordKind

    init(_ kind: RecordKind) { self.kind = kind }

    var all: [Command] { [today, random, authors] }

    private static let day = Field<LocalDate>.date(
        "day", help: "The day, in your time zone. Defaults to today."
    ).positional
    private static let seed = Field<Int64>.integer(
        "seed", help: "A number that always selects the same quote, as long as the quotes do not change.")

    private var today: Command {
        Command(
            "today", .query, title: "Quote of the day", summary: "Show the quote of the day.",
            discussion: """
                The quote stays the same all day. A favorite appears twice as often as another quote. Adding a quote \
                changes only the days on which the new quote appears.
                """,
            fields: [Self.day.declaration],
            result: .list(kind.recordFields, columns: ["text", "author", "source"])
        ) { input, context in
            try chosen(by: (input[Self.day] ?? context.today).description, context)
        }
    }

    private var random: Command {
        Command(
            "random", .query, title: "Random quote", summary: "Show a random quote.",
            discussion: "A favorite appears twice as often as another quote.",
            fields: [Self.seed.declaration],
            result: .list(kind.recordFields, columns: ["text", "author", "source"])
        ) { input, context in
            try chosen(by: "\(input[Self.seed] ?? Int64.random(in: .min ... .max))", context)
        }
    }

    private var authors: Command {
        Command(
            "authors", .query, summary: "List the authors and the number of quotes by each.",
            result: .list(
                [
                    FieldDeclaration("author", .text, help: "The author's name.", isRequired: true),
                    FieldDeclaration(
                        "quotes", .integer(), help: "The number of quotes by the author.", isRequired: true),
                ], columns: ["author", "quotes"])
        ) { _, context in
            let rows = try Row.fetchAll(
                context.db,
                sql: """
                    SELECT author, count(*) FROM quotes_quote WHERE author IS NOT NULL
                    GROUP BY author ORDER BY 2 DESC, lower(author)
                    """)
            return .object([
                "items": .list(rows.map { .object(["author": .text($0[0]), "quotes": .integer($0[1])]) })
            ])
        }
    }

    /// Returns a list with the one quote that the word selects, or an empty list if there are no quotes.
    private func chosen(by word: String, _ context: CommandContext) throws -> DataValue {
        try kind.chosen(by: word, weight: "1 + r.is_favorite", context)
    }
}
