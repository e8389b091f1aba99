import TextDecoding

/// A line of TaskPaper: a project, a task or a note, with its tags, and edits that leave the rest of it as it
/// stands.
///
/// A task begins with a hyphen and a blank; a project ends with a colon, behind which only tags may stand;
/// anything else is a note. Whatever is set, all other bytes of the line stay.
public struct TaskPaperLine: Sendable, Hashable {
    /// What a line is.
    public enum Kind: Sendable, Hashable {
        /// `Name:`.
        case project
        /// `- text`.
        case task
        /// Any other text.
        case note
        /// Nothing, or blanks.
        case blank
    }

    /// The line, without its end.
    public private(set) var line: [UInt8] { didSet { form = Form(line) } }
    private var form: Form

    /// Reads a line, whose bytes are in UTF-8 and which has no line end.
    public init(line: [UInt8]) {
        self.line = line
        form = Form(line)
    }

    /// Makes a task of a text.
    public init(task text: String) {
        self.init(line: Array("- ".utf8))
        setText(text)
    }

    /// Makes a project of a name; hyphens before it, which would make it a task, are left out.
    public init(project name: String) {
        self.init(line: Array(":".utf8))
        let words = name.split(whereSeparator: \.isWhitespace).drop { $0 == "-" }.joined(separator: " ")
        edit { $0.setText(words + ":") { _ in true } }
    }

    /// Two lines are the same if their bytes are.
    public static func == (left: TaskPaperLine, right: TaskPaperLine) -> Bool { left.line == right.line }
    /// Feeds the bytes into a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(line) }

    // MARK: - What it says

    /// What the line is.
    public var kind: Kind { form.kind }
    /// How far it is indented: a tab counts as two blanks, since programs indent by either.
    public var indent: Int { form.indent }
    /// The blanks and tabs before it.
    public var indentation: [UInt8] { Array(line[..<form.start]) }

    /// The words that are no tags, with a blank between; of a project without the colon.
    public var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.count)
        forEachWord { word in
            guard word.name == nil else { return }
            if !bytes.isEmpty { bytes.append(0x20) }
            bytes += line[word.range]
        }
        if kind == .project { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The tags, in order.
    public var tags: [TaskPaperTag] {
        var tags: [TaskPaperTag] = []
        forEachWord { if let tag = tag($0) { tags.append(tag) } }
        return tags
    }
    /// The first tag of a name; nil if there is none.
    public func tag(_ name: String) -> TaskPaperTag? { tags.first { $0.name == name } }

    /// Whether both are of one kind and have one text, whatever their tags and their indentation.
    public func isAlike(_ other: TaskPaperLine) -> Bool { kind == other.kind && text == other.text }

    /// Whether the line has a tag of a name, told without making values of its tags.
    func hasTag(_ name: StaticString) -> Bool {
        guard line.contains(0x40) else { return false }
        var hasTag = false
        name.withUTF8Buffer { name in
            forEachWord { if let range = $0.name, line[range].elementsEqual(name) { hasTag = true } }
        }
        return hasTag
    }

    /// Whether it is the project whose lines are searches that were saved.
    var isSearches: Bool { form.isSearches }

    private var words: [TagScanner.Word] {
        var words: [TagScanner.Word] = []
        forEachWord { words.append($0) }
        return words
    }

    private func forEachWord(_ body: (TagScanner.Word) -> Void) {
        TagScanner.forEachWord(of: line, from: form.body, body)
    }

    private func tag(_ word: TagScanner.Word) -> TaskPaperTag? {
        word.name.map { name in
            TaskPaperTag(string(name), value: word.value.map { TaskPaperTag.unescaped(line[$0]) })
        }
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self) }

    // MARK: - Edits

    /// Makes the words that are no tags those of a text; the words that both begin and end with stay.
    ///
    /// A text that ``holds(text:)`` says is not held reads otherwise afterwards.
    public mutating func setText(_ text: String) {
        guard text != self.text else { return }
        let words = words
        let written = kind == .project ? text + ":" : text
        edit { $0.setText(written) { words[$0].name == nil } }
    }

    /// Gives the line a tag, in the place of the first one of its name, or at the end.
    public mutating func set(_ tag: TaskPaperTag) {
        let words = words
        let place = words.firstIndex { $0.name.map(string) == tag.name }
        guard place.flatMap({ self.tag(words[$0]) }) != tag else { return }
        edit { $0.replace(where: { $0 == place }, with: [tag.written], at: place ?? words.count) }
    }

    /// Takes all tags of a name away.
    public mutating func removeTag(_ name: String) {
        let words = words
        let dropped = Set(words.indices.filter { words[$0].name.map(string) == name })
        edit { $0.replace(where: dropped.contains, at: words.count) }
    }

    /// Sets the blanks and tabs before the line.
    public mutating func setIndentation(_ indentation: [UInt8]) {
        guard !line[..<form.start].elementsEqual(indentation) else { return }
        line.replaceSubrange(..<form.start, with: indentation)
    }

    private mutating func edit(_ body: (inout LineWords) -> Void) {
        var words = LineWords(line: line, ranges: words.map(\.range), start: form.body)
        body(&words)
        if words.line != line { line = words.line }
    }

    /// Whether a task's text reads back as it is written: it has no tags, and one blank between words.
    public static func holds(text: String) -> Bool {
        let line = TaskPaperLine(task: text)
        return line.text == text && line.tags.isEmpty
    }

    // MARK: - Form

    private struct Form: Sendable {
        var kind = Kind.blank
        var isSearches = false
        var indent = 0
        /// Where the text behind the indentation begins.
        var start = 0
        /// Where the first word may stand, behind the hyphen of a task.
        var body = 0

        init(_ line: [UInt8]) {
            while start < line.count, LineWords.isBlank(line[start]) {
                indent += line[start] == 0x09 ? 2 : 1
                start += 1
            }
            body = start
            guard start < line.count else { return }
            if line[start] == 0x2D, start + 1 == line.count || LineWords.isBlank(line[start + 1]) {
                kind = .task
                body = start + 1
                while body < line.count, LineWords.isBlank(line[body]) { body += 1 }
            } else {
                kind = Self.isProject(line, from: start) ? .project : .note
                isSearches = kind == .project && line[start...].starts(with: "[Searches]:".utf8)
            }
        }

        /// Whether nothing but tags stands behind the last colon, and a name before it.
        private static func isProject(_ line: [UInt8], from start: Int) -> Bool {
            guard let last = line.lastIndex(where: { !LineWords.isBlank($0) }) else { return false }
            if line[last] == 0x3A { return last > start }
            guard line.contains(0x40), line.contains(0x3A) else { return false }
            var name: Range<Int>?
            TagScanner.forEachWord(of: line, from: start) { if $0.name == nil { name = $0.range } }
            guard let name else { return false }
            return line[name.upperBound - 1] == 0x3A && name.upperBound - 1 > start
        }
    }
}

/// A tag of TaskPaper: `@name` or `@name(value)`.
public struct TaskPaperTag: Sendable, Hashable {
    /// The name: letters, digits, `-`, `_` and `.`, and anything beyond ASCII.
    public let name: String
    /// What stands in parentheses; nil without them.
    public let value: String?

    /// Makes a tag; other characters of the name become hyphens, and line ends of the value blanks.
    public init(_ name: String, value: String? = nil) {
        self.name = String(
            decoding: name.utf8.map { TagScanner.isOfName($0) ? $0 : 0x2D }, as: UTF8.self)
        self.value = value.map {
            String(decoding: $0.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
        }
    }

    /// The tag as it stands in a line; parentheses and backslashes of the value have a backslash before them.
    var written: String {
        guard let value else { return "@" + name }
        return "@\(name)(" + value.flatMap { "()\\".contains($0) ? ["\\", $0] : [$0] } + ")"
    }

    static func unescaped(_ value: ArraySlice<UInt8>) -> String {
        guard value.contains(0x5C) else { return String(decoding: value, as: UTF8.self) }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in value {
            if isEscaped, ![0x28, 0x29, 0x5C].contains(byte) { bytes.append(0x5C) }
            isEscaped = !isEscaped && byte == 0x5C
            if !isEscaped { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
