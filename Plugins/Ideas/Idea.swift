import AtriumSDK
import RecordKit

/// What an idea is: its values, each with its column, its field, its cell of CSV and its attribute of an outline.
let ideaDeclaration = RecordDeclaration(
    .ideas, "idea", isMain: true, table: "ideas_idea",
    values: [
        .line("title", "What the idea is, in a few words.").required.positional.upTo(500).always
            .named("idea", "name", "Idee", "idée"),
        .text("description", "More about it, in Markdown.").positional.searched.upTo(1_000_000).always
            .named("notes", "details", "Beschreibung"),
        .integer("votes", in: Idea.bounds, "How many votes it has; below 0 if more were against it.")
            .defaulting(to: .integer(0)).always.noting("bad-number").grouped("Details").named(
                "vote count", "Stimmen"),
        .tags("Its tags.").always.named("labels").filtered(
            .hasAll, as: "tag", "Only ideas with all of these tags."),
        .choice(
            "status", of: ["open", "taken", "dropped"],
            """
            Whether it is open, taken up, or dropped; an open one is shown as taken while there is a project that \
            came from it.
            """
        ).defaulting(to: .text("open")).always.grouped("Details")
            .filtered(.usually("open"), "Only ideas that are so; all: whatever they are."),
        .link("link", "Where to read more: a URI such as https://example.org.").searched.upTo(2000)
            .grouped("Details").named("url"),
        .date("takenOn", "The day on which its status became taken; none if a project shows it as taken.")
            .made,
    ],
    linked: [Idea.project],
    filters: [
        FilterDeclaration(
            .containsInAny(["r.title", "r.description"]), "text",
            "Only ideas whose title or description contains this.")
    ],
    listColumns: ["id", "title", "votes", "tags", "status", "project"],
    sorts: [
        // The most votes first, the newest of them first.
        SortDeclaration(
            "votes", "printf('%07d%011d', 1000000 - r.votes, 99999999999 - unixepoch(r.created_at))"),
        SortDeclaration("title", "lower(r.title)"), SortDeclaration("created", "r.created_at"),
        SortDeclaration("updated", "r.updated_at"),
    ],
    file: FileDeclaration(
        "ideas.csv",
        signs: [
            SignDeclaration(["title", "votes"]),
            SignDeclaration(
                ["title"], andOf: ["votes", "tags", "description"], isCertain: false, isOfChosenModule: true),
        ], fingerprints: [["title"]]),
    look: RecordLook(
        facts: ["project", "tags"], key: "votes", text: "description", figures: ["votes"],
        groups: [
            FieldGroup("", ["description", "status", "project", "tags", "link"])
        ], actions: ["vote"], quick: .either("vote", or: "down")))

/// What rules and figures need of an idea.
enum Idea {
    /// How many votes there can be.
    static let bounds: ClosedRange<Int64> = -1_000_000...1_000_000

    /// The project that came from an idea, as the module tasks links it.
    static let project = LinkedDeclaration(
        "project", "project", from: CollectionID(module: "tasks", name: "projects"), kind: "came from",
        isOne: true, turning: .init("status", from: "open", to: "taken"),
        "The title of the project that came from it.")

    /// How ideas stand in outlines; those of other programs have their path as tags.
    static let outlines = OutlineDeclaration(
        "idea", in: "ideas.opml", title: "Ideas",
        attributes: ["title": ["text"], "description": ["description", "_note"]], path: "tags")
}

/// What the declaration does not say: words that become tags, and the day on which an idea was taken.
struct IdeaRules: RecordRules {
    private static let words = Field<Bool>.boolean(
        "words", help: "Whether words of the title that begin with # become tags, as in: Podcast #sea."
    ).titled("Tags in the title").defaulting(to: .bool(false))

    var addFields: [FieldDeclaration] { [Self.words.declaration] }

    func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws {
        guard old == nil, input[Self.words] == true, let title = values.text("title") else { return }
        let words = title.split(separator: " ")
        let isTag = { (word: Substring) in word.first == "#" && word.count > 1 }
        guard let rest = Words.line(words.filter { !isTag($0) }.joined(separator: " ")) else {
            throw AtriumError(
                .badData, "title has no words but tags", remedy: "say what the idea is", field: "title")
        }
        values["title"] = .text(rest)
        let tags = words.filter(isTag).map { String($0.dropFirst()) }
        values["tags"] = .list(Words.distinct(values.texts("tags") + tags).map(DataValue.text))
    }

    func mend(_ values: inout RecordValues) -> [RowCells.Problem] {
        guard values.text("status") != "taken", !values.isEmpty("takenOn") else { return [] }
        values["takenOn"] = .null
        return [.init("takenOn", "not-taken", "the idea is not taken; the day was left out")]
    }

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) {
        _ = mend(&values)
        // When a file does not say the day, nobody knows it.
        guard case .command = door, values.text("status") == "taken", old?.values.text("status") != "taken"
        else { return }
        values["takenOn"] = .text(context.today.description)
    }
}
