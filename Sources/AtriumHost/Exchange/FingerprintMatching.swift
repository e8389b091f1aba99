import AtriumSDK
import Foundation
import GRDB

/// Finds the records of items without an identifier whose text has changed, by what their importer says is typical.
///
/// Most imports never ask. The first item that is not known by its text makes the plan for all: one more reading of the
/// file, and of the kept sources that it is compared with. See ``Fingerprint`` for the rules.
final class FingerprintMatching {
    /// What is like an item.
    struct Likeness {
        /// The source of the record that it is.
        var source: Int64?
        /// Records that it may be, where that is not certain.
        var records: [Int64] = []
        /// Whether it stands in a file that may be another list: under another name, and mostly of unknown items.
        var isOfAnotherFile = false
    }

    private let file: any ImportFile
    private let format: any Format
    private let claim: ItemRouting.Claim
    private let options: ImportOptions
    private let kept: KeptSources
    private let collection: Int64
    private let db: Database
    /// Whether an item that the vault does not know is the importer's, of a kind that several may take.
    private let takes: (Item) -> Bool
    /// Sources with greater ids are this import's own.
    private let lastBefore: Int64
    private var plans: [String: [Int: Likeness]] = [:]

    init(
        of file: any ImportFile, format: any Format, claim: ItemRouting.Claim, options: ImportOptions,
        kept: KeptSources, collection: Int64, db: Database, takes: @escaping (Item) -> Bool
    ) throws {
        self.file = file
        self.format = format
        self.claim = claim
        self.options = options
        self.kept = kept
        self.collection = collection
        self.db = db
        self.takes = takes
        lastBefore = try Int64.fetchOne(db, sql: "SELECT max(id) FROM host_source_item") ?? 0
    }

    /// What is like the item of a number, which has neither identifier nor known text; nil: nothing.
    func likeness(of number: Int, scope: String) throws -> Likeness? {
        guard !claim.importer.fingerprints.isEmpty else { return nil }
        if let plan = plans[scope] { return plan[number] }
        let plan = try makePlan(scope)
        plans[scope] = plan
        return plan[number]
    }

    /// True if two drafts share a fingerprint; with `surely`, one that is sure.
    func isAlike(_ draft: any Sendable, as other: (any Sendable)?, surely: Bool = false) -> Bool {
        guard let other else { return false }
        return claim.importer.fingerprints.contains { fingerprint in
            guard !surely || fingerprint.strength == .sure, let key = fingerprint.key(draft) else {
                return false
            }
            return key == fingerprint.key(other)
        }
    }

    // MARK: - The plan

    /// Items in the order in which they were found, each with its keys, one a fingerprint; 0 for none.
    private struct Items {
        var ids: [Int64] = []
        var records: [Int64] = []
        var keys: [Int] = []
    }

    private func makePlan(_ scope: String) throws -> [Int: Likeness] {
        let known = try knownTexts(scope)
        guard !known.isEmpty else { return [:] }
        let new = try newItems(known)
        let isHalfKnown = new.items.ids.count * 2 <= new.count
        let isSameFile = try isHalfKnown || hasSameName(scope)
        let old = try oldItems(scope, notIn: isSameFile ? new.texts : [:])
        let levels = claim.importer.fingerprints
        var plan: [Int: Likeness] = [:]
        var (openNew, openOld) = (Set(new.items.ids.indices), Set(old.items.ids.indices))
        for (level, fingerprint) in levels.enumerated() {
            let isEnough =
                switch fingerprint.strength {
                case .sure: isSameFile
                case .likely: isSameFile
                case .weak: isHalfKnown
                }
            let isForTables = fingerprint.strength == .sure
            guard isEnough || isForTables else { continue }
            let newByKey = Self.unique(openNew, new.items, level, levels.count)
            let oldByKey = Self.unique(openOld, old.items, level, levels.count)
            for (key, place) in newByKey {
                guard let place, let other = oldByKey[key] ?? nil else { continue }
                guard isEnough || old.isSameTable[other] else { continue }
                plan[Int(new.items.ids[place])] = Likeness(source: old.items.ids[other])
                openNew.remove(place)
                openOld.remove(other)
            }
        }
        addPossible(&plan, openNew, new.items, openOld, old.items, levels.count)
        if !isSameFile { for number in plan.keys { plan[number]?.isOfAnotherFile = true } }
        return plan
    }

    /// The only place of each key, or nil in the value where there are several.
    private static func unique(_ open: Set<Int>, _ items: Items, _ level: Int, _ levels: Int) -> [Int: Int?] {
        var result: [Int: Int?] = [:]
        for place in open {
            let key = items.keys[place * levels + level]
            guard key != 0 else { continue }
            result[key] = result[key] == nil ? .some(place) : .some(nil)
        }
        return result
    }

    private func addPossible(
        _ plan: inout [Int: Likeness], _ openNew: Set<Int>, _ new: Items, _ openOld: Set<Int>, _ old: Items,
        _ levels: Int
    ) {
        guard !openNew.isEmpty else { return }
        var records: [Int: [Int64]] = [:]
        for place in openOld {
            for key in old.keys[place * levels..<(place + 1) * levels] where key != 0 {
                if records[key, default: []].count < 8 {
                    records[key, default: []].append(old.records[place])
                }
            }
        }
        for place in openNew {
            let alike = new.keys[place * levels..<(place + 1) * levels].flatMap { records[$0] ?? [] }
            guard !alike.isEmpty else { continue }
            plan[Int(new.ids[place])] = Likeness(records: Set(alike).sorted())
        }
    }

    // MARK: - Both sides

    private static let condition = """
        item_key >= '\(SourceKeys.textPrefix)' AND item_key < '$' AND length(item_key) = 33
        AND collection_id = ? AND format = ? AND scope = ? AND id <= ? AND record_id <> 0
        """

    private func arguments(_ scope: String) -> StatementArguments {
        [collection, format.id.rawValue, scope, lastBefore]
    }

    /// How often each text without an identifier is kept.
    private func knownTexts(_ scope: String) throws -> [Int: Int] {
        let keys = try String.fetchCursor(
            db, sql: "SELECT item_key FROM host_source_item WHERE \(Self.condition)",
            arguments: arguments(scope))
        var known: [Int: Int] = [:]
        while let key = try keys.next() { known[key.hashValue, default: 0] += 1 }
        return known
    }

    /// The file's items without an identifier that are not kept, all their texts, and how many there are.
    private func newItems(_ known: [Int: Int]) throws -> (items: Items, texts: [Int: Int], count: Int) {
        var items = Items()
        var texts: [Int: Int] = [:]
        var (number, count) = (0, 0)
        var container: Container?
        try read { event in
            switch event {
            case .container(let begun): container = begun
            case .issue: break
            case .item(let item):
                number += 1
                guard let container, claim.importer.kinds.contains(item.kind), takes(item),
                    let mapped = try? claim.importer.map(item, in: container, options: options),
                    mapped.uid == nil
                else { return }
                count += 1
                let text = SourceKeys.key(ofText: format.exported(item.source)).hashValue
                texts[text, default: 0] += 1
                guard texts[text, default: 0] > known[text, default: 0] else { return }
                items.ids.append(Int64(number))
                items.keys += keys(of: mapped.draft)
            }
        }
        return (items, texts, count)
    }

    private func read(_ body: (ImportEvent) throws -> Void) throws {
        try InputError.marking { _ = try format.read(file, events: body) }
    }

    /// The kept items that are not among `texts`, and whether each stands in a table like this file's.
    private func oldItems(_ scope: String, notIn texts: [Int: Int]) throws -> (
        items: Items, isSameTable: [Bool]
    ) {
        let header = try firstContainer()
        var rest = texts
        var items = Items()
        var isSameTable: [Bool] = []
        var group: (container: Int64, ids: [Int64], records: [Int64], texts: [[UInt8]]) = (0, [], [], [])
        func flush() throws {
            guard !group.ids.isEmpty, let drafts = try kept.drafts(of: group.texts, in: group.container)
            else {
                return
            }
            let isSame = try header.map { try isSameHeader($0, group.container) } ?? false
            for (index, draft) in drafts.enumerated() {
                guard let draft else { continue }
                items.ids.append(group.ids[index])
                items.records.append(group.records[index])
                items.keys += keys(of: draft)
                isSameTable.append(isSame)
            }
        }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, record_id, container_id, item_key, text FROM host_source_item
                WHERE \(Self.condition) ORDER BY container_id, id
                """, arguments: arguments(scope))
        while let row = try rows.next() {
            let text = (row[3] as String).hashValue
            if let left = rest[text], left > 0 {
                rest[text] = left - 1
                continue
            }
            let container: Int64 = row[2]
            if container != group.container || group.ids.count == 500 {
                try flush()
                group = (container, [], [], [])
            }
            group.ids.append(row[0])
            group.records.append(row[1])
            group.texts.append(Array(row[4] as Data))
        }
        try flush()
        return (items, isSameTable)
    }

    private func keys(of draft: any Sendable) -> [Int] {
        claim.importer.fingerprints.enumerated().map { level, fingerprint in
            guard let key = fingerprint.key(draft) else { return 0 }
            var hasher = Hasher()
            hasher.combine(level)
            hasher.combine(key)
            return hasher.finalize() | 1
        }
    }

    /// Ends a reading of which the beginning was enough.
    private struct Enough: Error {}

    /// The file's first container, for formats with columns.
    private func firstContainer() throws -> [UInt8]? {
        var found: Container?
        do {
            try read { event in
                if case .container(let container) = event { found = container }
                throw Enough()
            }
        } catch is Enough {}
        return found.flatMap { $0.columns.isEmpty ? nil : $0.source }
    }

    private func isSameHeader(_ header: [UInt8], _ container: Int64) throws -> Bool {
        let kept = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT text FROM host_source_container WHERE id = ?"),
            arguments: [container])
        return kept?.withUnsafeBytes { SourceKeys.isSameText($0, header) } ?? false
    }

    private func hasSameName(_ scope: String) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM host_source_file f JOIN host_source_container c ON c.file_id = f.id
                WHERE f.name = ? AND f.format = ? AND EXISTS (SELECT 1 FROM host_source_item i
                WHERE i.container_id = c.id AND i.collection_id = ? AND i.scope = ? AND i.id <= ?))
                """, arguments: [file.name, format.id.rawValue, collection, scope, lastBefore]) ?? false
    }
}
