import AtriumSDK

extension HostCommand {
    private static let yes = Field<Bool>.boolean(
        "yes", help: "Says that you mean it: the user's vault is removed."
    ).defaulting(to: .bool(false))
    private static let allow = Field<[String]>.texts(
        "allow", help: "The modules that the user may enable, by their ids.")
    private static let allowAll = Field<Bool>.boolean(
        "all", help: "Whether the user may enable all modules, also those that come later."
    ).defaulting(to: .bool(false))

    /// What admins do with the users of a hub.
    static let userAdminCommands: [HostCommand] = [
        HostCommand(
            "users", "list", reach: .admin, kind: .query, summary: "List the users of this hub.",
            result: .list(
                UserFields.result, columns: ["id", "name", "displayName", "email", "admin", "createdAt"])
        ) { _, session in
            .object(["items": .list(try session.hub.users().map(\.value))])
        },
        HostCommand(
            "users", "add", reach: .admin, kind: .action, summary: "Add a user, with a vault of their own.",
            discussion:
                "\(command: "users password") sets a password, without which nobody can log in over HTTP.",
            fields: [
                UserFields.name.declaration, UserFields.displayName.declaration, UserFields.email.declaration,
                UserFields.admin.declaration,
            ], result: .object(UserFields.result), confirms: true
        ) { input, session in
            try session.hub.addUser(input.required(UserFields.name), UserFields.changes(input)).value
        },
        HostCommand(
            "users", "remove", reach: .admin, kind: .action, effort: .patient,
            summary: "Remove a user and their vault for good.",
            discussion: "It cannot be undone; a backup keeps a copy.",
            fields: [UserFields.name.declaration, yes.declaration, UserFields.current.declaration],
            result: .object([
                FieldDeclaration("removed", .text, help: "The user's name.", isRequired: true),
                FieldDeclaration(
                    "copies", .list(.text),
                    help: """
                        What in the hub's folder still holds data of theirs: backups, and copies of the accounts that were made \
                        before migrations.
                        """,
                    isRequired: true),
            ]), requiredOverHTTP: ["current"]
        ) { input, session in
            let name = try input.required(UserFields.name)
            guard input[yes] == true else {
                throw AtriumError(
                    .badData, "removing \(name) removes their vault for good",
                    remedy: "say \(flag: "yes") to do it; a backup that \(name) makes first keeps a copy",
                    field: "yes")
            }
            guard name.lowercased() != session.user.name else {
                throw AtriumError(
                    .conflict, "you cannot remove yourself", remedy: "let another admin do it")
            }
            try session.confirm(input[UserFields.current])
            _ = try AtriumError.about(UserFields.name.declaration.name) { try session.hub.user(named: name) }
            try session.hub.removeUser(name)
            let copies = session.hub.copies(of: name.lowercased())
            return .object([
                "removed": .text(name), "copies": .list(session.shown(copies).map(DataValue.text)),
            ])
        }.inSteps,
        HostCommand(
            "users", "modules", reach: .admin, kind: .action,
            summary: "Say which modules a user may enable.",
            discussion: """
                A module that is enabled and no longer allowed is as if it were off; its data stays. Modules that an \
                allowed one requires must be allowed too.
                """,
            fields: [UserFields.name.declaration, allow.declaration, allowAll.declaration],
            result: .object(UserFields.result)
        ) { input, session in
            let user = try AtriumError.about(UserFields.name.declaration.name) {
                try session.hub.user(named: input.required(UserFields.name))
            }
            let modules = try allowed(input, session)
            try session.hub.accounts().setAllowedModules(modules, of: user)
            return try session.hub.user(named: user.name).value
        },
    ]

    private static func allowed(_ input: Arguments, _ session: Session) throws -> Set<String>? {
        let listed = input[allow] ?? []
        guard (input[allowAll] == true) == listed.isEmpty else {
            throw AtriumError(
                .badData, "which modules?", remedy: "give some with \(field: "allow"), or \(flag: "all")",
                field: "allow")
        }
        guard !listed.isEmpty else { return nil }
        for id in listed {
            guard let module = session.hub.registry.module(id) else {
                throw AtriumError.noModule(id, field: "allow")
            }
            if let missing = module.manifest.requires.first(where: { !listed.contains($0) }) {
                throw AtriumError(
                    .badData, "\(id) requires \(missing), which would not be allowed",
                    remedy: "allow it too: \(field: "allow", missing)", field: "allow")
            }
        }
        return Set(listed)
    }
}

extension AtriumError {
    /// The error for an id that no installed module has.
    static func noModule(_ id: String, field: String) -> AtriumError {
        AtriumError(
            .notFound, "there is no module “\(id)”",
            remedy: "\(command: "modules list") shows which there are",
            field: field)
    }
}
