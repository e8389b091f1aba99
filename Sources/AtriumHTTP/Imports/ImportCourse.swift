package import AtriumHost
package import AtriumSDK
package import Foundation
import Synchronization

/// What an import's job is about: the files, what was asked, and what came of it.
///
/// The files of a rehearsal are kept for a while, so that they can be imported as they were shown without being sent again.
package final class ImportCourse: Sendable {
    /// How long the files of a rehearsal are kept after somebody has looked at it last.
    package static let keptTime = 900.0

    /// Fields by CSV column that hold for one file.
    package typealias Columns = [(column: String, field: String)]

    /// The input of an import besides its files.
    package struct Plan: Sendable {
        /// The declared input of an import.
        package var values: DataObject
        /// Fields by CSV column, by the path of the file that they hold for.
        package var columns: [String: Columns] = [:]
        /// What is to become of single conflicts.
        package var answers: [ItemPlace: ConflictAnswer] = [:]
        /// The tables of which an earlier rehearsal has asked what their columns mean.
        package var tables: [ColumnTable] = []

        /// Creates a plan from the declared input.
        package init(_ values: DataObject = [:]) { self.values = values }

        /// The plan as a rehearsal, without decisions about conflicts.
        package var asRehearsal: Plan {
            var plan = self
            (plan.values["dryRun"], plan.values["onConflict"], plan.answers) = (.bool(true), nil, [:])
            return plan
        }

        /// Whether nothing is to be changed.
        package var isRehearsal: Bool { values["dryRun"] == .bool(true) }

        /// Returns true if the files are read as by another plan; only the decisions about conflicts may differ.
        package func readsFiles(like other: Plan) -> Bool {
            func reading(_ plan: Plan) -> DataObject {
                var values = plan.values
                for name in ["dryRun", "onConflict", "decisions", "saveMap", "verbose"] { values[name] = nil }
                return values
            }
            return reading(self) == reading(other)
                && columns.keys == other.columns.keys
                && columns.allSatisfy { path, columns in
                    columns.elementsEqual(other.columns[path] ?? [], by: ==)
                }
        }
    }

    /// What came of it.
    package struct Outcome: Sendable {
        /// The report.
        package let report: ImportReport
        /// What becomes of each item; of a rehearsal only.
        package let log: ItemLog?
        /// Tables whose columns nobody knows.
        package var tables: [ColumnTable] = []
        /// Tables of a known kind some of whose columns nobody knows.
        package var knownTables: [ColumnTable] = []
        /// What the first records of such a table become by the guesses, by its path.
        package var previews: [String: [DataObject]] = [:]
        /// Of one that was to be applied, and was rehearsed again since the vault had changed: the items of which
        /// something else becomes than was shown.
        package var changed: [Int] = []
    }

    /// The input of the import.
    package let plan: Plan
    /// What its files are called.
    package let names: [String]
    private let state: Mutex<State>

    private struct State {
        var files: [(path: String, file: any ImportFile)]
        var keptUntil = Date.distantFuture
        var outcome: Outcome?
        var successor: String?
        /// Whether a request is about to begin the successor.
        var isClaimed = false
        /// How often anything of this has changed that a job tells.
        var version = 0
        /// Answers that were given on pages that came before the last.
        var answers: [ItemPlace: ConflictAnswer] = [:]
    }

    /// Begins with files.
    init(_ plan: Plan, files: [(path: String, file: any ImportFile)]) {
        self.plan = plan
        names = files.map(\.path)
        state = Mutex(State(files: files, answers: plan.answers))
    }

    /// The tables whose columns can be given fields: those of which it has to be asked, else all that were asked of.
    package var tables: [ColumnTable] {
        guard let outcome, outcome.tables.isEmpty else { return outcome?.tables ?? [] }
        return plan.tables
            + outcome.knownTables.filter { table in !plan.tables.contains { $0.path == table.path } }
    }

    /// What came of it; nil as long as nothing has.
    package var outcome: Outcome? { state.withLock { $0.outcome } }

    /// Until when its files are kept; nil once they are not.
    package var keptUntil: Date? { state.withLock { $0.files.isEmpty ? nil : $0.keptUntil } }

    /// The job that has gone on with its files.
    package var successor: String? { state.withLock { $0.successor } }

    /// What is to become of single conflicts, as far as that was said.
    package var answers: [ItemPlace: ConflictAnswer] { state.withLock { $0.answers } }

    /// Remembers what is to become of conflicts; nil: that is not decided.
    package func decide(_ answers: [ItemPlace: ConflictAnswer?]) {
        state.withLock { state in for (place, answer) in answers { state.answers[place] = answer } }
    }

    /// Somebody looks at it: its files are kept for longer.
    package func touch(now: Date) {
        state.withLock { state in
            guard state.outcome != nil else { return }
            state.keptUntil = now.addingTimeInterval(Self.keptTime)
            state.version += 1
        }
    }

    var files: [(path: String, file: any ImportFile)] { state.withLock { $0.files } }

    func finish(_ outcome: Outcome, now: Date) {
        state.withLock { state in
            state.outcome = outcome
            state.keptUntil = now.addingTimeInterval(Self.keptTime)
        }
        // What was imported is in the vault.
        if !outcome.report.isDryRun { release() }
    }

    /// The files are given back to the disk, once nobody else has them.
    package func release() {
        state.withLock { state in
            state.files = []
            state.version += 1
        }
    }

    /// Takes the right to begin the job that goes on with its files; false where another has it.
    func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }

    /// Gives the right back.
    func endClaim() { state.withLock { $0.isClaimed = false } }

    /// Says which job goes on with its files.
    func follow(by job: String) {
        state.withLock { state in
            state.successor = job
            state.version += 1
        }
    }

    /// How often anything of this has changed that a job tells.
    var version: Int { state.withLock { $0.version } }
}
