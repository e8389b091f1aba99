import Foundation

/// The table in `docs/formats.md` of the files that do not come through as they should, and why.
struct KnownDifferences {
    struct Row {
        /// The file's path in the corpus; `*` stands for any letters.
        let pattern: String
        let kind: Difference.Kind
        /// The line of the table that it stands on.
        let line: Int
        var isMet = false
    }

    private(set) var rows: [Row] = []

    /// Reads the rows `| files | differs in | why |` below the heading; several patterns and kinds are parted by commas.
    init(readingFrom page: URL) throws {
        let lines = try String(contentsOf: page, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "## Differences over the corpus") else {
            throw CorpusError("\(page.lastPathComponent) has no heading “Differences over the corpus”")
        }
        for (index, line) in lines.enumerated().dropFirst(start) where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, !cells[2].isEmpty else {
                throw CorpusError(
                    "line \(index + 1) of \(page.lastPathComponent) is not `| files | kinds | why |`")
            }
            for kind in cells[1].split(separator: ",") {
                guard let kind = Difference.Kind(rawValue: kind.trimmingCharacters(in: .whitespaces)),
                    kind != .crash
                else { throw CorpusError("line \(index + 1): there is no kind “\(kind)”") }
                for pattern in cells[0].split(separator: "`").map(String.init) {
                    guard pattern.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
                    rows.append(Row(pattern: pattern, kind: kind, line: index + 1))
                }
            }
        }
    }

    /// Whether the difference is known; the row is marked as met.
    mutating func explain(_ difference: Difference, of path: String) -> Bool {
        var isKnown = false
        for index in rows.indices
        where rows[index].kind == difference.kind && fnmatch(rows[index].pattern, path, 0) == 0 {
            rows[index].isMet = true
            isKnown = true
        }
        return isKnown
    }
}

/// Why the check itself cannot go on.
struct CorpusError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
