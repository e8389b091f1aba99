public import AtriumSDK

/// People: names, addresses and everything else that a vCard can say about them.
public let connectionsModule = Module(
    manifest: Manifest(
        id: "connections", title: "Connections",
        summary: "People, with everything that a vCard can say about them, and what you do with them.",
        version: "1.1.0", icon: "users", enhances: ["reminders"], isEnabledAtFirst: true),
    migrations: connectionsMigrations,
    indexesUnusedByImports: ["connections_person_by_birthday", "connections_person_by_anniversary"],
    collections: [
        Collection(
            PersonStore.collection, recordName: "person", isMain: true, table: "connections_person",
            titleSQL: "r.display_name", searchFields: PersonStore.searchFields,
            recordFields: PersonValue.fields,
            commands: ConnectionsCommands.all),
        Collection(
            InteractionStore.collection, recordName: "interaction", isMain: false,
            table: "connections_interaction", titleSQL: InteractionStore.titleSQL,
            searchFields: [
                SearchField("note", sql: "r.note"),
                SearchField("people", sql: CompanionTable.interactions.strangersSQL),
            ], recordFields: InteractionCommands.fields, commands: InteractionCommands.all),
        Collection(
            MemoryStore.collection, recordName: "memory", isMain: false, table: "connections_memory",
            titleSQL: MemoryStore.titleSQL,
            searchFields: [
                SearchField("note", sql: "r.note"),
                SearchField("people", sql: CompanionTable.memories.strangersSQL),
            ], recordFields: MemoryCommands.fields, commands: MemoryCommands.all),
    ],
    importers: [
        ContactsVCard.importer, ContactsCSV.importer, InteractionsCSV.importer, MemoriesCSV.importer,
    ],
    exporters: [
        ContactsVCard.exporter, ContactsCSV.exporter, InteractionsCSV.exporter, MemoriesCSV.exporter,
        BirthdaysICalendar.exporter,
    ],
    sideData: [DismissalStore.sideData],
    figures: PeopleOverview.figures, days: [PeopleOverview.yearlyDays],
    followers: [CompanionSearch.follower])
