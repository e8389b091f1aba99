import AtriumSDK
import Foundation
import GRDB
import RecordKit

/// The tasks of one file that have come so far, for rows that name the task that they are a part of by its place in the file.
///
/// Rows say it by clues: their own key, the key of their parent, and perhaps the parent's title.
///
/// | clues | a row of |
/// |---|---|
/// | the level as key, the level above with its title as parent | Todoist: the last one of that level is meant |
/// | an id of the file as key, another as parent | TickTick: the row with that id, which may come later |
final class FileTasks {
    static let key = "key"
    static let parent = "parent"
    static let parentTitle = "parent-title"
    /// The folder of the project's list.
    static let folder = "folder"
    /// What the file says of the project itself: JSON of cells by their headers in capitals.
    static let projectCells = "project-cells"

    private struct Met {
        let record: Int64
        /// The hash of the title in the file.
        let title: Int
    }

    private var met: [String: Met] = [:]
    /// Of the row at hand: a parent that has not come.
    private var missing: String?
    private var mayFollow = false
    private var folder: String?
    private var waiting: [(record: Int64, parent: String)] = []
    private var folders: Set<String> = []
    private var cells: String?
    /// The projects that the file has brought, until they have what it says of them.
    private var made: Set<Int64> = []

    private static func of(_ context: RecordContext) -> FileTasks { context.once { _ in FileTasks() } }

    // MARK: - Before a row is written

    /// Finds the task that a row is a part of, as far as it has come.
    static func complete(
        _ values: inout RecordValues, by draft: RecordDraft, _ context: RecordContext
    ) throws {
        guard !draft.clues.isEmpty else { return }
        let tasks = of(context)
        tasks.folder = draft.clues[folder]
        tasks.cells = draft.clues[projectCells]
        tasks.missing = nil
        guard let key = draft.clues[parent] else { return }
        let title = draft.clues[parentTitle]
        if let met = tasks.met[key], title.map({ $0.hashValue == met.title }) ?? true,
            let parent = try TaskTree.parent(id: met.record, context)
        {
            values["parent"] = .text(parent.uid)
        } else {
            (tasks.missing, tasks.mayFollow) = (key, title == nil)
        }
    }

    // MARK: - After it

    /// Does what a row asks for beside its task: it waits for its parent, and gives the project the tag of its folder.
    static func didWrite(_ record: StoredRecord, since old: StoredRecord?, _ context: RecordContext) throws {
        let tasks = of(context)
        if let key = tasks.missing {
            tasks.missing = nil
            if tasks.mayFollow {
                tasks.waiting.append((record.id, key))
            } else {
                context.note(
                    "parent", "no-parent",
                    "the parent is not an imported task; this task was imported without a parent")
            }
        }
        if let cells = tasks.cells, !tasks.made.isEmpty,
            let project = try Projects(context).id(ofTask: record.id),
            tasks.made.remove(project) != nil
        {
            try fill(project, cells, context)
        }
        guard old == nil, let folder = tasks.folder,
            let project = try Projects(context).id(ofTask: record.id),
            tasks.folders.insert("\(project)\n\(folder)").inserted
        else { return }
        let reference = RecordReference(.projects, project)
        try context.tags.setTags(context.tags.tags(of: reference) + [folder], of: reference)
    }

    /// A project is there because a task of the file is in it.
    static func made(_ project: Int64, _ context: RecordContext) { of(context).made.insert(project) }

    /// Gives a project what its file says of it.
    private static func fill(_ project: Int64, _ json: String, _ context: RecordContext) throws {
        guard let fields = (try? DataValue(json: Data(json.utf8)))?.objectValue else { return }
        let table = RecordTable(projectKind, context)
        let old = try table.record(project)
        let headers = projectKind.declaration.values.flatMap { $0.cells.map(\.header) }
        let texts = Dictionary(
            headers.compactMap { header in
                fields[header.uppercased()]?.textValue.map { (header, $0) }
            }, uniquingKeysWith: { first, _ in first })
        try table.update(
            old, to: projectKind.values(ofCells: texts, over: old.values, context), from: .file)
    }

    /// A row of the file is this task.
    static func met(_ record: Int64, as draft: RecordDraft, _ context: RecordContext) {
        guard let key = draft.clues[key] else { return }
        let title = taskKind.value("title", of: draft)?.textValue ?? ""
        of(context).met[key] = Met(record: record, title: title.hashValue)
    }

    // MARK: - At the end

    /// Makes tasks parts of those that came behind them.
    ///
    /// - Returns: which could not be, and why.
    static func finish(_ context: RecordContext) throws -> [String] {
        let tasks = of(context)
        let tree = TaskTree(context.db)
        FilePlaces.of(context)?.forgetParents()
        var (strangers, refused): ([Int64], [Int64]) = ([], [])
        for (record, key) in tasks.waiting {
            // A task may be gone since: its row was taken back.
            guard try tree.uid(of: record) != nil else { continue }
            guard let parent = tasks.met[key]?.record, try tree.uid(of: parent) != nil else {
                strangers.append(record)
                continue
            }
            if try tree.problem(of: record, in: parent) == nil {
                try tree.put(record, in: parent)
            } else {
                refused.append(record)
            }
        }
        return try [
            remark(strangers, "the file does not contain the parent", context),
            remark(
                refused, "a task cannot be a part of itself, and subtasks go \(TaskTree.deepest) levels deep",
                context),
        ].compactMap(\.self)
    }

    /// Says which tasks were taken without a parent: the first ones by their titles.
    private static func remark(
        _ tasks: [Int64], _ reason: String, _ context: RecordContext
    ) throws -> String? {
        guard !tasks.isEmpty else { return nil }
        let table = RecordTable(taskKind, context)
        let titles = try tasks.prefix(3).map { try "“\(table.record($0).values.text("title") ?? "")”" }
        let names = titles.joined(separator: ", ") + (tasks.count > titles.count ? " and others" : "")
        let count = tasks.count == 1 ? "1 task was" : "\(tasks.count) tasks were"
        return "\(count) imported without a parent: \(reason): \(names)"
    }
}
