import AtriumSDK
import Foundation
import GRDB

/// The report of one file as its run keeps it, without its issues: with what each module took, so that this can be
/// forgotten.
struct KeptReport {
    /// The report as it is kept.
    private(set) var object: DataObject

    static let parts = "parts"

    init(_ file: ImportReport.File) {
        var file = file
        file.issues = []
        file.omittedIssues = 0
        // What to do about a file, and what is remarked, is kept in pieces, which each surface spells its own way when it shows the report.
        object = file.value(guidance: \.kept).objectValue ?? DataObject()
        var parts = DataObject()
        for (module, part) in file.parts.sorted(by: { $0.key < $1.key }) {
            var counts = DataObject()
            for (name, count) in part.counts.named { counts[name] = .integer(Int64(count)) }
            parts[module] = .object([
                "counts": .object(counts), "remarks": .list(part.remarks.map(\.kept)),
                "matchedBy": .list(part.matchedBy.map(DataValue.text)),
            ])
        }
        object[Self.parts] = .object(parts)
    }

    init(_ object: DataObject) { self.object = object }

    /// The report as it is shown.
    var shown: DataObject {
        var object = object
        object[Self.parts] = nil
        return object
    }

    /// Whether any module has a part of the file, or nobody can tell.
    var mayHaveParts: Bool { object[Self.parts]?.objectValue?.isEmpty != true }

    /// What is left of a report without a module's part.
    enum Rest {
        /// All: the module took nothing.
        case all
        /// What the others took.
        case others
        /// Nothing: no other took anything.
        case nothing
    }

    /// Takes a module's part out.
    ///
    /// Of a file of which others took something too, its path, its encoding, and why it could not be read stay.
    ///
    /// - Parameter former: what is left of a report that does not tell whose items were whose.
    mutating func forget(_ module: String, former: (_ format: String?) -> Rest) -> Rest {
        guard var parts = object[Self.parts]?.objectValue else {
            let rest = former(object["format"]?.textValue)
            if rest == .others { forgetDetails(of: module, others: [:]) }
            return rest
        }
        guard let part = parts[module]?.objectValue else { return .all }
        parts[module] = nil
        object[Self.parts] = .object(parts)
        guard !parts.isEmpty else { return .nothing }
        for entry in part["counts"]?.objectValue?.entries ?? [] {
            let (all, own) = (object[entry.name]?.integerValue ?? 0, entry.value.integerValue ?? 0)
            object[entry.name] = .integer(max(0, all - own))
        }
        forgetDetails(of: module, others: parts)
        return .others
    }

    /// Takes out what may be the module's, but for what is known to be of others.
    private mutating func forgetDetails(of module: String, others: DataObject) {
        for name in ["remarks", "matchedBy"] {
            object[name] = .list(others.entries.flatMap { $0.value.objectValue?[name]?.listValue ?? [] })
        }
        object["unmappedColumns"] = .list([])
        object["profile"] = .null
        object["unclaimed"] = .list(
            (object["unclaimed"]?.listValue ?? []).filter { $0.objectValue?["module"] != .text(module) })
    }
}

extension ImportRuns {
    /// Takes a module's part out of all reports: what it took of files, and what was noted of that.
    ///
    /// A file of which no other module took anything goes whole, and so does a run of which nothing is left: no such file,
    /// and no change set, which has been looked after.
    ///
    /// - Parameter former: what is known of runs whose reports do not tell whose items were whose.
    /// - Returns: how many runs went.
    static func forget(_ module: String, _ former: FormerRuns, _ db: Database) throws -> Int64 {
        try db.execute(
            sql: """
                DELETE FROM host_import_issue WHERE module = ?1
                OR module IS NULL AND code = 'module-enabled' AND property = ?1
                """, arguments: [module])
        var count: Int64 = 0
        for row in try Row.fetchAll(db, sql: "SELECT id, change_set_id, report FROM host_import_run") {
            let (run, changeSet): (Int64, Int64?) = (row["id"], row["change_set_id"])
            let files = try DataValue(json: Data((row["report"] as String).utf8)).listValue ?? []
            var left: [KeptReport] = []
            var places = Places()
            for (place, file) in files.enumerated() {
                var report = KeptReport(file.objectValue ?? DataObject())
                let rest = report.forget(module) { former.rest(ofFileIn: $0, run: run) }
                if rest == .others { places.cleared.append(place) }
                guard rest != .nothing else { continue }
                left.append(report)
                places.left.append(place)
            }
            let isSmaller = left.count < files.count
            if isSmaller, changeSet == nil, !left.contains(where: \.mayHaveParts) {
                try db.execute(sql: "DELETE FROM host_import_issue WHERE run_id = ?", arguments: [run])
                try db.execute(sql: "DELETE FROM host_import_run WHERE id = ?", arguments: [run])
                count += 1
            } else if isSmaller || !places.cleared.isEmpty {
                try forgetIssues(places, run: run, db)
                try keep(left, run: run, db)
            }
        }
        return count
    }

    /// Files of a run, by their places in it.
    private struct Places {
        /// Those that stay; the others go.
        var left: [Int] = []
        /// Of these, those in which nothing stays but what was noted of other modules' items.
        var cleared: [Int] = []

        static func json(_ places: [Int]) -> String {
            DataValue.list(places.map { .integer(Int64($0)) }).json
        }
    }

    /// Removes what was noted of files that go, and of no module's items in those that are cleared; the others have the
    /// places that they have in the report now.
    private static func forgetIssues(_ places: Places, run: Int64, _ db: Database) throws {
        try db.execute(sql: "CREATE TEMP TABLE left_file (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)")
        defer { try? db.execute(sql: "DROP TABLE temp.left_file") }
        try db.execute(
            sql: "INSERT INTO temp.left_file (old, new) SELECT value, key FROM json_each(?)",
            arguments: [Places.json(places.left)])
        // What an import switched on is its own, and no module's item.
        try db.execute(
            sql: """
                DELETE FROM host_import_issue WHERE run_id = ?1 AND (file NOT IN (SELECT old FROM temp.left_file)
                OR module IS NULL AND code <> 'module-enabled' AND file IN (SELECT value FROM json_each(?2)))
                """, arguments: [run, Places.json(places.cleared)])
        try db.execute(
            sql: """
                UPDATE host_import_issue SET file = (SELECT new FROM temp.left_file WHERE old = file)
                WHERE run_id = ?
                """, arguments: [run])
    }
}
