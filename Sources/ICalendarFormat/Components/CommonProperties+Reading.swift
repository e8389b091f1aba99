import ContentLine

extension CommonProperties {
    /// Reads a line, if it is one of these properties.
    @inline(__always)
    mutating func read(_ line: ContentLine, _ reader: inout ItemReader) {
        switch line.canonicalName {
        case "SUMMARY": reader.onceText(line, &summary)
        case "DTSTART": reader.once(line, &start, PropertyReader.time)
        case "UID": reader.once(line, &uid) { line, _ in Self.identifier(line) }
        case "DTSTAMP": reader.once(line, &stamp, PropertyReader.instant)
        case "DESCRIPTION": reader.onceText(line, &description)
        case "LOCATION": reader.onceText(line, &location)
        case "CREATED", "DCREATED": reader.once(line, &created, PropertyReader.instant)
        case "LAST-MODIFIED": reader.once(line, &lastModified, PropertyReader.instant)
        case "SEQUENCE":
            reader.once(line, &sequence) { PropertyReader.integer($0, 0...Int(Int32.max), &$1) }
        case "CATEGORIES": Self.append(line.list(separator: reader.separator), to: &categories)
        case "ATTENDEE": attendees.append(CalendarUser(line))
        case "ORGANIZER": reader.once(line, &organizer) { line, _ in CalendarUser(line) }
        case "RRULE": reader.readRule(line, &rules)
        case "EXRULE": reader.readRule(line, &exclusionRules)
        case "RDATE":
            additions += PropertyReader.dates(line, separator: reader.separator, &reader.issues)
        case "EXDATE":
            exclusions += PropertyReader.times(line, separator: reader.separator, &reader.issues)
        case "RECURRENCE-ID": reader.once(line, &recurrenceID, Self.recurrenceID)
        case "CLASS": reader.once(line, &classification) { line, _ in Self.classification(line) }
        case "PRIORITY": reader.once(line, &priority) { PropertyReader.integer($0, 0...9, &$1) }
        case "URL": reader.once(line, &url) { line, _ in line.uri() }
        case "GEO": reader.once(line, &position, PropertyReader.position)
        case "ATTACH": attachments.append(Attachment(line))
        default: readRare(line, &reader)
        }
    }

    private mutating func readRare(_ line: ContentLine, _ reader: inout ItemReader) {
        switch line.canonicalName {
        case "COLOR": reader.once(line, &color) { line, _ in trimmed(line.text()) }
        case "RESOURCES": Self.append(line.list(separator: reader.separator), to: &resources)
        case "COMMENT": comments.append(line.text())
        case "CONTACT": contacts.append(line.text())
        case "RELATED-TO": if let relation = Relation(line) { relations.append(relation) }
        case "IMAGE": images.append(CalendarImage(line))
        case "CONFERENCE": conferences.append(Conference(line))
        case "STRUCTURED-DATA": structuredData.append(StructuredData(line))
        case "TZID": reader.readZone(line)
        case "STYLED-DESCRIPTION": styledDescriptions.append(StyledDescription(line))
        case let name where reader.version == .vCalendar && VCalendarAlarm.names.contains(name):
            reader.oldAlarms.append(line)
        default: break
        }
    }

    mutating func readComponents(_ component: Component, _ reader: inout ItemReader) {
        for inner in component.components {
            switch inner.name.asciiUppercased() {
            case Alarm.componentName: alarms.append(Alarm(inner, issues: &reader.issues))
            case Participant.componentName: participants.append(Participant(inner, issues: &reader.issues))
            case LocationDescription.componentName:
                locations.append(LocationDescription(inner, issues: &reader.issues))
            case ResourceDescription.componentName:
                resourceDescriptions.append(ResourceDescription(inner, issues: &reader.issues))
            default: break
            }
        }
    }

    /// Reads floating times as times of a zone, which vCalendar 1.0 names once for the whole calendar.
    mutating func placeFloatingTimes(in zone: String) {
        start = start?.placed(in: zone)
        if let id = recurrenceID {
            recurrenceID = RecurrenceID(id.time.placed(in: zone), includesFuture: id.includesFuture)
        }
        additions = additions.map { $0.placed(in: zone) }
        exclusions = exclusions.map { $0.placed(in: zone) }
    }

    private static func append(_ values: [String], to list: inout [String]) {
        for value in values {
            let name = trimmed(value)
            if !name.isEmpty { list.append(name) }
        }
    }

    private static func identifier(_ line: ContentLine) -> String? {
        let text = trimmed(line.text())
        return text.isEmpty ? nil : text
    }

    private static func recurrenceID(_ line: ContentLine, _ issues: inout [ContentIssue]) -> RecurrenceID? {
        PropertyReader.time(line, &issues).map {
            RecurrenceID($0, includesFuture: line.parameter("RANGE")?.asciiUppercased() == "THISANDFUTURE")
        }
    }

    private static func classification(_ line: ContentLine) -> Classification {
        // RFC 5545: a word that is not known is to be treated as PRIVATE.
        Classification(rawValue: trimmed(line.text()).asciiUppercased()) ?? .private
    }
}

extension CalendarTime {
    /// A floating time as one of a zone; others as they are.
    func placed(in zone: String) -> CalendarTime {
        if case .floating(let time) = self { .zoned(time, zone: zone) } else { self }
    }
}

extension CalendarEnd {
    /// A floating end as one of a zone; others as they are.
    func placed(in zone: String) -> CalendarEnd {
        if case .time(let time) = self { .time(time.placed(in: zone)) } else { self }
    }
}

extension RecurrenceDate {
    /// Floating times as times of a zone; others as they are.
    func placed(in zone: String) -> RecurrenceDate {
        RecurrenceDate(start.placed(in: zone), end: end?.placed(in: zone))
    }
}
