import AtriumHost
import AtriumSDK

/// A page of the account or the hub: a list that a host command gives, with what can be done to each row and to all.
struct HostPage {
    /// The segments of its address.
    let path: [String]
    let title: String
    /// A sentence below the title.
    let words: String
    let icon: Icon
    /// The command that lists.
    let list: [String]
    /// What can be done to a row: the command, the field that names the row, the row's field, and the button's title.
    var rowActions: [(command: [String], field: String, from: String, title: String)] = []
    /// What can be added or done beside the rows.
    var actions: [[String]] = []

    var link: SafeLink { .own(path) }

    /// Pages of one's own account.
    static let account: [HostPage] = [
        HostPage(
            path: ["settings", "sessions"], title: "Devices",
            words: "Where you are logged in. End what you do not know.", icon: .device,
            list: ["sessions", "list"],
            rowActions: [(["sessions", "revoke"], "id", "id", "End")], actions: [["logins", "list"]]),
        HostPage(
            path: ["settings", "passwords"], title: "App passwords",
            words: "Secrets for programs: each can be taken back alone.", icon: .key,
            list: ["tokens", "list"],
            rowActions: [(["tokens", "revoke"], "id", "id", "Revoke")], actions: [["tokens", "add"]]),
        HostPage(
            path: ["settings", "feeds"], title: "Feeds",
            words: "Secret links under which a calendar program, say, reads one module.", icon: .feed,
            list: ["feeds", "list"], rowActions: [(["feeds", "revoke"], "id", "id", "Revoke")],
            actions: [["feeds", "add"]]),
    ]

    /// Pages of the hub, for admins.
    static let admin: [HostPage] = [
        HostPage(
            path: ["admin", "users"], title: "Users",
            words: "Who uses this hub. Each has a vault of their own.",
            icon: .people, list: ["users", "list"],
            rowActions: [
                (["users", "edit"], "name", "name", "Change"),
                (["users", "modules"], "name", "name", "Modules"),
                (["users", "password"], "name", "name", "Password"),
                (["users", "remove"], "name", "name", "Remove"),
            ], actions: [["users", "invite"], ["users", "add"]]),
        HostPage(
            path: ["admin", "invitations"], title: "Invitations",
            words: "Links by which one person each can make themselves a user.", icon: .mail,
            list: ["invitations", "list"], rowActions: [(["invitations", "revoke"], "id", "id", "Revoke")],
            actions: [["users", "invite"]]),
        HostPage(
            path: ["admin", "hub"], title: "Hub settings", words: "What holds for everybody on this hub.",
            icon: .gear,
            list: ["hub", "list"], rowActions: [(["hub", "set"], "key", "key", "Change")]),
        HostPage(
            path: ["admin", "logins"], title: "Log-ins", words: "Who logged in, and who tried to.",
            icon: .lock,
            list: ["logins", "list"]),
    ]

    static let all = account + admin

    /// What host commands are called on pages, where their words are none that people say.
    private static let titles: [String: String] = [
        "tokens add": "New app password", "feeds add": "New feed", "users invite": "Invite somebody",
        "users add": "Add a user", "users edit": "Change a user", "users modules": "A user’s modules",
        "users password": "Change a password", "users remove": "Remove a user",
        "hub set": "Change a hub setting",
        "logins list": "Log-ins", "modules erase": "Erase a module’s data", "tags add": "Add tags",
        "tags remove": "Take tags away", "tags list": "Tags", "links add": "Link two records",
        "links remove": "Unlink",
        "settings set": "Change a setting", "today": "A day", "dashboard": "Figures",
        "imports list": "Imports",
        "imports undo": "Take an import back", "maps list": "Kept maps of columns",
    ]

    /// What a host command is called on pages.
    static func title(of path: [String]) -> String {
        let words = path.joined(separator: " ")
        return titles[words] ?? words.titleOfWords
    }

    /// The page on which a command stands.
    static func of(_ entry: CatalogEntry) -> HostPage? {
        all.first { page in
            page.list == entry.path || page.rowActions.contains { $0.command == entry.path }
                || page.actions.contains(entry.path)
        }
    }
}
