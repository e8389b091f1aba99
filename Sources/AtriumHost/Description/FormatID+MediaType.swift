public import AtriumSDK

extension FormatID {
    /// The media type of a file in this format, without parameters (RFC 6350, RFC 5545, RFC 4180, RFC 7763).
    public var mediaType: String {
        switch self {
        case .vcard: "text/vcard"
        case .icalendar: "text/calendar"
        case .csv: "text/csv"
        case .opml: "text/x-opml"
        case .markdown: "text/markdown"
        case .jrnl, .todoTxt, .taskPaper: "text/plain"
        default: "application/octet-stream"
        }
    }

    /// What people call it: `vCard`.
    public var title: String {
        switch self {
        case .vcard: "vCard"
        case .icalendar: "iCalendar"
        case .opml: "OPML"
        case .csv: "CSV"
        case .markdown: "Markdown"
        case .todoTxt: "todo.txt"
        case .taskPaper: "TaskPaper"
        default: rawValue
        }
    }
}
