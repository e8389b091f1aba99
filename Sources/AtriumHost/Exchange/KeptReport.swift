import AtriumSDK
import Foundation
import GRDB

/// The report of one file as its run keeps it, without its issues: with what each module took, so that this can be
/// forgotten.
struct KeptReport {
    /// The report as it is kept.
    private(set) var object: DataObject

    private static let parts = "parts"

    init(_ file: ImportReport.File) {
        var file = file
        file.issues = []
        file.omittedIssues = 0
        // What to do about a file is kept in pieces, which each surface spells its own way when it shows the report.
        object = file.value(remedy: \.kept).objectValue ?? DataObject()
        var parts = DataObject()
        for (module, part) in file.parts.sorted(by: { $0.key < $1.key }) {
            var counts = DataObject()
            for (name, count) in part.counts.named { counts[name] = .integer(Int64(count)) }
            parts[module] = .object([
                "counts": .object(counts), "remarks": .list(part.remarks.map(DataValue.text)),
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

    /// Whether any module took something of the file.
    var hasParts: Bool { object[Self.parts]?.objectValue?.isEmpty == false }

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
    mutating func forget(_ module: String) -> Rest {
        guard var parts = object[Self.parts]?.objectValue else {
            // It was kept before parts were: what it tells beside numbers may be the module's.
            forgetDetails(remarks: [])
            return .others
        }
        guard let part = parts[module]?.objectValue else { return .all }
        parts[module] = nil
        object[Self.parts] = .object(parts)
        guard !parts.isEmpty else { return .nothing }
        for entry in part["counts"]?.objectValue?.entries ?? [] {
            let (all, own) = (object[entry.name]?.integerValue ?? 0, entry.value.integerValue ?? 0)
            object[entry.name] = .integer(max(0, all - own))
        }
        forgetDetails(remarks: parts.entries.flatMap { $0.value.objectValue?["remarks"]?.listValue ?? [] })
        return .others
    }

    /// Takes out what may be anyone's, but for remarks that are known to be of others.
    private mutating func forgetDetails(remarks: [DataValue]) {
        object["remarks"] = .list(remarks)
        object["unmappedColumns"] = .list([])
    }
}

extension ImportRuns {
    /// Takes a module's part out of all reports: what it took of files, and what was noted of that.
    ///
    /// A file of which no other module took anything goes whole, and so does a run of which nothing is left: no such file,
    /// and no change set, which has been looked after.
    ///
    /// - Returns: how many runs went.
    static func forget(_ module: String, _ db: Database) throws -> Int64 {
        try db.execute(sql: "DELETE FROM host_import_issue WHERE module = ?", arguments: [module])
        var count: Int64 = 0
        for row in try Row.fetchAll(db, sql: "SELECT id, change_set_id, report FROM host_import_run") {
            let (run, changeSet): (Int64, Int64?) = (row["id"], row["change_set_id"])
            let files = try DataValue(json: Data((row["report"] as String).utf8)).listValue ?? []
            var left: [KeptReport] = []
            for file in files {
                var report = KeptReport(file.objectValue ?? DataObject())
                let rest = report.forget(module)
                if rest != .all {
                    try forgetIssues(ofFile: left.count, run: run, goes: rest == .nothing, db)
                }
                if rest != .nothing { left.append(report) }
            }
            guard left.count < files.count, changeSet == nil, !left.contains(where: \.hasParts) else {
                try keep(left, run: run, db)
                continue
            }
            try db.execute(sql: "DELETE FROM host_import_issue WHERE run_id = ?", arguments: [run])
            try db.execute(sql: "DELETE FROM host_import_run WHERE id = ?", arguments: [run])
            count += 1
        }
        return count
    }

    /// Removes what was noted of a file and of no module's items.
    ///
    /// - Parameter goes: whether the file is no longer among the run's, so that the next has its place.
    private static func forgetIssues(ofFile file: Int, run: Int64, goes: Bool, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM host_import_issue WHERE run_id = ? AND file = ? AND (module IS NULL OR ?)",
            arguments: [run, file, goes])
        guard goes else { return }
        try db.execute(
            sql: "UPDATE host_import_issue SET file = file - 1 WHERE run_id = ? AND file > ?",
            arguments: [run, file])
    }
}
