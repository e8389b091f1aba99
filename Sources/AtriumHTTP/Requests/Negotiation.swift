import HTTPTypes
import Hummingbird

/// What a client is ready to take (RFC 9110 section 12.5.1).
enum Negotiation {
    /// Refuses a request whose `Accept` excludes JSON.
    ///
    /// - Throws: ``HTTPFailure`` with status 406.
    static func requireJSON(_ request: Request) throws {
        guard let accept = request.headers[.accept], !accepts("application", "json", accept) else { return }
        throw HTTPFailure(
            .notAcceptable, "not-acceptable", "the answer is application/json, which is not accepted",
            remedy: "accept application/json")
    }

    /// Whether a type is accepted; the most exact range that names it decides.
    static func accepts(_ type: String, _ subtype: String, _ field: String) -> Bool {
        var best = (exactness: -1, isAccepted: false)
        for range in field.split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.trimmed.lowercased() }
            let exactness: Int
            switch parts.first {
            case "\(type)/\(subtype)": exactness = 2
            case "\(type)/*": exactness = 1
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
