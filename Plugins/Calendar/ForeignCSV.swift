import AtriumSDK
import CSVFormat
import ICalendarFormat

/// CSV of events that other programs wrote: which column means what.
///
/// Google Calendar and Outlook (English and German headers) are known; the columns of any other file are named with
/// `--map COLUMN=FIELD`.
enum ForeignCSV {
    /// What a column can mean.
    ///
    /// The raw value is the name for `--map`.
    enum Column: String, CaseIterable, Sendable {
        case summary
        case start
        case startTime
        case end
        case endTime
        case duration
        case allDay
        case zone
        case location
        case description
        case categories
        case status
        case showAs
        case `private`
        case sensitivity
        case priority
        case recurrenceRule
        case organizer
        case attendees
        case optionalAttendees
        case reminder
        case reminderDate
        case reminderTime
        case url
        case uid

        /// What it means, for `--map`.
        var help: String {
            switch self {
            case .summary: "The title."
            case .start: "The start: a day, or a day and time."
            case .startTime: "The time of the start, if it has its own column."
            case .end: "The end: a day, or a day and time. A day without a time is the last day."
            case .endTime: "The time of the end, if it has its own column."
            case .duration: "The duration, such as PT1H30M."
            case .allDay: "True if the event lasts whole days."
            case .zone: "The zone of start and end, such as Europe/Berlin."
            case .location: "The location in words."
            case .description: "The description."
            case .categories: "The tags, separated by commas or semicolons."
            case .status: "The status: confirmed, tentative or cancelled."
            case .showAs: "The availability: busy, free, tentative or away, or Outlook's number."
            case .private: "True if the event is private."
            case .sensitivity: "The sensitivity: normal, personal, private or confidential."
            case .priority: "The priority: high, normal or low, or 1 to 9."
            case .recurrenceRule: "The recurrence rule (RRULE)."
            case .organizer: "The organizer's e-mail address."
            case .attendees: "The guests' e-mail addresses."
            case .optionalAttendees: "The optional guests' e-mail addresses."
            case .reminder: "True if the event has a reminder."
            case .reminderDate: "The day of the reminder."
            case .reminderTime: "The time of the reminder."
            case .url: "A web page about the event."
            case .uid: "The event's stable identifier."
            }
        }
    }

    /// A program whose header is known.
    struct Program: Sendable {
        let columns: CSVProfile<Column>
        /// In which order it writes dates; nil where that follows the user's settings there.
        let order: CSVDateOrder?
        /// The program, for people who look for theirs; nil if another profile names it or it exports no CSV.
        var program: SourceProgram?
    }

    /// Google documents month, day, year.
    ///
    /// Outlook writes dates as the settings of its computer say.
    static let programs: [Program] = [
        Program(
            columns: CSVProfile(
                name: "outlook-calendar-de", signature: ["Betreff", "Beginnt am", "Endet am"],
                columns: [
                    (.summary, ["Betreff"]), (.start, ["Beginnt am"]), (.startTime, ["Beginnt um"]),
                    (.end, ["Endet am"]), (.endTime, ["Endet um"]), (.allDay, ["Ganztägiges Ereignis"]),
                    (.reminder, ["Erinnerung Ein/Aus"]), (.reminderDate, ["Erinnerung am"]),
                    (.reminderTime, ["Erinnerung um"]), (.organizer, ["Besprechungsplanung"]),
                    (.attendees, ["Erforderliche Teilnehmer"]),
                    (.optionalAttendees, ["Optionale Teilnehmer"]),
                    (.description, ["Beschreibung"]), (.categories, ["Kategorien"]), (.location, ["Ort"]),
                    (.priority, ["Priorität"]), (.private, ["Privat"]), (.sensitivity, ["Vertraulichkeit"]),
                    (.showAs, ["Zeitspanne zeigen als"]),
                ]), order: nil),
        Program(
            columns: english("outlook-calendar", ["Subject", "Start Date", "Reminder on/off"]), order: nil,
            program: SourceProgram(
                "Outlook", profile: "outlook-calendar",
                steps: "Outlook: File > Open & Export > Import/Export > Export to a file, then CSV",
                isTried: false)),
        Program(columns: english("outlook-calendar", ["Subject", "Start Date", "Show time as"]), order: nil),
        // Google Calendar imports such tables and exports iCalendar only.
        Program(
            columns: english("google-calendar", ["Subject", "Start Date"]), order: .monthDayYear),
    ]

    private static func english(_ name: String, _ signature: [String]) -> CSVProfile<Column> {
        CSVProfile(
            name: name, signature: signature,
            columns: [
                (.summary, ["Subject"]), (.start, ["Start Date"]), (.startTime, ["Start Time"]),
                (.end, ["End Date"]), (.endTime, ["End Time"]),
                (.allDay, ["All Day Event", "All day event"]),
                (.reminder, ["Reminder on/off"]), (.reminderDate, ["Reminder Date"]),
                (.reminderTime, ["Reminder Time"]), (.organizer, ["Meeting Organizer"]),
                (.attendees, ["Required Attendees"]), (.optionalAttendees, ["Optional Attendees"]),
                (.description, ["Description"]), (.categories, ["Categories"]), (.location, ["Location"]),
                (.priority, ["Priority"]), (.private, ["Private"]), (.sensitivity, ["Sensitivity"]),
                (.showAs, ["Show time as"]),
            ])
    }

    /// The columns of one file.
    struct Columns: Sendable {
        /// The name of what was recognised: a program's, or `mapped`.
        var profile: String
        /// The names of the file's columns.
        var names: [String]
        /// The index of the column of each field.
        var indices: [Column: Int]
        /// In which order dates are written, where that is known.
        var order: CSVDateOrder?
        /// The names of the columns without a meaning.
        var unmapped: [String]

        /// Finds the columns of a header; nil where it is none of events.
        init?(_ header: CSVHeader, options: ImportOptions) {
            let program = ForeignCSV.programs.first { $0.columns.match(header).hasSignature }
            let match = program?.columns.match(header)
            profile = match?.profileName ?? "mapped"
            order = program?.order
            names = header.names
            indices = [:]
            for column in Column.allCases { indices[column] = match?.index(of: column) }
            for (name, field) in options.columns {
                guard let column = Column(rawValue: field), let index = header.firstIndex(of: name) else {
                    continue
                }
                indices[column] = index
            }
            guard indices[.summary] != nil, indices[.start] != nil else { return nil }
            if let text = options.arguments[CSVOptions.dateOrder] { order = CSVDateOrder(rawValue: text) }
            let used = Set(indices.values)
            unmapped = header.names.indices.filter { !used.contains($0) && !header.names[$0].isEmpty }
                .map { header.names[$0] }
        }
    }
}

extension ForeignCSV.Column {
    /// What people call such a column in tables of their own.
    var otherNames: [String] {
        switch self {
        case .summary: ["Title", "Event", "What", "Titel", "Name"]
        case .start:
            ["Start", "From", "Begin", "When", "Date", "Datum", "Beginn", "Début", "Inicio", "Inizio"]
        case .end: ["End", "To", "Until", "Ende", "Fin", "Fine", "Einde"]
        case .location: ["Place", "Where", "Venue", "Lieu", "Lugar", "Luogo", "Locatie"]
        case .description: ["Notes", "Details", "Comment", "Notizen"]
        case .zone: ["Timezone", "Time zone"]
        case .categories: ["Tags", "Category"]
        case .attendees: ["Guests", "Participants", "Teilnehmer"]
        case .url: ["Link", "Website"]
        case .recurrenceRule: ["RRULE", "Rule"]
        default: []
        }
    }

    /// What the values of such a column look like.
    var look: CSVValueLook? {
        switch self {
        case .start, .end, .reminderDate: .date
        case .startTime, .endTime, .reminderTime: .time
        case .url: .url
        default: nil
        }
    }
}
