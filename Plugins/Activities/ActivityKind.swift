import AtriumSDK
import GRDB
import RecordKit

/// What an activity is: something that there is to do.
let activityKind = RecordKind(
    RecordDeclaration(
        .activities, "activity", isMain: true, table: "activities_activity", hasRevision: true,
        values: activityValues.map(\.always),
        computed: [
            FieldDeclaration(
                "timesDone", .integer(), help: "The number of days it was done.", isRequired: true),
            FieldDeclaration("lastDone", .date, help: "The last day it was done."),
        ],
        details: [
            FieldDeclaration(
                "done", .list(.object(OccasionFields.day)),
                help: "The days it was done, in order.", isRequired: true)
        ],
        filters: [
            FilterDeclaration(
                .oneOf([
                    .init("done", wasDone), .init("open", "NOT \(wasDone)"),
                    .init("planned", "r.planned >= :today"),
                ]), "status",
                "Only activities that were done, were never done, or are planned for today or later."),
            FilterDeclaration(
                .containsInAny(["r.name", "r.notes"]), "text",
                "Only activities whose name or notes contain this text."),
        ],
        listColumns: ["id", "name", "category", "place", "rating", "goodFor", "planned", "lastDone"],
        sorts: [
            SortDeclaration("name", "lower(r.name)"), SortDeclaration("rating", "ifnull(r.rating, 0)"),
            SortDeclaration("planned", "ifnull(r.planned, '~')"),
            SortDeclaration(
                "done",
                "ifnull((SELECT max(o.day) FROM activities_occasion o WHERE o.activity_id = r.id), '')"),
            SortDeclaration("created", "r.created_at"),
        ],
        file: FileDeclaration(
            "activities.csv",
            signs: [
                SignDeclaration(["name", "category"], andOf: onlyOfActivities),
                SignDeclaration(["name"], andOf: onlyOfActivities, atLeast: 2, isCertain: false),
                SignDeclaration(["name", "category"], requiresMapping: true),
                // Whoever says which column is the name means activities.
                SignDeclaration(["name"], isCertain: false, requiresMapping: true),
            ], fingerprints: [["name", "place"], ["name"]]),
        look: RecordLook(
            facts: ["category", "place", "goodFor", "cost"], key: "rating",
            figures: ["timesDone", "lastDone"],
            groups: [
                FieldGroup("", ["planned", "place", "coordinates", "cost", "link"]),
                FieldGroup("Good for", ["goodFor"]), FieldGroup("Notes", ["notes"]),
            ], actions: ["done"], quick: .tap("done"))),
    rules: ActivityRules()
)
.words(.form { Categories.spelled($0) }, of: "category")
.words(.link, of: "link")
.words(Coordinates.rule, of: "coordinates")
.split(Coordinates.split, of: "coordinates")
.words(Cost.rule, of: "cost")
.split(Cost.split, of: "cost")
.describing(
    "add", nil,
    """
    The people an activity suits come from the module connections. A planned time is read in your zone, unless \
    \(field: "zone") names another one.
    """
)
.describing("remove", "Remove an activity and the days it was done.")

private let wasDone = "EXISTS (SELECT 1 FROM activities_occasion o WHERE o.activity_id = r.id)"

/// The columns that tables of other things have not.
private let onlyOfActivities = ["coordinates", "cost", "rating", "goodFor", "done"]

private let activityValues: [ValueDeclaration] = [
    .line("name", "The activity's name.").required.positional
        .named("activity", "title", "Aktivität", "activité", "actividad"),
    .line("category", "The kind: restaurants, events, hobbies, places, or a word of your own.").searched
        .suggesting("restaurants", "events", "hobbies", "places")
        .named("type", "kind", "Kategorie", "catégorie", "categoría")
        .filtered(.equals, "Only activities of this kind."),
    .line("place", "The place in words: a name or an address.").searched
        .named("location", "address", "Ort", "lieu", "lugar")
        .filtered(.contains, "Only activities whose place contains this text."),
    .line(
        "coordinates", "The coordinates: latitude,longitude in degrees, such as 48.2082,16.3738."
    ).columns("latitude", "longitude").named("geo", "Koordinaten")
        .hinted("Latitude and longitude, such as 48.2082,16.3738.").grouped("Details"),
    .text("notes", "Longer notes.").searched.named("note", "description", "Notizen"),
    .link("link", "A link to read more: a URI such as https://example.org.").searched.named("url", "website")
        .grouped("Details"),
    .line("cost", "The cost: an amount with its currency, such as 12.50 EUR; 0 if it is free.")
        .columns("cost_amount", "cost_currency").hinted("Such as 12.50 EUR; 0 if it is free.")
        .named("price", "Preis", "prix", "precio"),
    .integer("rating", in: Activity.ratings, "The rating, from \(Activity.ratingWords) (best).")
        .hinted("From 1 to 5 (best).")
        .named("stars", "Bewertung", "note sur 5")
        .filtered(.atLeast, "Only activities with at least this rating."),
    .moment(
        "planned", zones: "activities_zone", "The planned time: a day, a time in the zone, or an instant.",
        zone: "The zone of the planned time (Europe/Vienna), UTC or floating. Defaults to your zone."
    ).named("date", "when", "Datum"),
    .people(
        "goodFor",
        PeopleDeclaration(
            ActivityLinks.goodFor, among: .people, column: "good_for_uids", "the people it suits")
    ).named("good for", "people", "with").filtered(.equals, "Only activities that suit this person."),
    .tags("The tags.").named("labels").filtered(.equals, as: "tag", "Only activities with this tag."),
    .days(
        "done", Occasion.days,
        CellDeclaration(
            "done", "The days it was done, separated by spaces.",
            names: ["visited", "visits", "besucht"]
        )),
]

/// What the declaration of an activity does not say: categories in one spelling, and the days on which it was done.
struct ActivityRules: RecordRules {
    /// A category that commands give is spelled as others are.
    func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws {
        guard input.values["category"] != nil, let category = values.text("category") else { return }
        let known = try String.fetchAll(
            context.db,
            sql: "SELECT DISTINCT category FROM activities_activity WHERE category IS NOT NULL ORDER BY 1")
        values["category"] = .text(Categories.spelled(category, known: known))
    }

    func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        let days = Days.texts(of: record.values["done"]) ?? []
        return ["timesDone": .integer(Int64(days.count)), "lastDone": .text(orNull: days.last)]
    }

    func details(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        ["done": .list(try OccasionFields.days(of: record, context))]
    }

    // A hall has many concerts of one name, but one a day.
    var fingerprints: [Fingerprint<RecordDraft>] {
        [
            Fingerprint("name, place and planned day", strength: .sure) { draft in
                guard let name = activityKind.value("name", of: draft)?.textValue,
                    let place = activityKind.value("place", of: draft)?.textValue,
                    let day = activityKind.value("planned", of: draft)?.objectValue?["time"]?.textValue
                else { return nil }
                return [name.lowercased(), place.lowercased(), String(day.prefix(10))].joined(separator: "\n")
            }
        ]
    }
}
