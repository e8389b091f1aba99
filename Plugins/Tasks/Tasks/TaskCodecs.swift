import AtriumSDK
import Foundation
import GRDB
import RecordKit

/// The project of a task: its row in the vault; its title as a value, in results and in files.
///
/// A title that a file names and no project has becomes a project.
struct ProjectCodec: ValueCodec {
    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) throws -> DataValue {
        .text(orNull: try Int64.fromDatabaseValue(columns[0]).flatMap { try Projects(context).title(of: $0) })
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) throws -> [DatabaseValue] {
        guard let title = value.textValue else { return [.null] }
        let projects = Projects(context)
        // An archived project may have the title of another one.
        if let record, let own = try projects.id(ofTask: record), try projects.title(of: own) == title {
            return [own.databaseValue]
        }
        return [try (projects.id(titled: title) ?? projects.make(title)).databaseValue]
    }

    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) -> DataObject {
        ["project": .text(orNull: value.textValue.map { Projects.parts(of: $0).title })]
    }

    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue {
        guard let value = given["project"] else { return old }
        return .text(orNull: try value.integerValue.map { try Projects(context).openTitle(of: $0) })
    }

    func value(of row: inout RowCells) -> DataValue? {
        guard row.text("project") != nil else { return nil }
        guard let title = row.word("project") else { return .null }
        if Words.length(title) > longestTitle {
            return row.note(
                "project", "too-long",
                "the project has \(Words.length(title)) characters; at most \(longestTitle) are allowed")
        }
        return .text(title)
    }

    func cells(of value: DataValue) -> [String] { [value.textValue ?? ""] }
}

/// Another task that a record names: its row in the vault; its uid as a value and in files, also of one that is yet to come.
///
/// It has two columns: the row, and the uid as long as there is none.
struct TaskCodec: ValueCodec {
    /// The field, and the column of files.
    let name: String

    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) throws -> DataValue {
        guard let id = Int64.fromDatabaseValue(columns[0]) else {
            return .text(orNull: String.fromDatabaseValue(columns[1]))
        }
        return .text(orNull: try TaskTree(context.db).uid(of: id))
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) throws -> [DatabaseValue] {
        guard let uid = value.textValue else { return [.null, .null] }
        let known = FilePlaces.of(context)?.recentTask { $0.uid == uid }?.id
        guard let id = try known ?? TaskTree(context.db).id(ofUID: uid) else {
            return [.null, uid.databaseValue]
        }
        return [id.databaseValue, .null]
    }

    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) throws -> DataObject {
        guard let uid = value.textValue else { return [name: .null] }
        let title = try String.fetchOne(
            context.db.cachedStatement(sql: "SELECT title FROM tasks_task WHERE uid = ?"), arguments: [uid])
        return [name: .text(orNull: title)]
    }

    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue {
        guard let value = given[name] else { return old }
        return .text(orNull: try value.integerValue.flatMap { try TaskTree(context.db).uid(of: $0) })
    }

    func value(of row: inout RowCells) -> DataValue? {
        row.text(name) == nil ? nil : .text(orNull: row.word(name))
    }

    func cells(of value: DataValue) -> [String] { [value.textValue ?? ""] }
}

/// A place in an order, from 0: null until the record is written, when it becomes the last one.
struct PositionCodec: ValueCodec {
    let header: String

    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) -> DataValue {
        .integer(orNull: Int64.fromDatabaseValue(columns[0]))
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) -> [DatabaseValue] {
        [value.integerValue.databaseValue]
    }

    func value(of row: inout RowCells) -> DataValue? {
        guard row.text(header) != nil, let word = row.word(header) else { return nil }
        guard let place = Int64(word), TaskOrder.places.contains(place) else {
            return row.note(header, "bad-position", "the position is not a whole number from 0")
        }
        return .integer(place)
    }

    func cells(of value: DataValue) -> [String] { [value.integerValue.map(String.init) ?? ""] }
}

/// Whether a task is open, done or given up, and since when.
struct StateCodec: ValueCodec {
    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) -> DataValue {
        if let done = String.fromDatabaseValue(columns[0]) { return .object(["completedAt": .text(done)]) }
        if let given = String.fromDatabaseValue(columns[1]) { return .object(["cancelledAt": .text(given)]) }
        return .null
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) -> [DatabaseValue] {
        ["completedAt", "cancelledAt"].map { value.objectValue?[$0]?.textValue.databaseValue ?? .null }
    }

    func value(of row: inout RowCells) -> DataValue? {
        guard row.text("status") != nil || row.text("completedAt") != nil || row.text("cancelledAt") != nil
        else { return nil }
        let done = row.instant("completedAt")
        let given = row.instant("cancelledAt")
        switch row.word("status")?.lowercased() {
        case nil: break
        case "open", "needs-action", "in-process", "todo", "no", "false", "0", "pending": return .null
        case "done", "completed", "yes", "true", "1", "x":
            return .object(["completedAt": .text(done ?? Self.unknown)])
        case "cancelled", "canceled", "dropped":
            return .object(["cancelledAt": .text(given ?? done ?? Self.unknown)])
        default:
            return row.note("status", "bad-status", "the status is not open, done or cancelled")
        }
        if let done { return .object(["completedAt": .text(done)]) }
        return given.map { .object(["cancelledAt": .text($0)]) } ?? .null
    }

    /// What stands for a time that a file does not say, until the task is written; a day stands so for a time of that day.
    static let unknown = "?"

    /// Whether the completion time that a file gives fits the instant at which a task ended; nil stands for a task that is open.
    static func says(_ text: String?, _ instant: String?, in zone: TimeZone) -> Bool {
        guard let text, let instant else { return text == nil && instant == nil }
        return [unknown, instant, LinesOfTasks.day(of: instant, in: zone)].contains(text)
            || LocalDate(iso: text).map(Timestamp.noon) == instant
    }

    /// Returns the time that stands for a day: noon in UTC if that is on the same day in the zone, else noon in the zone.
    private static func noon(of day: LocalDate, in zone: TimeZone) -> String {
        let noon = Timestamp.noon(of: day)
        return LinesOfTasks.day(of: noon, in: zone) == day.description
            ? noon : Timestamp.text(day.start(in: zone).addingTimeInterval(43_200))
    }

    func resolved(_ value: DataValue, over old: DataValue, _ context: RecordContext) -> DataValue {
        guard let entry = value.objectValue?.entries.first, let text = entry.value.textValue else {
            return value
        }
        let (zone, day) = (context.settings.timeZone, LocalDate(iso: text))
        guard text == Self.unknown || day != nil else { return value }
        // What is known stays; else it is when the file came, or noon.
        let known = old.objectValue?[entry.name]?.textValue
        if let known, Self.says(text, known, in: zone) { return old }
        return .object([
            entry.name: .text(day.map { Self.noon(of: $0, in: zone) } ?? context.nowText)
        ])
    }

    func cells(of value: DataValue) -> [String] {
        let (done, given) = (
            value.objectValue?["completedAt"]?.textValue, value.objectValue?["cancelledAt"]?.textValue
        )
        return [done != nil ? "done" : given != nil ? "cancelled" : "open", done ?? "", given ?? ""]
    }
}

/// An instant that commands set, in one column and one cell.
struct InstantCodec: ValueCodec {
    let header: String

    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) -> DataValue {
        .text(orNull: String.fromDatabaseValue(columns[0]))
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) -> [DatabaseValue] {
        [value.textValue.databaseValue]
    }

    func value(of row: inout RowCells) -> DataValue? {
        row.text(header) == nil ? nil : .text(orNull: row.instant(header))
    }

    func cells(of value: DataValue) -> [String] { [value.textValue ?? ""] }
}
