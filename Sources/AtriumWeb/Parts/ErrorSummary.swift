/// What is wrong with what was sent, at the head of its form; it has the focus.
struct ErrorSummary {
    /// The heading; empty for none.
    var title = ""
    var content: HTML

    var html: HTML {
        tag(
            "div", .class("sum red"), .id("errors"), Attribute("role", "alert"), Attribute("tabindex", "-1"),
            Attribute("autofocus")
        ) {
            if !title.isEmpty { tag("h2") { title } }
            tag("div", .class("sub")) { content }
        }
    }
}
