import AtriumSDK
import Foundation

extension HostCommand {
    static let tokenFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The token's id.", isRequired: true),
        FieldDeclaration("name", .text, help: "The token's name.", isRequired: true),
        FieldDeclaration(
            "modules", .list(.text), help: "The modules that the token can access, or null for all."),
        FieldDeclaration(
            "access", .choice(Scope.Access.allCases.map(\.rawValue)),
            help: "The access that the token grants.",
            isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "The time of creation.", isRequired: true),
        FieldDeclaration("usedAt", .instant, help: "The time of last use, accurate to about ten minutes."),
        FieldDeclaration("expiresAt", .instant, help: "The expiry time, or null if the token never expires."),
    ]
    private static let name = Field<String>.text(
        "name", help: "A name for the token, such as the program that will use it."
    )
    .required.positional
    private static let modules = Field<[String]>.texts(
        "modules", help: "A module that the token can access, by its id. Defaults to all modules."
    ).option("module")
    private static let access = Field<String>
        .choice(
            "access", of: Scope.Access.allCases.map(\.rawValue), help: "The access that the token grants."
        )
        .defaulting(to: .text(Scope.Access.read.rawValue))
    private static let days = Field<Int64>.integer(
        "days", in: 1...3650,
        help: "The number of days until the token expires. If omitted, it never expires.")
    private static let tokenID = Field<Int64>.integer("id", in: 1...Int64.max, help: "The token's id.")
        .positional
    private static let everyToken = Field<Bool>.boolean(
        "all", help: "Revoke all your API tokens and app passwords."
    )
    .defaulting(to: .bool(false))

    static let tokenCommands: [HostCommand] = [
        HostCommand(
            "tokens", "list", scope: .account, kind: .query,
            summary: "List your API tokens and app passwords.",
            result: .list(tokenFields, columns: ["id", "name", "modules", "access", "usedAt", "expiresAt"])
        ) { _, session in
            let tokens = try session.hub.accounts().tokens(of: session.user)
            return .object(["items": .list(tokens.map { .object(tokenValue($0)) })])
        },
        HostCommand(
            "tokens", "add", scope: .account, kind: .action,
            summary: "Create an API token or app password.",
            discussion: """
                A program uses it instead of your password. It is shown only once. It cannot change passwords, sessions or \
                other tokens.
                """,
            fields: [
                name.declaration, modules.declaration, access.declaration, days.declaration,
            ],
            result: .object(
                [
                    FieldDeclaration(
                        "token", .text, help: "The token or app password. Keep it safe.", isRequired: true
                    ).shownOnce
                ]
                    + tokenFields), confirms: true
        ) { input, session in
            let accounts = try session.hub.accounts()
            let listed = input[modules] ?? []
            // None is not all: a list in which nothing was chosen must not make the widest token there is.
            guard input[modules] == nil || !listed.isEmpty else {
                throw AtriumError(
                    .badData, "the list of modules is empty",
                    remedy: "name modules, or leave \(field: "modules") out to allow all",
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
            for entry in tokenValue(token).entries { result[entry.name] = entry.value }
            return .object(result)
        },
        HostCommand(
            "tokens", "revoke", scope: .account, kind: .action,
            summary: "Revoke an API token or app password, immediately and permanently.",
            fields: [tokenID.declaration, everyToken.declaration],
            result: .object([
                FieldDeclaration(
                    "revoked", .integer(), help: "The id of the revoked token, or null for all."),
                FieldDeclaration(
                    "count", .integer(from: 0), help: "The number of valid tokens that were revoked.",
                    isRequired: true),
            ])
        ) { input, session in
            let accounts = try session.hub.accounts()
            guard (input[everyToken] == true) == (input[tokenID] == nil) else {
                throw AtriumError(
                    .badData,
                    input[everyToken] == true ? "id and all are both given" : "no token was named",
                    remedy: "give the token's id, or \(flag: "all")", field: "id")
            }
            if let id = input[tokenID] {
                try accounts.revokeToken(id, of: session.user)
                return .object(["revoked": .integer(id), "count": .integer(1)])
            }
            let count = try accounts.revokeTokens(of: session.user)
            return .object(["revoked": .null, "count": .integer(Int64(count))])
        },
    ]

    static func tokenValue(_ token: AccessToken) -> DataObject {
        [
            "id": .integer(token.id), "name": .text(token.name),
            "modules": token.scope.modules.map { .list($0.sorted().map(DataValue.text)) } ?? .null,
            "access": .text(token.scope.access.rawValue), "createdAt": .text(token.createdAt),
            "usedAt": .text(orNull: token.usedAt), "expiresAt": .text(orNull: token.expiresAt),
        ]
    }
}
