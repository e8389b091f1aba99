import AtriumSDK
import Foundation
import GRDB
import RecordKit

/// The projects, as tasks ask for them.
struct Projects {
    let context: RecordContext
    private var db: Database { context.db }

    init(_ context: RecordContext) { self.context = context }

    /// The title of a project; of one that is archived beside another of the title, with its uid behind: `Thesis [uid]`.
    func title(of id: Int64) throws -> String? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT title, is_archived AND EXISTS (SELECT 1 FROM tasks_project o
                        WHERE o.title_key = p.title_key AND o.id <> p.id), uid
                    FROM tasks_project p WHERE id = ?
                    """), arguments: [id])
        return row.map { $0[1] as Bool ? "\($0[0] as String) [\($0[2] as String)]" : $0[0] }
    }

    /// A title without the uid that ``title(of:)`` may have put behind it, and that.
    static func parts(of title: String) -> (title: String, uid: String?) {
        // By its letters: each task of a list asks.
        guard title.hasSuffix("]"), let open = title.lastIndex(of: "[") else { return (title, nil) }
        let uid = title[open...].dropFirst().dropLast()
        let rest = title[..<open]
        guard !uid.isEmpty, !uid.contains("]"), rest.last == " ", let last = rest.dropLast().last,
            !last.isWhitespace
        else { return (title, nil) }
        return (String(rest.dropLast()), String(uid))
    }

    /// The project with a title, in any case of its letters; of several the one that is not archived.
    func id(titled title: String) throws -> Int64? {
        let places = FilePlaces.of(context)
        if let known = places?.projects[title] { return known }
        // A file that names one of them with its uid means another one without.
        var id = try named(title).first { places?.namedByUID.contains($0.uid) != true }?.id
        if id == nil, let uid = Self.parts(of: title).uid {
            id = try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM tasks_project WHERE uid = ?"), arguments: [uid])
            places?.namedByUID.insert(uid)
        }
        places?.projects[title] = id
        return id
    }

    /// The projects with a title, in any case of its letters, the one that is not archived first.
    func named(_ title: String) throws -> [(id: Int64, isArchived: Bool, uid: String)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql:
                    "SELECT id, is_archived, uid FROM tasks_project WHERE title_key = ? ORDER BY is_archived, id"
            ),
            arguments: [Words.folded(title)]
        ).map { ($0[0], $0[1], $0[2]) }
    }

    /// The project that is not archived and is called so, else the one whose title begins with these words if it is the only one.
    func open(named name: String) throws -> (id: Int64, title: String)? {
        if let found = try named(name).first, !found.isArchived, let title = try title(of: found.id) {
            return (found.id, title)
        }
        let key = Words.folded(name)
        let rows = try Row.fetchAll(
            db, sql: "SELECT id, title, title_key FROM tasks_project WHERE is_archived = 0 ORDER BY id")
        let fit = rows.filter { row in
            let other: String = row[2]
            guard !key.isEmpty, other.hasPrefix(key) else { return false }
            return other.dropFirst(key.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
        }
        return fit.count == 1 ? (fit[0][0], fit[0][1]) : nil
    }

    /// The titles of the projects that are not archived and are called nearly so, the nearest first.
    func open(near name: String) throws -> [String] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT title_key, title FROM tasks_project WHERE is_archived = 0 ORDER BY id")
        let titles = Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
        return NearNames.near(Words.folded(name), in: rows.map { $0[0] }).compactMap { titles[$0] }
    }

    /// The project that a task is in.
    func id(ofTask task: Int64) throws -> Int64? {
        try Int64?.fetchOne(
            db.cachedStatement(sql: "SELECT project_id FROM tasks_task WHERE id = ?"), arguments: [task])
            ?? nil
    }

    /// Makes a project that a file names.
    func make(_ title: String) throws -> Int64 {
        // What another vault has archived beside a project of the title is archived here too.
        let (own, uid) = Self.parts(of: title)
        let isArchived = uid.flatMap { UUID(uuidString: $0) } != nil
        var values = projectKind.initial
        values["title"] = .text(isArchived ? own : title)
        values["archived"] = .bool(isArchived)
        let id = try RecordTable(projectKind, context).insert(
            values, uid: isArchived ? uid : nil, from: .file)
        if isArchived, let uid { FilePlaces.of(context)?.namedByUID.insert(uid) }
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
            remedy: "restore it with \(command: "tasks projects archive") and \(flag: "off")", field: field)
    }
}

/// How many characters the title of a task or a project has at most, in Unicode code points.
let longestTitle = 500
