import AtriumSDK
import CSVExchange
import CSVFormat
import ICalendarExchange
import ICalendarFormat

/// Somebody as a row names them; at least one of both is there.
struct NamedCompanion: Hashable, Sendable {
    /// The name.
    var name: String?
    /// The uid of the person.
    var uid: String?
}

/// The columns that interactions and memories have in common, and how their cells are read and written: pure.
///
/// | column | what stands in it |
/// |---|---|
/// | `people` | the names of those it was with, a line each; `;` between them will do where there is no `personUids` |
/// | `personUids` | their uids, a line each; an empty line where somebody is none of the people |
enum TogetherCSV {
    /// The cells of a row by column.
    struct Cells {
        let row: CSVRow
        let header: CSVHeader
        let options: ImportOptions

        /// The text of a column's cell, without blanks around; nil where there is none.
        func text(_ column: String) -> String? {
            // SQLite's texts end at a NUL.
            index(of: column).flatMap { row[$0]?.replacing("\0", with: "").trimmed.nonEmpty }
        }

        /// Whether there is such a column.
        func has(_ column: String) -> Bool { index(of: column) != nil }

        private func index(of column: String) -> Int? {
            options.column(of: column, at: header.firstIndex)
        }

        /// Those whom the cells name.
        var companions: [NamedCompanion] {
            // Blanks and empty lines say who has no uid: they are not trimmed.
            TogetherCSV.companions(
                named: text("people") ?? "",
                uids: index(of: "personUids").map { (row[$0] ?? "").replacing("\0", with: "") })
        }

        /// The name that the user knows a column by.
        func name(of column: String) -> String {
            index(of: column).map { header.names[$0] } ?? column
        }

        /// A day in whatever form tables write it.
        ///
        /// - Throws: ``AtriumError``: `badData` where it is none, ``AtriumError/dateOrderNeeded(line:column:)`` where it
        ///   reads as two days.
        func day(_ column: String) throws -> LocalDate {
            try Self.day(of: dateTime(column).date, column)
        }

        /// A day, or a time, in whatever form tables write it.
        ///
        /// - Parameters:
        ///   - column: the column.
        ///   - zone: on whose clock a local time is, and an instant is shown.
        /// - Throws: as ``day(_:)``.
        func time(_ column: String, in zone: Zone) throws -> HappenedAt {
            guard let text = try dateTime(column).whenText, let when = HappenedAt(text, in: zone) else {
                throw Self.noDay(column)
            }
            return when
        }

        private func dateTime(_ column: String) throws -> CSVDateTime {
            let order = options.csvDateOrder
            do throws(CSVDateProblem) {
                return try CSVDateTime.parse(text(column) ?? "", order: order)
            } catch {
                if case .ambiguousOrder = error {
                    throw AtriumError.dateOrderNeeded(line: row.line, column: name(of: column))
                }
                throw Self.noDay(column)
            }
        }

        private static func day(of date: CSVDate, _ column: String) throws -> LocalDate {
            guard let day = LocalDate(iso: date.description) else { throw noDay(column) }
            return day
        }

        private static func noDay(_ column: String) -> AtriumError {
            AtriumError(.badData, "the row has no day such as 2026-03-01", field: column)
        }
    }

    /// Whether a header has some columns, and which of its own mean nothing here.
    ///
    /// - Parameters:
    ///   - needed: the columns without which a row says nothing.
    ///   - telling: those that a table of another kind has not; whoever says which column is one of `needed` means this kind.
    static func recognise(
        _ container: Container, _ options: ImportOptions, as profile: String, columns: [String],
        needed: [String], telling: [String]
    ) -> Importer.Recognition? {
        guard let header = container.value as? CSVHeader else { return nil }
        let places = columns.map { options.column(of: $0, at: header.firstIndex) }
        let found = Set(zip(columns, places).filter { $1 != nil }.map(\.0))
        let isMeant = options.columns.contains { needed.contains($0.field) }
        guard (isMeant ? needed : needed + telling).allSatisfy(found.contains) else { return nil }
        let used = Set(places.compactMap(\.self))
        return Importer.Recognition(
            profile: profile, confidence: found.contains("uid") ? .certain : .likely,
            unmappedColumns: header.names.indices.filter { !used.contains($0) }.map { header.names[$0] })
    }

    /// Those whom the cells of `people` and `personUids` name.
    ///
    /// - Parameter uids: nil where there is no such column.
    static func companions(named names: String, uids: String?) -> [NamedCompanion] {
        guard let uids, uids.nonEmpty != nil else {
            return names.split(whereSeparator: { $0.isNewline || uids == nil && $0 == ";" })
                .compactMap { $0.trimmed.nonEmpty.map { NamedCompanion(name: $0) } }
        }
        func lines(_ text: String) -> [String?] {
            text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                .map { $0.trimmed.nonEmpty }
        }
        let (allNames, allUIDs) = (lines(names), lines(uids))
        return (0..<max(allNames.count, allUIDs.count)).compactMap { place in
            let name = place < allNames.count ? allNames[place] : nil
            let uid = place < allUIDs.count ? allUIDs[place] : nil
            return name == nil && uid == nil ? nil : NamedCompanion(name: name, uid: uid)
        }
    }

    /// The cells of `people` and `personUids`.
    static func cells(_ people: [(id: Int64?, name: String, uid: String?)]) -> (names: String, uids: String) {
        let names = people.map { $0.name.split(whereSeparator: \.isNewline).joined(separator: " ") }
        let uids = people.contains { $0.uid != nil } ? people.map { $0.uid ?? "" } : []
        return (names.joined(separator: "\n"), uids.joined(separator: "\n"))
    }
}

extension TogetherRule {
    /// What breaks it in a row of a file.
    ///
    /// - Parameter column: the column of the day.
    static func issues(
        of day: LocalDate, in column: String, _ people: [NamedCompanion], _ cells: TogetherCSV.Cells
    ) -> [ImportIssue] {
        var issues: [ImportIssue] = []
        if cells.options.isYetToCome(day) {
            issues.append(.yetToCome(day, line: cells.row.line, property: cells.name(of: column)))
        }
        if people.isEmpty {
            issues.append(
                ImportIssue(
                    line: cells.row.line, property: cells.name(of: "people"), code: "nobody",
                    message: "it names nobody with whom it was; it was taken as it is"))
        }
        return issues
    }
}
