import AtriumHost
import AtriumSDK

/// The way to all sections: a bar at the side, tabs below on a phone.
struct Navigation {
    let site: Site
    /// The section in which the page stands.
    let section: String

    /// A section that can be gone to.
    private struct Place {
        let id: String
        let title: String
        let icon: Icon
        let link: SafeLink
    }

    private static let today = Place(id: "today", title: "Today", icon: .today, link: .own([""]))
    private static let search = Place(id: "search", title: "Search", icon: .search, link: .own(["search"]))
    private static let history = Place(id: "history", title: "History", icon: .undo, link: .own(["history"]))
    private static let settings = Place(
        id: "settings", title: "Settings", icon: .gear, link: .own(["settings"]))
    private static let imports = Place(
        id: "import", title: "Import", icon: .import, link: ImportPages.start)
    private static let exports = Place(
        id: "export", title: ExportPages.title, icon: .export, link: ExportPages.start)
    private static let help = Place(id: "help", title: HelpPage.title, icon: .help, link: HelpPage.place)
    private static let more = Place(id: "more", title: "More", icon: .more, link: .own(["more"]))

    private func place(_ module: Module) -> Place {
        Place(
            id: module.id, title: module.manifest.title, icon: Icon(module: module.manifest.icon),
            link: .own([module.id]))
    }

    private func item(_ place: Place) -> HTML {
        link(place.link, Attribute("aria-current", "page").when(place.id == section)) {
            place.icon.drawn()
            tag("span") { place.title }
        }
    }

    private var add: HTML {
        link(
            .own(["add"]), .class("plus"), .label("Add"),
            Attribute("aria-current", "page").when(section == "add")
        ) {
            Icon.plus.drawn()
            tag("span", .isDecoration) { "Add" }
        }
    }

    /// The bar at the side.
    var side: HTML {
        tag("nav", .class("side"), .label("All sections")) {
            item(Self.search)
            add
            item(Self.today)
            for module in site.modules { item(place(module)) }
            tag("h2") { "Hub" }
            item(Self.history)
            item(Self.imports)
            item(Self.exports)
            item(Self.settings)
            item(Self.help)
            link(.own(["settings"]), .class("me")) {
                tag("span", .class("face"), .isDecoration) { initials(site.name) }
                tag("span", .anyDirection) { site.name }
            }
        }
    }

    /// The tabs of a phone, with Add in their middle.
    var tabs: HTML {
        let all = [Self.today, Self.search, Self.history, Self.more] + site.modules.map(place)
        var chosen = site.page.tabs.compactMap { id in all.first { $0.id == id } }
        if chosen.isEmpty { chosen = [Self.today] + site.modules.prefix(2).map(place) + [Self.more] }
        // Whatever is chosen, all else is to be reached.
        if !chosen.contains(where: { $0.id == Self.more.id }) {
            chosen = Array(chosen.prefix(PageSettings.mostTabs - 1)) + [Self.more]
        }
        let isInTabs = chosen.contains { $0.id == section }
        let half = (chosen.count + 1) / 2
        return tag("nav", .class("tabs"), .label("Main")) {
            for place in chosen.prefix(half) { item(place) }
            add
            for place in chosen.dropFirst(half) {
                // What has no tab of its own is under the last.
                if place.id == Self.more.id, !isInTabs, section != "add" {
                    link(place.link, Attribute("aria-current", "true")) {
                        place.icon.drawn()
                        tag("span") { place.title }
                    }
                } else {
                    item(place)
                }
            }
        }
    }

    /// All sections as a list: a phone's last tab.
    var all: HTML {
        func row(_ place: Place) -> HTML {
            Row(place.title, to: place.link, icon: place.icon).html
        }
        return tag("div", .class("flow")) {
            tag("ul", .class("rows half")) {
                row(Self.today)
                row(Self.search)
                for module in site.modules { row(place(module)) }
            }
            tag("section") {
                tag("h2") { "Hub" }
                tag("ul", .class("rows half")) {
                    row(Self.history)
                    row(Self.imports)
                    row(Self.exports)
                    row(Self.settings)
                    row(Self.help)
                }
            }
        }
    }
}

/// The first letters of a name's first and last word, for a face without a picture.
func initials(_ name: String) -> String {
    let words = name.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
    let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
    return letters.map { $0.uppercased() }.joined()
}
