import AtriumHost
import AtriumSDK

/// A button that does something at once: a form of its own, so that it works without script.
struct ActionButton {
    let target: SafeLink
    let title: String
    /// The button's classes.
    var style = "btn line"
    var icon: Icon?
    /// Fields that it sends.
    var fields: [(String, String)] = []
    /// Where to go afterwards.
    var next: SafeLink?

    var html: HTML {
        tag("form", Attribute("method", "post"), .action(target), .class("inline")) {
            void("input", .type("hidden"), .name(FormNames.key), .value(RequestKey.make()))
            if let next { void("input", .type("hidden"), .name(FormNames.next), .value(next.address)) }
            for field in fields { void("input", .type("hidden"), .name(field.0), .value(field.1)) }
            tag("button", .class(style)) {
                if let icon { icon.drawn("i s") }
                title
            }
        }
    }
}

/// The names of what a form sends beside its fields; no field has a colon in front.
enum FormNames {
    /// By what the request is known again.
    static let key = ":key"
    /// Where to go afterwards.
    static let next = ":next"
    /// What the form showed: a fingerprint for each field.
    static let shown = ":shown"
    /// The state of the record that the form showed.
    static let version = ":version"
    /// A list of which one more row is wanted.
    static let more = ":more"
    /// A choice among records of one name: `:pick.0.field`, `.words`, `.id`.
    static let pick = ":pick"
    /// Of a field that changed meanwhile: whose value is taken.
    static let take = ":take."
    /// The form to go back to after a log-in, and what stood in it.
    static let form = ":form"
    static let typed = ":typed"
}

/// Keys by which a form's request is known again.
enum RequestKey {
    /// A new one: 128 random bits.
    static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return String(random.next() as UInt64, radix: 36) + String(random.next() as UInt64, radix: 36)
    }

    /// The key of a form that was sent: the form's own, with what it says.
    ///
    /// Another form under the same key, as one that was gone back to and filled in anew, is another request.
    static func of(_ fields: [(name: String, value: String)], user: Int64, at path: [String]) -> String? {
        guard let key = fields.last(where: { $0.name == FormNames.key })?.value, !key.isEmpty,
            key.utf8.count <= 64
        else { return nil }
        var texts = FormTexts()
        for field in fields where field.name != FormNames.key { texts.add("said." + field.name, field.value) }
        texts.add("said:path", path.joined(separator: "/"))
        return "\(user).\(key).\(texts.fingerprint(of: "said"))"
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

    /// A row with an icon before it.
    init(
        _ title: String, to target: SafeLink? = nil, icon: Icon? = nil, lead: String? = nil,
        facts: [String] = [],
        trailing: HTML = HTML()
    ) {
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
        tag("li", .class("row")) {
            lead
            tag("div", .class("body")) {
                tag("div", .class("t any")) {
                    if let target {
                        link(target, .class("go tt"), .anyDirection) { title }
                    } else {
                        tag("span", .class("tt"), .anyDirection) { title }
                    }
                    if !facts.isEmpty {
                        tag("small", .class("meta line")) {
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

/// What a page says where there is nothing.
func empty(_ title: String, _ words: String, action: HTML? = nil) -> HTML {
    tag("div", .class("empty")) {
        tag("h2") { title }
        tag("p") { words }
        if let action { action }
    }
}

/// Guidance as the page says it: commands are links to their pages.
struct GuidanceView {
    let entries: [CatalogEntry]

    func html(_ guidance: Guidance) -> HTML {
        guidance.parts.reduce(into: HTML()) { html, part in
            switch part {
            case .words(let words): html.append(words)
            case .field(let value): html.append(value.name.titleOfWords)
            case .command(let words, let values): html.append(command(words, values))
            }
        }
    }

    private func command(_ words: String, _ values: [Guidance.Value]) -> HTML {
        let path = words.split(separator: " ").map(String.init)
        guard let entry = entries.first(where: { $0.path == path }) else {
            return HTML("“atrium \(words)” in a terminal")
        }
        let record = entry.declaration.kind.takesRecord ? entry.declaration.fields.first?.name : nil
        let fields = values.compactMap { value in value.value.map { (value.name, $0) } }
        if entry.declaration.kind.takesRecord, !fields.contains(where: { $0.0 == record }) {
            return HTML(entry.declaration.title)
        }
        let target = SafeLink.own(
            entry.segments(record: fields.first { $0.0 == record }?.1), fields.filter { $0.0 != record })
        return link(target) { path.joined(separator: " ").titleOfWords }
    }

    /// What was wrong and what to do, as one paragraph.
    func paragraph(_ message: String, _ remedy: Guidance) -> HTML {
        // Apart from what follows: it may quote a text that turns the direction.
        var html = tag("bdi") { message.prefix(1).uppercased() + message.dropFirst() }
        guard !remedy.isEmpty else { return html }
        html.append(": ")
        html.append(self.html(remedy))
        html.append(".")
        return html
    }
}
