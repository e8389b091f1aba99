public import AtriumSDK
import RecordKit

/// People: names, addresses and everything else that a vCard can say about them.
public let connectionsModule = Module(
    manifest: Manifest(
        id: "connections", title: "Connections",
        summary: "People, with everything a vCard can hold, and your interactions with them.",
        version: "1.1.0", icon: "users", enhances: ["reminders"], isEnabledAtFirst: true),
    migrations: connectionsMigrations,
    indexesUnusedByImports: [
        "connections_person_by_birthday", "connections_person_by_anniversary", "connections_person_by_met",
    ],
    collections: [
        Collection(
            PersonStore.collection, recordName: "person", isMain: true, table: "connections_person",
            titleSQL: "r.display_name", searchFields: PersonStore.searchFields,
            recordFields: PersonValue.fields,
            commands: ConnectionsCommands.all, look: personLook),
        interactionKind.collection(), memoryKind.collection(),
    ],
    importers: [
        ContactsVCard.importer, ContactsCSV.importer, interactionKind.importer(), memoryKind.importer(),
    ],
    itemMarks: [BirthdaysICalendar.itemMark],
    exporters: [
        ContactsVCard.exporter, ContactsCSV.exporter, interactionKind.exporter(), memoryKind.exporter(),
        BirthdaysICalendar.exporter,
    ],
    sideData: [DuplicateCommands.dismissals.sideData],
    figures: PeopleOverview.figures, days: [PeopleOverview.yearlyDays],
    followers: [CompanionSearch.follower],
    views: [
        View(
            "duplicates", title: "Duplicates", command: ["connections", "duplicates"],
            form: .pairs(
                .init(
                    first: "first", second: "second", reasons: "reasons", merge: "merge", other: "other",
                    take: "take", dismiss: "dismiss")))
    ])

/// A person: a face, how to reach them, and how long ago they were met.
private let personLook = RecordLook(
    lead: .face(photo: "photo"), facts: ["organization", "titles", "interests", "lastInteraction"],
    grouping: .letter, meter: "health", figures: ["due"],
    groups: [
        FieldGroup("Contact details", ["phones", "emails", "messaging", "addresses", "urls"]),
        FieldGroup("Days", ["birthday", "birthdayText", "anniversary", "anniversaryText", "dates"]),
        FieldGroup("Work", ["organizations", "titles", "roles"]),
        FieldGroup(
            "About", ["nicknames", "interests", "tags", "languages", "metDate", "metPlace"]),
        FieldGroup("Notes", ["notes"]),
    ],
    // The first of several stands with the others, and relations are a part.
    hidden: ["email", "phone", "relations"], parts: [.query("relations"), .query("timeline")],
    links: "contactLinks")
