import AtriumHost
import AtriumSDK

/// Where a person goes once a command is done, and what they are told there.
struct CommandResult {
    let site: Site
    let entry: CatalogEntry
    let record: String?
    /// The part of a series that was changed; nil if the form asked for none.
    var part: PartChoice?
    /// The input of the command.
    var input = DataObject()

    /// The page to go on to: it says what was done by the change's number, or by the command where there is no change.
    func destination(of outcome: CommandOutcome, next: SafeLink?) -> SafeLink {
        var parameters: [(String, String)] =
            if let change = outcome.change {
                [(ResultMessage.change, String(change))]
            } else if entry.writesVault, entry.module != nil {
                [(ResultMessage.change, "0")]
            } else {
                [(ResultMessage.command, entry.path.joined(separator: "."))]
            }
        if entry.path.first == "modules", let ids = outcome.value.objectValue?["changed"]?.texts,
            ids.count == 1
        {
            parameters.append((ResultMessage.module, ids[0]))
        }
        return (next ?? page(of: outcome)).adding(parameters + figures(of: outcome))
    }

    /// The part that was changed and the numbers of the result, for the message.
    private func figures(of outcome: CommandOutcome) -> [(String, String)] {
        let result = outcome.value.objectValue ?? DataObject()
        let objects = [result] + result.entries.compactMap(\.value.objectValue)
        func value(_ field: FieldDeclaration) -> DataValue? {
            objects.lazy.compactMap { $0[field.name] }.first
        }
        let fields = entry.declaration.result.fields.withNested
        let told = fields.first(.part).flatMap { value($0)?.textValue }
        // Only a command about a record that repeats has changed a part.
        let changed = part == nil ? nil : told.flatMap(SeriesPart.init(rawValue:)) ?? part?.part
        let counts = fields.compactMap { field -> (String, String)? in
            guard let words = field.countWords, let number = value(field)?.integerValue, number > 0,
                words.remedy.map({ input[$0] != .bool(true) }) ?? true
            else { return nil }
            return (ResultMessage.number + field.name, String(number))
        }
        return (changed.map { [(ResultMessage.part, $0.rawValue)] } ?? []) + counts
    }

    private func page(of outcome: CommandOutcome) -> SafeLink {
        let parent = Array(entry.path.dropLast())
        switch entry.declaration.kind {
        case .add:
            let show = entry.collection.flatMap(site.registry.collection)?.command(.show)
            if show != nil, let id = outcome.record { return .own(parent + [String(id)]) }
            return .own(parent)
        case .edit, .recordAction:
            guard let part else { return .own(parent + [record ?? ""]) }
            if part.part == .occurrence {
                return .own(parent + [record ?? ""], [(RecordReading.occurrenceName, part.occurrence)])
            }
            // The rest of a series is a record of its own now.
            let id = outcome.value.objectValue?["id"]?.integerValue.map { String($0) }
            return .own(parent + [part.part == .following ? id ?? record ?? "" : record ?? ""])
        default:
            if entry.module == nil { return HostPage.of(entry)?.link ?? .own(["history"]) }
            return .own(parent)
        }
    }

    /// The page after a new password that lists the API tokens and app passwords which still work, or nil if none of
    /// them does.
    func validTokensPage(_ outcome: CommandOutcome) -> Page? {
        guard entry.path == ["users", "password"], let result = outcome.value.objectValue,
            let tokens = result["validTokens"]?.listValue?.compactMap(\.objectValue), !tokens.isEmpty
        else { return nil }
        let name = result["name"]?.textValue ?? ""
        let isOwn = name == site.session.user.name
        var page = Page("The password is changed", section: "settings")
        page.back = (.own(["settings"]), "Settings")
        page.subtitle = HTML("These app passwords and API tokens still work:")
        page.content = tag("div", .class("flow")) {
            tag("ul", .class("rows")) {
                for token in tokens {
                    let used = token["usedAt"]?.textValue.map { DayWords.instant($0, site.user.timeZone) }
                    Row(
                        token["name"]?.textValue ?? "", icon: .key,
                        facts: [
                            token["access"] == .text("write") ? "reads and writes" : "reads",
                            used.map { "last used \($0)" } ?? "never used",
                        ]
                    ).html
                }
            }
            tag("p") {
                "If another person may know them, revoke them: the programs that use them then need new ones."
            }
            tag("div", .class("line wrap")) {
                if isOwn {
                    ActionButton(
                        site: site, target: .own(["tokens", "revoke"]), title: "Revoke all of them",
                        fields: [("all", "true")], next: .own(["settings", "passwords"])
                    ).html
                    button("Choose", to: .own(["settings", "passwords"]))
                } else {
                    button(
                        "Set the password again and revoke them",
                        to: .own(["users", "password"], [("name", name), ("revokeTokens", "true")]))
                }
                button("Keep them", to: .own(["settings"]), style: "btn text")
            }
        }
        return page
    }

    private var isFeed: Bool { entry.path == ["feeds", "add"] }

    /// A secret that is shown once: in the answer to the form itself, which is kept nowhere.
    func secretPage(_ outcome: CommandOutcome) -> Page {
        var page = Page(HostPage.title(of: entry.path), section: "settings")
        page.isSecret = true
        page.back = HostPage.of(entry).map { ($0.link, $0.title) }
        guard !outcome.isRepeat else {
            page.content = empty(
                "It was made already",
                "A secret is shown only once, and this one was. If you have not kept it, revoke it and make another."
            )
            return page
        }
        let object = outcome.value.objectValue ?? DataObject()
        page.subtitle = HTML("Copy it now: it is shown only this once.")
        page.content = tag("div", .class("flow")) {
            for field in entry.declaration.result.fields where field.isShownOnce {
                if let secret = object[field.name]?.textValue {
                    let text = isFeed ? site.hubAddress.text + secret : secret
                    tag("div", .class("f")) {
                        tag("label", Attribute("for", "secret")) { isFeed ? "Address" : field.title }
                        void(
                            "input", .class("in code"), .id("secret"), .type("text"),
                            .value(text),
                            Attribute("readonly"), Attribute("data-copy"), Attribute("autocomplete", "off"))
                    }
                    if isFeed {
                        FeedCode(address: text, hub: site.hubAddress, kind: object["kind"]?.textValue).html
                    }
                    if entry.path == ["users", "invite"] {
                        tag("p", .class("sub")) { "The person opens this address on this hub: " }
                        tag("p", .class("code any")) { SafeLink.own(["join", text]).address }
                    }
                }
            }
            site.values.facts(
                object,
                entry.declaration.result.fields.filter {
                    !$0.isShownOnce && $0.name != "id"
                })
            tag("p") { button("Done", to: page.back?.link ?? .own(["settings"]), style: "btn") }
        }
        return page
    }
}

/// The address of a feed as a code for a phone's camera, and what to do with it.
struct FeedCode {
    /// The address, with its secret.
    let address: String
    let hub: HubAddress
    /// What the feed gives: a kind of feed.
    let kind: String?

    var html: HTML {
        tag("div", .class("mid2")) {
            if hub.isOfThisMachine {
                tag("p", .class("sub")) {
                    "You opened the hub by an address that means this machine only: other devices cannot "
                    "read the feed at it. "
                    link(PhonePage.place) { PhonePage.title }
                    " says how they can; the feed then works under the hub’s own name."
                }
            } else {
                // Not the address itself: it stands in the field above.
                QRCode(address)?.drawn(label: "QR code of the address")
                tag("p", .class("sub")) { words }
            }
        }
    }

    private var words: String {
        switch kind.flatMap(FeedKind.init(rawValue:)) {
        case .contacts:
            "Point a phone’s camera at the code and open the link: the phone offers to add the cards. An "
                + "address book that takes cards from the web wants the address itself."
        case .todos:
            "Add a calendar by its address in a program that shows to-dos of such calendars: in "
                + "Thunderbird under New Calendar, On the Network. Phones’ calendars pass over to-dos."
        case .calendar, nil:
            "Point a phone’s camera at the code and copy the link. Then add a calendar by its address, and "
                + "paste it: on an iPhone in Calendar, Calendars, Add Calendar, Add Subscription Calendar; "
                + "on Android in an app such as ICSx⁵."
        }
    }
}

extension CatalogEntry {
    /// Whether the command's result holds a secret that can never be shown again.
    var givesSecret: Bool {
        declaration.kind.writes && declaration.result.fields.contains(where: \.isShownOnce)
    }
}
