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
        return await problem(
            status, visit,
            GuidanceView(commands: service.installed).paragraph(error.message, error.remedy))
    }

    /// An error of HTTP, or one that is for the log alone.
    func failed(_ failure: HTTPFailure, _ visit: Visit) async -> Drawn {
        let words = Self.words[failure.status.code] ?? failure.message.capitalizedFirst + "."
        var drawn = await problem(
            failure.status, visit, HTML(words), number: failure.status.code >= 500 ? visit.id : nil)
        for field in failure.headers where field.name == .retryAfter || field.name == .allow {
            drawn.headers[field.name] = field.value
        }
        return drawn
    }

    /// What is said where the protocol's words would help nobody.
    private static let words = [
        403:
            "This request did not come from one of the hub’s own pages, so nothing was changed. Open the page again and send the form from there.",
        404: "There is no page at this address. It may have been removed, or the address has a typo.",
        405: "This address does not support this request. Nothing was changed.",
        415: "The form was sent in a format that is not supported here. Nothing was changed.",
    ]

    private static let titles = [
        400: "The request is not valid", 403: "Not allowed", 404: "Page not found",
        405: "Not supported here",
        409: "A conflict with other data", 412: "Changed in the meantime", 413: "Too large",
        415: "Not supported here",
        421: "Wrong address", 422: "Not valid", 429: "Too many requests", 503: "Try again in a moment",
        507: "The disk is full",
    ]

    private func problem(
        _ status: HTTPStatus, _ visit: Visit, _ words: HTML, number: String? = nil
    ) async -> Drawn {
        let title =
            Self.titles[status.code] ?? (status.code >= 500 ? "Something went wrong" : "The request failed")
        var problem = Page(title)
        problem.status = status
        problem.content = tag("div", .class("flow")) {
            tag("p") { words }
            if let number { tag("p", .class("foot soft")) { "Error number: \(number)" } }
            tag("p") { button("To the first page", to: .own([""]), style: "btn") }
        }
        let page = problem
        if status.code < 500 || status.code == 503, let drawn = try? await self.page(visit, { _ in page }) {
            return drawn
        }
        return frame.draw(gate: page)
    }
}
