import AtriumSDK
import GRDB
import RecordKit

/// The commands that not every kind of record has: votes, tags, an idea to look at again.
struct IdeasCommands {
    let kind: RecordKind

    init(_ kind: RecordKind) { self.kind = kind }

    var all: [Command] { [vote, tags, random] }

    // MARK: - Votes

    private static let down = Field<Bool>.boolean("down", help: "Whether the votes are against it.")
        .titled("Against it").defaulting(to: .bool(false))
    private static let by = Field<Int64>.integer("by", in: 1...100, help: "How many votes, from 1 to 100.")
        .titled("Votes").defaulting(to: .integer(1))

    private var vote: Command {
        Command(
            "vote", .recordAction, past: "voted on", summary: "Vote for an idea, or against it.",
            discussion: "\(command: "ideas edit") sets the number of votes.",
            fields: [kind.recordField.declaration, Self.down.declaration, Self.by.declaration],
            result: .object([
                FieldDeclaration("title", .text, help: "The idea's title.", isRequired: true),
                FieldDeclaration("before", .integer(), help: "How many votes it had.", isRequired: true),
                FieldDeclaration("after", .integer(), help: "How many votes it has now.", isRequired: true),
                FieldDeclaration(
                    "rank", .integer(),
                    help: "Its place among open ideas by votes, from 1; ideas with as many votes share it.",
                    isRequired: true),
            ])
        ) { input, context in
            let table = RecordTable(kind, RecordContext(context))
            let idea = try table.record(input.required(kind.recordField))
            guard idea.values.text("status") != "dropped" else {
                throw AtriumError(
                    .conflict, "it was dropped",
                    remedy: "set its status to open first, with \(command: "ideas edit")", field: "record")
            }
            let before = idea.values.integer("votes") ?? 0
            let by = input[Self.by] ?? 1
            let after = input[Self.down] == true ? before - by : before + by
            guard Idea.bounds.contains(after) else {
                throw AtriumError(
                    .badData, "it has \(before) votes, and \(after) are out of bounds",
                    remedy: Guidance(
                        "votes are from \(Idea.bounds.lowerBound) to \(Idea.bounds.upperBound): give fewer"),
                    field: "by")
            }
            var values = idea.values
            values["votes"] = .integer(after)
            try table.update(idea, to: values)
            return .object([
                "title": .text(orNull: values.text("title")), "before": .integer(before),
                "after": .integer(after), "rank": .integer(try rank(of: after, context)),
            ])
        }
    }

    private func rank(of votes: Int64, _ context: CommandContext) throws -> Int64 {
        let more = try Int64.fetchOne(
            context.db,
            sql: "SELECT count(*) FROM ideas_idea r WHERE \(isOpen(context.links)) AND r.votes > ?",
            arguments: [votes])
        return (more ?? 0) + 1
    }

    /// SQL over the alias `r` for ideas that are shown as open.
    private func isOpen(_ links: any LinkStore) -> String {
        "\(kind.shownSQL(of: "status", links)) = 'open'"
    }

    // MARK: - Questions

    private var tags: Command {
        Command(
            "tags", .query, summary: "List the tags of ideas, with how many ideas have each.",
            result: .list(
                [
                    FieldDeclaration("tag", .text, help: "The tag.", isRequired: true),
                    FieldDeclaration(
                        "ideas", .integer(), help: "How many ideas have it.", isRequired: true),
                ], columns: ["tag", "ideas"])
        ) { _, context in
            let counts = try context.tags.counts(in: .ideas)
            return .object([
                "items": .list(
                    counts.map { .object(["tag": .text($0.tag), "ideas": .integer($0.records)]) })
            ])
        }
    }

    private static let day = Field<LocalDate>.date(
        "day", help: "The day, in your zone; today if none is given."
    ).positional
    private static let seed = Field<Int64>.integer(
        "seed", help: "A number: each leads to an idea of its own on that day."
    ).defaulting(to: .integer(0))

    private var random: Command {
        Command(
            "random", .query, title: "An idea to look at again",
            summary: "Show an open idea by chance: the same one all day.",
            discussion: "An idea that is added changes only the days that are its own.",
            fields: [Self.day.declaration, Self.seed.declaration],
            result: .list(kind.recordFields, columns: ["id", "title", "votes", "tags"])
        ) { input, context in
            let day = input[Self.day] ?? context.today
            return try kind.chosen(
                by: "\(day) \(input[Self.seed] ?? 0)", where: isOpen(context.links), context)
        }
    }
}
