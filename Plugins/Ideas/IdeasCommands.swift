import AtriumSDK
import GRDB
import RecordKit

/// The idea-specific commands: votes, tags and a random idea to revisit.
struct IdeasCommands {
    let kind: RecordKind

    init(_ kind: RecordKind) { self.kind = kind }

    var all: [Command] { [vote, tags, random] }

    // MARK: - Votes

    private static let down = Field<Bool>.boolean("down", help: "Vote against the idea.")
        .titled("Against it").defaulting(to: .bool(false))
    private static let by = Field<Int64>.integer("by", in: 1...100, help: "The number of votes, 1 to 100.")
        .titled("Votes").defaulting(to: .integer(1))

    private var vote: Command {
        Command(
            "vote", .recordAction, past: "voted on", summary: "Vote for or against an idea.",
            discussion: "To set the number of votes, use \(command: "ideas edit").",
            fields: [kind.recordField.declaration, Self.down.declaration, Self.by.declaration],
            result: .object([
                FieldDeclaration("title", .text, help: "The idea's title.", isRequired: true),
                FieldDeclaration("before", .integer(), help: "The number of votes before.", isRequired: true),
                FieldDeclaration("after", .integer(), help: "The number of votes now.", isRequired: true),
                FieldDeclaration(
                    "rank", .integer(),
                    help: "The rank by votes among open ideas, from 1; ideas with equal votes share a rank.",
                    isRequired: true),
            ])
        ) { input, context in
            let table = RecordTable(kind, RecordContext(context))
            let idea = try table.record(input.required(kind.recordField))
            guard idea.values.text("status") != "dropped" else {
                throw AtriumError(
                    .conflict, "the idea was dropped",
                    remedy: "first set its status to open with \(command: "ideas edit")", field: "record")
            }
            let before = idea.values.integer("votes") ?? 0
            let by = input[Self.by] ?? 1
            let after = input[Self.down] == true ? before - by : before + by
            guard Idea.bounds.contains(after) else {
                throw AtriumError(
                    .badData, "the idea has \(before) votes, and \(after) is out of range",
                    remedy: Guidance(
                        "give fewer; they range from \(Idea.bounds.lowerBound) to \(Idea.bounds.upperBound)"),
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

    /// Returns an SQL condition that matches all rows with the alias `r` that are shown as open ideas.
    private func isOpen(_ links: any LinkStore) -> String {
        "\(kind.shownSQL(of: "status", links)) = 'open'"
    }

    // MARK: - Questions

    private var tags: Command {
        Command(
            "tags", .query, summary: "List the tags of ideas and the number of ideas with each.",
            result: .list(
                [
                    FieldDeclaration("tag", .text, help: "The tag.", isRequired: true),
                    FieldDeclaration(
                        "ideas", .integer(), help: "The number of ideas with the tag.", isRequired: true),
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
        "day", help: "The day, in your time zone. Defaults to today."
    ).positional
    private static let seed = Field<Int64>.integer(
        "seed", help: "A number; change it to get another idea on the same day."
    ).defaulting(to: .integer(0))

    private var random: Command {
        Command(
            "random", .query, title: "An idea to revisit",
            summary: "Show a random open idea, the same one all day.",
            discussion: "Adding an idea changes only the days on which the new idea appears.",
            fields: [Self.day.declaration, Self.seed.declaration],
            result: .list(kind.recordFields, columns: ["id", "title", "votes", "tags"])
        ) { input, context in
            let day = input[Self.day] ?? context.today
            return try kind.chosen(
                by: "\(day) \(input[Self.seed] ?? 0)", where: isOpen(context.links), context)
        }
    }
}
