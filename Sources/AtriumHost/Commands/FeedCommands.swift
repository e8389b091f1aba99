import AtriumSDK

extension HostCommand {
    private static let feedFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The feed's id.", isRequired: true),
        FieldDeclaration("name", .text, help: "What you call it.", isRequired: true),
        FieldDeclaration("module", .text, help: "The module whose records it gives.", isRequired: true),
        FieldDeclaration(
            "kind", .choice(FeedKind.allCases.map(\.rawValue)), help: "What it gives.", isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
        FieldDeclaration("usedAt", .instant, help: "When it was used last, to about ten minutes."),
    ]
    private static let module = Field<String>.text(
        "module", help: "The module whose records it gives."
    ).required.positional
    private static let name = Field<String>
        .text("name", help: "What you call it: the program that will use it.").defaulting(to: .text("feed"))
    private static let kind = Field<String>.choice(
        "kind", of: FeedKind.allCases.map(\.rawValue),
        help: "What it gives; if you say none, the first of these that the module offers."
    )
    private static let feedID = Field<Int64>.integer("id", in: 1...Int64.max, help: "The feed's id.")
        .required.positional

    static let feedCommands: [HostCommand] = [
        HostCommand(
            "feeds", "list", reach: .account, kind: .query,
            summary: "List your feeds: secret links under which a module's records can be read.",
            result: .list(feedFields, columns: ["id", "name", "module", "kind", "usedAt"])
        ) { _, session in
            let feeds = try session.hub.accounts().feeds(of: session.user)
            return .object(["items": .list(feeds.map { .object(value($0)) })])
        },
        HostCommand(
            "feeds", "add", reach: .account, kind: .action,
            summary: "Make a secret link under which a module's records can be read.",
            discussion: """
                Whoever knows the link can read them, without a password: a calendar program, say. It is shown only now.
                """,
            fields: [module.declaration, name.declaration, kind.declaration],
            result: .object(
                [
                    FieldDeclaration(
                        "path", .text, help: "The link, after the server's address; keep it safe.",
                        isRequired: true
                    ).shownOnce
                ] + feedFields), confirms: true
        ) { input, session in
            let module = try session.enabledModule(input.required(module))
            let given = Set(module.exporters.flatMap(\.feeds).filter(\.isOffered).map(\.kind))
            let kinds = FeedKind.allCases.filter(given.contains)
            guard let first = kinds.first else {
                throw AtriumError(
                    .badData, "\(module.id) has nothing that a feed can give",
                    remedy: "feeds give calendars, to-dos and contacts", field: "module")
            }
            let kind = input[kind].flatMap(FeedKind.init(rawValue:)) ?? first
            guard kinds.contains(kind) else {
                throw AtriumError(
                    .badData, "\(module.id) has no \(kind.rawValue) to give",
                    remedy: "its feeds give \(kinds.map(\.rawValue).joined(separator: ", "))",
                    field: "kind")
            }
            let (secret, feed) = try session.hub.accounts().addFeed(
                of: session.user, name: input.required(name), module: module.id, kind: kind)
            var result: DataObject = ["path": .text(feed.path(secret: secret))]
            for entry in value(feed).entries { result[entry.name] = entry.value }
            return .object(result)
        },
        HostCommand(
            "feeds", "revoke", reach: .account, kind: .action,
            summary: "Revoke a feed, at once and for good.",
            fields: [feedID.declaration],
            result: .object([
                FieldDeclaration("revoked", .integer(), help: "The id that it had.", isRequired: true)
            ])
        ) { input, session in
            let id = try input.required(feedID)
            try session.hub.accounts().revokeFeed(id, of: session.user)
            return .object(["revoked": .integer(id)])
        },
    ]

    private static func value(_ feed: Feed) -> DataObject {
        [
            "id": .integer(feed.id), "name": .text(feed.name), "module": .text(feed.module),
            "kind": .text(feed.kind.rawValue), "createdAt": .text(feed.createdAt),
            "usedAt": .text(orNull: feed.usedAt),
        ]
    }
}

extension CatalogEntry {
    /// The same command for a user of some modules: where the module of a feed is named, those that have feeds are offered.
    func offeringFeeds(of modules: [Module]) -> CatalogEntry {
        guard path == ["feeds", "add"] else { return self }
        return changingField("module") { field in
            field.suggestions = modules.filter {
                $0.exporters.contains { $0.feeds.contains(where: \.isOffered) }
            }.map(\.id)
        }
    }
}
