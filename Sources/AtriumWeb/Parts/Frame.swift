import AtriumHost
import AtriumSDK

/// Draws what stands around every page: head, navigation, message.
struct Frame {
    let assets: Assets

    // MARK: - For somebody who is logged in

    /// A page within the hub.
    func draw(_ page: Page, for site: Site) -> Drawn {
        let html = document(page, site.page, mark: site.mark, isElsewhere: site.session.principal.isElsewhere)
        {
            tag("div", .class("app")) {
                Navigation(site: site, section: page.section).side
                tag("main", .class("page"), .id("main")) { inner(page) }
            }
            tag("div", .class("toasts"), Attribute("role", "status"), Attribute("aria-live", "polite")) {
                page.message
            }
            if !page.isForm { Navigation(site: site, section: page.section).tabs }
        }
        return drawn(page, html)
    }

    private func inner(_ page: Page) -> HTML {
        var html = HTML()
        if let back = page.back {
            html.append(
                tag("div", .class("bar")) {
                    tag("div", .class("grow")) {
                        link(back.link, .class("back")) {
                            Icon.left.drawn()
                            tag("span", .anyDirection) { back.title }
                        }
                    }
                })
        }
        let style = [page.title.count > 60 ? "longer" : "", page.isCancelled ? "off" : ""]
            .filter { !$0.isEmpty }.joined(separator: " ")
        let heading = tag("header", .class("head")) {
            page.lead
            tag("div", .class("top")) {
                tag("h1", Attribute.class(style).when(!style.isEmpty), .anyDirection) { page.title }
                page.actions
            }
            if !page.subtitle.isEmpty { tag("p", .class("soft")) { page.subtitle } }
        }
        if page.aside.isEmpty {
            html.append(
                tag("div", .class(page.isWide ? "broad" : "read")) {
                    heading
                    page.content
                })
        } else {
            html.append(
                tag("div", .class("two")) {
                    tag("div") {
                        heading
                        page.content
                    }
                    tag("aside", .class("aside flow"), .label("More about it")) { page.aside }
                })
        }
        return html
    }

    // MARK: - For somebody who is not

    /// A page before anybody has logged in.
    func draw(gate page: Page) -> Drawn {
        let html = document(page, .unset, mark: "", isElsewhere: true) {
            tag("main", .class("page gate"), .id("main")) {
                tag(
                    "svg", .class("i mark"), Attribute("viewBox", "0 0 24 24"), .isDecoration
                ) {
                    .constant(
                        #"<path d="M3 21V10a9 9 0 0 1 18 0v11M7.5 21V11a4.5 4.5 0 0 1 9 0v10"/><circle cx="12" cy="11" r="1.2" fill="currentColor"/>"#
                    )
                }
                tag("header", .class("head")) {
                    tag("h1") { page.title }
                    if !page.subtitle.isEmpty { tag("p", .class("soft")) { page.subtitle } }
                }
                page.content
            }
        }
        return drawn(page, html)
    }

    private func drawn(_ page: Page, _ html: HTML) -> Drawn {
        var drawn = Drawn(status: page.status, headers: page.headers, bytes: html.bytes)
        drawn.isSecret = page.isSecret
        return drawn
    }

    private func document(
        _ page: Page, _ settings: PageSettings, mark: String, isElsewhere: Bool, @HTMLBuilder body: () -> HTML
    ) -> HTML {
        var html = HTML.doctype
        html.append(
            tag(
                "html", Attribute("lang", "en"), Attribute("dir", "ltr"),
                Attribute("data-theme", settings.theme.rawValue).when(settings.theme != .system),
                Attribute("data-contrast", settings.contrast.rawValue).when(settings.contrast != .system)
            ) {
                tag("head") {
                    void("meta", Attribute("charset", "utf-8"))
                    void(
                        "meta", .name("viewport"),
                        Attribute("content", "width=device-width,initial-scale=1,viewport-fit=cover"))
                    tag("title") { (page.isError ? "Error: " : "") + page.title + " · Atrium" }
                    void("link", Attribute("rel", "stylesheet"), .href(assets.address(of: "atrium.css")))
                    HomeScreen(assets: assets).head(settings.theme)
                    if let seconds = page.refresh {
                        tag("noscript") {
                            void(
                                "meta", Attribute("http-equiv", "refresh"),
                                Attribute("content", String(seconds)))
                        }
                    }
                    // Before the first paint, where browsers know how: what it puts in moves nothing.
                    tag(
                        "script", .type("module"), Attribute("src", assets.address(of: "atrium.js").address),
                        Attribute("blocking", "render"))
                }
                tag(
                    "body", Attribute("data-user", mark).when(!mark.isEmpty),
                    Attribute("data-elsewhere").when(isElsewhere),
                    page.script.map { Attribute("data-more", assets.address(of: $0).address) }
                ) {
                    tag("a", .class("skip btn"), .href(.anchor("main"))) { "Go to the content" }
                    body()
                }
            })
        return html
    }
}
