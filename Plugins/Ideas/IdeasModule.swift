public import AtriumSDK
import RecordKit

/// The ideas module, which stores one-line ideas with votes and a status (open, taken or dropped).
///
/// Ideas are ranked by votes.
public let ideasModule = Module(
    manifest: Manifest(
        id: "ideas", title: "Ideas", summary: "Ideas, ranked by your votes.",
        version: "1.0.0", icon: "lightbulb", enhances: ["tasks"]),
    migrations: ideasMigrations,
    collections: [ideaKind.collection(with: IdeasCommands(ideaKind).all + [ideaKind.named])],
    importers: [
        ideaKind.importer(), ideaKind.importer(of: Idea.outlines),
        ideaKind.importer(ofForeign: Idea.outlines),
    ],
    exporters: [ideaKind.exporter(), ideaKind.exporter(of: Idea.outlines)],
    figures: IdeasOverview.figures,
    cards: [Card("ideas", title: "Ideas with the most votes", command: ["ideas", "list"], limit: 3)])

/// The record kind for ideas.
let ideaKind = RecordKind(ideaDeclaration, rules: IdeaRules())
    .words(.link, of: "link")
    .describing(
        "list", "List your ideas, most votes first.",
        "Taken and dropped ideas are left out unless you filter by status."
    )
    .describing("edit", nil, "To add or subtract votes, use \(command: "ideas vote").")

extension CollectionID {
    /// The id of the ideas collection.
    static let ideas = CollectionID(module: "ideas", name: "ideas")
}
