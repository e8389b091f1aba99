import AtriumSDK

/// What people see and change of users; one's own, and for admins everyone's.
///
/// Who is no admin never learns which users there are: another's name is answered as if one had no right to ask, whether
/// or not there is such a user.
enum UserFields {
    static let result: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The user's id.", isRequired: true),
        FieldDeclaration("name", .text, help: "The user's name.", isRequired: true),
        FieldDeclaration("displayName", .text, help: "The name as others see it.", isRequired: true),
        FieldDeclaration("email", .text, help: "The e-mail address.").formatted(.email),
        FieldDeclaration("admin", .boolean, help: "True if the user may manage users.", isRequired: true),
        FieldDeclaration(
            "password", .boolean, help: "True if the user has a password. A user without one cannot log in.",
            isRequired: true),
        FieldDeclaration(
            "modules", .list(.text), help: "The modules that the user may enable, or null for all."),
        FieldDeclaration("createdAt", .instant, help: "The time of creation.", isRequired: true),
    ]
    static let name = Field<String>
        .text("name", help: "The name: lower-case letters, digits, dots, hyphens and underscores.").required
        .positional
    static let someone = Field<String>.text("name", help: "The user's name. Defaults to you.")
        .positional
    static let displayName = Field<String>.text("displayName", help: "The name as others see it.")
    static let email = Field<String>.text(
        "email", help: "The e-mail address, which can also be used to log in."
    ).formatted(.email)
    static let admin = Field<Bool>.boolean("admin", help: "Allow the user to manage users.")
    static let current: Field<String> = {
        var field = Field<String>.secret(
            "current", help: "Your current password; required if you are logged in over the network.")
        field.declaration.ownTitle = "Your current password"
        return field
    }()

    /// What was given of what can be changed; null empties.
    static func changes(_ input: Arguments) -> UserChanges {
        func text(_ field: Field<String>) -> String? {
            switch input.change(field) {
            case .keep: nil
            case .clear: ""
            case .set(let text): text
            }
        }
        return UserChanges(displayName: text(displayName), email: text(email), isAdmin: input[admin])
    }
}

extension User {
    /// The user as commands give them.
    var value: DataValue {
        .object([
            "id": .integer(id), "name": .text(name), "displayName": .text(displayName),
            "email": .text(orNull: email), "admin": .bool(isAdmin), "password": .bool(hasPassword),
            "modules": allowedModules.map { .list($0.sorted().map(DataValue.text)) } ?? .null,
            "createdAt": .text(createdAt),
        ])
    }
}

extension Session {
    /// The user that a command is about: the session's own, or another one where an admin names them.
    ///
    /// - Throws: ``AtriumError``: `notPermitted` for everyone else who names another, `notFound` for an admin who names
    ///   nobody.
    func subject(_ name: String?) throws -> User {
        if let name, name.lowercased() != user.name {
            try requireAdmin()
            return try AtriumError.about(UserFields.someone.declaration.name) { try hub.user(named: name) }
        }
        // Read anew: the session may be older than the last change.
        guard let user = try hub.accounts().user(id: user.id) else {
            throw AtriumError(.notFound, "the user “\(user.name)” no longer exists")
        }
        return user
    }

    /// Makes sure that whoever is logged in knows their password, before they change who can come in.
    ///
    /// Somebody who finds a browser open must not be able to take an account over, nor to make another.
    /// - Parameter password: what they gave as their present password.
    /// - Throws: ``AtriumError``: `badData` where it is missing or wrong, `tooManyRequests` after many attempts.
    func confirm(_ password: String?) throws {
        if isConfirmed { return }
        switch principal.means {
        case .terminal: return
        case .session: try hub.accounts().confirm(password, of: user)
        case .token, .feed: throw Principal.notTheAccount
        }
    }

    /// Checks the present password of whoever is logged in, for a command that asks for it: a quarter of a second.
    ///
    /// - Throws: ``AtriumError``: as ``confirm(_:)``.
    public func confirmation(_ password: String?) throws -> Confirmation {
        try confirm(password)
        return Confirmation(user: user.id, means: principal.means)
    }

    /// The same session, in which the password was shown; only to who has shown it, and came as they come now.
    func confirmed(by confirmation: Confirmation?) -> Session {
        guard let confirmation, confirmation.user == user.id, confirmation.means == principal.means else {
            return self
        }
        return Session(principal: principal, vault: vault, hub: hub, isConfirmed: true)
    }

    func requireAdmin() throws {
        guard user.isAdmin, principal.scope.reachesAccount else {
            throw AtriumError(
                .notPermitted, "\(user.name) may not manage users", remedy: "ask the hub's first user")
        }
    }
}

extension HostCommand {
    private static let password = Field<String>.secret(
        "password", help: "The new password: at least 12 characters."
    ).required
    private static let revokeTokens: Field<Bool> = {
        var field = Field<Bool>.boolean(
            "revokeTokens", help: "Also revoke all API tokens and app passwords of the user."
        ).defaulting(to: .bool(false))
        field.declaration.ownTitle = "Also revoke app passwords and API tokens"
        return field
    }()
    private static let everyone = Field<Bool>.boolean(
        "all", help: "Show the attempts of all users, also with unknown names. For admins only."
    ).defaulting(to: .bool(false))
    private static let limit = Field<Int64>
        .integer("limit", in: 1...1000, help: "The maximum number of attempts.").defaulting(to: .integer(20))

    /// What every user may do with their own account.
    static let userCommands: [HostCommand] = [
        HostCommand(
            "users", "show", scope: .account, kind: .query, summary: "Show a user's account.",
            fields: [UserFields.someone.declaration], result: .object(UserFields.result)
        ) { input, session in
            try session.subject(input[UserFields.someone]).value
        },
        HostCommand(
            "users", "edit", scope: .account, kind: .action, summary: "Edit a user's account.",
            fields: [
                UserFields.someone.declaration, UserFields.displayName.declaration,
                UserFields.email.declaration, UserFields.admin.declaration, UserFields.current.declaration,
            ], result: .object(UserFields.result)
        ) { input, session in
            let user = try session.subject(input[UserFields.someone])
            let changes = UserFields.changes(input)
            if changes.isAdmin != nil { try session.requireAdmin() }
            // One logs in by the address too.
            if changes.isAdmin != nil || changes.email != nil {
                try session.confirm(input[UserFields.current])
            }
            return try session.hub.accounts().edit(user, changes).value
        },
        HostCommand(
            "users", "password", scope: .account, kind: .action, effort: .hashing,
            summary: "Set a user's password.",
            discussion: """
                The password needs at least 12 characters. A few unrelated words are better than a short password \
                with special characters. The user's other sessions are ended. API tokens, app passwords and feeds stay \
                valid; the result lists the tokens. To revoke all of them too, add \(flag: "revokeTokens").
                """,
            fields: [
                UserFields.someone.declaration, password.declaration, revokeTokens.declaration,
                UserFields.current.declaration,
            ],
            result: .object([
                FieldDeclaration("name", .text, help: "The user's name.", isRequired: true),
                FieldDeclaration(
                    "endedSessions", .integer(from: 0), help: "The number of sessions that were ended.",
                    isRequired: true),
                FieldDeclaration(
                    "revokedTokens", .integer(from: 0),
                    help: "The number of API tokens and app passwords that were revoked.", isRequired: true),
                FieldDeclaration(
                    "validTokens", .list(.object(tokenFields)),
                    help: "The API tokens and app passwords that are still valid.", isRequired: true),
            ]), requiredOverHTTP: ["current"]
        ) { input, session in
            let accounts = try session.hub.accounts()
            let user = try session.subject(input[UserFields.someone])
            try session.confirm(input[UserFields.current])
            let kept = user.id == session.user.id ? session.ownSession : nil
            let change = try accounts.setPassword(
                input.required(password), of: user, keeping: kept, revokesTokens: input[revokeTokens] == true)
            return .object([
                "name": .text(user.name), "endedSessions": .integer(Int64(change.endedSessions)),
                "revokedTokens": .integer(Int64(change.revokedTokens)),
                "validTokens": .list(change.validTokens.map { .object(tokenValue($0)) }),
            ])
        },
        HostCommand(
            "logins", "list", scope: .account, kind: .query,
            summary: "List log-in attempts, newest first.",
            fields: [everyone.declaration, limit.declaration],
            result: .list(
                [
                    FieldDeclaration("id", .integer(), help: "The attempt's number.", isRequired: true),
                    FieldDeclaration("user", .text, help: "The user, or null if the name was unknown."),
                    FieldDeclaration("madeAt", .instant, help: "The time of the attempt.", isRequired: true),
                    FieldDeclaration(
                        "outcome", .choice(LogInRecord.Outcome.allCases.map(\.rawValue)),
                        help: "The attempt's outcome.", isRequired: true),
                    FieldDeclaration("address", .text, help: "The address of the client.", isRequired: true),
                    FieldDeclaration(
                        "userAgent", .text, help: "The client's User-Agent header.", isRequired: true),
                ], columns: ["madeAt", "user", "outcome", "address", "userAgent"])
        ) { input, session in
            if input[everyone] == true { try session.requireAdmin() }
            let records = try session.hub.accounts().logIns(
                of: input[everyone] == true ? nil : session.user, limit: Int(input[limit] ?? 20))
            let items = records.map { record -> DataValue in
                .object([
                    "id": .integer(record.id), "user": .text(orNull: record.user),
                    "madeAt": .text(record.madeAt), "outcome": .text(record.outcome.rawValue),
                    "address": .text(record.address), "userAgent": .text(record.userAgent),
                ])
            }
            return .object(["items": .list(items)])
        },
    ]
}
