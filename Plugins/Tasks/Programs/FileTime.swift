import AtriumSDK
import CSVExchange
import CSVFormat

/// A date of another program's file, perhaps with a time of it: `2026-03-05`, `2026-03-05 18:00`, `5 Mar 2026`, `2016-03-29 2pm`.
struct FileTime {
    let day: LocalDate
    /// As ``FieldType/when`` has it.
    let text: String

    /// The day with its time; nil: it has none.
    var time: String? { text.utf8.count > 10 ? text : nil }
    /// The value of a deadline, on the clock of the user.
    var value: DataValue { .object(["time": .text(text), "zone": .null]) }
}

extension FileTime {
    /// Reads a text; nil: it is no date with a year, or in words.
    init?(_ text: String) {
        guard let date = try? CSVDateTime.parse(text), let when = date.whenText,
            let day = LocalDate(iso: date.date.description)
        else { return nil }
        self.init(day: day, text: when)
    }
}
