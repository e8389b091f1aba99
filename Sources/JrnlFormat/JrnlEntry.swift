/// An entry of a journal that jrnl keeps: `[2026-01-02 09:30] Title`, and the lines below it.
///
/// The time stands as written, since its form is each user's to choose; who reads it decides what it says.
public struct JrnlEntry: Sendable, Hashable {
    /// What stands between the brackets, or before the title where there are none.
    public var time: String
    /// The first line, without time and star.
    public var title: String
    /// What stands below it, without blank lines around; empty where there is nothing.
    public var body: String
    /// Whether the first line ends, or begins, with a star.
    public var isStarred: Bool

    /// Makes an entry.
    public init(time: String, title: String, body: String = "", isStarred: Bool = false) {
        self.time = time
        self.title = title
        self.body = body
        self.isStarred = isStarred
    }

    /// Reads an entry, whose bytes are in UTF-8; nil where its first line does not begin with a time.
    public init?(_ source: [UInt8]) {
        let text = String(decoding: source, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        guard let first = lines.first, let head = Self.head(of: String(first)) else { return nil }
        time = head.time
        var title = Self.trimmed(head.rest)
        isStarred = title.last == "*" || title.first == "*"
        while title.last == "*" || title.last == " " { title.removeLast() }
        while title.first == "*" || title.first == " " { title.removeFirst() }
        self.title = title
        body = Self.trimmed(lines.dropFirst().joined(separator: "\n"))
    }

    /// The words that are marked as tags, without their mark, each once and in lower case.
    ///
    /// As jrnl does, it takes letters, digits, `-`, `+`, `*`, `#`, `/` and `_` behind an `@` that begins a word.
    public var tags: [String] {
        var seen: Set<String> = []
        return (title + "\n" + body).split(whereSeparator: \.isWhitespace).compactMap { word in
            guard word.first == "@" else { return nil }
            let tag = word.dropFirst().prefix { $0.isLetter || $0.isNumber || "-+*#/_".contains($0) }
            return tag.isEmpty ? nil : tag.lowercased()
        }.filter { seen.insert($0).inserted }
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    // MARK: - Where an entry begins

    /// The time at the front of a line, and what follows; nil where no entry begins.
    ///
    /// In brackets, as jrnl writes since 2.0, or without: `2013-06-09 15:39 My first entry.`
    static func head(of line: String) -> (time: String, rest: String)? {
        if line.first == "[" {
            guard let close = line.firstIndex(of: "]") else { return nil }
            let time = String(line[line.index(after: line.startIndex)..<close])
            let rest = line[line.index(after: close)...]
            // `[link](address)` is none.
            guard isTime(time), rest.first == " " else { return nil }
            return (time, String(rest))
        }
        // Without brackets only the form that was usual then.
        let time = line.prefix(16)
        guard time.utf8.count == 16,
            zip(time.utf8, "0000-00-00 00:00".utf8).allSatisfy({ byte, form in
                form == 0x30 ? (48...57).contains(byte) : byte == form
            })
        else { return nil }
        let rest = line.dropFirst(16)
        return rest.first == " " ? (String(time), String(rest)) : nil
    }

    /// Whether a text may be a day or a time: digits in groups, and no more letters than a month's name and a zone have.
    static func isTime(_ text: String) -> Bool {
        guard text.utf8.count <= 40 else { return false }
        let digits = text.utf8.count { (48...57).contains($0) }
        let groups = text.split { !$0.isNumber }.count
        let letters = text.count { $0.isLetter }
        return digits >= 4 && groups >= 2 && letters <= 16 && text.contains { "-/.:".contains($0) }
    }
}
