import AtriumSDK

/// What phrases say of zones, after a time: `15:00 UTC`, `9:00 Europe/London`.
struct PhraseZones {
    /// Whether there is a zone of a name.
    let hasZone: @Sendable (String) -> Bool

    /// Letters that stand for zones, most of them for several: they are not read, and said to be left.
    private static let abbreviations: Set<String> = [
        "acdt", "acst", "aedt", "aest", "akdt", "akst", "ast", "awst", "bst", "cat", "cdt", "cest", "cet",
        "cst",
        "eat", "edt", "eest", "eet", "est", "hkt", "hst", "ist", "jst", "kst", "mdt", "msk", "mst", "ndt",
        "nst",
        "nzdt", "nzst", "pdt", "pst", "sast", "sgt", "wat", "west", "wet",
    ]

    /// Takes UTC, GMT, or a name of the zone database, which has a stroke.
    ///
    /// - Throws: ``AtriumError`` with code `badData` for an offset: which zone it is of, a repetition would have to know.
    func take(_ cursor: inout PhraseCursor) throws -> String? {
        if let word = cursor.next,
            word.wholeMatch(of: /(utc|gmt)[+\-]\d{1,2}(:?\d{2})?|[+\-]\d{2}:?\d{2}/) != nil
        {
            throw AtriumError(
                .badData, "\(word.uppercased()) is an offset, not a time zone",
                remedy: "name the zone, such as Europe/Vienna, or give the time in UTC", field: "text")
        }
        if cursor.take("utc", "gmt") { return "UTC" }
        guard let name = cursor.nextSpelling, Self.isName(name), hasZone(name) else { return nil }
        cursor.skip()
        return name
    }

    /// Whether a word after a time is, or sounds like, a zone.
    static func isZone(_ spelling: String) -> Bool {
        let word = spelling.lowercased()
        return word == "utc" || word == "gmt" || isName(spelling)
            || (abbreviations.contains(word) && spelling == spelling.uppercased())
    }

    /// Whether a word has the form of a name of the zone database.
    private static func isName(_ spelling: String) -> Bool {
        spelling.wholeMatch(of: /[A-Z][A-Za-z_]+(\/[A-Za-z][A-Za-z0-9_+\-]*){1,2}/) != nil
    }
}
