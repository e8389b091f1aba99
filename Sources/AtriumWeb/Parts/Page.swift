import AtriumHTTP
import HTTPTypes
import Hummingbird
import NIOCore

/// What stands on a page, before the frame is drawn around it.
struct Page: Sendable {
    /// The title of the tab, and the page's one heading.
    var title: String
    /// Where the way back leads, and what it is called.
    var back: (link: SafeLink, title: String)?
    /// Buttons beside the heading.
    var actions = HTML()
    /// A picture above the heading.
    var lead = HTML()
    /// A line below the heading.
    var subtitle = HTML()
    /// Everything else.
    var content = HTML()
    /// What stands at the right on a wide page.
    var aside = HTML()
    /// The section that the page belongs to: a module's id, or a place such as `search`.
    var section = ""
    /// A message of what was just done, with what can be done about it.
    var message = HTML()
    /// True if the content, such as a table, takes the whole width.
    var isWide = false
    /// True if the page's record does not take place, so that its title is struck through.
    var isCancelled = false
    /// Whether the page says that something is wrong with what was sent.
    var isError = false
    /// Whether it is a form, in which nothing else is offered on a phone.
    var isForm = false
    /// After how many seconds it is loaded again where there is no script; nil: it stays.
    var refresh: Int?
    /// The script that few pages need beside the one of all, by its name among ``Assets``.
    var script: String?
    /// Whether it holds a secret that is shown once: it is not compressed.
    var isSecret = false
    var status = HTTPResponse.Status.ok
    var headers = HTTPFields()

    init(_ title: String, section: String = "") {
        self.title = title
        self.section = section
    }
}

/// A page as it is sent.
struct Drawn: Sendable {
    var status = HTTPResponse.Status.ok
    var headers = HTTPFields()
    var bytes: [UInt8] = []
    var isSecret = false

    /// Leads on to another page after something was done (RFC 9110 section 15.4.4).
    static func seeOther(_ link: SafeLink, headers: HTTPFields = HTTPFields()) -> Drawn {
        var drawn = Drawn(status: .seeOther, headers: headers)
        drawn.headers[.location] = link.address
        return drawn
    }

    /// What every page carries; see the policy in docs/web.md.
    private static let always: HTTPFields = {
        var fields: HTTPFields = [
            .contentSecurityPolicy: """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
            manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
            object-src 'none'
            """,
            // Nobody else's eyes, and not those of whoever presses Back after a log-out.
            .cacheControl: "private, no-store", .vary: "Cookie, Accept-Encoding",
        ]
        // With no-referrer, a form would say that it comes from nowhere.
        if let name = HTTPField.Name("Referrer-Policy") { fields[name] = "same-origin" }
        return fields
    }()

    private static let compressedFrom = 1024

    /// The answer to a request.
    func response(to request: Request) -> Response {
        var headers = Self.always
        for field in self.headers { headers[values: field.name] = self.headers[values: field.name] }
        guard !bytes.isEmpty else { return Response(status: status, headers: headers) }
        headers[.contentType] = "text/html; charset=utf-8"
        var body = bytes
        if !isSecret, bytes.count >= Self.compressedFrom, Gzip.isAccepted(request) {
            body = Gzip.compressed(bytes)
            headers[.contentEncoding] = "gzip"
        }
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
