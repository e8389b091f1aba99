public import AtriumSDK

/// People: names, addresses and everything else that a vCard can say about them.
public let connectionsModule = Module(
    manifest: Manifest(
        id: "connections", title: "Connections",
        summary: "People, with everything that a vCard can say about them.",
        version: "1.0.0", icon: "users", isEnabledAtFirst: true),
    migrations: connectionsMigrations,
    collections: [
        Collection(
            PersonStore.collection, recordName: "person", isMain: true, table: "connections_person",
            titleSQL: "r.display_name", searchFields: PersonStore.searchFields,
            recordFields: PersonValue.fields,
            commands: ConnectionsCommands.all)
    ],
    importers: [ContactsVCard.importer, ContactsCSV.importer],
    exporters: [ContactsVCard.exporter, ContactsCSV.exporter], sideData: [DismissalStore.sideData],
    figures: PeopleOverview.figures, days: [PeopleOverview.yearlyDays])
