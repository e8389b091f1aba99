/// A Markdown text with its front matter.
///
/// A file holds one; a file that was written of several has one after the other, each beginning with a line of three hyphens
/// and one with the key `uid`. The Markdown itself is not looked at.
public struct MarkdownDocument: Sendable, Hashable {
    /// The front matter; nil where there is none.
    public private(set) var frontMatter: FrontMatter?
    /// The line on which the document begins in its file, from 1.
    public let line: Int
    /// What stands behind the front matter, as it stands.
    private var rest: String
    /// How lines end that are written anew.
    private var lineEnd = "\n"

    /// Makes a document that says nothing yet.
    public init() {
        frontMatter = FrontMatter(lines: [])
        line = 1
        rest = ""
    }

    /// Reads a document, whose bytes are in UTF-8.
    public init(_ source: [UInt8], line: Int = 1) {
        self.line = line
        let text = String(
            decoding: source.starts(with: [0xEF, 0xBB, 0xBF]) ? source.dropFirst(3) : source[...],
            as: UTF8.self)
        rest = text
        // Unicode takes CR LF for one character.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        guard let first = lines.first, Self.isFence(first), lines.count > 1 else { return }
        if text[first.endIndex...].first == "\r\n" { lineEnd = "\r\n" }
        guard let close = lines[1...].firstIndex(where: { Self.closes($0) }) else { return }
        // A CR too many would become part of the line's end when that is written.
        frontMatter = FrontMatter(
            lines: lines[1..<close].map { line in
                String(
                    String.UnicodeScalarView(line.unicodeScalars.reversed().drop { $0 == "\r" }.reversed()))
            })
        let end = lines[close].endIndex
        rest = end < text.endIndex ? String(text[text.index(after: end)...]) : ""
    }

    /// Whether a line opens front matter: three hyphens, and nothing but blanks behind them.
    static func isFence(_ line: some StringProtocol) -> Bool {
        line.hasPrefix("---") && line.dropFirst(3).allSatisfy { $0 == " " || $0 == "\t" }
    }

    /// Whether a line closes front matter: three hyphens, or three points.
    static func closes(_ line: some StringProtocol) -> Bool { isFence(line) || line == "..." }

    // MARK: - Text

    /// The Markdown: what stands behind the front matter, without the blank line there and the end of the last line.
    public var body: String {
        get {
            var text = rest[...]
            if frontMatter != nil, text.first == "\n" || text.first == "\r\n" { text = text.dropFirst() }
            if text.last == "\n" || text.last == "\r\n" { text = text.dropLast() }
            return DocumentBoundary.unescaped(String(text))
        }
        set {
            let blank = frontMatter == nil ? "" : lineEnd
            rest = newValue.isEmpty ? "" : blank + DocumentBoundary.escaped(newValue) + end(of: newValue)
        }
    }

    // MARK: - Front matter

    /// Gives a key of the front matter a value, in the place of the one that it has; nil takes the key away.
    public mutating func set(_ key: String, to value: FrontMatter.Value?) {
        change { $0.set(key, to: value) }
    }

    /// Makes the uid the first key: so other documents can stand before this one in a file.
    public mutating func begin(withUID uid: String) {
        if frontMatter?.fields.first?.key == "uid", frontMatter?.fields.first?.line == 0,
            frontMatter?.fields.first?.value == .text(uid)
        {
            return
        }
        change {
            // A second one would be taken for the place of the new.
            while $0.field("uid") != nil { $0.set("uid", to: nil) }
            $0.silenceLooseLines()
            $0.set("uid", to: .text(uid), isFirst: true)
        }
    }

    private mutating func change(_ body: (inout FrontMatter) -> Void) {
        let text = self.body
        let hadNone = frontMatter == nil
        var changed = frontMatter ?? FrontMatter(lines: [])
        body(&changed)
        frontMatter = changed
        // A text that had no front matter gets a blank line before it.
        if hadNone { self.body = text }
    }

    /// The end of a text's last line; a lone CR there would become part of a mere line feed.
    private func end(of text: String) -> String { text.last == "\r" ? "\r\n" : lineEnd }

    /// The document's bytes; its last line is ended.
    public func written() -> [UInt8] {
        var text = rest
        if let frontMatter {
            text = (["---"] + frontMatter.lines + ["---"]).joined(separator: lineEnd) + lineEnd + rest
        }
        if let last = text.last, last != "\n", last != "\r\n" { text += end(of: text) }
        return Array(text.utf8)
    }
}

/// Where in a file one document ends and the next begins: at three hyphens with a line below that gives a `uid`.
///
/// A text that has such lines itself gets a blank behind the hyphens, which means the same in Markdown.
enum DocumentBoundary {
    /// Whether a line begins with the key `uid`.
    static func isUID(_ line: some StringProtocol) -> Bool { line.hasPrefix("uid:") }

    static func escaped(_ body: String) -> String {
        changed(body) { line in
            line.hasPrefix("---") && line.dropFirst(3).allSatisfy { $0 == " " } ? line + " " : nil
        }
    }

    static func unescaped(_ body: String) -> String {
        changed(body) { line in
            line.hasPrefix("--- ") && line.dropFirst(3).allSatisfy { $0 == " " }
                ? String(line.dropLast()) : nil
        }
    }

    /// Changes the lines of hyphens that stand above a `uid`.
    private static func changed(_ body: String, _ change: (String) -> String?) -> String {
        guard body.contains("\nuid:") || body.contains("\r\nuid:") else { return body }
        // Unicode takes CR LF for one character; the ends of lines stay what they are.
        let lines = body.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        var result = ""
        for (index, line) in lines.enumerated() {
            let isAbove = index + 1 < lines.count && isUID(lines[index + 1])
            result += (isAbove ? change(String(line)) : nil) ?? String(line)
            if line.endIndex < body.endIndex { result.append(body[line.endIndex]) }
        }
        return result
    }
}
