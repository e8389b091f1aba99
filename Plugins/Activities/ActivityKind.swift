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
                "timesDone", .integer(), help: "On how many days it was done.", isRequired: true),
            FieldDeclaration("lastDone", .date, help: "The last day on which it was done."),
        ],
        details: [
            FieldDeclaration(
                "done", .list(.object(OccasionFields.day)),
                help: "The days on which it was done, in order.", isRequired: true)
        ],
        filters: [
            FilterDeclaration(
                .oneOf([
                    .init("done", wasDone), .init("open", "NOT \(wasDone)"),
                    .init("planned", "r.planned >= :today"),
                ]), "status",
                "Only those that were done, that never were, or that are planned for today or later."),
            FilterDeclaration(
                .containsInAny(["r.name", "r.notes"]), "text", "Only those whose name or notes contain this."),
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
                SignDeclaration(["name", "category"], isSaid: true),
                // Whoever says which column is the name means activities.
                SignDeclaration(["name"], isCertain: false, isSaid: true),
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
    The people whom it is good for are those of the module connections. A planned time is read in your zone, unless \
    \(field: "zone") names another.
    """
)
.describing("remove", "Remove an activity with the days on which it was done.")

private let wasDone = "EXISTS (SELECT 1 FROM activities_occasion o WHERE o.activity_id = r.id)"

/// The columns that tables of other things have not.
private let onlyOfActivities = ["coordinates", "cost", "rating", "goodFor", "done"]

private let activityValues: [ValueDeclaration] = [
    .line("name", "What it is called.").required.positional
        .named("activity", "title", "Aktivität", "activité", "actividad"),
    .line("category", "Its kind: restaurants, events, hobbies, places, or a word of your own.").searched
        .suggesting("restaurants", "events", "hobbies", "places")
        .named("type", "kind", "Kategorie", "catégorie", "categoría")
        .filtered(.equals, "Only those of this kind."),
    .line("place", "Its place in words: a name, an address.").searched
        .named("location", "address", "Ort", "lieu", "lugar")
        .filtered(.contains, "Only those whose place contains this."),
    .line(
        "coordinates", "Its point on the globe: latitude,longitude in degrees, such as 48.2082,16.3738."
    ).columns("latitude", "longitude").named("geo", "Koordinaten")
        .hinted("Latitude and longitude, such as 48.2082,16.3738.").grouped("Details"),
    .text("notes", "More about it.").searched.named("note", "description", "Notizen"),
    .link("link", "Where to read more: a URI such as https://example.org.").searched.named("url", "website")
        .grouped("Details"),
    .line("cost", "What it costs: an amount with its currency, such as 12.50 EUR; 0 if it is free.")
        .columns("cost_amount", "cost_currency").hinted("Such as 12.50 EUR; 0 if it is free.")
        .named("price", "Preis", "prix", "precio"),
    .integer("rating", in: Activity.ratings, "How good it is, from \(Activity.ratingWords), the best.")
        .hinted("From 1 to 5, the best.")
        .named("stars", "Bewertung", "note sur 5")
        .filtered(.atLeast, "Only those that are rated so or better."),
    .moment(
        "planned", zones: "activities_zone", "When it is planned: a day, a time in the zone, or an instant.",
        zone: "The zone of the planned time (Europe/Vienna), UTC or floating; at first yours."
    ).named("date", "when", "Datum"),
    .people(
        "goodFor",
        PeopleDeclaration(
            ActivityLinks.goodFor, among: .people, column: "good_for_uids", "those whom it is good for")
    ).named("good for", "people", "with").filtered(.equals, "Only those that are good for this person."),
    .tags("Its tags.").named("labels").filtered(.equals, as: "tag", "Only those with this tag."),
    .days(
        "done", Occasion.days,
        CellDeclaration(
            "done", "The days on which it was done, with blanks between.",
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
        let days = Days.said(record.values["done"]) ?? []
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
