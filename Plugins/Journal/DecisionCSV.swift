import AtriumSDK
import CSVExchange
import CSVFormat
import ContentLine
import ICalendarExchange

/// The mapping between rows of CSV and decisions, both ways: pure functions, no database.
enum DecisionCSV {
    /// The columns that decisions are written to.
    enum Column: String, JournalColumn {
        case uid, title, context, options, chosen, models, expected, confidence, reviewOn, sealedAt, addenda
        case reviewedAt, outcome, cameOut, lessons, rating, tags
        case keptSealedAt, keptAddenda, keptReviewedAt, keptOutcome, keptCameOut, keptLessons, keptRating

        static let kept: [Column: Column] = [
            .keptSealedAt: .sealedAt, .keptAddenda: .addenda, .keptReviewedAt: .reviewedAt,
            .keptOutcome: .outcome, .keptCameOut: .cameOut, .keptLessons: .lessons, .keptRating: .rating,
        ]

        var help: String {
            switch self {
            case .uid: "The decision's uid."
            case .title: "The title."
            case .context: "The context, in Markdown."
            case .options: "The options, one per line."
            case .chosen: "The chosen option."
            case .models: "The names of the mental models applied, one per line."
            case .expected: "The expectation."
            case .confidence: "The confidence in percent, from 0 to 100."
            case .reviewOn: "The day of the review."
            case .sealedAt: "The time of the seal: 2026-03-01T19:30:00Z; empty if it is open."
            case .addenda:
                "Additions, one per line: 2026-03-01T19:30:00Z: text, with a backslash and n for line breaks."
            case .reviewedAt: "The time of the first review: 2026-03-01T19:30:00Z."
            case .outcome: "The outcome."
            case .cameOut: "The expectation came true: yes, partly or no."
            case .lessons: "The lessons learned."
            case .rating: "The quality of the decision, from 1 to 5 (best)."
            case .tags: "The tags, separated by commas."
            case .keptSealedAt, .keptAddenda, .keptReviewedAt, .keptOutcome, .keptCameOut, .keptLessons,
                .keptRating:
                "A value from a file that is kept but not used."
            }
        }
    }

    static let table = JournalTable<Column, StoredDecision>(
        collection: .decisions, text: { text($0, of: $1.decision, uid: $1.uid) },
        reread: { column, stored, original in
            origin(of: stored.decision, original).map { text(column, of: $0, uid: "") }
        }, uid: { $0.uid },
        isRepresented: { stored, original in
            let wanted = stored.decision
            return origin(of: wanted, original).map {
                ($0.sealedAt, $0.addenda, $0.review) == (wanted.sealedAt, wanted.addenda, wanted.review)
            }
                ?? false
        }, left: left)

    /// What an import made of the row that a decision came from, whose cells are given; nil where it has no title.
    private static func origin(of here: Decision, _ original: @escaping (Column) -> String?) -> Decision? {
        var cells = RowCells<Column>(text: original)
        return try? draft(of: &cells).origin(of: here)
    }

    /// What of the cell of a row did not come to stand in the decision; nil where there is no such thing.
    @Sendable private static func left(
        _ column: Column, _ stored: StoredDecision, _ original: @escaping (Column) -> String?
    ) -> String? {
        guard let text = JournalText.body(original(column)) else { return nil }
        guard let origin = origin(of: stored.decision, original) else { return text }
        switch column {
        case .sealedAt: return origin.sealedAt == nil ? text : nil
        case .addenda:
            let known = Set(origin.addenda + stored.decision.addenda)
            return JournalText.joined(
                JournalText.split(text).filter { line in
                    JournalText.line(line) != nil && !(addendum(Substring(line)).map(known.contains) ?? false)
                })
        default: return origin.review == nil ? text : nil
        }
    }

    static let importer = Importer.rows(
        of: Column.self, into: .decisions, profile: "journal-decisions",
        candidates: [
            .init(.uid, names: ["uid", "id", "uuid"]),
            .init(.title, names: ["title", "decision", "name", "Entscheidung"]),
            .init(.context, names: ["context", "situation", "background"]),
            .init(.options, names: ["options", "alternatives"]),
            .init(.chosen, names: ["chosen", "choice"]),
            .init(.models, names: ["models", "mental models"]),
            .init(.expected, names: ["expected", "expected outcome", "expectation", "prediction"]),
            .init(.confidence, names: ["confidence", "probability", "certainty"], look: .number),
            .init(.reviewOn, names: ["reviewOn", "review date", "review"], look: .date),
            .init(.sealedAt, names: ["sealedAt", "decided", "decided at"]),
            .init(.outcome, names: ["outcome", "actual outcome", "result"]),
            .init(.cameOut, names: ["cameOut", "came out", "correct"]),
            .init(.lessons, names: ["lessons", "lessons learned", "learned"]),
            .init(.rating, names: ["rating", "stars"], look: .number),
            .init(.tags, names: ["tags", "labels"]),
        ],
        fingerprints: DecisionDraft.fingerprints, recognise: recognise, draft: draft,
        writer: DecisionWriter.init)

    /// Sure of a header with a title, an expectation and a confidence.
    private static func recognise(_ found: Set<Column>, _ options: ImportOptions) -> FormatConfidence? {
        guard found.contains(.title) else { return nil }
        if found.isSuperset(of: [.expected, .confidence]) { return .certain }
        // Who says which column is the expectation means decisions.
        let isNamed = options.columns.contains { $0.field == Column.expected.rawValue }
        return isNamed && found.contains(.expected) ? .certain : nil
    }

    /// What a row says.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it has no title.
    static func draft(of cells: inout RowCells<Column>) throws -> DecisionDraft {
        guard let title = cells.line(.title) ?? nil else {
            throw AtriumError(.badData, "the row has no title")
        }
        var draft = DecisionDraft(title: title)
        draft.say(.context, \.context, cells.body(.context))
        draft.say(.options, \.options, cells.lines(.options))
        draft.say(.chosen, \.chosen, cells.line(.chosen))
        draft.say(.models, \.models, cells.lines(.models))
        draft.say(.expected, \.expected, cells.body(.expected))
        let percent = cells.value(
            .confidence, "bad-confidence", "the confidence is not a number from 0 to 100"
        ) {
            Int($0.filter { !$0.isWhitespace && $0 != "%" }).flatMap { (0...100).contains($0) ? $0 : nil }
        }
        draft.say(.confidence, \.confidence, percent)
        draft.say(.reviewOn, \.reviewOn, cells.day(.reviewOn))
        draft.say(.sealedAt, \.sealedAt, cells.instant(.sealedAt))
        draft.say(.addenda, \.addenda, addenda(&cells))
        draft.say(.review, \.review, review(&cells))
        draft.say(.tags, \.tags, cells.list(.tags).map(Words.distinctTags))
        for left in draft.left {
            let issue = left.issue
            cells.note(issue.property.flatMap(Column.init) ?? .title, issue.code, issue.message)
        }
        return draft
    }

    private static func addenda(_ cells: inout RowCells<Column>) -> [Addendum]? {
        guard let text = cells.text(.addenda) else { return nil }
        var wrong = 0
        let addenda = text.split(whereSeparator: \.isNewline).compactMap { line -> Addendum? in
            if JournalText.line(String(line)) == nil { return nil }
            if let addendum = addendum(line) { return addendum }
            wrong += 1
            return nil
        }
        if wrong > 0 {
            cells.note(
                .addenda, "bad-addendum",
                "\(wrong) of the lines cannot be read; write them as 2026-03-01T19:30:00Z: text")
        }
        return addenda
    }

    /// The addendum of a line; nil where it has no time, or says nothing.
    private static func addendum(_ line: Substring) -> Addendum? {
        // The time ends at its Z.
        let time = line.prefix { $0 != "Z" }
        let rest = line.dropFirst(time.count + 1).drop { $0 == ":" || $0 == " " }
        guard let at = Timestamp.date(time + "Z"),
            let text = JournalText.body(TextValue.unescape(String(rest)))
        else { return nil }
        return Addendum(addedAt: Timestamp.text(at), text: text)
    }

    /// A review, where any of its cells says something; nil where there are no such columns.
    ///
    /// One without a time is as old as the decision; see `DecisionDraft`.
    private static func review(_ cells: inout RowCells<Column>) -> Review?? {
        let columns: [Column] = [.reviewedAt, .outcome, .cameOut, .lessons, .rating]
        guard columns.contains(where: { cells.text($0) != nil }) else { return .none }
        var review = Review(reviewedAt: (cells.instant(.reviewedAt) ?? nil) ?? "")
        review.outcome = cells.body(.outcome) ?? nil
        review.cameOut =
            cells.value(.cameOut, "bad-came-out", "the value is not yes, partly or no") {
                Review.CameOut(rawValue: $0.lowercased())
            } ?? nil
        review.lessons = cells.body(.lessons) ?? nil
        review.rating =
            cells.value(.rating, "bad-rating", "the rating is not a number from 1 to 5") {
                Int($0).flatMap { (1...5).contains($0) ? $0 : nil }
            } ?? nil
        let isEmpty =
            review == Review(reviewedAt: review.reviewedAt) && (cells.line(.reviewedAt) ?? nil) == nil
        return .some(isEmpty ? nil : review)
    }

    private static func text(_ column: Column, of decision: Decision, uid: String) -> String {
        switch column {
        case .uid: uid
        case .title: decision.title
        case .context: decision.context ?? ""
        case .options: JournalText.joined(decision.options) ?? ""
        case .chosen: decision.chosen ?? ""
        case .models: JournalText.joined(decision.models) ?? ""
        case .expected: decision.expected ?? ""
        case .confidence: decision.confidence.map(String.init) ?? ""
        case .reviewOn: decision.reviewOn?.description ?? ""
        case .sealedAt: decision.sealedAt ?? ""
        case .addenda:
            decision.addenda.map { "\($0.addedAt): \(TextValue.escape($0.text))" }.joined(separator: "\n")
        case .reviewedAt: decision.review?.reviewedAt ?? ""
        case .outcome: decision.review?.outcome ?? ""
        case .cameOut: decision.review?.cameOut?.rawValue ?? ""
        case .lessons: decision.review?.lessons ?? ""
        case .rating: decision.review?.rating.map(String.init) ?? ""
        case .tags: TextValue.list(decision.tags)
        // They only come back; see `JournalTable`.
        case .keptSealedAt, .keptAddenda, .keptReviewedAt, .keptOutcome, .keptCameOut, .keptLessons,
            .keptRating:
            ""
        }
    }
}
