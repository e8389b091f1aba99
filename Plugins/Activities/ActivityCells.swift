import AtriumSDK
import CSVExchange
import CSVFormat
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// The cells of a row of CSV, read.
///
/// What cannot be read of a cell stands in ``problems``, and the rest is taken.
struct ActivityCells {
    /// Something that could not be read.
    struct Problem {
        let column: ActivitiesCSV.Column
        let code: String
        let message: String
    }

    /// What was wrong.
    private(set) var problems: [Problem] = []
    /// The column with a date that reads as two days; nil where there is none.
    private(set) var ambiguousDates: ActivitiesCSV.Column?
    private let order: CSVDateOrder?
    private let userZone: String?
    private let text: (ActivitiesCSV.Column) -> String?

    /// - Parameters:
    ///   - order: in which order dates are written; nil where that is not known.
    ///   - userZone: the zone of planned times where there is no column for it; nil: they float.
    ///   - text: the text of a column's cell; nil where there is none.
    init(
        order: CSVDateOrder?, userZone: String?, text: @escaping (ActivitiesCSV.Column) -> String?
    ) {
        self.order = order
        self.userZone = userZone
        self.text = text
    }

    /// A cell without blanks around it; nil where nothing is left.
    func word(_ column: ActivitiesCSV.Column) -> String? { text(column).flatMap(Words.line) }

    /// What the row says; nil where it has no name.
    mutating func draft() -> ActivityDraft? {
        guard let name = word(.name) else { return nil }
        var draft = ActivityDraft(name: name)
        draft.category = text(.category).map(Words.line).map {
            $0.map { Categories.spelled($0, known: []) }
        }
        draft.place = text(.place).map(Words.line)
        draft.notes = text(.notes).map(Words.filled)
        draft.link = text(.link).map(Words.line)
        draft.coordinates = read(.coordinates, "bad-coordinates", "the coordinates are no point on the globe")
        {
            try? Coordinates($0)
        }
        draft.cost = read(.cost, "bad-cost", "the cost is no amount with a currency") { try? Cost($0) }
        draft.rating = read(.rating, "bad-rating", "the rating is no number from 1 to 5") {
            Int($0).flatMap { (1...5).contains($0) ? $0 : nil }
        }
        draft.planned = planned()
        draft.goodFor = list(.goodFor)
        draft.tags = list(.tags).map(Words.distinctTags)
        draft.days = days()
        draft.dayNotes = lines(.doneNotes)?.compactMapValues(Words.line)
        draft.dayPeople = lines(.doneWith)?.mapValues(Self.list)
        if let days = draft.days,
            (draft.dayNotes ?? [:]).keys.contains(where: { !days.contains($0) })
                || (draft.dayPeople ?? [:]).keys.contains(where: { !days.contains($0) })
        {
            problems.append(
                Problem(
                    column: .done, code: "note-without-day",
                    message: "a note is of a day that is not among the days"))
        }
        return draft
    }

    /// A cell's value; inside, nil for an empty one; nil where it cannot be read or is not there.
    private mutating func read<Value>(
        _ column: ActivitiesCSV.Column, _ code: String, _ message: String, _ parse: (String) -> Value?
    ) -> Value?? {
        guard text(column) != nil else { return .none }
        guard let word = word(column) else { return .some(nil) }
        if let value = parse(word) { return .some(value) }
        problems.append(Problem(column: column, code: code, message: message))
        return .none
    }

    private mutating func planned() -> CalendarTime?? {
        guard text(.planned) != nil else { return .none }
        guard let word = word(.planned) else { return .some(nil) }
        let zone = text(.zone) == nil ? userZone : self.word(.zone)
        // The name is kept all the same: a file may have said what it means.
        _ = UnknownZone.read(self.word(.zone), by: Zones.system.zone, orTaking: nil) {
            problems.append(Problem(column: .zone, code: $0, message: $1))
        }
        if let time = CalendarTime(stored: word, zone: zone) { return .some(time) }
        do throws(CSVDateProblem) {
            let when = try CSVDateTime.parse(word, order: order).whenText
            if let time = when.flatMap({ CalendarTime(stored: $0, zone: zone) }) { return .some(time) }
        } catch {
            if case .ambiguousOrder = error { ambiguousDates = .planned }
        }
        problems.append(
            Problem(
                column: .planned, code: "bad-date",
                message: "the planned time is no date or time such as 2026-03-01T19:30"))
        return .none
    }

    /// A cell with a list; nil where there is none.
    private func list(_ column: ActivitiesCSV.Column) -> [String]? { text(column).map(Self.list) }

    private static func list(_ text: String) -> [String] {
        ContentLine(name: "X", value: text.split(whereSeparator: \.isNewline).joined(separator: ",")).list()
            .compactMap(Words.line)
    }

    private mutating func days() -> Set<LocalDate>? {
        guard let text = text(.done) else { return nil }
        var found: Set<LocalDate> = []
        var wrong = 0
        for word in text.split(whereSeparator: { $0.isWhitespace || ",;|".contains($0) }) {
            if let day = day(word, in: .done) { found.insert(day) } else { wrong += 1 }
        }
        if wrong > 0 {
            problems.append(
                Problem(
                    column: .done, code: "bad-date",
                    message: "\(wrong) of the days are no dates such as 2026-03-01"))
        }
        return found
    }

    /// A cell with a line for each of some days; nil where there is none.
    private mutating func lines(_ column: ActivitiesCSV.Column) -> [LocalDate: String]? {
        guard let text = text(column) else { return nil }
        var found: [LocalDate: String] = [:]
        var wrong = 0
        for line in text.split(whereSeparator: \.isNewline) where Words.line(String(line)) != nil {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, let day = day(parts[0], in: column) {
                found[day] = String(parts[1])
            } else {
                wrong += 1
            }
        }
        if wrong > 0 {
            problems.append(
                Problem(
                    column: column, code: "bad-note",
                    message: "\(wrong) of the lines are not written as 2026-03-01: with the dog"))
        }
        return found
    }

    /// A day; nil where the text is none, or too long ago.
    private mutating func day(_ text: some StringProtocol, in column: ActivitiesCSV.Column) -> LocalDate? {
        do throws(CSVDateProblem) {
            let date = try CSVDate.parse(String(text), order: order)
            return LocalDate(iso: date.description).flatMap { $0 >= Activity.firstDay ? $0 : nil }
        } catch {
            if case .ambiguousOrder = error { ambiguousDates = column }
            return nil
        }
    }
}
