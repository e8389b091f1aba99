import AtriumHTTP
import AtriumHost
import AtriumSDK

/// “Help”: the first week, keys, where the data is, undo, the version.
struct HelpPage {
    let site: Site
    /// The program's version; empty if it is not known.
    let version: String

    static let title = "Help"
    static let words = "the first week, keys, privacy, undo"
    static let place = SafeLink.own(["help"])

    /// What the first page leads on to, until something was added or imported.
    static func firstSteps(_ site: Site) -> HTML {
        let steps = ((try? site.ask("setup", "list"))?.items ?? []).filter {
            $0["state"]?.textValue == "open"
        }
        guard !steps.isEmpty else { return HTML() }
        return tag("section", .class("mt")) {
            tag("h2") { "First steps" }
            tag("ul", .class("rows")) {
                for step in steps { row(of: step, site) }
                Row("What to do in the first week", to: .own(["help"], at: "first-week"), icon: .help).html
            }
        }
    }

    private static func row(of step: DataObject, _ site: Site) -> HTML {
        let words = (step["command"]?.textValue ?? "").split(separator: " ").map(String.init)
        let target: SafeLink? =
            switch words.first {
            case "settings": .own(["settings"] + words.dropFirst(2))
            case "feeds": PhonePage.place
            default: site.command(words).map { .own($0.segments()) }
            }
        var row = Row(step["title"]?.textValue ?? "", to: target, facts: [step["help"]?.textValue ?? ""])
        row.trailing =
            ActionButton(
                site: site, target: .own(["setup", "skip"]), title: "Skip", style: "btn text",
                fields: [("step", step["name"]?.textValue ?? "")], next: .own([""])
            ).html
        return row.html
    }

    func page() throws -> Page {
        var page = Page(Self.title, section: "help")
        let migrations = try site.session.migrationCount()
        page.content = tag("div", .class("flow")) {
            firstWeek
            keys
            privacy
            undo
            about(migrations)
        }
        return page
    }

    private func settings(_ page: String, _ title: String) -> HTML {
        link(.own(["settings", page])) { title }
    }

    private var logIns: HTML {
        guard let entry = site.command(["logins", "list"]) else { return HTML("the list of log-ins") }
        return link(.own(entry.segments())) { "the list of log-ins" }
    }

    private var firstWeek: HTML {
        Prose.section("The first week", id: "first-week") {
            Prose.steps([
                Prose.line {
                    "Bring in your people and your calendar. Have the program where they are now write "
                    ".vcf and .ics files, and import these on the hub’s machine: "
                    Prose.command("atrium import contacts.vcf calendar.ics")
                    ". A second import of a newer file adds nothing twice."
                },
                Prose.line {
                    settings("modules", "Switch on the modules")
                    " that you need now. One that is switched off later keeps its data."
                },
                Prose.line {
                    link(PhonePage.place) { PhonePage.title }
                    ", and put it on the home screen."
                },
                Prose.line {
                    "Choose your "
                    settings("zone", "time zone")
                    ", the "
                    settings("tabs", "tabs of the phone’s bar")
                    " and the "
                    settings("theme", "theme")
                    "."
                },
                Prose.line {
                    "Show your calendar in another program: make a "
                    settings("feeds", "feed")
                    ", and add its address there as a calendar to subscribe to."
                },
                Prose.line {
                    "Make a backup, and keep it on another disk: under "
                    link(ExportPages.start) { ExportPages.title }
                    ", or on the hub’s machine by "
                    Prose.command("atrium backup FOLDER")
                },
            ])
        }
    }

    private var keys: HTML {
        Prose.section("Keys", id: "keys") {
            tag("p") {
                "The hub has no shortcuts of its own, so that no key does anything by mistake. The keys "
                "are those of your browser:"
            }
            tag("dl", .class("kv")) {
                key("Tab, Shift+Tab", "to the next link, button or field, and to the one before")
                key("Enter", "opens a link, presses a button, sends a form of single lines")
                key("Space", "ticks a box, presses a button")
                key("↑ ↓", "choose among radio buttons, in menus and in suggestions")
                key("Esc", "closes suggestions and the message of what was done")
                key("Alt+←", "goes back; on a Mac it is ⌘ [")
            }
            tag("p", .class("sub soft")) {
                "The first Tab on each page offers “Go to the content”, past all sections."
            }
        }
    }

    private func key(_ keys: String, _ words: String) -> HTML {
        var html = tag("dt") { keys }
        html.append(tag("dd") { words })
        return html
    }

    private var privacy: HTML {
        Prose.section("Privacy", id: "privacy") {
            Prose.points([
                Prose.line {
                    "Your data is in files on the machine that runs this hub, one database for each user. "
                    "The hub sends nothing anywhere: it opens no connection, and its pages load nothing "
                    "from other servers."
                },
                Prose.line {
                    "Other users of this hub do not see your data, and neither do its admins. But an admin "
                    "who gives you a new password could log in with it: "
                    logIns
                    " would show that."
                },
                Prose.line {
                    "Whoever has the machine or its disk can read everything: the files are not encrypted. "
                    "Encrypt the disk."
                },
                Prose.line {
                    "What you hand out reads what you chose for it, until you revoke it: "
                    settings("feeds", "feeds")
                    ", "
                    settings("passwords", "app passwords")
                    "."
                },
                Prose.line {
                    "The server’s log says when something was asked for and how long it took. It holds no "
                    "names, no addresses of pages and no words that you type."
                },
                Prose.line {
                    "What you type and have not saved stays as a draft in this browser until you save it "
                    "or log out, but not if you chose “This is not my device”."
                },
            ])
        }
    }

    private var undo: HTML {
        Prose.section("Undo and history", id: "undo") {
            tag("p") {
                "Each change can be taken back: with Undo in the message that follows it, or later under "
                link(.own(["history"])) { "History" }
                ". An undo can be undone too. If later changes build on one, the hub names them and "
                "changes nothing. Removed records stand under “Recently removed” of their list."
            }
            tag("p") {
                "Switching a module, a new password, a feed and an end of a log-in are not in the history: "
                "their messages say how to reverse them."
            }
        }
    }

    private func about(_ migrations: Int) -> HTML {
        Prose.section("This hub", id: "about") {
            tag("dl", .class("kv")) {
                if !version.isEmpty { key("Program", "Atrium \(version)") }
                key("Database", "\(migrations) migrations")
                key("Address", site.hubAddress.text)
            }
            tag("p") {
                "If something goes wrong, tell the person who runs this hub: on which page, what you did, "
                "what you expected, and the number of the mistake if the page shows one. They find how to "
                "report it to the makers in CONTRIBUTING.md, under “Reporting”. Leave private data out."
            }
        }
    }
}
