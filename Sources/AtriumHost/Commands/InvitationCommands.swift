import AtriumSDK

extension HostCommand {
    private static let invitationFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The invitation link's id.", isRequired: true),
        FieldDeclaration("maker", .text, help: "The admin who created the link.", isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "The time of creation.", isRequired: true),
        FieldDeclaration("expiresAt", .instant, help: "The expiry time.", isRequired: true),
    ]
    private static let invitationID = Field<Int64>
        .integer("id", in: 1...Int64.max, help: "The invitation link's id.").required.positional

    /// What admins do with invitation links, by which people can make themselves users.
    static let invitationCommands: [HostCommand] = [
        HostCommand(
            "users", "invite", scope: .admin, kind: .action,
            summary: "Create an invitation link with which one person can sign up.",
            discussion: """
                The link's secret is shown only once; the person enters it to sign up. The link works once and \
                expires after some days: see \(command: "hub list"). To revoke it, use \
                \(command: "invitations revoke").
                """,
            result: .object(
                [
                    FieldDeclaration(
                        "invitation", .text, help: "The link's secret, which the person enters to sign up.",
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
            "invitations", "list", scope: .admin, kind: .query,
            summary: "List the invitation links that are neither used nor expired.",
            result: .list(invitationFields, columns: ["id", "maker", "createdAt", "expiresAt"])
        ) { _, session in
            let invitations = try session.hub.accounts().invitations()
            return .object(["items": .list(invitations.map { .object(value($0)) })])
        },
        HostCommand(
            "invitations", "revoke", scope: .admin, kind: .action,
            summary: "Revoke an invitation link, immediately and permanently.",
            fields: [invitationID.declaration],
            result: .object([
                FieldDeclaration("revoked", .integer(), help: "The id of the revoked link.", isRequired: true)
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
