import AtriumHost
import AtriumSDK

/// Guidance as the page says it: commands are links to their pages.
struct GuidanceView {
    let commands: InstalledCommands

    func html(_ guidance: Guidance) -> HTML {
        guidance.parts.reduce(into: HTML()) { html, part in
            switch part {
            case .words(let words): html.append(words)
            case .field(let value): html.append(value.name.titleOfWords)
            case .command(let words, let values): html.append(command(words, values))
            case .terminal: break
            }
        }
    }

    /// The same without links: fields are named with the value that they are to have.
    func text(_ guidance: Guidance) -> String {
        guidance.text { part in
            switch part {
            case .words(let words): words
            case .field(let value):
                value.value.map { "“\(value.name.titleOfWords): \($0)”" } ?? value.name.titleOfWords
            case .command(let words, _): "“\(words.replacing(" ", with: "-").titleOfWords)”"
            case .terminal: ""
            }
        }
    }

    private func command(_ words: String, _ values: [Guidance.Value]) -> HTML {
        let path = words.split(separator: " ").map(String.init)
        guard let entry = commands.entry(path) else {
            return HTML("“atrium \(words)” in a terminal")
        }
        let record = entry.declaration.subject?.name
        let fields = values.compactMap { value in value.value.map { (value.name, $0) } }
        if record != nil, !fields.contains(where: { $0.0 == record }) {
            return HTML(entry.declaration.title)
        }
        let target = SafeLink.own(
            entry.segments(record: fields.first { $0.0 == record }?.1), fields.filter { $0.0 != record })
        return link(target) { path.joined(separator: " ").titleOfWords }
    }

    /// What was wrong and what to do, as it stands beside the control at fault: with the names that the page has for fields and
    /// commands.
    func words(_ error: AtriumError, of entry: CatalogEntry? = nil) -> String {
        let remedy = error.remedy.text { part in
            switch part {
            case .words(let words): words
            case .terminal: ""
            case .field(let value):
                "“\(entry?.declaration.fields.first { $0.name == value.name }?.title ?? value.name.titleOfWords)”"
            case .command(let words, _):
                "“\(commands.entry(words.split(separator: " ").map(String.init))?.declaration.title ?? words.titleOfWords)”"
            }
        }
        return remedy.isEmpty ? error.message : "\(error.message); \(remedy)"
    }

    /// What was wrong and what to do, as one paragraph.
    func paragraph(_ message: String, _ remedy: Guidance) -> HTML {
        // Apart from what follows: it may quote a text that turns the direction.
        var html = tag("bdi") { message.capitalizedFirst }
        guard !remedy.isEmpty else { return html }
        html.append(": ")
        html.append(self.html(remedy))
        html.append(".")
        return html
    }
}

extension String {
    /// The text as a sentence begins.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
