/// The path and the query of a request, taken apart.
struct RequestTarget: Sendable {
    /// The segments of the path, decoded; a slash at the end gives an empty last one.
    let segments: [String]
    /// The query as it stands after the `?`; empty where there is none.
    let query: Substring

    /// Takes a request target in origin form apart (RFC 9112 section 3.2.1).
    ///
    /// - Throws: ``HTTPFailure`` with status 400 for any other form, and for octets that are no UTF-8.
    init(_ target: String) throws {
        guard target.hasPrefix("/"), !target.utf8.contains(UInt8(ascii: "#")) else {
            throw HTTPFailure.malformed("the request's target is not a path")
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        query = parts.count > 1 ? parts[1] : ""
        segments = try (parts.first ?? "").dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .map {
                guard let segment = PercentEncoding.decoded($0) else {
                    throw HTTPFailure.malformed("the path is not percent-encoded UTF-8")
                }
                return segment
            }
    }

    /// The names and values of the query in order, decoded.
    ///
    /// - Throws: ``HTTPFailure`` with status 400.
    func parameters() throws -> [(name: String, value: String)] {
        guard !query.isEmpty else { return [] }
        return try query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decoded(parts[0], isForm: true),
                let value = PercentEncoding.decoded(parts.count > 1 ? parts[1] : "", isForm: true)
            else { throw HTTPFailure.malformed("the query is not percent-encoded UTF-8") }
            return (name, value)
        }
    }
}
