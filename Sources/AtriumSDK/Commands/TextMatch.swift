import GRDB

/// SQL that compares texts and ignores the case of letters in all scripts; SQLite's own `lower` supports only
/// ASCII.
public enum TextMatch {
    /// Returns SQL that converts a text to lower case and leaves null unchanged.
    public static func folded(_ sql: String) -> String {
        "\(DatabaseFunction.lowercase.name)(\(sql))"
    }

    /// Returns an SQL condition that is true if one text contains another text; the condition is never null.
    public static func contains(_ text: String, _ part: String) -> String {
        "ifnull(instr(\(folded(text)), \(folded(part))), 0)"
    }
}

extension ListQuery.Condition {
    /// Returns a condition that is true if at least one text contains a word.
    ///
    /// The texts are SQL expressions with `r` as the alias for the table.
    public static func contains(_ word: String, in texts: [String]) -> ListQuery.Condition {
        ListQuery.Condition(
            texts.map { TextMatch.contains($0, "?") }.joined(separator: " OR "),
            StatementArguments(texts.map { _ in word }))
    }
}
