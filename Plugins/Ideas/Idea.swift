import AtriumSDK
import RecordKit

/// The declaration of the idea record kind and its values.
///
/// Each value has a column, a field, a CSV cell and an outline attribute.
let ideaDeclaration = RecordDeclaration(
    .ideas, "idea", isMain: true, table: "ideas_idea",
    values: [
        .line("title", "The idea in a few words.").required.positional.upTo(500).always
            .named("idea", "name", "Idee", "idée"),
        .text("description", "Details, in Markdown.").positional.searched.upTo(1_000_000).always
            .named("notes", "details", "Beschreibung"),
        .integer("votes", in: Idea.bounds, "The number of votes; negative if most were against the idea.")
            .defaulting(to: .integer(0)).always.noting("bad-number").grouped("Details").named(
                "vote count", "Stimmen"),
        .tags("The idea's tags.").always.named("labels").filtered(
            .hasAll, as: "tag", "Only ideas with all of these tags."),
        .choice(
            "status", of: ["open", "taken", "dropped"],
            "Open, taken or dropped. An open idea is shown as taken while it has a project."
        ).defaulting(to: .text("open")).always.grouped("Details")
            .filtered(.usually("open"), "Only ideas with this status; “all” lists every idea."),
        .link("link", "A link for further reading: a URI such as https://example.org.").searched.upTo(2000)
            .grouped("Details").named("url"),
        .date("takenOn", "The day on which the status became taken; a project alone does not set it.")
            .derived,
    ],
    linked: [Idea.project],
    filters: [
        FilterDeclaration(
            .containsInAny(["r.title", "r.description"]), "text",
            "Only ideas whose title or description contains this.")
    ],
    listColumns: ["id", "title", "votes", "tags", "status", "project"],
    sorts: [
        // Most votes first; among ideas with equal votes, the newest first.
        SortDeclaration("votes", "-r.votes", ties: "-unixepoch(r.created_at)"),
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

/// Constants that the idea rules and idea figures share.
enum Idea {
    /// The valid vote counts.
    static let bounds: ClosedRange<Int64> = -1_000_000...1_000_000

    /// The declaration of an idea's project.
    ///
    /// The tasks module links the project to the idea.
    static let project = LinkedDeclaration(
        "project", "project", from: CollectionID(module: "tasks", name: "projects"), kind: "came from",
        isOne: true, replacing: .init("status", from: "open", to: "taken"),
        "The title of the idea's project.")

    /// The declaration of OPML outlines that contain ideas.
    ///
    /// When an outline from another program is imported, the outline's path becomes the idea's tags.
    static let outlines = OutlineDeclaration(
        "idea", in: "ideas.opml", title: "Ideas",
        attributes: ["title": ["text"], "description": ["description", "_note"]], path: "tags")
}

/// The idea rules that the record declaration cannot express.
///
/// The rules turn title words into tags and set the day on which an idea was taken.
struct IdeaRules: RecordRules {
    private static let words = Field<Bool>.boolean(
        "words", help: "Turn words of the title that begin with # into tags, as in: Podcast #sea."
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
                .badData, "the title contains only tags", remedy: "add words that describe the idea",
                field: "title")
        }
        values["title"] = .text(rest)
        let tags = words.filter(isTag).map { String($0.dropFirst()) }
        values["tags"] = .list(Words.distinct(values.texts("tags") + tags).map(DataValue.text))
    }

    func mend(_ values: inout RecordValues) -> [RowCells.Problem] {
        guard values.text("status") != "taken", !values.isEmpty("takenOn") else { return [] }
        values["takenOn"] = .null
        return [.init("takenOn", "not-taken", "the idea is not taken, so the day was ignored")]
    }

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) {
        _ = mend(&values)
        // If a file does not contain the day, the day is unknown.
        guard case .command = door, values.text("status") == "taken", old?.values.text("status") != "taken"
        else { return }
        values["takenOn"] = .text(context.today.description)
    }
}
