public import AtriumSDK
import Foundation
import GRDB

extension RecordKind {
    /// The record that a word chooses, as the result of a query: a list of one, or of none if there is no record.
    ///
    /// Each record draws a number of its own, by a hash of the word and its uid, and the greatest wins (rendezvous hashing):
    /// a new record wins where its number is the greatest, and changes nothing elsewhere.
    ///
    /// - Parameters:
    ///   - word: the word: a day, so that it chooses one record all day.
    ///   - weight: SQL over the alias `r` for how many times as likely a record is as another; above 0.
    ///   - condition: SQL over the alias `r` for the records to choose among.
    public func chosen(
        by word: String, weight: String = "1", where condition: String = "TRUE", _ context: CommandContext
    ) throws -> DataValue {
        var best: (id: Int64, draw: Double)?
        let rows = try Row.fetchCursor(
            context.db,
            sql: """
                SELECT r.id, r.uid, \(weight) FROM \(declaration.table) r WHERE \(condition) ORDER BY r.id
                """)
        while let row = try rows.next() {
            let draw = log(Self.share(of: "\(word)\n\(row[1] as String)")) / (row[2] as Double)
            if best.map({ draw > $0.draw }) ?? true { best = (row[0], draw) }
        }
        guard let best else { return .object(["items": .list([])]) }
        let record = try RecordTable(self, RecordContext(context)).record(best.id)
        return .object(["items": .list([try value(record, context)])])
    }

    /// A number between 0 and 1, the same for the same text in every process: FNV-1a, its bits mixed (MurmurHash3's end).
    private static func share(of text: String) -> Double {
        var hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return (Double((hash ^ (hash >> 33)) >> 11) + 0.5) / Double(1 << 53 as UInt64)
    }
}
