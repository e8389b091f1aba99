import AtriumSDK

extension HostCommand {
    private static let invitationFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The invitation link's id.", isRequired: true),
        FieldDeclaration("maker", .text, help: "The admin who made it.", isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
        FieldDeclaration("expiresAt", .instant, help: "When it ends.", isRequired: true),
    ]
    private static let invitationID = Field<Int64>
        .integer("id", in: 1...Int64.max, help: "The invitation link's id.").required.positional

    /// What admins do with invitation links, by which people can make themselves users.
    static let invitationCommands: [HostCommand] = [
        HostCommand(
            "users", "invite", reach: .admin, kind: .action,
            summary: "Make an invitation link, by which one person can make themselves a user.",
            discussion: """
                Its secret is shown only now: whoever signs up gives it. It works once, and not for ever: see \(command: "hub list"). \
                \(command: "invitations revoke") takes it back.
                """,
            result: .object(
                [
                    FieldDeclaration(
                        "invitation", .text, help: "The link's secret, which the person gives to sign up.",
                        isRequired: true
                    ).shownOnce
                ]
                    + invitationFields), confirms: true
        ) { _, session in
            let (secret, invitation) = try session.hub.accounts().invite(by: session.user)
            var result: DataObject = ["invitation": .text(secret)]
            for entry in value(invitation).entries { result.append(entry.name, entry.value) }
            return .object(result)
        },
        HostCommand(
            "invitations", "list", reach: .admin, kind: .query,
            summary: "List the invitation links that stand: not used, not ended.",
            result: .list(invitationFields, columns: ["id", "maker", "createdAt", "expiresAt"])
        ) { _, session in
            let invitations = try session.hub.accounts().invitations()
            return .object(["items": .list(invitations.map { .object(value($0)) })])
        },
        HostCommand(
            "invitations", "revoke", reach: .admin, kind: .action,
            summary: "Take an invitation link back, at once and for good.",
            fields: [invitationID.declaration],
            result: .object([
                FieldDeclaration("revoked", .integer(), help: "The id that it had.", isRequired: true)
            ])
        ) { input, session in
            let id = try input.required(invitationID)
            try session.hub.accounts().revokeInvitation(id)
            return .object(["revoked": .integer(id)])
        },
    ]

    private static func value(_ invitation: Invitation) -> DataObject {
        [
            "id": .integer(invitation.id), "maker": .text(invitation.maker),
            "createdAt": .text(invitation.createdAt), "expiresAt": .text(invitation.expiresAt),
        ]
    }
}
