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
        guard target.utf8.first == UInt8(ascii: "/"), !target.utf8.contains(UInt8(ascii: "#")) else {
            throw HTTPFailure.malformed("the request's target is not a path")
        }
        // By octets, as a target is defined: characters can hold more than a mark, and take longer.
        let end = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        query = Substring(target.utf8[end...].dropFirst())
        segments = try target.utf8[..<end].dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
                guard let segment = PercentEncoding.decoded(Substring($0)) else {
                    throw HTTPFailure.malformed("the path is not percent-encoded UTF-8")
                }
                return segment
            }
    }

    /// The names and values of the query in order, decoded.
    ///
    /// - Throws: ``HTTPFailure`` with status 400.
    func parameters() throws -> [(name: String, value: String)] {
        try Self.parameters(of: query)
    }

    /// The same of a text that is written like a query, as forms are.
    static func parameters(of query: Substring) throws -> [(name: String, value: String)] {
        guard !query.isEmpty else { return [] }
        return try query.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = PercentEncoding.decoded(Substring(pair[..<end]), isForm: true),
                let value = PercentEncoding.decoded(Substring(pair[end...].dropFirst()), isForm: true)
            else { throw HTTPFailure.malformed("the query is not percent-encoded UTF-8") }
            return (name, value)
        }
    }
}

extension [(name: String, value: String)] {
    /// The last value of a name: a form's, a query's.
    package func last(named name: String) -> String? { last { $0.name == name }?.value }
}
