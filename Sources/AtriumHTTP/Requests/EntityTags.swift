/// Entity tags in the fields of conditional requests (RFC 9110 section 13.1).
enum EntityTags: Sendable {
    /// `*`: any representation.
    case any
    /// The opaque parts of the tags that are named, and whether all of them are strong.
    case named([(tag: String, isWeak: Bool)])

    /// Reads a list of tags.
    ///
    /// - Throws: ``HTTPFailure`` with status 400 for what is none.
    init(_ field: String) throws {
        if field.trimmed == "*" {
            self = .any
            return
        }
        var tags: [(String, Bool)] = []
        var rest = field[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
            if rest.isEmpty { break }
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
                throw Self.malformed
            }
            tags.append((String(rest.dropFirst()[..<end]), isWeak))
            rest = rest[rest.index(after: end)...]
        }
        guard !tags.isEmpty else { throw Self.malformed }
        self = .named(tags)
    }

    private static let malformed = HTTPFailure.malformed(
        "an entity tag is malformed", remedy: "give the ETag as it came, in quotes")

    /// Whether a tag is among them by weak comparison, as `If-None-Match` wants it.
    func includes(_ tag: String) -> Bool {
        switch self {
        case .any: true
        case .named(let tags): tags.contains { $0.tag == tag }
        }
    }

    /// The strong tags, as `If-Match` wants them; nil for any.
    var strong: [String]? {
        switch self {
        case .any: nil
        case .named(let tags): tags.filter { !$0.isWeak }.map(\.tag)
        }
    }
}
