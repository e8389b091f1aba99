public import AtriumSDK
import Foundation
import GRDB

extension RecordKind {
    /// Returns the record that a word selects, as a query result.
    ///
    /// The result is a list with one record, or an empty list if there are no records.
    ///
    /// The function calculates a number for each record from a hash of the word and the record's uid, and
    /// selects the record with the highest number (rendezvous hashing). A new record changes the selection
    /// only if its own number is the highest.
    ///
    /// - Parameters:
    ///   - word: the word that determines the selection; for example, a day selects the same record all day.
    ///   - weight: an SQL expression for a record's relative probability, over the alias `r`; greater than 0.
    ///   - condition: an SQL condition over the alias `r` that limits the selection to matching records.
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

    /// Returns a number between 0 and 1 that depends only on the text.
    ///
    /// The number is an FNV-1a hash with MurmurHash3's final mixing step.
    private static func share(of text: String) -> Double {
        var hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return (Double((hash ^ (hash >> 33)) >> 11) + 0.5) / Double(1 << 53 as UInt64)
    }
}
