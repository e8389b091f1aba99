import AtriumSDK
import GRDB
import RecordKit

/// The likely pairs of a vault, in the order in which they are listed.
struct DuplicateSearch {
    let db: Database

    /// A pair of records.
    struct Pair: Hashable, Sendable, Comparable {
        /// The score in thousandths.
        let thousandths: Int
        /// Why; not part of the order.
        var reasons: Likeness.Reasons = []
        /// The lower id.
        let first: Int64
        /// The higher id.
        let second: Int64

        /// The likeliest come first, then those with the lowest ids.
        static func < (left: Pair, right: Pair) -> Bool {
            (right.thousandths, left.first, left.second) < (left.thousandths, right.first, right.second)
        }

        /// Where a list goes on behind the pair.
        var cursor: String { "\(thousandths)-\(first)-\(second)" }

        /// Makes a pair.
        init(thousandths: Int, reasons: Likeness.Reasons, first: Int64, second: Int64) {
            self.thousandths = thousandths
            self.reasons = reasons
            self.first = first
            self.second = second
        }

        /// Reads a cursor.
        ///
        /// - Throws: `AtriumError` with code `badData` where it is none.
        init(cursor: String) throws {
            let parts = cursor.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
            guard parts.count == 3, let score = parts[0], let first = parts[1], let second = parts[2],
                (0...1000).contains(score)
            else {
                throw AtriumError(
                    .badData, "the cursor does not belong to this list",
                    remedy: "use the `next` value of a page of this list, or none", field: "cursor")
            }
            self.init(thousandths: Int(score), reasons: [], first: first, second: second)
        }
    }

    /// The pairs that nobody has dismissed.
    func likelyPairs() throws -> [Pair] {
        let traits = try PeopleTraits(db)
        let dismissed = try Set(DuplicateCommands.dismissals.pairs(db).map { [$0.first, $0.second] })
        return DuplicateBlocks.pairs(among: traits).lazy.map { pair in
            Pair(
                thousandths: Int(pair.thousandths), reasons: pair.reasons,
                first: traits.ids[Int(pair.first)], second: traits.ids[Int(pair.second)])
        }.filter { dismissed.isEmpty || !dismissed.contains([$0.first, $0.second]) }
    }

    /// The pairs that were dismissed, with what is known of their likeness.
    func dismissedPairs() throws -> [Pair] {
        var traits = try PeopleTraits(db)
        traits.shared = DuplicateBlocks.shared(in: traits)
        let places = Dictionary(uniqueKeysWithValues: traits.ids.enumerated().map { ($1, $0) })
        return try DuplicateCommands.dismissals.pairs(db).compactMap { first, second in
            guard let one = places[first], let other = places[second] else { return nil }
            let likeness = traits.likeness(one, other)
            return Pair(
                thousandths: likeness.thousandths, reasons: likeness.reasons, first: first, second: second)
        }.sorted()
    }

    /// The uids and names of the people in some pairs.
    func people(_ pairs: some Sequence<Pair>) throws -> [Int64: (uid: String, name: String)] {
        let ids = Set(pairs.flatMap { [$0.first, $0.second] })
        let list = ids.map(String.init).joined(separator: ", ")
        return try Row.fetchAll(
            db, sql: "SELECT id, uid, display_name FROM connections_person WHERE id IN (\(list))"
        ).reduce(into: [:]) { $0[$1[0]] = ($1[1], $1[2]) }
    }
}
