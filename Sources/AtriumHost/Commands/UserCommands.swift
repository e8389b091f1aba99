import AtriumSDK

extension HostCommand {
    private static let userFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The user's id.", isRequired: true),
        FieldDeclaration("name", .text, help: "The user's name.", isRequired: true),
        FieldDeclaration("admin", .boolean, help: "Whether the user may manage users.", isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "When the user was made.", isRequired: true),
    ]
    private static let name = Field<String>
        .text("name", help: "The name: lower-case letters, digits, dots, hyphens and underscores.").required
        .positional
    private static let yes = Field<Bool>.boolean(
        "yes", help: "Says that you mean it: the user's vault is removed."
    )
    .defaulting(to: .bool(false))

    static let userCommands: [HostCommand] = [
        HostCommand(
            "users", "list", kind: .query, summary: "List the users of this hub.",
            result: .list(userFields, columns: ["id", "name", "admin", "createdAt"])
        ) { _, session in
            .object(["items": .list(try session.hub.users().map(\.value))])
        },
        HostCommand(
            "users", "add", kind: .action, summary: "Add a user, with a vault of their own.",
            fields: [name.declaration], result: .object(userFields)
        ) { input, session in
            try session.requireAdmin()
            return try session.hub.addUser(input.required(name)).value
        },
        HostCommand(
            "users", "remove", kind: .action, summary: "Remove a user and their vault for good.",
            discussion: "It cannot be undone; atrium backup keeps a copy.",
            fields: [name.declaration, yes.declaration],
            result: .object([FieldDeclaration("removed", .text, help: "The user's name.", isRequired: true)])
        ) { input, session in
            try session.requireAdmin()
            let name = try input.required(name)
            guard input[yes] == true else {
                throw AtriumError(
                    .usage, "removing \(name) removes their vault for good",
                    remedy: "say --yes to do it; atrium backup --user \(name) FILE first keeps a copy",
                    field: "yes")
            }
            guard name.lowercased() != session.user.name else {
                throw AtriumError(
                    .conflict, "you cannot remove yourself", remedy: "use another user: --user NAME")
            }
            try session.hub.removeUser(name)
            return .object(["removed": .text(name)])
        },
    ]
}

extension User {
    var value: DataValue {
        .object([
            "id": .integer(id), "name": .text(name), "admin": .bool(isAdmin), "createdAt": .text(createdAt),
        ])
    }
}

extension Session {
    func requireAdmin() throws {
        guard user.isAdmin else {
            throw AtriumError(
                .notPermitted, "\(user.name) may not manage users", remedy: "ask the hub's first user")
        }
    }
}
