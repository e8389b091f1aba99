import HTTPTypes
import Hummingbird

/// What a client is ready to take (RFC 9110 section 12.5.1).
enum Negotiation {
    /// Refuses a request whose `Accept` excludes what it would be answered with; errors are JSON all the same.
    ///
    /// - Parameter type: a media type without parameters.
    /// - Throws: ``HTTPFailure`` with status 406.
    static func require(_ type: String, _ request: Request) throws {
        guard let accept = request.headers[.accept], !accepts(type, accept) else { return }
        throw HTTPFailure(
            .notAcceptable, "not-acceptable", "the response is \(type), which the request does not accept",
            remedy: "accept \(type)")
    }

    /// Whether a type is accepted; the most exact range that names it decides.
    static func accepts(_ type: String, _ field: String) -> Bool {
        let family = type.prefix { $0 != "/" }
        var best = (exactness: -1, isAccepted: false)
        for range in field.split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.trimmed.lowercased() }
            let exactness: Int
            switch parts.first {
            case type: exactness = 2
            case "\(family)/*": exactness = 1
            case "*/*", "*": exactness = 0
            default: continue
            }
            let quality =
                parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if exactness > best.exactness { best = (exactness, quality > 0) }
        }
        return best.isAccepted || field.trimmed.isEmpty
    }
}
