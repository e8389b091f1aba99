import Foundation

/// How texts of components are kept: rules that make two ways of saying nothing the same.
public enum StoredText {
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

    /// A tag as tags are compared.
    private static func foldedTag(_ tag: String) -> String {
        tag.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }
}
