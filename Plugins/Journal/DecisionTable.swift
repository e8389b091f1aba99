import AtriumSDK
import GRDB

/// Writes and reads whole decisions, inside the transaction that a command or an import is lent.
struct DecisionTable {
    let db: Database
    let tags: any TagStore

    init(_ db: Database, _ tags: any TagStore) {
        self.db = db
        self.tags = tags
    }

    init(_ context: CommandContext) {
        self.init(context.db, context.tags)
    }

    // MARK: - Reading

    /// The decision with an id, whole; nil where there is none.
    func find(_ id: Int64) throws -> StoredDecision? {
        let statement = try db.cachedStatement(sql: "SELECT r.* FROM journal_decision r WHERE r.id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { try read($0) }
    }

    /// The decision with an id, whole.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func decision(_ id: Int64) throws -> StoredDecision {
        guard let stored = try find(id) else {
            throw AtriumError(
                .notFound, "the decision does not exist",
                remedy: "\(command: "journal decisions list") lists all of them", field: "record")
        }
        return stored
    }

    /// The decision in a row that has all columns of its table.
    func read(_ row: Row) throws -> StoredDecision {
        let id: Int64 = row["id"]
        var decision = Decision(title: row["title"])
        decision.context = row["context"]
        decision.options = JournalText.split(row["options"])
        decision.chosen = row["chosen"]
        decision.models = JournalText.split(row["models"])
        decision.expected = row["expected"]
        decision.confidence = row["confidence"]
        decision.reviewOn = (row["review_on"] as String?).flatMap(LocalDate.init(iso:))
        decision.sealedAt = row["sealed_at"]
        if decision.sealedAt != nil { decision.addenda = try addenda(of: id) }
        if let reviewedAt: String = row["reviewed_at"] {
            let word: String? = row["came_out"]
            decision.review = Review(
                reviewedAt: reviewedAt, outcome: row["outcome"],
                cameOut: word.flatMap(Review.CameOut.init), lessons: row["lessons"], rating: row["rating"])
        }
        decision.tags = try tags.tags(of: RecordReference(.decisions, id))
        return StoredDecision(
            id: id, uid: row["uid"], decision: decision, createdAt: row["created_at"],
            updatedAt: row["updated_at"])
    }

    private func addenda(of id: Int64) throws -> [Addendum] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT added_at, text FROM journal_addendum WHERE decision_id = ? ORDER BY added_at, id"
            ),
            arguments: [id]
        ).map { Addendum(addedAt: $0[0], text: $0[1]) }
    }

    /// The decisions to which mental models were applied, with the names of these.
    func modelsNamed() throws -> [(decision: Int64, names: [String])] {
        try Row.fetchAll(
            db, sql: "SELECT id, models FROM journal_decision WHERE models IS NOT NULL ORDER BY id"
        ).map { ($0[0], JournalText.split($0[1])) }
    }

    /// The id of the decision with a uid; nil where there is none.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM journal_decision WHERE uid = ?"), arguments: [uid])
    }

    // MARK: - Writing

    private static let valueColumns = [
        "title", "context", "options", "chosen", "models", "expected", "confidence", "review_on", "sealed_at",
        "reviewed_at", "outcome", "came_out", "lessons", "rating",
    ]

    private static let insertSQL: String = {
        let columns = ["uid", "created_at", "updated_at", "revision"] + valueColumns
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO journal_decision (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }()

    private static let updateSQL: String = {
        let settings =
            ["revision = revision + 1"] + (["created_at", "updated_at"] + valueColumns).map { "\($0) = ?" }
        return "UPDATE journal_decision SET \(settings.joined(separator: ", ")) WHERE id = ?"
    }()

    private func bind(_ decision: Decision, to row: inout RowStatement) {
        row.bind(decision.title)
        row.bind(decision.context)
        row.bind(JournalText.joined(decision.options))
        row.bind(decision.chosen)
        row.bind(JournalText.joined(decision.models))
        row.bind(decision.expected)
        row.bind(decision.confidence)
        row.bind(decision.reviewOn?.description)
        row.bind(decision.sealedAt)
        row.bind(decision.review?.reviewedAt)
        row.bind(decision.review?.outcome)
        row.bind(decision.review?.cameOut?.rawValue)
        row.bind(decision.review?.lessons)
        row.bind(decision.review?.rating)
    }

    /// Keeps a new decision and gives its id.
    func insert(_ decision: Decision, uid: String, createdAt: String, updatedAt: String) throws -> Int64 {
        var row = RowStatement(try db.cachedStatement(sql: Self.insertSQL))
        row.bind(uid)
        row.bind(createdAt)
        row.bind(updatedAt)
        row.bind(0)
        bind(decision, to: &row)
        try row.run()
        let id = db.lastInsertedRowID
        for addendum in decision.addenda { try insert(addendum, of: id) }
        if !decision.tags.isEmpty { try tags.setTags(decision.tags, ofNew: RecordReference(.decisions, id)) }
        return id
    }

    /// Makes a row's values those of a decision; writes only where something differs.
    ///
    /// Whatever differs, an addendum too, changes the decision's own row, if only its revision: the host then knows that what
    /// stands in its file was edited.
    func update(_ old: StoredDecision, to new: Decision, createdAt: String? = nil, updatedAt: String) throws {
        guard new != old.decision else { return }
        var row = RowStatement(try db.cachedStatement(sql: Self.updateSQL))
        row.bind(createdAt ?? old.createdAt)
        row.bind(updatedAt)
        bind(new, to: &row)
        row.bind(old.id)
        try row.run()
        // They are only added to.
        for addendum in new.addenda where !old.decision.addenda.contains(addendum) {
            try insert(addendum, of: old.id)
        }
        if old.decision.tags != new.tags {
            try tags.setTags(new.tags, of: RecordReference(.decisions, old.id))
        }
    }

    private func insert(_ addendum: Addendum, of decision: Int64) throws {
        try db.cachedStatement(
            sql: "INSERT INTO journal_addendum (decision_id, added_at, text) VALUES (?, ?, ?)"
        ).execute(arguments: [decision, addendum.addedAt, addendum.text])
    }

    /// Removes a decision; its addenda go with it.
    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM journal_decision WHERE id = ?", arguments: [id])
    }
}
