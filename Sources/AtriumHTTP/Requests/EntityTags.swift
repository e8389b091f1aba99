/// Entity tags in the fields of conditional requests (RFC 9110 section 13.1).
enum EntityTags: Sendable {
    /// `*`: any representation.
    case any
    /// The opaque parts of the tags that are named, and whether all of them are strong.
    case named([(tag: String, isWeak: Bool)])

    /// Reads a list of tags, up to what is none: that can stand for no representation.
    ///
    /// So a condition that is malformed holds for none: `If-Match` fails, and `If-None-Match` gives the whole answer.
    init(_ field: String) {
        if field.trimmed == "*" {
            self = .any
            return
        }
        var tags: [(String, Bool)] = []
        var rest = field[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { break }
            tags.append((String(rest.dropFirst()[..<end]), isWeak))
            rest = rest[rest.index(after: end)...]
        }
        self = .named(tags)
    }

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
