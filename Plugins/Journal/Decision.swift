import AtriumSDK
import Foundation

/// A decision: what was to be decided, what was expected of it, and what came of it.
struct Decision: Sendable, Hashable {
    /// What is decided, in a line.
    var title: String
    /// What it was about, in Markdown; nil where that was not said.
    var context: String?
    /// What could be done, a line each.
    var options: [String] = []
    /// Which of these is taken, or something else; nil where that was not said.
    var chosen: String?
    /// The names of the mental models that were applied.
    var models: [String] = []
    /// What is expected to come of it; nil where that was not said.
    var expected: String?
    /// How sure that is, in percent: 0 to 100; nil where that was not said.
    var confidence: Int?
    /// The day on which to look at what came of it; nil: none.
    var reviewOn: LocalDate?
    /// When it was decided, as stored text of `Timestamp`; nil: not yet.
    ///
    /// From then on what ``SealedPart`` names stays as it is, and can only be added to.
    var sealedAt: String?
    /// What was added to the expectation since, in order.
    var addenda: [Addendum] = []
    /// What came of it; nil: nobody has looked yet.
    var review: Review?
    /// Its tags.
    var tags: [String] = []
}

/// What was added to an expectation after it was sealed.
struct Addendum: Sendable, Hashable {
    /// When: stored text of `Timestamp`.
    let addedAt: String
    /// What.
    let text: String
}

/// What came of a decision.
struct Review: Sendable, Hashable {
    /// When it was looked at first: stored text of `Timestamp`.
    var reviewedAt: String
    /// What happened; nil where that was not said.
    var outcome: String?
    /// Whether what was expected came out; nil where that was not said.
    var cameOut: CameOut?
    /// What is learned from it; nil where that was not said.
    var lessons: String?
    /// How good the decision was, from 1 to 5, the best; nil where that was not said.
    var rating: Int?

    /// Whether an expectation came out.
    enum CameOut: String, Sendable, Hashable, CaseIterable {
        case yes, partly, no

        /// How much of it: 1, a half, or 0.
        var share: Double {
            switch self {
            case .yes: 1
            case .partly: 0.5
            case .no: 0
            }
        }
    }

    /// What it lacks of what every review says, by the name of the field: what happened, and whether that was expected; nil
    /// where it says both.
    var missing: String? { outcome == nil ? "outcome" : cameOut == nil ? "cameOut" : nil }
}

/// A decision as the vault keeps it.
struct StoredDecision: Sendable {
    /// The row's id, unique in the vault.
    let id: Int64
    /// The identifier that stays the same over export and import.
    let uid: String
    /// What is kept of it.
    let decision: Decision
    /// When it was made: `Timestamp`.
    let createdAt: String
    /// When it was last changed: `Timestamp`.
    let updatedAt: String
}

extension Decision {
    /// Where a decision stands.
    enum Status: String, CaseIterable {
        /// Not decided.
        case open
        /// Decided, and its expectation sealed.
        case decided
        /// Decided, and looked at again.
        case reviewed
    }

    /// Where it stands.
    var status: Status { sealedAt == nil ? .open : review == nil ? .decided : .reviewed }

    // MARK: - The seal

    /// What a seal keeps as it was, by the names of fields.
    enum SealedPart: String, CaseIterable {
        case context, options, chosen, models, expected, confidence

        /// The part as a sentence has it.
        var words: String { self == .expected ? "expectation" : rawValue }

        /// Makes the part of one decision that of another.
        func copy(from source: Decision, to target: inout Decision) {
            switch self {
            case .context: target.context = source.context
            case .options: target.options = source.options
            case .chosen: target.chosen = source.chosen
            case .models: target.models = source.models
            case .expected: target.expected = source.expected
            case .confidence: target.confidence = source.confidence
            }
        }

        /// Whether two decisions say the same in the part.
        func isSame(_ one: Decision, _ other: Decision) -> Bool {
            var copy = one
            self.copy(from: other, to: &copy)
            return copy == one
        }
    }

    /// The sealed parts in which two decisions differ.
    func sealedDifferences(from other: Decision) -> [SealedPart] {
        SealedPart.allCases.filter { !$0.isSame(self, other) }
    }

    /// What it lacks to be held to, by the name of the field: an expectation, or how sure that is; nil where it has both.
    var missing: SealedPart? { expected == nil ? .expected : confidence == nil ? .confidence : nil }

    /// Refuses what a seal forbids: another expectation, an addendum less, and the seal or a review taken away.
    ///
    /// What a seal lacks holds nobody to anything and can be said: earlier versions took such seals from files.
    ///
    /// - Parameters:
    ///   - old: the decision before.
    ///   - zone: the user's time zone, for messages.
    ///   - code: `conflict` for commands; `badData` for an item of a file, whose text is kept then.
    func checkSeal(
        since old: Decision, in zone: TimeZone, _ code: AtriumError.Code = .conflict
    ) throws {
        guard let sealedAt = old.sealedAt else { return }
        let seal = Timestamp.localText(sealedAt, in: zone)
        let differences = sealedDifferences(from: old).filter {
            !($0 == .expected && old.expected == nil || $0 == .confidence && old.confidence == nil)
        }
        if let part = differences.first {
            throw AtriumError(
                code, "\(part.rawValue) was sealed at \(seal) and cannot be changed",
                remedy:
                    "add a note with \(command: "journal decisions amend"), or the outcome with \(command: "journal decisions review")",
                field: part.rawValue)
        }
        guard self.sealedAt == sealedAt else {
            throw AtriumError(
                code, "the decision was sealed at \(seal); this time cannot be changed",
                remedy: "\(command: "undo") removes a seal made by mistake", field: "sealedAt")
        }
        guard old.addenda.allSatisfy(addenda.contains) else {
            throw AtriumError(
                code, "additions to a sealed expectation cannot be changed", remedy: "add another one",
                field: "addenda")
        }
        if let left = untimely(since: old).first {
            throw AtriumError(
                code, left.issue.message, remedy: "correct it in the file", field: left.issue.property)
        }
        if let review = old.review, self.review == nil {
            throw AtriumError(
                code,
                """
                the decision was reviewed at \(Timestamp.localText(review.reviewedAt, in: zone)); a review \
                cannot be removed
                """,
                remedy: "change it with \(command: "journal decisions review")", field: "outcome")
        }
    }

    /// The decision, sealed.
    ///
    /// - Throws: ``AtriumError`` with code `conflict` where it is sealed already, `badData` where nothing is expected of it.
    func sealed(at now: String, in zone: TimeZone) throws -> Decision {
        if let sealedAt {
            throw AtriumError(
                .conflict, "the decision was already sealed at \(Timestamp.localText(sealedAt, in: zone))",
                remedy: "add to the expectation with \(command: "journal decisions amend")", field: "record"
            )
        }
        if let missing {
            throw AtriumError(
                .badData, "the decision has no \(missing.words), so it cannot be sealed",
                remedy:
                    "give \(field: "expected"), and with \(field: "confidence") how sure you are in percent",
                field: missing.rawValue)
        }
        var decision = self
        decision.sealedAt = now
        return decision
    }
}
