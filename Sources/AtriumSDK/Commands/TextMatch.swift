import GRDB

/// SQL that compares texts without the case of letters, of all scripts: SQLite's own `lower` knows those of ASCII.
public enum TextMatch {
    /// SQL for a text in lower case; null for null.
    public static func folded(_ sql: String) -> String {
        "\(DatabaseFunction.lowercase.name)(\(sql))"
    }

    /// SQL for a WHERE clause that holds where a text contains another; never null.
    public static func contains(_ text: String, _ part: String) -> String {
        "ifnull(instr(\(folded(text)), \(folded(part))), 0)"
    }
}

extension ListQuery.Condition {
    /// A condition that holds where one of some texts, SQL over the alias `r`, contains a word.
    public static func contains(_ word: String, in texts: [String]) -> ListQuery.Condition {
        ListQuery.Condition(
            texts.map { TextMatch.contains($0, "?") }.joined(separator: " OR "),
            StatementArguments(texts.map { _ in word }))
    }
}
