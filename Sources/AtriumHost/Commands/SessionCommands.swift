import AtriumSDK

extension HostCommand {
    private static let sessionFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The session's id.", isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "The time of the log-in.", isRequired: true),
        FieldDeclaration(
            "usedAt", .instant, help: "The time of last use, accurate to about ten minutes.",
            isRequired: true),
        FieldDeclaration(
            "expiresAt", .instant, help: "The latest time at which the session ends.", isRequired: true),
        FieldDeclaration(
            "address", .text, help: "The address that the client logged in from.", isRequired: true),
        FieldDeclaration("userAgent", .text, help: "The client's User-Agent header.", isRequired: true),
        FieldDeclaration(
            "current", .boolean, help: "True for the session that you are using.", isRequired: true),
    ]
    private static let sessionID = Field<Int64>.integer("id", in: 1...Int64.max, help: "The session's id.")
        .positional
    private static let others = Field<Bool>.boolean("all", help: "End all other sessions.")
        .defaulting(to: .bool(false))

    static let sessionCommands: [HostCommand] = [
        HostCommand(
            "sessions", "list", scope: .account, kind: .query,
            summary: "List your active sessions.",
            result: .list(
                sessionFields, columns: ["id", "usedAt", "address", "userAgent", "expiresAt", "current"])
        ) { _, session in
            let own = session.ownSession
            let items = try session.hub.accounts().sessions(of: session.user).map { each -> DataValue in
                .object([
                    "id": .integer(each.id), "createdAt": .text(each.createdAt), "usedAt": .text(each.usedAt),
                    "expiresAt": .text(each.expiresAt), "address": .text(each.address),
                    "userAgent": .text(each.userAgent), "current": .bool(each.id == own),
                ])
            }
            return .object(["items": .list(items)])
        },
        HostCommand(
            "sessions", "revoke", scope: .account, kind: .action,
            summary: "End a session and log its client out.",
            fields: [sessionID.declaration, others.declaration],
            result: .object([
                FieldDeclaration(
                    "ended", .integer(from: 0), help: "The number of sessions that were ended.",
                    isRequired: true)
            ])
        ) { input, session in
            let accounts = try session.hub.accounts()
            guard input[others] != true || input[sessionID] == nil else {
                throw AtriumError(
                    .badData, "id and all are both given", remedy: "give an id, or \(flag: "all")",
                    field: "id")
            }
            if input[others] == true {
                let count = try accounts.endSessions(of: session.user, except: session.ownSession)
                return .object(["ended": .integer(Int64(count))])
            }
            guard let id = input[sessionID] else {
                throw AtriumError(
                    .badData, "no session was named", remedy: "give its id, or \(flag: "all")", field: "id")
            }
            try accounts.endSession(id, of: session.user)
            return .object(["ended": .integer(1)])
        },
    ]
}

extension Session {
    /// The log-in session by which the principal came; nil where they came another way.
    var ownSession: Int64? {
        if case .session(let id) = principal.means { id } else { nil }
    }
}
