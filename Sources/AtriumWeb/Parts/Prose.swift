/// Sections of pages that explain: a heading, paragraphs, steps.
enum Prose {
    /// A section with its heading, to which a link can lead.
    static func section(_ title: String, id: String, @HTMLBuilder content: () -> HTML) -> HTML {
        tag("section", .id(id)) {
            tag("h2") { title }
            tag("div", .class("mid2 mts")) { content() }
        }
    }

    /// What is done one after the other.
    static func steps(_ steps: [HTML]) -> HTML { list("ol", steps) }

    /// What holds in no order.
    static func points(_ points: [HTML]) -> HTML { list("ul", points) }

    private static func list(_ name: StaticString, _ items: [HTML]) -> HTML {
        tag(name, .class("dots steps")) { for item in items { tag("li") { item } } }
    }

    /// A paragraph or a step of words, links and commands.
    static func line(@HTMLBuilder _ content: () -> HTML) -> HTML { content() }

    /// What is typed in a terminal; lines break between its words.
    static func command(_ words: String) -> HTML {
        tag("code", .class("code")) {
            for (index, word) in words.split(separator: " ").enumerated() {
                if index > 0 { " " }
                tag("span") { String(word) }
            }
        }
    }
}
