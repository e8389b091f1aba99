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
        _ status: HTTPStatus, _ visit: Visit, _ words: HTML, number: String? = nil
    ) async -> Drawn {
        let title =
            Self.titles[status.code] ?? (status.code >= 500 ? "Something went wrong" : "That was not done")
        var problem = Page(title)
        problem.status = status
        problem.content = tag("div", .class("flow")) {
            tag("p") { words }
            if let number { tag("p", .class("foot soft")) { "The number of this mistake: \(number)" } }
            tag("p") { button("To the first page", to: .own([""]), style: "btn") }
        }
        let page = problem
        if status.code < 500 || status.code == 503, let drawn = try? await self.page(visit, { _ in page }) {
            return drawn
        }
        return frame.draw(gate: page)
    }
}
