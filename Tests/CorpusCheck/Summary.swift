import Foundation

/// The table that is printed: a line a format.
struct Summary {
    /// What was tried, with the format that the manifest gives each file.
    let outcomes: [(format: String, outcome: Outcome)]

    func printed() -> String {
        let columns = [
            "format", "files", "items", "without loss", "refused", "issues", "unreported", "wrong counts",
            "changed in the hub", "crashes",
        ]
        var rows = [columns]
        for format in CorpusFile.formats {
            let found = outcomes.filter { $0.format == format }.map(\.outcome)
            func number(_ kind: Difference.Kind) -> Int {
                found.filter { $0.differences.contains { $0.kind == kind } }.count
            }
            let lossless = found.filter { outcome in
                outcome.differences.allSatisfy { ![.refused, .codec, .hub, .crash].contains($0.kind) }
            }
            let numbers = [
                found.count, found.map(\.items).reduce(0, +), lossless.count, number(.refused),
                found.map(\.issues).reduce(0, +), number(.unreported), number(.count), number(.hub),
                number(.crash),
            ]
            rows.append([format] + numbers.map(String.init))
        }
        return rows.map { row in
            let cells = zip(row, columns).map { cell, column in
                String(repeating: " ", count: max(9, column.count) - cell.count) + cell
            }
            return cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
