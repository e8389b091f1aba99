public import AtriumSDK
import RecordKit

/// Ideas: caught in a line, weighed by votes, and taken up or dropped.
public let ideasModule = Module(
    manifest: Manifest(
        id: "ideas", title: "Ideas", summary: "Keeps ideas, with votes by which the best come first.",
        version: "1.0.0", icon: "lightbulb", enhances: ["tasks"]),
    migrations: ideasMigrations,
    collections: [ideaKind.collection(with: IdeasCommands(ideaKind).all + [ideaKind.named])],
    importers: [
        ideaKind.importer(), ideaKind.importer(of: Idea.outlines),
        ideaKind.importer(ofForeign: Idea.outlines),
    ].compactMap(\.self),
    exporters: [ideaKind.exporter(), ideaKind.exporter(of: Idea.outlines)].compactMap(\.self),
    figures: IdeasOverview.figures,
    cards: [Card("ideas", title: "Ideas with the most votes", command: ["ideas", "list"], limit: 3)])

/// The kind of record that ideas are.
let ideaKind = RecordKind(ideaDeclaration, rules: IdeaRules())
    .words(.link, of: "link")
    .describing(
        "list", "List your ideas, those with the most votes first.",
        "Ideas that are taken or dropped are left out, unless they are asked for."
    )
    .describing("edit", nil, "\(command: "ideas vote") counts votes up or down.")

extension CollectionID {
    /// The ideas.
    static let ideas = CollectionID(module: "ideas", name: "ideas")
}
