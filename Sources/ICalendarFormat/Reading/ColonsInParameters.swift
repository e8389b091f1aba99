public import ContentLine

extension ContentIssue.Code {
    /// A parameter value that contains a colon but has no quotes.
    public static let colonInParameter: ContentIssue.Code = "colon-in-parameter"
}

extension ContentLine {
    /// The line as its program meant it if a parameter value contains a colon but has no quotes, or nil for any other line.
    ///
    /// RFC 5545, section 3.1, requires quotes around such a value. Without them, as in
    /// `DTSTART;TZID=tzone://Microsoft/Custom:20260706T120000`, the property's value seems to begin after the first colon.
    /// If that text is not a value of the property's type, the value begins after the last colon that leaves one. Values of
    /// type TEXT are never read in this way, because every text is one.
    public var withColonInParameter: ContentLine? {
        guard hasParameters, let form = ValueForm(canonicalName), value.contains(0x3A), !form.accepts(value)
        else { return nil }
        var end = value.endIndex
        for _ in 0..<Self.mostColons {
            guard let colon = value[..<end].lastIndex(of: 0x3A) else { return nil }
            if form.accepts(value[(colon + 1)...]) { return withValue(after: colon) }
            end = colon
        }
        return nil
    }

    /// The number of colons that are tried, so that a hostile line costs little.
    private static let mostColons = 32

    /// Reports that the line was read by ``withColonInParameter``.
    var colonIssue: ContentIssue {
        PropertyReader.issue(
            .colonInParameter, self,
            "A parameter value contains a colon but has no quotes; the colon was read as part of the parameter."
        )
    }
}

extension Component {
    /// The component with all its lines, and those of inner components, as ``ContentLine/withColonInParameter`` reads them.
    func withColonsInParameters() -> Component {
        var result = self
        for index in properties.indices {
            if let line = properties[index].withColonInParameter { result.properties[index] = line }
        }
        for index in components.indices {
            result.components[index] = components[index].withColonsInParameters()
        }
        return result
    }
}

/// The form of a property's value, for properties in which not every text is a value.
private enum ValueForm {
    /// A date or time.
    case time
    /// Dates, times and periods in a list.
    case times
    /// A duration.
    case duration
    /// A duration or a time.
    case trigger
    /// A whole number.
    case number
    /// A URI.
    case uri

    init?(_ name: String) {
        switch name {
        case "DTSTART", "DTEND", "DUE", "RECURRENCE-ID", "DTSTAMP", "CREATED", "DCREATED", "LAST-MODIFIED",
            "COMPLETED", "ACKNOWLEDGED":
            self = .time
        case "ATTENDEE", "ORGANIZER", "ATTACH", "URL", "CONFERENCE", "IMAGE": self = .uri
        case "EXDATE", "RDATE", "FREEBUSY": self = .times
        case "DURATION": self = .duration
        case "TRIGGER": self = .trigger
        case "SEQUENCE", "PRIORITY", "PERCENT-COMPLETE", "REPEAT": self = .number
        default: return nil
        }
    }

    /// A Boolean value that indicates whether a text is a value of this form.
    func accepts(_ text: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .time: Self.isTime(text)
        case .times: text.split { $0 == 0x2C || $0 == 0x3B }.allSatisfy(Self.isTimeOrPeriod) && !text.isEmpty
        case .duration: Self.isDuration(text)
        case .trigger: Self.isTime(text) || Self.isDuration(text)
        case .number: Int(trimmed(String(decoding: text, as: UTF8.self))) != nil
        case .uri: Self.isURI(text)
        }
    }

    private static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { DateTimeText(bytes: $0) } != nil
    }

    private static func isDuration(_ text: ArraySlice<UInt8>) -> Bool {
        // No duration is longer; a hostile text is not copied.
        guard text.count < 100 else { return false }
        let text = String(decoding: text, as: UTF8.self)
        return CalendarDuration(text) != nil || CalendarDuration(withMisplacedT: text) != nil
    }

    private static func isTimeOrPeriod(_ text: ArraySlice<UInt8>) -> Bool {
        guard let slash = text.firstIndex(of: 0x2F) else { return isTime(text) }
        let end = text[(slash + 1)...]
        return isTime(text[..<slash]) && (isTime(end) || isDuration(end))
    }

    /// Schemes that need no `//`, as calendars use them.
    private static let schemes: Set<String> = [
        "cid", "data", "geo", "im", "invalid", "mailto", "message", "sip", "sips", "sms", "tel", "urn",
        "uuid", "xmpp",
    ]

    /// A Boolean value that indicates whether a text begins with a scheme (RFC 3986, section 3.1) that is known or is
    /// followed by `//`.
    private static func isURI(_ text: ArraySlice<UInt8>) -> Bool {
        let text = text.drop { $0 == 0x20 || $0 == 0x09 }
        guard let first = text.first, (0x61...0x7A).contains(first | 0x20) else { return false }
        guard let colon = text.firstIndex(where: { !isOfScheme($0) }), text[colon] == 0x3A else {
            return false
        }
        if text[(colon + 1)...].starts(with: [0x2F, 0x2F]) { return true }
        return schemes.contains(String(decoding: text[..<colon], as: UTF8.self).lowercased())
            && colon + 1 < text.endIndex
    }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }
}
