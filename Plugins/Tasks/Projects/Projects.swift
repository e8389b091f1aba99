import AtriumSDK
import Foundation
import GRDB
import RecordKit

/// The projects, as tasks ask for them.
struct Projects {
    let context: RecordContext
    private var db: Database { context.db }

    /// How many characters a title has at most.
    static let longestTitle = 500

    init(_ context: RecordContext) { self.context = context }

    /// The title of a project.
    func title(of id: Int64) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT title FROM tasks_project WHERE id = ?"), arguments: [id])
    }

    /// The project with a title, in any case of its letters; of several the one that is not archived.
    func id(titled title: String) throws -> Int64? {
        let places = FilePlaces.of(context)
        if let known = places?.projects[title] { return known }
        let id = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT id FROM tasks_project WHERE title_key = ? ORDER BY is_archived, id LIMIT 1"),
            arguments: [Words.folded(title)])
        places?.projects[title] = id
        return id
    }

    /// The project with a title that is not archived.
    func openID(titled title: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM tasks_project WHERE title_key = ? AND is_archived = 0"),
            arguments: [Words.folded(title)])
    }

    /// The project that a task is in.
    func id(ofTask task: Int64) throws -> Int64? {
        try Int64?.fetchOne(
            db.cachedStatement(sql: "SELECT project_id FROM tasks_task WHERE id = ?"), arguments: [task])
            ?? nil
    }

    /// Makes a project that a file names.
    func make(_ title: String) throws -> Int64 {
        var values = projectKind.initial
        values["title"] = .text(title)
        let id = try RecordTable(projectKind, context).insert(values, uid: context.newUID(), from: .file)
        FileTasks.made(id, context)
        return id
    }

    /// The title of a project that tasks can be put into.
    ///
    /// - Throws: ``AtriumError`` with code `conflict` if it is archived.
    func openTitle(of id: Int64) throws -> String {
        let row = try Row.fetchOne(
            db, sql: "SELECT title, is_archived FROM tasks_project WHERE id = ?", arguments: [id])
        guard let row, !(row[1] as Bool) else { throw Self.archived("project") }
        return row[0]
    }

    /// What is refused of an archived project.
    static func archived(_ field: String) -> AtriumError {
        AtriumError(
            .conflict, "the project is archived",
            remedy: "take it out with \(command: "tasks projects archive") and \(flag: "off")", field: field)
    }
}

extension RecordContext {
    /// A new uid: a random UUID in lower case (RFC 9562).
    func newUID() -> String { UUID().uuidString.lowercased() }
}
