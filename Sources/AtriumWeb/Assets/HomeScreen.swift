import AtriumHost
import HTTPTypes
import Hummingbird

/// What lets a browser put the hub on a home screen: the manifest (W3C, Web Application Manifest),
/// icons and colours.
///
/// Browsers fetch the manifest without cookies, so that it and the icons need no log-in. They say
/// nothing of anybody.
struct HomeScreen {
    let assets: Assets

    /// The ground of a page, `--paper` of the sheet: browsers paint what surrounds a page with it.
    static let paper = (light: "#ffffff", dark: "#151518")

    private static let manifest = SafeLink.own(["manifest.webmanifest"])

    // MARK: - In the head of every page

    func head(_ theme: PageSettings.Theme) -> HTML {
        var html = HTML()
        html.append(void("link", Attribute("rel", "icon"), .href(assets.address(of: "icon.svg"))))
        html.append(void("link", Attribute("rel", "manifest"), .href(Self.manifest)))
        // iOS takes no SVG, and calls the icon after the page's title unless it is told a name.
        html.append(
            void("link", Attribute("rel", "apple-touch-icon"), .href(assets.address(of: "icon-180.png"))))
        html.append(
            void("meta", .name("apple-mobile-web-app-title"), Attribute("content", "Atrium")))
        if theme != .dark { html.append(color(Self.paper.light, for: theme == .system ? "light" : nil)) }
        if theme != .light { html.append(color(Self.paper.dark, for: theme == .system ? "dark" : nil)) }
        return html
    }

    private func color(_ color: String, for scheme: String?) -> HTML {
        void(
            "meta", .name("theme-color"), Attribute("content", color),
            scheme.map { Attribute("media", "(prefers-color-scheme: \($0))") })
    }

    // MARK: - What is fetched

    /// The manifest, or the way to an icon that browsers look for without being told; nil at any
    /// other address.
    func answer(_ segments: [String], to request: Request) -> Response? {
        switch segments {
        case ["manifest.webmanifest"]:
            // It is asked for again each time, since it names the icons of this version.
            return Response(
                status: .ok,
                headers: [.contentType: "application/manifest+json", .cacheControl: "no-cache"],
                body: ResponseBody(byteBuffer: .init(string: text)))
        case ["favicon.ico"]: return Drawn.seeOther(assets.address(of: "icon.svg")).response(to: request)
        case ["apple-touch-icon.png"], ["apple-touch-icon-precomposed.png"]:
            return Drawn.seeOther(assets.address(of: "icon-180.png")).response(to: request)
        default: return nil
        }
    }

    /// The manifest.
    ///
    /// Addresses of assets are percent-encoded, so that nothing in it needs to be escaped.
    private var text: String {
        """
        {
          "id": "/", "start_url": "/", "scope": "/", "display": "standalone", "lang": "en", "dir": "ltr",
          "name": "Atrium", "short_name": "Atrium", "description": "Your personal data hub.",
          "theme_color": "\(Self.paper.light)", "background_color": "\(Self.paper.light)",
          "icons": [
            \(icon("icon.svg", "image/svg+xml", "any")),
            \(icon("icon-192.png", "image/png", "192x192")),
            \(icon("icon-512.png", "image/png", "512x512")),
            \(icon("icon-mask.png", "image/png", "512x512", purpose: "maskable"))
          ],
          "shortcuts": [{ "name": "Add", "url": "/add" }, { "name": "Search", "url": "/search" }]
        }

        """
    }

    private func icon(_ name: String, _ type: String, _ sizes: String, purpose: String = "any") -> String {
        """
        { "src": "\(assets.address(of: name).address)", "type": "\(type)", "sizes": "\(sizes)", \
        "purpose": "\(purpose)" }
        """
    }
}
