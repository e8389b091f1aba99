import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Writes and reads whole activities, inside the transaction that a command or an import is lent.
struct ActivityTable {
    let db: Database
    let tags: any TagStore
    /// Makes and finds rows of zones for what a file says; nil: a command writes, which keeps to the zones of the record.
    private let fileZones: ZoneTable?
    /// Knows the zones of what is read.
    let storedZones: StoredZones

    /// The table of zones.
    static let zoneTable = "activities_zone"

    init(_ db: Database, _ tags: any TagStore, zones: ZoneTable? = nil) {
        self.db = db
        self.tags = tags
        fileZones = zones
        storedZones = StoredZones(in: Self.zoneTable, db)
    }

    /// The tables in the hands of a command.
    init(_ context: CommandContext) {
        self.init(context.db, context.tags)
    }

    // MARK: - Reading

    /// The activity with an id, whole; nil where there is none.
    func find(_ id: Int64) throws -> StoredActivity? {
        let statement = try db.cachedStatement(sql: "SELECT r.* FROM activities_activity r WHERE r.id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { try read($0) }
    }

    /// The activity with an id, whole.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func activity(_ id: Int64) throws -> StoredActivity {
        guard let stored = try find(id) else {
            throw AtriumError(
                .notFound, "there is no such activity",
                remedy: "\(command: "activities list") shows which there are", field: "record")
        }
        return stored
    }

    /// The activity in a row that has all columns of its table.
    func read(_ row: Row) throws -> StoredActivity {
        let id: Int64 = row["id"]
        var activity = Activity(name: row["name"])
        activity.category = row["category"]
        activity.place = row["place"]
        if let latitude: Double = row["latitude"], let longitude: Double = row["longitude"] {
            activity.coordinates = Coordinates(latitude: latitude, longitude: longitude)
        }
        activity.notes = row["notes"]
        activity.link = row["link"]
        if let amount: String = row["cost_amount"] {
            activity.cost = Cost(amount: amount, currency: row["cost_currency"])
        }
        activity.rating = row["rating"]
        let zone: Int64? = row["planned_zone_id"]
        if let planned: String = row["planned"] {
            activity.planned = CalendarTime(stored: planned, zone: try storedZones.name(of: zone))
        }
        activity.goodFor = Self.uids(row["good_for_uids"])
        activity.tags = try tags.tags(of: RecordReference(.activities, id))
        activity.occasions = try occasions(of: id)
        return StoredActivity(
            id: id, uid: row["uid"], activity: activity, createdAt: row["created_at"],
            updatedAt: row["updated_at"], zones: try storedZones.resolver(for: zone.map { [$0] } ?? []))
    }

    private func occasions(of id: Int64) throws -> [LocalDate: Occasion] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT day, note, with_uids FROM activities_occasion WHERE activity_id = ?"),
            arguments: [id])
        var occasions: [LocalDate: Occasion] = [:]
        while let row = try rows.next() {
            guard let day = LocalDate(iso: row[0]) else { continue }
            occasions[day] = Occasion(note: row[1], with: Self.uids(row[2]))
        }
        return occasions
    }

    /// Uids as a column keeps them: a line each.
    static func uids(_ text: String?) -> [String] {
        text?.split(separator: "\n").map(String.init) ?? []
    }

    private static func column(_ uids: [String]) -> String? {
        uids.isEmpty ? nil : uids.joined(separator: "\n")
    }

    /// The id of the activity with a uid; nil where there is none.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM activities_activity WHERE uid = ?"), arguments: [uid])
    }

    /// The id of the row of a day on which an activity was done; nil where it was not.
    func occasion(of activity: Int64, on day: LocalDate) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM activities_occasion WHERE activity_id = ? AND day = ?"),
            arguments: [activity, day.description])
    }

    /// Whom activities and their days name.
    func peopleNamed() throws -> [PeopleNamed] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, NULL, good_for_uids FROM activities_activity WHERE good_for_uids IS NOT NULL
                UNION ALL SELECT activity_id, id, with_uids FROM activities_occasion WHERE with_uids IS NOT NULL
                """)
        var named: [PeopleNamed] = []
        while let row = try rows.next() {
            let occasion: Int64? = row[1]
            named.append(
                PeopleNamed(
                    activity: row[0],
                    record: occasion.map { RecordReference(.occasions, $0) }
                        ?? RecordReference(.activities, row[0]),
                    kind: occasion == nil ? ActivityLinks.goodFor : ActivityLinks.with,
                    words: Self.uids(row[2])))
        }
        return named
    }

    /// Those whom an activity names, or one of its days.
    struct PeopleNamed {
        let activity: Int64
        /// From where links lead to them.
        let record: RecordReference
        /// The kind of these links.
        let kind: String
        /// Their uids; a name of somebody who is not there.
        let words: [String]
    }

    /// The categories that are in use.
    func categories() throws -> [String] {
        try String.fetchAll(
            db,
            sql: "SELECT DISTINCT category FROM activities_activity WHERE category IS NOT NULL ORDER BY 1")
    }

    // MARK: - Writing

    /// The columns that hold an activity's own values, in the order of ``bind(_:_:to:)``.
    private static let valueColumns = [
        "name", "category", "place", "latitude", "longitude", "notes", "link", "cost_amount", "cost_currency",
        "rating", "planned", "planned_zone_id", "good_for_uids",
    ]

    private static let insertSQL: String = {
        let columns = ["uid", "created_at", "updated_at", "revision"] + valueColumns
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO activities_activity (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }()

    private static let updateSQL: String = {
        let settings =
            ["revision = revision + 1"] + (["created_at", "updated_at"] + valueColumns).map { "\($0) = ?" }
        return "UPDATE activities_activity SET \(settings.joined(separator: ", ")) WHERE id = ?"
    }()

    private func bind(_ activity: Activity, _ zones: ZoneTable, to row: inout RowStatement) throws {
        row.bind(activity.name)
        row.bind(activity.category)
        row.bind(activity.place)
        row.bind(activity.coordinates?.latitude)
        row.bind(activity.coordinates?.longitude)
        row.bind(activity.notes)
        row.bind(activity.link)
        row.bind(activity.cost?.amount)
        row.bind(activity.cost?.currency)
        row.bind(activity.rating)
        row.bind(activity.planned?.storedText)
        row.bind(try zones.id(of: activity.planned?.zoneID))
        row.bind(Self.column(activity.goodFor))
    }

    /// Keeps a new activity and gives its id.
    func insert(_ activity: Activity, uid: String, createdAt: String, updatedAt: String) throws -> Int64 {
        var row = RowStatement(try db.cachedStatement(sql: Self.insertSQL))
        row.bind(uid)
        row.bind(createdAt)
        row.bind(updatedAt)
        row.bind(0)
        try bind(activity, fileZones ?? ZoneTable(Self.zoneTable, db), to: &row)
        try row.run()
        let id = db.lastInsertedRowID
        try write(activity.occasions, over: [:], of: id, uid: uid)
        if !activity.tags.isEmpty { try tags.setTags(activity.tags, of: RecordReference(.activities, id)) }
        return id
    }

    /// Makes a row's values those of an activity; writes only where something differs.
    ///
    /// Whatever differs, an occasion too, changes the activity's own row, if only its revision: the host then knows that what
    /// stands in its file was edited.
    func update(_ old: StoredActivity, to new: Activity, createdAt: String? = nil, updatedAt: String) throws {
        guard new != old.activity else { return }
        var row = RowStatement(try db.cachedStatement(sql: Self.updateSQL))
        row.bind(createdAt ?? old.createdAt)
        row.bind(updatedAt)
        // A TZID goes on meaning what the record's own file says of it.
        let zones = try fileZones ?? ZoneTable(Self.zoneTable, db, known: knownZones(of: old.id))
        try bind(new, zones, to: &row)
        row.bind(old.id)
        try row.run()
        try write(new.occasions, over: old.activity.occasions, of: old.id, uid: old.uid)
        if old.activity.tags != new.tags {
            try tags.setTags(new.tags, of: RecordReference(.activities, old.id))
        }
    }

    /// Removes an activity; its occasions go with it.
    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM activities_activity WHERE id = ?", arguments: [id])
    }

    /// The uid of an occasion is made of its activity's and the day, so that it is the same in every vault.
    private func write(
        _ occasions: [LocalDate: Occasion], over old: [LocalDate: Occasion], of id: Int64, uid: String
    ) throws {
        let delete = try db.cachedStatement(
            sql: "DELETE FROM activities_occasion WHERE activity_id = ? AND day = ?")
        for day in old.keys.filter({ occasions[$0] == nil }).sorted() {
            try delete.execute(arguments: [id, day.description])
        }
        let insert = try db.cachedStatement(
            sql:
                "INSERT INTO activities_occasion (note, with_uids, activity_id, day, uid) VALUES (?, ?, ?, ?, ?)"
        )
        let update = try db.cachedStatement(
            sql: "UPDATE activities_occasion SET note = ?, with_uids = ? WHERE activity_id = ? AND day = ?")
        for (day, occasion) in occasions.sorted(by: { $0.key < $1.key }) where old[day] != occasion {
            let with = Self.column(occasion.with)
            if old[day] == nil {
                let own = try ComponentTable.freeUID("\(uid)#\(day)", in: "activities_occasion", db)
                try insert.execute(arguments: [occasion.note, with, id, day.description, own])
            } else {
                try update.execute(arguments: [occasion.note, with, id, day.description])
            }
        }
    }

    /// The zone row that an activity uses, by TZID.
    private func knownZones(of id: Int64) throws -> [String: Int64] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT z.tzid, z.id FROM activities_zone z JOIN activities_activity r ON r.planned_zone_id = z.id
                WHERE r.id = ?
                """, arguments: [id])
        return rows.reduce(into: [:]) { $0[$1["tzid"]] = $1["id"] }
    }
}
