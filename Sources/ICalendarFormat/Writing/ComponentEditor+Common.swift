import ContentLine

extension ComponentEditor {
    /// Writes what differs in the properties that stand first in a new component.
    mutating func applyIdentity(from old: CommonProperties, to new: CommonProperties) {
        change(old.uid, new.uid) { $0.setText("UID", $1) }
        // vCalendar 1.0 has no DTSTAMP; where a program wrote one, it is kept up.
        if version == .iCalendar || index("DTSTAMP") != nil {
            change(old.stamp, new.stamp) { $0.setTime("DTSTAMP", $1.map { .utc($0) }) }
        }
        change(old.recurrenceID, new.recurrenceID) { editor, value in
            editor.setTime("RECURRENCE-ID", value?.time)
            editor.editLine("RECURRENCE-ID") {
                $0.setParameter("RANGE", to: value?.includesFuture == true ? ["THISANDFUTURE"] : [])
            }
        }
        change(old.start, new.start) { $0.setTime("DTSTART", $1) }
    }

    /// Writes what differs in all other properties that components have in common.
    mutating func apply(from old: CommonProperties, to new: CommonProperties) {
        changeRules("RRULE", old.rules, new.rules)
        changeRules("EXRULE", old.exclusionRules, new.exclusionRules)
        changeDates("RDATE", old.additions, new.additions)
        changeDates(
            "EXDATE", old.exclusions.map { RecurrenceDate($0) }, new.exclusions.map { RecurrenceDate($0) })

        change(old.summary, new.summary) { $0.setText("SUMMARY", $1) }
        // A journal entry with several has written them as a list.
        if old.description != new.description, !component.isNamed(CalendarJournal.componentName) {
            setText("DESCRIPTION", new.description)
            dropTwins()
        }
        change(old.location, new.location) { $0.setText("LOCATION", $1) }
        change(old.position, new.position) { $0.set("GEO", $1?.text) }
        change(old.classification, new.classification) { $0.set("CLASS", $1?.rawValue) }
        change(old.priority, new.priority) { $0.set("PRIORITY", $1.map(String.init)) }
        changeWords("CATEGORIES", old.categories, new.categories)
        changeWords("RESOURCES", old.resources, new.resources)
        change(old.url, new.url) { $0.set("URL", $1.map(PropertyValue.uri)) }
        change(old.color, new.color) { $0.setText("COLOR", $1) }
        change(old.organizer, new.organizer) { $0.setOrganizer($1) }
        changeAttendees(old.attendees, new.attendees)
        applyLines(from: old, to: new)
        changeAlarms(from: old, to: new)
        changeComponents(old.participants, new.participants)
        changeComponents(old.locations, new.locations)
        changeComponents(old.resourceDescriptions, new.resourceDescriptions)

        let created = version == .vCalendar && index("CREATED") == nil ? "DCREATED" : "CREATED"
        change(old.created, new.created) { $0.setTime(created, $1.map { .utc($0) }) }
        change(old.lastModified, new.lastModified) { $0.setTime("LAST-MODIFIED", $1.map { .utc($0) }) }
        change(old.sequence, new.sequence) { $0.set("SEQUENCE", $1.map(String.init)) }
    }

    private mutating func applyLines(from old: CommonProperties, to new: CommonProperties) {
        changeTexts("COMMENT", old.comments, new.comments)
        changeTexts("CONTACT", old.contacts, new.contacts)
        changeLines("RELATED-TO", old.relations, new.relations)
        changeAttachments(old.attachments, new.attachments)
        changeLines("IMAGE", old.images, new.images)
        changeLines("CONFERENCE", old.conferences, new.conferences)
        changeLines("STRUCTURED-DATA", old.structuredData, new.structuredData)
        changeLines("STYLED-DESCRIPTION", old.styledDescriptions, new.styledDescriptions)
    }

    private mutating func changeTexts(_ name: String, _ old: [String], _ new: [String]) {
        changeLines(name, old, new) { text, line in
            line.value = ArraySlice(TextValue.escape(text).utf8)
            line.removeEncoding()
        }
    }
}
