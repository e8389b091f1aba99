/// What stands before a Markdown text, between two lines of three hyphens: keys with values, in a small part of YAML 1.2.
///
/// A field begins with its key at the left margin. These values are read; any other (mappings within mappings, anchors, tags,
/// folded and multi-line plain scalars) is unreadable, which the field says, and its lines stay as they are.
///
/// | value | such as |
/// |---|---|
/// | plain, quoted once, quoted twice | `title: By the sea`, `'it''s'`, `"a\tb"` |
/// | nothing | an empty value, `~`, `null` |
/// | a list on a line, or an item a line | `tags: [a, "b, c"]`, `- a` |
/// | lines as they stand | a bar, and the lines indented below it |
public struct FrontMatter: Sendable, Hashable {
    /// A key with its value.
    public struct Field: Sendable, Hashable {
        /// The key, as written.
        public let key: String
        /// The value; nil where it is none that is read.
        public let value: Value?
        /// Its first line, from 0, among those of the front matter.
        public let line: Int
        /// How many lines it has.
        let count: Int
    }

    /// A value.
    public enum Value: Sendable, Hashable {
        /// A text; empty for nothing.
        case text(String)
        /// Texts in order.
        case list([String])
    }

    /// The lines between the hyphens, without line ends.
    private(set) var lines: [String]
    /// The fields in order.
    public private(set) var fields: [Field]

    init(lines: [String]) {
        self.lines = lines
        fields = Self.fields(of: lines)
    }

    /// The first field with a key, in any case.
    public func field(_ key: String) -> Field? {
        let key = key.lowercased()
        return fields.first { $0.key.lowercased() == key }
    }

    /// Gives a key a value, in the place of the one that it has; nil takes the key away.
    ///
    /// - Parameter isFirst: whether a new key goes before all others, else behind them.
    mutating func set(_ key: String, to value: Value?, isFirst: Bool = false) {
        let new = value.map { ["\(key): \(FrontMatterText.written($0))"] } ?? []
        if let old = field(key) {
            lines.replaceSubrange(old.line..<old.line + old.count, with: new)
        } else {
            lines.insert(contentsOf: new, at: isFirst ? 0 : lines.count)
        }
        fields = Self.fields(of: lines)
    }

    /// Makes comments of the lines before the first key, which belong to none: a key above them would take them for its own.
    mutating func silenceLooseLines() {
        for index in 0..<(fields.first?.line ?? lines.count) where !Self.isSilent(lines[index]) {
            lines[index] = "# " + lines[index]
        }
    }

    // MARK: - Reading

    private static func fields(of lines: [String]) -> [Field] {
        var fields: [Field] = []
        var index = 0
        while index < lines.count {
            guard let (key, rest) = key(of: lines[index]) else {
                index += 1
                continue
            }
            var end = index + 1
            while end < lines.count, self.key(of: lines[end]) == nil { end += 1 }
            // What follows a field and says nothing of it: blank lines and comments at the margin.
            while end > index + 1, isSilent(lines[end - 1]) { end -= 1 }
            let value = FrontMatterText.value(rest, below: Array(lines[index + 1..<end]))
            fields.append(Field(key: key, value: value, line: index, count: end - index))
            index = end
        }
        return fields
    }

    private static func isSilent(_ line: String) -> Bool {
        line.first == "#" || line.allSatisfy { $0 == " " || $0 == "\t" }
    }

    /// The key that begins at the left margin of a line, with what stands behind its colon; nil where none does.
    static func key(of line: String) -> (key: String, rest: String)? {
        guard let first = line.first, first.isLetter || first == "_" || first == "\"" else { return nil }
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let rest = line[line.index(after: colon)...]
        guard rest.isEmpty || rest.first == " " || rest.first == "\t" else { return nil }
        let key = line[..<colon].filter { $0 != "\"" }
        guard key.count <= 100, key.allSatisfy({ $0.isLetter || $0.isNumber || "_- .".contains($0) }) else {
            return nil
        }
        return (String(key), String(rest))
    }
}
