import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// Pages that say what went wrong and what to do: without a word of what was asked for.
extension Pages {
    /// An error of the host, below 500.
    func failed(_ error: AtriumError, _ visit: Visit) async -> Drawn {
        let status = HTTPStatus(code: error.code.httpStatus)
        if error.code == .notAuthenticated,
            let drawn = try? await GatePages(pages: self, visit: visit).shown()
        {
            return drawn
        }
        return await problem(status, visit) { site in
            let entries = (try? site?.catalog().entries) ?? []
            return GuidanceView(entries: entries).paragraph(error.message, error.remedy)
        }
    }

    /// An error of HTTP, or one that is for the log alone.
    func failed(_ failure: HTTPFailure, _ visit: Visit, id: String) async -> Drawn {
        var drawn = await problem(failure.status, visit) { _ in
            if failure.status.code >= 500 {
                return HTML(failure.message.prefix(1).uppercased() + failure.message.dropFirst() + ".")
            }
            return HTML(
                Self.words[failure.status.code] ?? failure.message.prefix(1).uppercased()
                    + failure.message.dropFirst() + ".")
        } code: {
            failure.status.code >= 500 ? id : nil
        }
        for field in failure.headers where field.name == .retryAfter || field.name == .allow {
            drawn.headers[field.name] = field.value
        }
        return drawn
    }

    /// What is said where the protocol's words would help nobody.
    private static let words = [
        403:
            "This request did not come from one of the hub’s own pages, so nothing was done. Open the page again and send the form from there.",
        404: "There is nothing at this address. It may have been removed, or the address is mistyped.",
        405: "This address does not take that. Nothing was done.",
        415: "The form was sent in a way that is not read here. Nothing was done.",
    ]

    private static let titles = [
        400: "That was not understood", 403: "That was not done", 404: "Nothing here",
        405: "That was not done",
        409: "That does not fit", 412: "This changed meanwhile", 413: "That is too large",
        415: "That was not done",
        421: "Another address", 422: "That does not fit", 429: "Too much at once", 503: "In a moment",
        507: "The disk is full",
    ]

    private func problem(
        _ status: HTTPStatus, _ visit: Visit, _ words: @Sendable @escaping (Site?) -> HTML,
        code: () -> String? = { nil }
    ) async -> Drawn {
        let title =
            Self.titles[status.code] ?? (status.code >= 500 ? "Something went wrong" : "That was not done")
        let number = code()
        @Sendable func content(_ site: Site?) -> HTML {
            tag("div", .class("flow")) {
                tag("p") { words(site) }
                if let number { tag("p", .class("foot soft")) { "The number of this mistake: \(number)" } }
                tag("p") { button("To the first page", to: .own([""]), style: "btn") }
            }
        }
        let plain = { () -> Page in
            var page = Page(title)
            page.status = status
            return page
        }()
        if status.code < 500 || status.code == 503,
            let drawn = try? await page(
                visit,
                { site in
                    var page = plain
                    page.content = content(site)
                    return page
                })
        {
            return drawn
        }
        var gate = plain
        gate.content = content(nil)
        return frame.draw(gate: gate)
    }
}
