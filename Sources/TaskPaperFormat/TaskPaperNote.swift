import TextDecoding

extension TaskPaperSource {
    /// The task's note: its lines without the task's indentation and one step more, a line feed between.
    ///
    /// A line of it that would be a task or a project in the file stands there with a backslash, which
    /// Markdown passes over: `\- item`, `Name:\`.
    public var note: String { noteTexts.joined(separator: "\n") }

    private var noteTexts: [String] {
        noteLines.map { Self.unescaped(Self.outdented($0, by: line.indent + 2)) }
    }

    /// Makes the note a text; lines with which both begin and end keep their bytes, all others are written
    /// anew.
    ///
    /// Blank lines at the beginning and the end of the text are not kept, nor are blanks in a blank line.
    public mutating func setNote(_ note: String) {
        guard note != self.note else { return }
        let old = noteTexts
        var new = note.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { $0.utf8.allSatisfy(LineWords.isBlank) ? "" : String($0) }[...]
        while new.first == "" { new.removeFirst() }
        while new.last == "" { new.removeLast() }
        if !new.isEmpty { endLine() }
        let head = zip(old, new).prefix { $0 == $1 }.count
        let most = min(old.count, new.count) - head
        let tail = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
        let base = line.indentation + [0x09]
        let written = new.dropFirst(head).dropLast(tail).map { text in
            (text.isEmpty ? [] : base + Array(Self.escaped(text).utf8)) + usualLineEnd
        }
        // A file's last line may have no end; in the middle of the note it needs one.
        let kept = noteLines.prefix(head).map { $0.last == 0x0A ? $0 : $0 + usualLineEnd }
        noteLines = kept + written + noteLines.suffix(tail)
    }

    /// Gives the task another indentation, and its note with it.
    mutating func setIndentation(_ indentation: [UInt8]) {
        let old = line.indent
        guard !line.indentation.elementsEqual(indentation) else { return }
        line.setIndentation(indentation)
        noteLines = noteLines.map { note in
            let text = Array(Self.withoutIndent(note, of: old))
            return text.allSatisfy(LineWords.isBlank) ? note : indentation + text
        }
    }

    /// A line without as much of its indentation.
    private static func withoutIndent(_ line: [UInt8], of width: Int) -> ArraySlice<UInt8> {
        var rest = width
        return line.drop { byte in
            guard rest > 0, byte == 0x09 || byte == 0x20 else { return false }
            rest -= byte == 0x09 ? 2 : 1
            return true
        }
    }

    private static func outdented(_ line: [UInt8], by width: Int) -> String {
        let text = withoutIndent(parts(line).text, of: width)
        return text.allSatisfy(LineWords.isBlank) ? "" : String(decoding: text, as: UTF8.self)
    }

    // MARK: - Lines that would be something else

    private static func kind(_ text: some StringProtocol) -> TaskPaperLine.Kind {
        TaskPaperLine(line: Array(text.utf8)).kind
    }

    /// The text, and with how many backslashes it is more than what would be a task or a project.
    static func escaped(_ text: String) -> String {
        let start = text.prefix { $0 == " " || $0 == "\t" }
        let rest = text[start.endIndex...]
        if kind(rest.drop { $0 == "\\" }) == .task { return start + "\\" + rest }
        return kind(withoutEnd(text)) == .project ? text + "\\" : text
    }

    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(0x5C) else { return text }
        let start = text.prefix { $0 == " " || $0 == "\t" }
        let rest = text[start.endIndex...]
        if rest.first == "\\", kind(rest.drop { $0 == "\\" }) == .task {
            return start + String(rest.dropFirst())
        }
        return text.last == "\\" && kind(withoutEnd(text)) == .project ? String(text.dropLast()) : text
    }

    /// A text without the backslashes at its end.
    private static func withoutEnd(_ text: String) -> Substring {
        var text = text[...]
        while text.last == "\\" { text.removeLast() }
        return text
    }
}
