package import AtriumSDK
import DatePhrases
import Foundation
import GRDB

extension FieldDeclaration {
    /// Whether the field takes a text, on whatever day it is given; not for references.
    package func takes(_ text: String) -> Bool {
        let now = DayText.Now(instant: Date(timeIntervalSince1970: 0), zone: .gmt)
        let decoder = InputDecoder(
            fields: [self], today: LocalDate(now.instant, in: now.zone), now: now, resolve: { _, _, _ in 0 })
        return (try? decoder.decode([name: .text(text)], files: [:])) != nil
    }
}

/// Turns what a surface brought into checked ``Arguments``: the one place where input is refused.
package struct InputDecoder {
    let fields: [FieldDeclaration]
    let today: LocalDate
    /// With which day a week begins, 1 for Monday to 7 for Sunday.
    var firstWeekday = 1
    /// The present moment for the user; see ``DayText``.
    var now: DayText.Now?
    /// Looks a record up, within reach; see ``RecordResolver``.
    let resolve: (String, CollectionID, String) throws -> Int64
    /// Refuses a collection of a module that is off, or out of reach: what is said of its records would be said in vain, be
    /// it that there are none.
    var requireAccess: (CollectionID) throws -> Void = { _ in }

    /// Checks values and fills in defaults.
    ///
    /// - Throws: ``AtriumError``: `usage` for an unknown or a missing field, `badData` for a wrong value; both name it.
    func decode(_ values: DataObject, files: [String: UploadedFile]) throws -> Arguments {
        let known = Set(fields.map(\.name))
        // The record that a command is about is no field to be named, neither in a terminal nor in a body.
        let others = fields.filter { !$0.isSubject }.map(\.name)
        for name in values.names + files.keys.sorted() where !known.contains(name) {
            throw AtriumError(
                .usage, "there is no field “\(name)”",
                remedy: others.isEmpty ? "leave it out" : "use: \(others.joined(separator: ", "))",
                field: name)
        }
        var result = DataObject()
        for field in fields {
            if case .file = field.type {
                if let given = values[field.name], !given.isNull {
                    throw AtriumError(
                        .badData, "\(field.name) must be a file",
                        remedy: "send it as a part of multipart/form-data",
                        field: field.name)
                }
                if field.isRequired, files[field.name] == nil { throw missing(field) }
                // In an edit, the wish to take it away.
                if values[field.name] != nil, files[field.name] == nil { result[field.name] = .null }
                continue
            }
            // Where there is a default, null asks for it: there is no value to be emptied.
            let asked = values[field.name].flatMap { $0.isNull && field.defaultValue != nil ? nil : $0 }
            guard let given = asked ?? field.defaultValue else {
                if field.isRequired { throw missing(field) }
                continue
            }
            if given.isNull, field.isRequired { throw missing(field) }
            let checked = given.isNull ? .null : try check(given, field.type, name: field.name)
            // Records that are named have been looked for.
            let namesNone = checked.isNull || checked.listValue?.isEmpty == true
            if namesNone, values[field.name] != nil, let collection = field.type.collection {
                try requireAccess(collection)
            }
            result[field.name] = checked
        }
        return Arguments(checked: result, files: files)
    }

    /// Checks the options of an import or an export.
    ///
    /// - Throws: what ``decode(_:files:)`` throws, and `usage` for an empty text: unlike a record's field, an option is not
    ///   emptied.
    func decode(options values: DataObject) throws -> Arguments {
        try Self.refuseBlank(values, fields)
        return try decode(values, files: [:])
    }

    /// Refuses a text that holds nothing but spaces: who gives one meant to give something.
    ///
    /// - Throws: ``AtriumError`` with code `usage` that names the field.
    package static func refuseBlank(_ values: DataObject, _ fields: [FieldDeclaration]) throws {
        for field in fields {
            guard case .text = field.type, let text = values[field.name]?.textValue, text.isBlank
            else { continue }
            throw AtriumError(
                .usage, "\(field.name) is empty", remedy: "give it a value, or leave it out",
                field: field.name)
        }
    }

    private func missing(_ field: FieldDeclaration) -> AtriumError {
        AtriumError(.usage, "\(field.name) is missing", remedy: Guidance(field.help), field: field.name)
    }

    private func check(_ value: DataValue, _ type: FieldType, name: String) throws -> DataValue {
        switch type {
        case .text: return .text(try text(value, name, "a line of text", maximum: 4096, isLine: true))
        case .longText: return .text(try text(value, name, "text", maximum: 16 << 20, isLine: false))
        case .secret:
            return .text(try text(value, name, "text", maximum: Password.longest, isLine: false))
        case .integer(let bounds): return .integer(try integer(value, bounds, name))
        case .decimal(let bounds): return .decimal(try decimal(value, bounds, name))
        case .boolean:
            switch value {
            case .bool: return value
            case .text("true"): return .bool(true)
            case .text("false"): return .bool(false)
            default: throw wrong(name, "must be true or false")
            }
        case .choice(let choices):
            guard let text = value.textValue, choices.contains(text) else {
                throw wrong(name, "must be one of: " + choices.joined(separator: ", "))
            }
            return value
        case .date: return .text(try date(value, name))
        case .partialDate: return .text(try partialDate(value, name))
        case .instant:
            guard let date = value.textValue.flatMap(Timestamp.date) else {
                throw wrongDay(value, name, "must be an instant such as 2026-03-01T09:30:00Z")
            }
            return .text(Timestamp.text(date))
        case .localTime:
            guard let time = value.textValue.flatMap(DayText.localTime) else {
                throw wrongDay(value, name, "must be a day and a time such as 2026-03-01T09:30")
            }
            return .text(time)
        case .when: return .text(try when(value, name))
        case .duration:
            let text = value.textValue.flatMap { Self.isDuration($0) ? $0 : DateWords.duration($0) }
            guard let text else {
                throw wrong(name, "must be a duration such as PT1H30M, P1D, 45 min or 1h30")
            }
            return .text(text)
        case .reference(let collection):
            return .integer(try record(value, in: collection, name))
        case .file: throw wrong(name, "must be a file")
        case .object(let fields):
            return .object(try object(value, fields, name))
        case .list(let element):
            guard let values = value.listValue else { throw wrong(name, "must be a list") }
            guard values.count <= ListLengths.any else {
                throw wrong(name, "can have at most \(ListLengths.any) values")
            }
            return .list(try values.map { try check($0, element, name: name) })
        }
    }

    private func record(_ value: DataValue, in collection: CollectionID, _ name: String) throws -> Int64 {
        switch value {
        case .integer(let id): return try resolve(String(id), collection, name)
        case .text(let text) where !text.utf8.contains(0): return try resolve(text, collection, name)
        default: throw wrong(name, "must be an id, a uid or a name")
        }
    }

    private func object(
        _ value: DataValue, _ fields: [FieldDeclaration], _ name: String
    ) throws -> DataObject {
        guard let object = value.objectValue else { throw wrong(name, "must be an object") }
        let inner = InputDecoder(
            fields: fields, today: today, firstWeekday: firstWeekday, now: now, resolve: resolve,
            requireAccess: requireAccess)
        do {
            return try inner.decode(object, files: [:]).values
        } catch var error as AtriumError {
            guard let inner = error.field else { throw error }
            // Alone, the name of a part says little: many fields have a `value`.
            error.message = "\(name): \(error.message)"
            error.field = "\(name).\(inner)"
            error.choices = error.choices.map { $0.inside(name) }
            throw error
        }
    }

    private func wrong(_ name: String, _ rule: String) -> AtriumError {
        AtriumError(.badData, "\(name) has a wrong value", remedy: "it \(rule)", field: name)
    }

    private func text(
        _ value: DataValue, _ name: String, _ what: String, maximum: Int, isLine: Bool
    ) throws -> String {
        guard let text = value.textValue else { throw wrong(name, "must be \(what)") }
        // Counted as a description of the interface counts them: by characters of Unicode.
        guard text.utf8.count <= maximum || text.unicodeScalars.count <= maximum else {
            throw wrong(name, "can have at most \(maximum) characters")
        }
        guard !text.utf8.contains(0) else { throw wrong(name, "must not contain NUL characters") }
        if isLine,
            text.unicodeScalars.contains(where: { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) })
        {
            throw wrong(name, "must be one line, without line breaks")
        }
        // Modules trim white space themselves; what else nobody sees is as little to call something by.
        return text.isBlank && !text.allSatisfy(\.isWhitespace) ? "" : Words.withPlainLineBreaks(text)
    }

    private func integer(_ value: DataValue, _ bounds: ClosedRange<Int64>, _ name: String) throws -> Int64 {
        let number: Int64? =
            switch value {
            case .integer(let number): number
            case .text(let text): Int64(text)
            case .decimal(let number): Int64(exactly: number)
            default: nil
            }
        guard let number, bounds.contains(number) else {
            let rule =
                switch (bounds.lowerBound, bounds.upperBound) {
                case (.min, .max): "must be a whole number"
                case (let low, .max): "must be a whole number, at least \(low)"
                case (.min, let high): "must be a whole number, at most \(high)"
                case (let low, let high): "must be a whole number from \(low) to \(high)"
                }
            throw wrong(name, rule)
        }
        return number
    }

    private func decimal(_ value: DataValue, _ bounds: ClosedRange<Double>, _ name: String) throws -> Double {
        let number: Double? =
            switch value {
            case .decimal(let number): number
            case .integer(let number): Double(number)
            case .text(let text): Double(text)
            default: nil
            }
        guard let number, number.isFinite, bounds.contains(number) else {
            let rule =
                switch (bounds.lowerBound, bounds.upperBound) {
                case (_, .greatestFiniteMagnitude): "must be a number"
                case (.leastNonzeroMagnitude, let high): "must be a number above 0, at most \(high)"
                case (let low, let high): "must be a number from \(low) to \(high)"
                }
            throw wrong(name, rule)
        }
        return number
    }

    private var days: DayText { DayText(today: today, firstWeekday: firstWeekday, now: now) }

    private func date(_ value: DataValue, _ name: String) throws -> String {
        guard let text = value.textValue, let date = try days.day(inWords: text, field: name) else {
            throw wrongDay(
                value, name,
                "must be a day such as 2026-03-01, today, +3d, -2w, friday, next friday, last friday, next week or in 3 days"
            )
        }
        return date.description
    }

    private func when(_ value: DataValue, _ name: String) throws -> String {
        guard let text = value.textValue, let when = try days.when(inWords: text, field: name) else {
            throw wrongDay(
                value, name,
                """
                must be a day (2026-03-01, next friday, in 1 week), a time (2026-03-01T09:30, tomorrow 9am) or an \
                instant (2026-03-01T09:30:00Z)
                """)
        }
        return when
    }

    /// What is wrong with a day or a time: that there is no such day, where that is so.
    private func wrongDay(_ value: DataValue, _ name: String, _ rule: String) -> AtriumError {
        guard let problem = value.textValue.flatMap(DayText.problem) else { return wrong(name, rule) }
        return AtriumError(.badData, problem, remedy: "give a day that exists", field: name)
    }

    /// A day of which parts are unknown: `2026-03-01`, `2026-03`, `2026`, `--03-01`, `--03`, `---01`.
    private func partialDate(_ value: DataValue, _ name: String) throws -> String {
        guard let text = value.textValue, Self.isPartialDate(text) else {
            throw wrongDay(
                value, name,
                "must be a date such as 1985-04-12, or without a year --04-12, or 1985-04, or 1985")
        }
        return text
    }

    static func isPartialDate(_ text: String) -> Bool {
        // An unknown part is filled with one that allows the most: a leap year, a month of 31 days.
        let bytes = Array(text.utf8)
        let full: String
        switch bytes.count {
        case 10: full = text
        case 7 where text.hasPrefix("--"): full = "2000-" + text.dropFirst(2)
        case 7: full = text + "-01"
        case 4 where text.hasPrefix("--"): full = "2000-" + text.dropFirst(2) + "-01"
        case 4: full = text + "-01-01"
        case 5 where text.hasPrefix("---"): full = "2000-01-" + text.dropFirst(3)
        default: return false
        }
        return LocalDate(iso: full) != nil
    }

    /// Whether a text is a duration of RFC 5545 section 3.3.6, with at least one part.
    static func isDuration(_ text: String) -> Bool {
        text.wholeMatch(
            of:
                /[+\-]?P(\d{1,9}W|(\d{1,9}D)(T(\d{1,9}H)?(\d{1,9}M)?(\d{1,9}S)?)?|T(\d{1,9}H)?(\d{1,9}M)?(\d{1,9}S)?)/
        )
            != nil && !text.hasSuffix("T")
    }
}

extension FieldType {
    /// The collection whose records a value names: one, or a list of them.
    fileprivate var collection: CollectionID? {
        switch self {
        case .reference(let collection), .list(.reference(let collection)): collection
        default: nil
        }
    }
}

extension FieldDeclaration {
    /// Whether it is the record that a command is about: an argument in a terminal, and a part of the path over HTTP.
    fileprivate var isSubject: Bool {
        guard case .reference = type else { return false }
        return isPositional && isRequired
    }
}
