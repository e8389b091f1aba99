import AtriumHost
import AtriumSDK

/// A button that does something at once: a form of its own, so that it works without script.
struct ActionButton {
    let site: Site
    let target: SafeLink
    let title: String
    /// The button's classes.
    var style = "btn line"
    var icon: Icon?
    /// Whether it is a switch that is on or off; nil for what only does something.
    var isOn: Bool?
    /// Fields that it sends.
    var fields: [(String, String)] = []
    /// Where to go afterwards.
    var next: SafeLink?

    var html: HTML {
        tag("form", Attribute("method", "post"), .action(target), .class("inline")) {
            void("input", .type("hidden"), .name(FormNames.key), .value(RequestKey.make()))
            sent(site, next: next)
            for field in fields { void("input", .type("hidden"), .name(field.0), .value(field.1)) }
            if let isOn {
                tag(
                    "button", .class("switch"), Attribute("role", "switch"),
                    Attribute("aria-checked", isOn ? "true" : "false"), .label(title)
                ) {}
            } else {
                tag("button", .class(style)) {
                    if let icon { icon.drawn("i s") }
                    title
                }
            }
        }
    }
}

/// What every form of buttons sends beside their own names: whose it is, and where it leads afterwards.
func sent(_ site: Site, next: SafeLink? = nil) -> HTML {
    var html = void("input", .type("hidden"), .name(FormNames.user), .value(site.mark))
    if let next { html.append(void("input", .type("hidden"), .name(FormNames.next), .value(next.address))) }
    return html
}

/// Where one types what is looked for; the glass sends it.
func searchField(
    _ name: String, _ text: String, label: String, placeholder: String, hasFocus: Bool = false
) -> HTML {
    var html = tag("button", .class("ico soft"), .label("Find")) { Icon.search.drawn() }
    html.append(
        tag("label", .class("grow line")) {
            tag("span", .class("vh")) { label }
            void(
                "input", .type("search"), .name(name), .value(text), Attribute("placeholder", placeholder),
                Attribute("autocomplete", "off"), Attribute("autofocus").when(hasFocus))
        })
    return html
}

/// What is folded below a title, perhaps with how much it is.
func fold(
    _ title: String, note: String? = nil, isOpen: Bool = false, @HTMLBuilder content: () -> HTML
) -> HTML {
    tag("details", .class("fold"), Attribute("open").when(isOpen)) {
        tag("summary") {
            title
            if let note { tag("span", .class("foot soft")) { note } }
            Icon.right.drawn("i s")
        }
        content()
    }
}

/// One of several choices, drawn as a button.
func radio(
    _ name: String, _ value: String, isChosen: Bool = false, @HTMLBuilder content: () -> HTML
) -> HTML {
    tag("label") {
        void("input", .type("radio"), .name(name), .value(value), Attribute("checked").when(isChosen))
        tag("span", .anyDirection) { content() }
    }
}

/// A row of a list: what it is called, with a line of facts below.
struct Row {
    var lead = HTML()
    let title: HTML
    /// Where the row leads; nil: nowhere.
    var target: SafeLink?
    var facts: [HTML] = []
    /// What stands at its end.
    var trailing = HTML()
    /// Further classes, each after a blank.
    var style = ""
    /// The colour of a bar before the words.
    var hue: String?
    var state = RecordState(nil)

    /// A row with an icon before it.
    init(
        _ title: String, to target: SafeLink? = nil, icon: Icon? = nil, lead: String? = nil,
        facts: [String] = [],
        trailing: HTML = HTML(), hue: String? = nil, state: RecordState = RecordState(nil)
    ) {
        self.hue = hue
        self.state = state
        self.title = HTML(title.isEmpty ? "without a name" : title)
        self.target = target
        self.facts = facts.filter { !$0.isEmpty }.map { HTML($0) }
        self.trailing = trailing
        if let icon {
            self.lead = tag("span", .class("lead")) { tag("span", .class("sq")) { icon.drawn() } }
        } else if let lead {
            self.lead = tag("span", .class("lead when sub soft")) { lead }
        }
    }

    var html: HTML {
        tag("li", .class("row" + style + state.style)) {
            lead
            if let hue { tag("span", .class("bar4 \(hue)"), .isDecoration) {} }
            tag("div", .class("body")) {
                tag("div", .class("t any")) {
                    if let target {
                        link(target, .class("go tt"), .anyDirection) { title }
                    } else {
                        tag("span", .class("tt"), .anyDirection) { title }
                    }
                    if !facts.isEmpty || state.words != nil {
                        tag("small", .class("meta line")) {
                            state.mark
                            for fact in facts { tag("span", .anyDirection) { fact } }
                        }
                    }
                }
                trailing
            }
        }
    }
}

/// A link that looks like a button.
func button(_ title: String, to target: SafeLink, style: String = "btn line", icon: Icon? = nil) -> HTML {
    link(target, .class(style)) {
        if let icon { icon.drawn("i s") }
        title
    }
}

/// How much is not shown, and the way there.
func furtherRows(_ count: Int, to target: SafeLink?) -> HTML? {
    guard count > 0 else { return nil }
    return tag("p", .class("sub")) {
        if let target { link(target, .class("lnk")) { "and \(count) more" } } else { "and \(count) more" }
    }
}

/// What a page says where there is nothing.
func empty(_ title: String, _ words: String, action: HTML? = nil) -> HTML {
    tag("div", .class("empty")) {
        tag("h2") { title }
        tag("p") { words }
        if let action { action }
    }
}
