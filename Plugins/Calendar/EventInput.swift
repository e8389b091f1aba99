import AtriumSDK
import Foundation

/// The fields that `add` and `edit` take, and how they change an event.
///
/// Times: `start` and `end` are days, local times or instants. A local time is read on the clock of `zone`; without one
/// on that of the time that it replaces, else on the user's.
enum EventInput {
    static let calendar = Field<String>.text(
        "calendar", help: "The calendar's name. A new calendar is created if needed."
    ).hinted("A name such as Work; a new calendar is created if needed.")
    static let summary = Field<String>.text("summary", help: "The title.").titled("Title")
    private static let phrase = Field<String>.text(
        "summary",
        help: "The title, with the time in words if no field gives it: “Maths lecture every monday 10-12”."
    ).required.positional.titled("Title").hinted(
        "With the time in words: “Maths lecture every monday 10-12”.")
    static let plain = Field<Bool>.boolean(
        "plain", help: "Keep the title as it is, without reading times from it."
    ).defaulting(to: .bool(false))
    static let description = Field<String>.longText("description", help: "A longer description.")
    static let location = Field<String>.text("location", help: "The location in words.")
    static let latitude = Field<Double>.decimal(
        "latitude", in: -90...90, help: "The latitude, in degrees north.")
    static let longitude = Field<Double>.decimal(
        "longitude", in: -180...180, help: "The longitude, in degrees east.")
    static let start = Field<String>.when("start", help: "The start: a day, a local time or an instant.")
    static let end = Field<String>.when(
        "end", help: "The end, exclusive: the first moment after the event, or the day after its last day."
    ).hinted("A time alone is enough. For all-day events, the day after the last.")
    static let duration = Field<String>.duration("duration", help: "The duration, instead of an end.")
    static let zone = Field<String>.text(
        "zone",
        help: "The zone of start, end and dates (Europe/Berlin), UTC or floating. Defaults to your zone."
    ).hinted("Such as Europe/Berlin. Defaults to your zone.")
    static let endZone = Field<String>.text("endZone", help: "The zone of the end, if it is different.")
    static let keepsLength = Field<Bool>.boolean(
        "keepLength", help: "Move the end as far as the start.")
    /// The rule that a word means, such as `weekly`; nil for all else.
    static func rule(inWords text: String) -> String? {
        switch text.lowercased().split(separator: " ").joined(separator: " ") {
        case "daily", "every day": "FREQ=DAILY"
        case "weekdays", "every weekday": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
        case "weekly", "every week": "FREQ=WEEKLY"
        case "monthly", "every month": "FREQ=MONTHLY"
        case "yearly", "every year": "FREQ=YEARLY"
        default: nil
        }
    }

    static let rules = Field<[String]>
        .texts(
            "recurrenceRules",
            help:
                "The repetition: daily, weekdays, weekly, monthly, yearly, or a rule such as FREQ=WEEKLY;BYDAY=MO (RFC 5545)."
        ).option("rrule").formatted(.recurrence, zone: "startZone").titled("Repeats")
    static let dates = Field<[DataObject]>
        .objects(
            "recurrenceDates", of: EventFields.date,
            help: "Additional occurrences; a day means one at the series' time of day."
        ).option("rdate")
    static let exceptions = Field<[DataObject]>
        .objects(
            "exceptionDates", of: EventFields.date,
            help: "Cancelled occurrences; a day means the one at the series' time of day."
        ).option("exdate")
    static let status = Field<String>.choice(
        "status", of: ["confirmed", "tentative", "cancelled"], help: "The event's status.")
    static let transparency = Field<String>.choice(
        "transparency", of: ["opaque", "transparent"], help: "Busy time (opaque) or free time (transparent).")
    static let classification = Field<String>.choice(
        "class", of: ["public", "private", "confidential"], help: "The event's visibility.")
    static let priority = Field<Int64>.integer(
        "priority", in: 0...9, help: "The priority, 1 (highest) to 9 (lowest).")
    static let categories = Field<[String]>.texts("categories", help: "The tags.").option("tag").formatted(
        .words
    ).titled("Tags")
    static let organizer = Field<String>.text(
        "organizer", help: "The organizer: an e-mail or calendar address."
    ).formatted(.email)
    static let organizerName = Field<String>.text("organizerName", help: "The organizer's name.")
    static let attendees = Field<[DataObject]>
        .objects("attendees", of: EventFields.attendee, help: "The guests to invite.").option("attendee")
    static let alarms = Field<[DataObject]>
        .objects("alarms", of: EventFields.alarm, help: "Reminders, such as -PT15M.").option("alarm")
    static let links = Field<[DataObject]>
        .objects("attachments", of: EventFields.link, help: "Links to documents.").option(
            "attachment")
    static let file = Field<UploadedFile>.file("file", help: "A document to store with the event.")
    static let url = Field<String>.text("url", help: "A web page about the event.").formatted(.uri)
    static let color = Field<String>.text("color", help: "A CSS color name (RFC 7986).").hinted(
        "A name such as teal.")

    static let addRules = Field<[String]>.texts("addRecurrenceRules", help: "Rules to add.").option(
        "add-rrule")
    static let removeRules = Field<[String]>
        .texts("removeRecurrenceRules", help: "Rules to remove, written as shown.").option("remove-rrule")
    static let addDates = Field<[DataObject]>
        .objects("addRecurrenceDates", of: EventFields.date, help: "Occurrences to add.").option("add-rdate")
    static let removeDates = Field<[DataObject]>
        .objects("removeRecurrenceDates", of: EventFields.date, help: "Added occurrences to remove.")
        .option("remove-rdate")
    static let addExceptions = Field<[DataObject]>
        .objects(
            "addExceptionDates", of: EventFields.date,
            help: "Occurrences to cancel; a day means the one at the series' time of day."
        ).option("add-exdate")
    static let removeExceptions = Field<[DataObject]>
        .objects("removeExceptionDates", of: EventFields.date, help: "Cancelled occurrences to restore.")
        .option("remove-exdate")
    static let addCategories = Field<[String]>.texts("addCategories", help: "Tags to add.").option("add-tag")
    static let removeCategories = Field<[String]>
        .texts("removeCategories", help: "Tags to remove.").option("remove-tag")
    static let addAttendees = Field<[DataObject]>
        .objects(
            "addAttendees", of: EventFields.attendee,
            help: "Guests to add; one with the same address is replaced."
        )
        .option("add-attendee")
    static let removeAttendees = Field<[String]>
        .texts("removeAttendees", help: "Guests to remove, by address.").option("remove-attendee")
    static let addAlarms = Field<[DataObject]>
        .objects("addAlarms", of: EventFields.alarm, help: "Reminders to add.").option("add-alarm")
    static let removeAlarms = Field<[String]>
        .texts("removeAlarms", help: "Reminders to remove, by trigger.").option("remove-alarm")
    static let addLinks = Field<[DataObject]>
        .objects("addAttachments", of: EventFields.link, help: "Links to documents to add.")
        .option("add-attachment")
    static let removeDocuments = Field<[String]>
        .texts("removeAttachments", help: "Documents to remove, by address or file name.")
        .option("remove-attachment")

    static let occurrence = Field<String>.when(
        "occurrence",
        help: "Change only one occurrence of a series: its day, its start, or its recurrenceId."
    ).role(.occurrence)
    static let following = Field<String>.when(
        "from", help: "Change this occurrence of a series and all later ones: its day or its start."
    ).role(.following)
    static let dropUnmatched = Field<Bool>.boolean(
        "dropUnmatched", help: "Remove the exceptions that match no occurrence after the change."
    ).titled("Remove exceptions that match no occurrence")

    /// The fields that choose a part of a series; without them, a command changes all of it.
    static let partFields = [occurrence.declaration, following.declaration]

    /// The fields of `add`.
    static let addFields: [FieldDeclaration] =
        ([
            phrase.declaration, start.declaration,
        ] + common + [plain.declaration]).grouped(groups)

    /// The fields of `edit`, after the record.
    static let editFields: [FieldDeclaration] =
        ([summary.declaration, start.declaration] + common + [
            keepsLength.declaration, addRules.declaration, removeRules.declaration, addDates.declaration,
            removeDates.declaration,
            addExceptions.declaration, removeExceptions.declaration, addCategories.declaration,
            removeCategories.declaration, addAttendees.declaration, removeAttendees.declaration,
            addAlarms.declaration, removeAlarms.declaration, addLinks.declaration,
            removeDocuments.declaration,
        ] + partFields + [dropUnmatched.declaration]).grouped(groups)

    /// The groups of fields in a form; the most important fields of an event have no group.
    private static let groups = [
        "Series": ["occurrence", "from", "dropUnmatched"],
        "Time": ["duration", "zone", "endZone", "keepLength"],
        "Single dates": ["recurrenceDates", "exceptionDates"],
        "Guests": ["organizer", "organizerName", "attendees"],
        "Reminders": ["alarms"],
        "Documents": ["attachments", "file", "url"],
        "Details": [
            "status", "transparency", "class", "priority", "latitude", "longitude", "color",
        ],
    ]

    private static let common: [FieldDeclaration] = [
        end.declaration, duration.declaration, zone.declaration.shown(as: "startZone"), endZone.declaration,
        rules.declaration, location.declaration, calendar.declaration, description.declaration,
        dates.declaration, exceptions.declaration,
        status.declaration,
        transparency.declaration, classification.declaration, priority.declaration, categories.declaration,
        organizer.declaration, organizerName.declaration, attendees.declaration, alarms.declaration,
        links.declaration, file.declaration, latitude.declaration, longitude.declaration, url.declaration,
        color.declaration,
    ]
}
