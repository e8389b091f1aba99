import AtriumSDK
import GRDB
import RecordKit

/// The commands that are not the same for every kind of record: the quote of the day, any quote, authors.
struct QuotesCommands {
    let kind: RecordKind

    init(_ kind: RecordKind) { self.kind = kind }

    var all: [Command] { [today, random, authors] }

    private static let day = Field<LocalDate>.date(
        "day", help: "The day, in your zone; today if none is given."
    ).positional
    private static let seed = Field<Int64>.integer(
        "seed", help: "A number that always leads to the same quote, as long as the quotes are the same.")

    private var today: Command {
        Command(
            "today", .query, title: "Quote of the day", summary: "Show the quote of the day.",
            discussion: """
                It is the same one all day. A favorite comes up twice as often as another quote. A quote that is added \
                changes only the days that are its own.
                """,
            fields: [Self.day.declaration],
            result: .list(kind.recordFields, columns: ["text", "author", "source"])
        ) { input, context in
            try chosen(by: (input[Self.day] ?? context.today).description, context)
        }
    }

    private var random: Command {
        Command(
            "random", .query, title: "Any quote", summary: "Show a quote by chance.",
            discussion: "A favorite comes up twice as often as another quote.",
            fields: [Self.seed.declaration],
            result: .list(kind.recordFields, columns: ["text", "author", "source"])
        ) { input, context in
            try chosen(by: "\(input[Self.seed] ?? Int64.random(in: .min ... .max))", context)
        }
    }

    private var authors: Command {
        Command(
            "authors", .query, summary: "List the authors with how many quotes there are of each.",
            result: .list(
                [
                    FieldDeclaration("author", .text, help: "Who said or wrote them.", isRequired: true),
                    FieldDeclaration(
                        "quotes", .integer(), help: "How many quotes there are.", isRequired: true),
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

    /// The quote that a word chooses, as a list of one; none if there is no quote.
    private func chosen(by word: String, _ context: CommandContext) throws -> DataValue {
        try kind.chosen(by: word, weight: "1 + r.is_favorite", context)
    }
}
