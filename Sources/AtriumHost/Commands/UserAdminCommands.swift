import AtriumSDK

extension HostCommand {
    private static let yes = Field<Bool>.boolean(
        "yes", help: "Confirm that you want to remove the user's vault permanently."
    ).defaulting(to: .bool(false))
    private static let allow = Field<[String]>.texts(
        "allow", help: "The ids of the modules that the user may enable.")
    private static let allowAll = Field<Bool>.boolean(
        "all", help: "Allow all modules, including modules that are installed later."
    ).defaulting(to: .bool(false))

    /// What admins do with the users of a hub.
    static let userAdminCommands: [HostCommand] = [
        HostCommand(
            "users", "list", scope: .admin, kind: .query, summary: "List the users of this hub.",
            result: .list(
                UserFields.result, columns: ["id", "name", "displayName", "email", "admin", "createdAt"])
        ) { _, session in
            .object(["items": .list(try session.hub.users().map(\.value))])
        },
        HostCommand(
            "users", "add", scope: .admin, kind: .action, summary: "Add a user with a vault of their own.",
            discussion:
                "To log in over HTTP, the user needs a password: set it with \(command: "users password").",
            fields: [
                UserFields.name.declaration, UserFields.displayName.declaration, UserFields.email.declaration,
                UserFields.admin.declaration,
            ], result: .object(UserFields.result), confirms: true
        ) { input, session in
            try session.hub.addUser(input.required(UserFields.name), UserFields.changes(input)).value
        },
        HostCommand(
            "users", "remove", scope: .admin, kind: .action, effort: .patient,
            summary: "Remove a user and their vault permanently.",
            discussion: "This cannot be undone. Make a backup first if you want to keep a copy.",
            fields: [UserFields.name.declaration, yes.declaration, UserFields.current.declaration],
            result: .object([
                FieldDeclaration("removed", .text, help: "The name of the removed user.", isRequired: true),
                FieldDeclaration(
                    "copies", .list(.text),
                    help: """
                        Files in the hub's folder that still contain the user's data: backups, and copies of the \
                        accounts made before migrations.
                        """,
                    isRequired: true),
                FieldDeclaration(
                    "remains", .list(.text),
                    help: """
                        Files of the hub that may still contain the user's name, address and token names, because \
                        another process was reading. They are cleared when the last process that uses the hub ends.
                        """,
                    isRequired: true),
            ]), requiredOverHTTP: ["current"]
        ) { input, session in
            let name = try input.required(UserFields.name)
            guard input[yes] == true else {
                throw AtriumError(
                    .badData, "removing \(name) permanently removes their vault",
                    remedy: "to confirm, add \(flag: "yes"); a backup that \(name) makes first keeps a copy",
                    field: "yes")
            }
            guard name.lowercased() != session.user.name else {
                throw AtriumError(
                    .conflict, "you cannot remove yourself", remedy: "ask another admin to do it")
            }
            try session.confirm(input[UserFields.current])
            _ = try AtriumError.about(UserFields.name.declaration.name) { try session.hub.user(named: name) }
            let isCleared = try session.hub.removeUser(name)
            let copies = session.hub.copies(of: name.lowercased())
            let remains = isCleared ? [] : [session.hub.home + "/hub.sqlite-wal"]
            return .object([
                "removed": .text(name), "copies": .list(session.shown(copies).map(DataValue.text)),
                "remains": .list(session.shown(remains).map(DataValue.text)),
            ])
        }.inSteps,
        HostCommand(
            "users", "modules", scope: .admin, kind: .action,
            summary: "Choose the modules that a user may enable.",
            discussion: """
                An enabled module that is no longer allowed is off for the user, but its data is kept. If you allow \
                a module, also allow the modules that it requires.
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
                .badData, "either a list of modules or all is required",
                remedy: "name modules with \(field: "allow"), or give \(flag: "all")",
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
            remedy: "see \(command: "modules list")",
            field: field)
    }
}
