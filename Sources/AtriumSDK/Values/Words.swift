import Foundation

/// Conversions that normalize texts before records store the texts.
///
/// Texts that differ only in surrounding white space become equal, and a text without content becomes nil.
public enum Words {
    /// Returns the text without surrounding white space, or nil if the result is empty.
    ///
    /// NUL characters are removed, because SQLite texts are NUL-terminated.
    public static func text(_ text: String) -> String? {
        let bytes = text.utf8
        let text = bytes.contains(0) ? text.replacing("\0", with: "") : text
        // Most texts begin and end with a visible ASCII character.
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

    /// Returns the text as one line without surrounding white space, or nil if the result is empty.
    ///
    /// Line breaks become spaces.
    public static func line(_ text: String) -> String? {
        guard let text = Self.text(text) else { return nil }
        // Most names are printable ASCII.
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }), text.contains(where: \.isNewline) else {
            return text
        }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Returns a number with its noun: `1 row`, `2 rows`.
    ///
    /// The noun can be followed by a verb: `count(2, "row is", "rows are")`.
    ///
    /// - Parameter several: the plural; nil appends an s to the singular.
    public static func count(_ number: Int, _ one: String, _ several: String? = nil) -> String {
        "\(number) \(number == 1 ? one : several ?? one + "s")"
    }

    /// Returns a text's length in Unicode code points.
    ///
    /// SQLite's `length` function also counts code points, and other programs truncate texts in their files
    /// by code points.
    public static func length(_ text: String) -> Int { text.unicodeScalars.count }

    /// Truncates a text to a maximum length without splitting a character.
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

    /// Splits a text at commas, semicolons and line breaks, and returns the names in order, without
    /// duplicates.
    public static func names(_ text: String) -> [String] {
        distinct(text.split { $0 == "," || $0 == ";" || $0.isNewline })
    }

    /// Splits a text at line breaks and returns the names in order, without duplicates.
    public static func lines(_ text: String) -> [String] { distinct(text.split(whereSeparator: \.isNewline)) }

    /// Returns the names in order, without empty names and without duplicates, ignoring case.
    public static func distinct(_ names: [some StringProtocol]) -> [String] {
        var seen: Set<String> = []
        return names.compactMap { line(String($0)) }.filter { seen.insert(key($0)).inserted }
    }

    /// Returns the key that identifies a name: the name in lower case and in Unicode's composed form.
    public static func key(_ name: String) -> String {
        name.utf8.allSatisfy { $0 < 0x80 }
            ? name.lowercased() : name.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// Returns a normalized text for finding duplicates.
    ///
    /// The result is in lower case and has no quotation marks, one kind of dash and single spaces.
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

    /// Returns true if two lists have equal names, regardless of order and case.
    public static func areSame(_ names: [String], _ others: [String]) -> Bool {
        Set(names.map(key)) == Set(others.map(key))
    }

    /// Joins names to the text that a database column stores, one name per line, or returns nil for an empty
    /// list.
    public static func column(_ names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: "\n")
    }

    /// Returns the names in a database column's text.
    public static func names(column: String?) -> [String] {
        column?.split(separator: "\n").map(String.init) ?? []
    }

    // MARK: - Texts as they were written

    /// Returns the text without NUL characters, or nil if the result is empty.
    ///
    /// SQLite texts are NUL-terminated.
    public static func filled(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let plain = withoutNUL(text)
        return plain.isEmpty ? nil : plain
    }

    /// Returns the text without NUL characters.
    public static func withoutNUL(_ text: String) -> String {
        text.utf8.contains(0) ? String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) : text
    }

    /// Returns the text with every line break (CR LF, LF or CR) converted to LF.
    ///
    /// File formats and web forms do not preserve the kind of line break.
    public static func withPlainLineBreaks(_ text: String) -> String {
        guard text.utf8.contains(13) else { return text }
        return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// Returns categories as the host stores tags, without empty tags and duplicates.
    ///
    /// A tag is a duplicate if it differs from an earlier tag only in case or surrounding white space.
    public static func distinctTags(_ tags: [String]) -> [String] {
        guard !tags.isEmpty else { return tags }
        let tags = tags.map(withoutNUL)
        var seen: Set<String> = []
        return tags.filter { tag in
            let folded = foldedTag(tag)
            return !folded.isEmpty && seen.insert(folded).inserted
        }
    }

    /// Returns the original CATEGORIES list without removed tags and with new tags.
    ///
    /// All other categories in the list are preserved, even duplicates.
    public static func categories(_ written: [String], imported: [String], tags: [String]) -> [String] {
        let known = Set(imported.map(foldedTag))
        let current = Set(tags.map(foldedTag))
        let patched =
            written.filter { current.contains(foldedTag($0)) }
            + tags.filter { !known.contains(foldedTag($0)) }
        // The user changed the order or the spelling.
        return distinctTags(patched) == tags ? patched : tags
    }

    /// Returns a tag in lower case and without surrounding white space, for comparing tags.
    package static func foldedTag(_ tag: String) -> String {
        tag.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }
}
