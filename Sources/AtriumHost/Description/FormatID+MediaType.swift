public import AtriumSDK

extension FormatID {
    /// The media type of a file in this format, without parameters (RFC 6350, RFC 5545, RFC 4180).
    public var mediaType: String {
        switch self {
        case .vcard: "text/vcard"
        case .icalendar: "text/calendar"
        case .csv: "text/csv"
        case .opml: "text/x-opml"
        default: "application/octet-stream"
        }
    }
}
