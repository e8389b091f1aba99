import AtriumSDK
import Foundation

/// A value as the texts of its field's controls, and back.
///
/// What a control cannot say (a duration of weeks, a date before the year 1) stands in a line of text, so that a form that is
/// sent back unchanged says the same.
struct ControlTexts {
    let context: FormContext

    // MARK: - From a value

    /// Adds the texts of a value to a form; null and nothing add none.
    func add(_ value: DataValue?, of field: FieldDeclaration, named name: String, to texts: inout FormTexts) {
        add(value, ControlKind(field), named: name, to: &texts)
    }

    private func add(_ value: DataValue?, _ kind: ControlKind, named name: String, to texts: inout FormTexts)
    {
        guard let value, !value.isNull else { return }
        switch kind {
        case .line, .lines, .radios, .menu: texts.add(name, Self.text(value))
        case .number: texts.add(name, Self.text(value))
        case .password, .file: break
        case .checkbox: texts.add(value == .bool(true) ? name : name + FormTexts.falseSuffix, "true")
        case .threeWay: texts.add(name, Self.text(value))
        case .checkboxes: for word in value.texts { texts.add(name, word) }
        case .date: texts.add(name, value.textValue)
        case .partialDate: add(partialDate: value.textValue ?? "", named: name, to: &texts)
        case .when: add(when: value.textValue ?? "", named: name, to: &texts)
        case .instant: add(instant: value.textValue ?? "", named: name, to: &texts)
        case .localTime: add(when: value.textValue ?? "", named: name, to: &texts)
        case .duration: add(duration: value.textValue ?? "", named: name, to: &texts)
        case .record(let collection): add(record: value, of: collection, named: name, to: &texts)
        case .group(let fields):
            for field in fields {
                add(
                    value.objectValue?[field.name], ControlKind(part: field), named: "\(name).\(field.name)",
                    to: &texts)
            }
        case .commas:
            // A word with a comma in it would become two.
            let words = value.texts
            if words.contains(where: {
                $0.contains(",") || $0.contains(where: \.isNewline)
                    || $0.trimmingCharacters(in: .whitespaces) != $0
            }) {
                add(lines: words, named: name, to: &texts)
            } else {
                texts.add(name, words.joined(separator: ", "))
            }
        case .words: texts.add(name, value.texts.joined(separator: " "))
        case .textLines: add(lines: value.texts, named: name, to: &texts)
        case .recurrence: Repetition.add(value, named: name, zone: context.zone, to: &texts)
        case .suggested(let words):
            let text = value.textValue ?? ""
            let isUsual = words.contains(text)
            texts.add(name + Self.word, isUsual ? text : Self.other)
            if !isUsual { texts.add(name + Self.own, text) }
        case .rows(let type):
            for (index, element) in (value.listValue ?? []).enumerated() {
                let kind = ControlKind(row: type)
                add(element, kind, named: "\(name).\(index)", to: &texts)
            }
        }
    }

    /// The text of a value that is no list and no object.
    static func text(_ value: DataValue) -> String? {
        switch value {
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number):
            number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : "\(number)"
        case .bool(let flag): flag ? "true" : "false"
        case .null, .list, .object: nil
        }
    }

    private func add(lines: [String], named name: String, to texts: inout FormTexts) {
        if lines.contains(where: { $0.contains(where: \.isNewline) || $0.isEmpty }) {
            for (index, line) in lines.enumerated() { texts.add("\(name).\(index)", line) }
        } else {
            texts.add(name + Self.lines, lines.joined(separator: "\n"))
        }
    }

    /// Behind the name of a field whose texts stand one a line.
    static let lines = ":lines"
    /// Behind the name of a field with usual words: which was chosen, or ``other``, and what was written then.
    static let word = ":word"
    static let own = ":own"
    /// What is chosen if none of the words is meant.
    static let other = "other"
    /// Behind the name of a field whose value stands as it is kept, since its controls cannot say it.
    static let raw = ":raw"

    private func add(partialDate text: String, named name: String, to texts: inout FormTexts) {
        guard let date = PartialDate(text) else { return texts.add(name + Self.raw, text) }
        texts.add(name + ":day", date.day)
        texts.add(name + ":month", date.month)
        texts.add(name + ":year", date.year)
    }

    private func add(when text: String, named name: String, to texts: inout FormTexts) {
        guard let when = WrittenTime(text) else { return texts.add(name + Self.raw, text) }
        texts.add(name + FormTexts.timedSuffix, when.time == nil ? "false" : "true")
        texts.add(name + ":date", when.date)
        texts.add(name + ":time", when.time)
        texts.add(name + ":utc", when.isUTC ? "true" : nil)
    }

    private func add(instant text: String, named name: String, to texts: inout FormTexts) {
        guard let instant = Timestamp.date(text) else { return texts.add(name + Self.raw, text) }
        let local = LocalClock(zone: context.zone).text(of: instant)
        // An hour that the clock showed twice, and a fraction, would come back as another instant.
        guard let again = LocalClock(zone: context.zone).instant(of: local), Timestamp.text(again) == text
        else {
            return add(when: text, named: name, to: &texts)
        }
        add(when: local, named: name, to: &texts)
    }

    private func add(duration text: String, named name: String, to texts: inout FormTexts) {
        guard let duration = HoursAndMinutes(text) else { return texts.add(name + Self.raw, text) }
        texts.add(name + ":hours", duration.hours)
        texts.add(name + ":minutes", duration.minutes)
    }

    private func add(
        record value: DataValue, of collection: CollectionID, named name: String, to texts: inout FormTexts
    ) {
        let object = value.objectValue
        guard let id = value.integerValue ?? object?["id"]?.integerValue else {
            texts.add(name, value.textValue)
            texts.add(name + FormTexts.wasSuffix, value.textValue)
            return
        }
        let title = context.title(RecordReference(collection, id)) ?? String(id)
        texts.add(name, title)
        texts.add(name + FormTexts.idSuffix, String(id))
        texts.add(name + FormTexts.nameSuffix, title)
        texts.add(name + FormTexts.wasSuffix, "#\(id)")
    }

    // MARK: - To a value

    /// Gives a time that is said without a day the day of the time before it: an end is of the day of its start.
    static func withDays(_ fields: [FieldDeclaration], _ texts: FormTexts) -> FormTexts {
        var (texts, day) = (texts, String?.none)
        for field in fields where field.type == .when {
            if let own = texts[field.name + ":date"] {
                day = own
            } else if texts[field.name + ":time"] != nil, let day {
                texts.set(field.name + ":date", day)
            }
        }
        return texts
    }

    /// The values of fields of which something is said, and what is no value of its field, by control.
    func values(of fields: [FieldDeclaration], in texts: FormTexts) -> (DataObject, errors: [String: String])
    {
        let texts = Self.withDays(fields, texts)
        var values = DataObject()
        var errors: [String: String] = [:]
        for field in fields where texts.hasText(in: field.name) {
            do {
                if let value = try value(of: field, named: field.name, in: texts) {
                    values[field.name] = value
                }
            } catch { errors[error.name] = error.message }
        }
        return (values, errors)
    }

    /// The value that a form says; nil where it says nothing.
    ///
    /// - Throws: ``ControlError`` for a text that is no value of the field.
    func value(of field: FieldDeclaration, named name: String, in texts: FormTexts) throws(ControlError)
        -> DataValue?
    {
        try value(ControlKind(field), named: name, in: texts, isRequired: field.isRequired)
    }

    private func value(
        _ kind: ControlKind, named name: String, in texts: FormTexts, isRequired: Bool
    ) throws(ControlError) -> DataValue? {
        if let raw = texts[name + Self.raw] { return .text(raw) }
        switch kind {
        case .line, .lines, .password, .radios, .menu, .date: return texts[name].map(DataValue.text)
        case .number(let isWhole):
            guard let text = texts[name]?.trimmingCharacters(in: .whitespaces) else { return nil }
            return try number(text, isWhole: isWhole, name)
        case .file: return nil
        case .checkbox: return .bool(texts[name] == "true")
        case .threeWay: return texts[name].map { .bool($0 == "true") }
        case .checkboxes:
            let words = texts.all(name)
            return words.isEmpty ? nil : .texts(words)
        case .partialDate: return try partialDate(name, texts)
        case .when, .localTime: return try when(name, texts).map(DataValue.text)
        case .instant: return try instant(name, texts)
        case .duration:
            return try HoursAndMinutes.text(
                hours: texts[name + ":hours"], minutes: texts[name + ":minutes"], name: name
            ).map(DataValue.text)
        case .record: return record(name, texts)
        case .group(let fields): return try group(fields, name, texts)
        case .commas:
            if let lines = try lines(name, texts) { return lines }
            guard let text = texts[name] else { return nil }
            let words = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            return .texts(words.filter { !$0.isEmpty })
        case .words: return texts[name].map { .texts([$0]) }
        case .textLines: return try lines(name, texts)
        case .recurrence(let isList): return try Repetition.value(named: name, in: texts, isList: isList)
        case .suggested:
            guard let word = texts[name + Self.word] ?? texts[name + Self.own].map({ _ in Self.other }) else {
                return nil
            }
            guard word == Self.other else { return .text(word) }
            guard let own = texts[name + Self.own], !own.allSatisfy(\.isWhitespace) else {
                throw ControlError(name: name, message: "write the word, or choose another")
            }
            return .text(own)
        case .rows(let type):
            var values: [DataValue] = []
            let kind = ControlKind(row: type)
            for row in texts.rows(of: name) where texts["\(name).\(row)" + FormTexts.removeSuffix] == nil {
                if let value = try value(kind, named: "\(name).\(row)", in: texts, isRequired: true) {
                    values.append(value)
                }
            }
            return values.isEmpty ? nil : .list(values)
        }
    }

    private func partialDate(_ name: String, _ texts: FormTexts) throws(ControlError) -> DataValue? {
        let date = PartialDate(
            day: texts[name + ":day"], month: texts[name + ":month"], year: texts[name + ":year"])
        guard !date.isEmpty else { return nil }
        guard let text = date.text else {
            throw ControlError(
                name: name, message: "give a full date, a day and a month, a year and a month, or a year")
        }
        return .text(text)
    }

    private func instant(_ name: String, _ texts: FormTexts) throws(ControlError) -> DataValue? {
        guard let text = try when(name, texts) else { return nil }
        if texts[name + ":utc"] != nil { return .text(text) }
        let local = text.contains("T") ? text : text + "T00:00"
        guard let instant = LocalClock(zone: context.zone).instant(of: local) else {
            throw ControlError(
                name: name, message: "this time does not exist in your time zone; give another time")
        }
        return .text(Timestamp.text(instant))
    }

    private func record(_ name: String, _ texts: FormTexts) -> DataValue? {
        guard let text = texts[name] else { return nil }
        // The name that was shown means the record that was shown, also where others have it too.
        return texts.idInForce(of: name).map(DataValue.integer) ?? .text(text)
    }

    private func group(
        _ fields: [FieldDeclaration], _ name: String, _ texts: FormTexts
    ) throws(ControlError) -> DataValue? {
        guard texts.hasText(in: name) else { return nil }
        var object = DataObject()
        for field in fields {
            let value = try value(
                ControlKind(part: field), named: "\(name).\(field.name)", in: texts,
                isRequired: field.isRequired)
            // A box that is not ticked says nothing, unless it said no before.
            let saidNo = texts["\(name).\(field.name)" + FormTexts.falseSuffix] != nil
            guard let value, value != .bool(false) || field.isRequired || saidNo else { continue }
            object[field.name] = value
        }
        return .object(object)
    }

    private func number(_ text: String, isWhole: Bool, _ name: String) throws(ControlError) -> DataValue {
        if isWhole {
            guard let number = Int64(text) else {
                throw ControlError(name: name, message: "give a whole number, such as 12")
            }
            return .integer(number)
        }
        // Half the world writes a decimal comma.
        guard let number = Double(text.replacing(",", with: ".")), number.isFinite else {
            throw ControlError(name: name, message: "give a number, such as 1.5")
        }
        return .decimal(number)
    }

    private func lines(_ name: String, _ texts: FormTexts) throws(ControlError) -> DataValue? {
        let rows = texts.rows(of: name)
        if !rows.isEmpty {
            let kept = rows.filter { texts["\(name).\($0)" + FormTexts.removeSuffix] == nil }
            return .texts(kept.compactMap { texts["\(name).\($0)"] })
        }
        guard let text = texts[name + Self.lines] else { return nil }
        return .texts(
            text.split(whereSeparator: \.isNewline).map(String.init).filter {
                !$0.allSatisfy(\.isWhitespace)
            })
    }

    private func when(_ name: String, _ texts: FormTexts) throws(ControlError) -> String? {
        let (date, time) = (texts[name + ":date"], texts[name + ":time"])
        guard let date else {
            guard time == nil else { throw ControlError(name: name, message: "give a date, too") }
            return nil
        }
        let isUTC = texts[name + ":utc"] != nil && time != nil
        guard let time else { return date }
        return "\(date)T\(time.count == 5 ? time + ":00" : time)\(isUTC ? "Z" : "")"
    }
}
