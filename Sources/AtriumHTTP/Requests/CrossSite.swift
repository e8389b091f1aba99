import HTTPTypes
import Hummingbird

/// The defence against requests that a page of another site has a user's browser send.
///
/// Three things, of which any one would do in a browser of today: the cookie is `SameSite=Lax`; `Sec-Fetch-Site`, or else
/// `Origin`, must be of this site; and the field ``mark`` must be there, which no form can send, and no script of another
/// site, since the server answers no preflight.
///
/// A form of the hub's own pages cannot send the mark. It has to come from a page that the browser says is of this very
/// origin: a request of which nobody says where it is from is refused.
enum CrossSite {
    /// What a request has to bring.
    enum Rule {
        /// Of a log-in: it comes from no other site, as far as the browser tells.
        case open
        /// Of the API with a session: the same, and the mark.
        case marked
        /// Of a page's form: it comes from this origin, and says so.
        case form
    }

    /// The field that clients send with a session's cookie; its value means nothing.
    static let mark = FieldNames.name("X-Atrium-Client")

    /// The field in which a browser says where a request is from.
    static let site = FieldNames.name("Sec-Fetch-Site")

    /// Refuses what comes from another site.
    ///
    /// - Parameters:
    ///   - isSecure: whether clients come by TLS, as an origin says.
    ///   - rule: what methods that may change something have to bring.
    /// - Throws: ``HTTPFailure`` with status 403.
    static func check(_ visit: Visit, isSecure: Bool, rule: Rule) throws {
        let request = visit.request
        guard ![HTTPRequest.Method.get, .head, .options].contains(request.method) else { return }
        if let site = request.headers[site] {
            guard site == "same-origin" || site == "none" && rule != .form else { throw refused }
        } else if let origin = request.headers[.origin] {
            guard origin.lowercased() == (isSecure ? "https://" : "http://") + visit.host else {
                throw refused
            }
        } else if rule == .form {
            throw refused
        }
        guard rule != .marked || request.headers.contains(mark) else {
            throw HTTPFailure(
                .forbidden, "cross-site", "the request may come from another site",
                remedy: "send the header X-Atrium-Client with a session's cookie, or use a token")
        }
    }

    private static let refused = HTTPFailure(
        .forbidden, "cross-site", "the request comes from another site",
        remedy: "send it from the hub's own pages")
}
