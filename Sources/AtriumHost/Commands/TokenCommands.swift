import AtriumSDK
import Foundation

extension HostCommand {
    private static let tokenFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The token's id.", isRequired: true),
        FieldDeclaration("name", .text, help: "What you call it.", isRequired: true),
        FieldDeclaration("modules", .list(.text), help: "The modules that it reaches; none here for all."),
        FieldDeclaration(
            "access", .choice(Scope.Access.allCases.map(\.rawValue)), help: "What it may do.",
            isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
        FieldDeclaration("usedAt", .instant, help: "When it was used last, to about ten minutes."),
        FieldDeclaration("expiresAt", .instant, help: "When it ends; none: never."),
    ]
    private static let name = Field<String>.text(
        "name", help: "What you call it: the program that will use it."
    )
    .required.positional
    private static let modules = Field<[String]>.texts(
        "modules", help: "A module that it reaches, by its id; all, if none is given."
    ).option("module")
    private static let access = Field<String>
        .choice("access", of: Scope.Access.allCases.map(\.rawValue), help: "What it may do.")
        .defaulting(to: .text(Scope.Access.read.rawValue))
    private static let days = Field<Int64>.integer(
        "days", in: 1...3650, help: "After how many days it ends; never, if none is given.")
    private static let tokenID = Field<Int64>.integer("id", in: 1...Int64.max, help: "The token's id.")
        .required.positional

    static let tokenCommands: [HostCommand] = [
        HostCommand(
            "tokens", "list", reach: .account, kind: .query,
            summary: "List your API tokens and app passwords.",
            result: .list(tokenFields, columns: ["id", "name", "modules", "access", "usedAt", "expiresAt"])
        ) { _, session in
            let tokens = try session.hub.accounts().tokens(of: session.user)
            return .object(["items": .list(tokens.map { .object(value($0)) })])
        },
        HostCommand(
            "tokens", "add", reach: .account, kind: .action,
            summary: "Make an API token or app password: what a program shows instead of your password.",
            discussion:
                "It is shown only now. It never reaches your account: passwords, sessions, other tokens.",
            fields: [
                name.declaration, modules.declaration, access.declaration, days.declaration,
            ],
            result: .object(
                [
                    FieldDeclaration(
                        "token", .text, help: "The token, or app password; keep it safe.", isRequired: true
                    ).shownOnce
                ]
                    + tokenFields), confirms: true
        ) { input, session in
            let accounts = try session.hub.accounts()
            let listed = input[modules] ?? []
            // None is not all: a list in which nothing was chosen must not make the widest token there is.
            guard input[modules] == nil || !listed.isEmpty else {
                throw AtriumError(
                    .badData, "which modules?", remedy: "name some, or leave \(field: "modules") out for all",
                    field: "modules")
            }
            for id in listed where session.hub.registry.module(id) == nil {
                throw AtriumError.noModule(id, field: "modules")
            }
            let scope = Scope(
                modules: listed.isEmpty ? nil : Set(listed),
                access: input[access].flatMap(Scope.Access.init) ?? .read)
            let (secret, token) = try accounts.addToken(
                of: session.user, name: input.required(name), scope: scope,
                expiresAt: input[days].map { accounts.instant(inDays: Double($0)) })
            var result: DataObject = ["token": .text(secret)]
            for entry in value(token).entries { result[entry.name] = entry.value }
            return .object(result)
        },
        HostCommand(
            "tokens", "revoke", reach: .account, kind: .action,
            summary: "Revoke an API token or app password, at once and for good.",
            fields: [tokenID.declaration],
            result: .object([
                FieldDeclaration("revoked", .integer(), help: "The id that it had.", isRequired: true)
            ])
        ) { input, session in
            let id = try input.required(tokenID)
            try session.hub.accounts().revokeToken(id, of: session.user)
            return .object(["revoked": .integer(id)])
        },
    ]

    private static func value(_ token: AccessToken) -> DataObject {
        [
            "id": .integer(token.id), "name": .text(token.name),
            "modules": token.scope.modules.map { .list($0.sorted().map(DataValue.text)) } ?? .null,
            "access": .text(token.scope.access.rawValue), "createdAt": .text(token.createdAt),
            "usedAt": .text(orNull: token.usedAt), "expiresAt": .text(orNull: token.expiresAt),
        ]
    }
}
