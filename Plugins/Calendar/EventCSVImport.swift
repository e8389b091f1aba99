import AtriumSDK
import CSVExchange
import CSVFormat
import Foundation
import Synchronization

/// Answers what the CSV importer asks: whether a file is one of events, and what a row says.
enum EventCSVImport {
    /// What a header means.
    private enum Meaning: Sendable {
        case own(CSVProfileMatch<EventCSV.Column>)
        case foreign(ForeignCSV.Columns)
        case none
    }

    private struct Question: Hashable {
        let names: [String]
        let options: ImportOptions
    }

    /// The last header that was looked at: rows ask for the same one again and again.
    private static let last = Mutex<(question: Question, meaning: Meaning)?>(nil)

    private static func meaning(of header: CSVHeader, _ options: ImportOptions) -> Meaning {
        let question = Question(names: header.names, options: options)
        if let known = last.withLock({ $0?.question == question ? $0?.meaning : nil }) { return known }
        let own = EventCSV.profile.match(header)
        let meaning: Meaning =
            own.hasSignature
            ? .own(own) : ForeignCSV.Columns(header, options: options).map(Meaning.foreign) ?? .none
        last.withLock { $0 = (question, meaning) }
        return meaning
    }

    /// Whether a container is the header of our own CSV.
    static func isOwn(_ container: Container) -> Bool {
        (container.value as? CSVHeader).map { EventCSV.profile.match($0).hasSignature } ?? false
    }

    /// How well a header fits.
    static func recognise(_ container: Container, _ options: ImportOptions) -> Importer.Recognition? {
        guard let header = container.value as? CSVHeader else { return nil }
        switch meaning(of: header, options) {
        case .own(let match):
            return Importer.Recognition(
                profile: match.profileName, confidence: .certain,
                unmappedColumns: match.unmapped.map { header.names[$0] })
        case .foreign(let columns):
            return Importer.Recognition(
                profile: columns.profile, confidence: .certain, unmappedColumns: columns.unmapped)
        case .none: return nil
        }
    }

    /// What the columns of an unknown header probably mean, by the names that they have in the programs that are known.
    static func guess(_ container: Container, _ items: [Item]) -> [ColumnGuess] {
        guard let header = container.value as? CSVHeader else { return [] }
        return guesser.columnGuesses(
            for: header, rows: items.compactMap { $0.value as? CSVRow }, name: \.rawValue)
    }

    private static let guesser = CSVColumnGuesser<ForeignCSV.Column>(
        ForeignCSV.Column.allCases.map { column in
            let names = ForeignCSV.programs.flatMap(\.columns.columns).filter { $0.field == column }.flatMap(
                \.names)
            return .init(column, names: names + [column.rawValue] + column.otherNames, look: column.look)
        })

    /// The draft of a row.
    static func map(
        _ item: Item, _ container: Container, _ options: ImportOptions
    ) throws -> MappedItem<EventDraft> {
        guard let row = item.value as? CSVRow, let header = container.value as? CSVHeader else {
            throw AtriumError(.internal, "the calendar received something other than a CSV row")
        }
        switch meaning(of: header, options) {
        case .own(let match):
            var found = EventCSV.draft(row, columns: match)
            found.issues.removeAll { !UnknownZone.isToBeSaid($0.code, options) }
            return found
        case .foreign(let columns):
            var reader = ForeignCSVRow(row, columns: columns, zone: options.timeZone.identifier)
            return try reader.draft()
        case .none:
            throw AtriumError(.internal, "the calendar received a row of a table without events")
        }
    }
}
