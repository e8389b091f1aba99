import Foundation

/// Texts in the form in which records keep them: two ways of saying nothing are the same, and what stands around a text is
/// no part of it.
public enum Words {
    /// Text without blanks around it; nil if nothing is left.
    ///
    /// SQLite's texts end at a NUL, so that none is kept.
    public static func text(_ text: String) -> String? {
        let bytes = text.utf8
        let text = bytes.contains(0) ? text.replacing("\0", with: "") : text
        // Most texts begin and end with a character of ASCII that is no blank.
        if let first = bytes.first, let last = bytes.last, (0x21..<0x7F).contains(first),
            (0x21..<0x7F).contains(last)
        {
            return text
        }
        guard text.first?.isWhitespace ?? true || text.last?.isWhitespace ?? true else { return text }
        let words = text.drop(while: \.isWhitespace)
        guard let last = words.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(words[...last])
    }

    /// One line of text without blanks around it; nil if nothing is left.
    ///
    /// Line breaks become blanks.
    public static func line(_ text: String) -> String? {
        guard let text = Self.text(text) else { return nil }
        // Most names are printable ASCII.
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }), text.contains(where: \.isNewline) else {
            return text
        }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// How long a text is, in Unicode code points: as SQLite's `length` counts, and files of other programs are cut.
    public static func length(_ text: String) -> Int { text.unicodeScalars.count }

    /// The beginning of a text that is no longer than a length; no letter is cut through.
    public static func cut(_ text: String, to longest: Int) -> String {
        guard text.utf8.count > longest, length(text) > longest else { return text }
        var (left, end) = (longest, text.startIndex)
        while end < text.endIndex {
            left -= text[end].unicodeScalars.count
            if left < 0 { break }
            end = text.index(after: end)
        }
        return String(text[..<end])
    }

    /// The names in a list with commas, semicolons or line ends between, each once, in their order.
    public static func names(_ text: String) -> [String] {
        distinct(text.split { $0 == "," || $0 == ";" || $0.isNewline })
    }

    /// The names in a text with line ends between, each once, in their order.
    public static func lines(_ text: String) -> [String] { distinct(text.split(whereSeparator: \.isNewline)) }

    /// Names without empty ones and without repeats in any case of their letters, in their order.
    public static func distinct(_ names: [some StringProtocol]) -> [String] {
        var seen: Set<String> = []
        return names.compactMap { line(String($0)) }.filter { seen.insert(key($0)).inserted }
    }

    /// A name as it is told from others: in small letters, each letter in one way of writing.
    public static func key(_ name: String) -> String {
        name.utf8.allSatisfy { $0 < 0x80 }
            ? name.lowercased() : name.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// A text as it is compared with others that may be the same: in small letters, without quotation marks, with one kind of
    /// dash and single blanks.
    public static func folded(_ text: String) -> String {
        let plain = key(text).unicodeScalars.compactMap { scalar -> Character? in
            switch scalar.properties.generalCategory {
            case .dashPunctuation: "-"
            case .initialPunctuation, .finalPunctuation: nil
            default: "\"'„`´".unicodeScalars.contains(scalar) ? nil : Character(scalar)
            }
        }
        return plain.split(whereSeparator: \.isWhitespace).map { String($0) }.joined(separator: " ")
    }

    /// Whether two lists have the same names, in whatever order and case of letters.
    public static func areSame(_ names: [String], _ others: [String]) -> Bool {
        Set(names.map(key)) == Set(others.map(key))
    }

    /// Names as a column keeps them: a line each; nil if there are none.
    public static func column(_ names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: "\n")
    }

    /// The names in a column.
    public static func names(column: String?) -> [String] {
        column?.split(separator: "\n").map(String.init) ?? []
    }

    // MARK: - Texts as they were written

    /// The text without NUL, which SQLite's texts end at; nil where nothing is left.
    public static func filled(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let plain = withoutNUL(text)
        return plain.isEmpty ? nil : plain
    }

    /// The text without NUL.
    public static func withoutNUL(_ text: String) -> String {
        text.utf8.contains(0) ? String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) : text
    }

    /// Returns the text with LF for each line break: CR LF, LF or CR.
    ///
    /// Formats and forms do not keep the difference.
    public static func withPlainLineBreaks(_ text: String) -> String {
        guard text.utf8.contains(13) else { return text }
        return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// Categories as the host keeps tags: without empty ones, and without those that differ from an earlier one in the
    /// case of letters or in white space around them only.
    public static func distinctTags(_ tags: [String]) -> [String] {
        guard !tags.isEmpty else { return tags }
        let tags = tags.map(withoutNUL)
        var seen: Set<String> = []
        return tags.filter { tag in
            let folded = foldedTag(tag)
            return !folded.isEmpty && seen.insert(folded).inserted
        }
    }

    /// CATEGORIES as they were written, without what is no tag any more and with new tags; whatever else stands there,
    /// twice even, stays.
    public static func categories(_ written: [String], imported: [String], tags: [String]) -> [String] {
        let known = Set(imported.map(foldedTag))
        let current = Set(tags.map(foldedTag))
        let patched =
            written.filter { current.contains(foldedTag($0)) }
            + tags.filter { !known.contains(foldedTag($0)) }
        // Another order, or another spelling.
        return distinctTags(patched) == tags ? patched : tags
    }

    /// A tag as tags are compared: without the case of letters and without outer white space.
    package static func foldedTag(_ tag: String) -> String {
        tag.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }
}
