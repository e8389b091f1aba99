import AtriumSDK

extension HostCommand {
    private static let feedFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The feed's id.", isRequired: true),
        FieldDeclaration("name", .text, help: "The feed's name.", isRequired: true),
        FieldDeclaration(
            "module", .text, help: "The module whose records the feed contains.", isRequired: true),
        FieldDeclaration(
            "kind", .choice(FeedKind.allCases.map(\.rawValue)), help: "The kind of records in the feed.",
            isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "The time of creation.", isRequired: true),
        FieldDeclaration("usedAt", .instant, help: "The time of last use, accurate to about ten minutes."),
    ]
    private static let module = Field<String>.text(
        "module", help: "The module whose records the feed contains."
    ).required.positional
    private static let name = Field<String>
        .text(
            "name", help: "A name for the feed, such as the program that will use it."
        ).defaulting(to: .text("feed"))
    private static let kind = Field<String>.choice(
        "kind", of: FeedKind.allCases.map(\.rawValue),
        help: "The kind of records. Defaults to the first kind that the module offers."
    )
    private static let feedID = Field<Int64>.integer("id", in: 1...Int64.max, help: "The feed's id.")
        .required.positional

    static let feedCommands: [HostCommand] = [
        HostCommand(
            "feeds", "list", scope: .account, kind: .query,
            summary: "List your feeds: secret read-only links to a module's records.",
            result: .list(feedFields, columns: ["id", "name", "module", "kind", "usedAt"])
        ) { _, session in
            let feeds = try session.hub.accounts().feeds(of: session.user)
            return .object(["items": .list(feeds.map { .object(value($0)) })])
        },
        HostCommand(
            "feeds", "add", scope: .account, kind: .action,
            summary: "Create a feed: a secret read-only link to a module's records.",
            discussion: """
                Anyone who knows the link can read the records without a password, for example in a calendar \
                program. The link is shown only once.
                """,
            fields: [module.declaration, name.declaration, kind.declaration],
            result: .object(
                [
                    FieldDeclaration(
                        "path", .text, help: "The link, without the server's address. Keep it safe.",
                        isRequired: true
                    ).shownOnce
                ] + feedFields), confirms: true
        ) { input, session in
            let module = try session.enabledModule(input.required(module))
            let given = Set(module.exporters.flatMap(\.feeds).filter(\.isOffered).map(\.kind))
            let kinds = FeedKind.allCases.filter(given.contains)
            guard let first = kinds.first else {
                throw AtriumError(
                    .badData, "\(module.id) has no records that a feed can contain",
                    remedy: "feeds can contain calendars, to-dos and contacts", field: "module")
            }
            let kind = input[kind].flatMap(FeedKind.init(rawValue:)) ?? first
            guard kinds.contains(kind) else {
                throw AtriumError(
                    .badData, "\(module.id) has no feed of \(kind.rawValue)",
                    remedy: "its feeds can contain \(kinds.map(\.rawValue).joined(separator: ", "))",
                    field: "kind")
            }
            let (secret, feed) = try session.hub.accounts().addFeed(
                of: session.user, name: input.required(name), module: module.id, kind: kind)
            var result: DataObject = ["path": .text(feed.path(secret: secret))]
            for entry in value(feed).entries { result[entry.name] = entry.value }
            return .object(result)
        },
        HostCommand(
            "feeds", "revoke", scope: .account, kind: .action,
            summary: "Revoke a feed, immediately and permanently.",
            fields: [feedID.declaration],
            result: .object([
                FieldDeclaration("revoked", .integer(), help: "The id of the revoked feed.", isRequired: true)
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
