import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// A property of our own of a component: which values it says, and how.
struct OwnProperties: Sendable {
    /// The property's name.
    let name: String
    /// What others call it, for components that do not have it.
    private(set) var alias: String?
    /// The values that it says.
    private let values: [String]
    private let parse: @Sendable ([ContentLine], inout RecordValues) -> Bool
    private let written: @Sendable (RecordValues) -> [ContentLine]

    /// Takes what a component says.
    func read(_ component: Component, _ values: inout RecordValues, _ issues: inout [ImportIssue]) {
        var lines = component.properties(name)
        if let alias, lines.isEmpty { lines = component.properties(alias) }
        guard let first = lines.first, !parse(lines, &values) else { return }
        issues.append(ImportIssue(at: first, "bad-value", "\(first.canonicalName) has an invalid value"))
    }

    /// Whether two tasks differ in what it says.
    func differs(_ old: RecordValues, _ new: RecordValues) -> Bool { values.contains { old[$0] != new[$0] } }

    /// The lines that say it of a task.
    func lines(_ values: RecordValues) -> [ContentLine] { written(values) }

    /// Those of a VTODO, the mark first.
    static let all: [OwnProperties] = [
        word(TaskToDo.mark, "kind", of: TaskFields.kinds),
        planned,
        start,
        estimate,
        word("X-ATRIUM-ENERGY", "energy", of: TaskFields.energies),
        text("X-ATRIUM-SECTION", "section"),
        number("X-ATRIUM-POSITION", "position", alias: "X-APPLE-SORT-ORDER"),
        OwnProperties(
            name: "X-ATRIUM-REPEAT-FROM", values: ["repeatFrom"],
            parse: { lines, values in
                guard lines[0].text() == "completion" else { return false }
                values["repeatFrom"] = .text("completion")
                return true
            },
            written: { values in
                values.text("repeatFrom") == "completion"
                    ? [ContentLine(name: "X-ATRIUM-REPEAT-FROM", value: "completion")] : []
            }),
        days("X-ATRIUM-DONE", "done", parameter: "X-OCCURRENCE"),
        moved,
        days("X-ATRIUM-LOG", "log", parameter: "X-MINUTES"),
    ]

    /// One of some words; an empty one says nothing.
    static func word(_ name: String, _ value: String, of words: [String]) -> OwnProperties {
        OwnProperties(
            name: name, values: [value],
            parse: { lines, values in
                let word = lines[0].text().lowercased()
                guard words.contains(word) else { return word.isEmpty }
                values[value] = .text(word)
                return true
            }, written: { values in values.text(value).map { [ContentLine(name: name, value: $0)] } ?? [] })
    }

    /// A line of text.
    private static func text(_ name: String, _ value: String) -> OwnProperties {
        OwnProperties(
            name: name, values: [value],
            parse: { lines, values in
                values[value] = .text(orNull: Words.line(lines[0].text()).map { Words.cut($0, to: 200) })
                return true
            },
            written: { values in
                values.text(value).map { [ContentLine(name: name, value: TextValue.escape($0))] } ?? []
            })
    }

    /// True, if the property is there.
    static func flag(_ name: String, _ value: String) -> OwnProperties {
        OwnProperties(
            name: name, values: [value],
            parse: { lines, values in
                values[value] = .bool(lines[0].text().uppercased() == "TRUE")
                return true
            }, written: { values in values.flag(value) ? [ContentLine(name: name, value: "TRUE")] : [] })
    }

    /// A whole number within bounds.
    static func number(
        _ name: String, _ value: String, in bounds: ClosedRange<Int64> = TaskOrder.places,
        alias: String? = nil
    ) -> OwnProperties {
        OwnProperties(
            name: name, alias: alias, values: [value],
            parse: { lines, values in
                guard let number = Int64(lines[0].text()), bounds.contains(number) else { return false }
                values[value] = .integer(number)
                return true
            },
            written: { values in
                values.integer(value).map { [ContentLine(name: name, value: String($0))] } ?? []
            })
    }

    /// The day for which it is planned, with its places there: `X-ATRIUM-PLANNED;X-TOP=2;X-POSITION=4:20260302`.
    private static let planned = OwnProperties(
        name: "X-ATRIUM-PLANNED", values: ["planned", "dayPosition", "top"],
        parse: { lines, values in
            guard case .date(let date)? = DateTimeText(lines[0].text()) else { return false }
            values["planned"] = .text(date.isoText)
            func number(_ name: String) -> Int64? { lines[0].parameter(name).flatMap { Int64($0) } }
            if let place = number("X-POSITION"), TaskOrder.places.contains(place) {
                values["dayPosition"] = .integer(place)
            }
            if let rank = number("X-TOP"), (1...TopThree.most).contains(rank) {
                values["top"] = TopThree.value(date.isoText, rank)
            }
            return true
        },
        written: { values in
            guard let day = values.text("planned") else { return [] }
            var parameters: [Parameter] = []
            if let rank = values.topRank { parameters.append(Parameter("X-TOP", String(rank))) }
            if let place = values.integer("dayPosition") {
                parameters.append(Parameter("X-POSITION", String(place)))
            }
            return [
                ContentLine(
                    name: "X-ATRIUM-PLANNED", parameters: parameters, value: day.replacing("-", with: ""))
            ]
        })

    /// The first day on which the task is shown, if DTSTART alone cannot say it.
    ///
    /// DTSTART counts as that day only if it differs from DUE, and from the planned day of a task that repeats.
    static let start = OwnProperties(
        name: "X-ATRIUM-START", values: ["start", "due", "planned", "repeat"],
        parse: { lines, values in
            guard case .date(let date)? = DateTimeText(lines[0].text()) else { return false }
            values["start"] = .text(date.isoText)
            return true
        },
        written: { values in
            guard let day = values.text("start") else { return [] }
            let isDue = values.due.map { $0.isDate && $0.day.description == day }
            let isPlan = !values.isEmpty("repeat") && values.text("planned") == day
            return isDue ?? isPlan
                ? [ContentLine(name: "X-ATRIUM-START", value: day.replacing("-", with: ""))] : []
        })

    /// How long it takes, as a duration; ESTIMATED-DURATION of a draft of the field is read too.
    private static let estimate = OwnProperties(
        name: "X-ATRIUM-ESTIMATE", alias: "ESTIMATED-DURATION", values: ["estimate"],
        parse: { lines, values in
            guard let duration = CalendarDuration(lines[0].text()) else { return false }
            let minutes = Int64(duration.nominalSeconds / 60)
            guard TaskFields.minutes.contains(minutes) else { return false }
            values["estimate"] = .integer(minutes)
            return true
        },
        written: { values in
            values.integer("estimate").map {
                [ContentLine(name: "X-ATRIUM-ESTIMATE", value: CalendarDuration(seconds: Int($0) * 60).text)]
            } ?? []
        })

    /// The days that are moved, which EXDATE and RDATE say apart: `X-ATRIUM-MOVED;X-DAY=2026-03-01:2026-03-04T09:00:00`.
    private static let moved = OwnProperties(
        name: "X-ATRIUM-MOVED", values: ["exceptions"],
        parse: { lines, values in
            var days = Days.parts(of: values["exceptions"])
            for line in lines {
                guard let day = line.parameter("X-DAY").flatMap(LocalDate.init(iso:)),
                    let time = Words.line(line.text())
                else { return false }
                days[day] = [.text(time)]
            }
            values["exceptions"] = Days.value(days)
            return true
        },
        written: { values in
            Days.inOrder(values["exceptions"]).compactMap { day, parts in
                guard let time = parts.first?.textValue, !time.hasPrefix(TaskSeries.ownTask),
                    !time.hasPrefix(day.description)
                else { return nil }
                return ContentLine(
                    name: "X-ATRIUM-MOVED", parameters: [Parameter("X-DAY", day.description)],
                    value: TextValue.escape(time))
            }
        })

    /// A line for each of some days: `X-ATRIUM-LOG;X-DAY=2026-03-01;X-MINUTES=45:note`.
    private static func days(_ name: String, _ value: String, parameter: String) -> OwnProperties {
        OwnProperties(
            name: name, values: [value],
            parse: { lines, values in
                var days: [LocalDate: [DataValue]] = [:]
                for line in lines {
                    guard let day = line.parameter("X-DAY").flatMap(LocalDate.init(iso:)) else { continue }
                    let part = line.parameter(parameter)
                    let first: DataValue =
                        value == "log"
                        ? part.flatMap(Double.init).flatMap { minutes in
                            minutes > 0 && minutes <= 100_000 ? DataValue.decimal(minutes) : nil
                        } ?? .null : .text(orNull: part)
                    if value == "log", first.isNull { continue }
                    days[day] = [first, .text(orNull: Words.line(line.text()))]
                }
                values[value] = Days.value(days)
                return days.count == lines.count
            },
            written: { values in
                Days.inOrder(values[value]).map { day, parts in
                    var parameters = [Parameter("X-DAY", day.description)]
                    let first = parts.first.flatMap { part in
                        part.textValue
                            ?? part.decimalValue.map { $0 == $0.rounded() ? String(Int64($0)) : String($0) }
                    }
                    if let first { parameters.append(Parameter(parameter, first)) }
                    let note = parts.count > 1 ? parts[1].textValue : nil
                    return ContentLine(
                        name: name, parameters: parameters, value: TextValue.escape(note ?? ""))
                }
            })
    }
}
