import AtriumSDK
import CSVFormat
import GRDB
import RecordKit

extension Schedule {
    /// Creates a schedule from an object that contains `target`, `weekdays` or `timesAWeek`.
    init(_ value: DataValue) {
        let fields = value.objectValue
        if let days = fields?["weekdays"]?.listValue {
            self = .weekdays(Set(days.compactMap(\.textValue).compactMap { Weekday($0) }))
        } else if let times = fields?["timesAWeek"]?.integerValue {
            self = .weekly(times: times)
        } else {
            self = fields?["target"]?.integerValue.map(Schedule.monthly) ?? .standard
        }
    }

    /// The schedule as an object with one field.
    var value: DataValue {
        switch self {
        case .monthly(let target): .object(["target": .integer(target)])
        case .weekdays: .object(["weekdays": .texts(weekdays.map(\.name))])
        case .weekly(let times): .object(["timesAWeek": .integer(times)])
        }
    }
}

/// A codec that stores a schedule in one of three columns, fields or CSV cells.
struct ScheduleCodec: ValueCodec {
    static let declaration: ValueDeclaration = {
        let target = FieldDeclaration(
            "target", .integer(Schedule.targets),
            help: "The number of days a month, 1 to 31. Defaults to 20 if you give no schedule.",
            title: "Days a month"
        ).hinted("20 if you give no schedule.")
        let weekdays = FieldDeclaration(
            "weekdays", .list(.text), help: "The days of the week to do it on, such as mon,wed,fri."
        ).formatted(.weekdays)
        let times = FieldDeclaration(
            "timesAWeek", .integer(Schedule.weeklyTimes),
            help: "The number of days a week, 1 to 7.", option: "times-a-week",
            title: "Times a week")
        var cells = [
            CellDeclaration("target", target.help, names: ["days a month", "Ziel"], look: .number),
            CellDeclaration(
                "weekdays", "The days of the week to do it on, such as mon wed fri.",
                names: ["days of the week", "Wochentage"]),
            CellDeclaration("timesAWeek", times.help, names: ["times a week", "per week", "pro Woche"]),
        ]
        cells[0].isAlways = true
        return ValueDeclaration(
            "schedule", in: .columns(["target", "weekdays", "times_a_week"]),
            fields: [target, weekdays, times],
            cells: cells)
    }()

    let initial = Schedule.standard.value

    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) -> DataValue {
        if let digits = String.fromDatabaseValue(columns[1]) {
            return Schedule.weekdays(
                Set(digits.compactMap { $0.wholeNumberValue.flatMap(Weekday.init(rawValue:)) })
            ).value
        }
        if let times = Int64.fromDatabaseValue(columns[2]) { return Schedule.weekly(times: times).value }
        return Int64.fromDatabaseValue(columns[0]).map { Schedule.monthly(target: $0).value } ?? initial
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) -> [DatabaseValue] {
        let schedule = Schedule(value)
        let weekdays = schedule.weekdays.map { String($0.rawValue) }.joined()
        return [
            schedule.target.databaseValue, (weekdays.isEmpty ? nil : weekdays).databaseValue,
            schedule.timesAWeek.databaseValue,
        ]
    }

    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) -> DataObject {
        let schedule = Schedule(value)
        return [
            "target": .integer(orNull: schedule.target), "weekdays": .texts(schedule.weekdays.map(\.name)),
            "timesAWeek": .integer(orNull: schedule.timesAWeek),
        ]
    }

    /// Returns the schedule in the given input field, or the old schedule if no schedule field is given.
    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue {
        var schedules: [(schedule: Schedule, field: String)] = []
        if let target = given["target"]?.integerValue {
            schedules.append((.monthly(target: target), "target"))
        }
        if let words = given["weekdays"]?.listValue, !words.isEmpty {
            guard let days = Weekday.days(words.compactMap(\.textValue).joined(separator: " ")) else {
                throw AtriumError(
                    .badData, "weekdays is not valid",
                    remedy: "give days of the week such as mon,wed,fri",
                    field: "weekdays")
            }
            schedules.append((.weekdays(days), "weekdays"))
        }
        if let times = given["timesAWeek"]?.integerValue {
            schedules.append((.weekly(times: times), "timesAWeek"))
        }
        if schedules.count > 1 {
            throw AtriumError(
                .badData, "a habit can have only one schedule",
                remedy:
                    "give only one of \(field: "target"), \(field: "weekdays") and \(field: "timesAWeek")",
                field: schedules[1].field)
        }
        if let schedule = schedules.first?.schedule { return schedule.value }
        let own = ["monthly": "target", "weekdays": "weekdays", "weekly": "timesAWeek"][
            Schedule(old).kind.rawValue]
        if let own, given[own] == .null || given[own] == .list([]) {
            throw AtriumError(
                .badData, "\(own) cannot be empty",
                remedy:
                    "give another schedule: \(field: "target"), \(field: "weekdays") or \(field: "timesAWeek")",
                field: own)
        }
        return old
    }

    func value(of row: inout RowCells) -> DataValue? {
        func number(in bounds: ClosedRange<Int64>) -> (String) -> Int64? {
            { Int64($0).flatMap { bounds.contains($0) ? $0 : nil } }
        }
        let target = row.read(
            "target", "bad-target", "the target is not a number from 1 to 31", number(in: Schedule.targets)
        )
        let days = row.read(
            "weekdays", "bad-weekdays", "the weekdays are not valid; they look like mon wed fri"
        ) { Weekday.days($0) }
        let times = row.read(
            "timesAWeek", "bad-times", "the times a week are not a number from 1 to 7",
            number(in: Schedule.weeklyTimes))
        let all = [
            (target ?? nil).map(Schedule.monthly), (days ?? nil).map(Schedule.weekdays),
            (times ?? nil).map(Schedule.weekly),
        ].compactMap { $0 }
        if all.count > 1 {
            row.note("target", "several-schedules", "the row has several schedules; the first one was used")
        }
        return all.first?.value
    }

    func cells(of value: DataValue) -> [String] {
        let schedule = Schedule(value)
        return [
            schedule.target.map(String.init) ?? "", schedule.weekdays.map(\.name).joined(separator: " "),
            schedule.timesAWeek.map(String.init) ?? "",
        ]
    }
}
