import AtriumSDK

/// What an item of a file says of a decision.
///
/// A row of CSV says nothing of columns that it lacks; a component of iCalendar says all.
struct DecisionDraft: Sendable, Hashable {
    /// A part of a decision that an item may say something of, beside its title.
    enum Part: CaseIterable {
        case context, options, chosen, models, expected, confidence, reviewOn, sealedAt, addenda, review, tags
    }

    /// What is said.
    private(set) var decision: Decision
    /// Of which parts something is said, if only that there is none.
    private(set) var said: Set<Part> = []
    /// CREATED: RFC 3339 in UTC; nil where it is not said.
    var createdAt: String?
    /// LAST-MODIFIED: RFC 3339 in UTC; nil where it is not said.
    var updatedAt: String?

    /// A draft that says no more than what is decided.
    init(title: String) {
        decision = Decision(title: title)
    }

    /// A draft that says all that a decision is.
    init(_ decision: Decision) {
        self.decision = decision
        said = Set(Part.allCases)
    }

    /// Says something; nil: nothing is said.
    mutating func say<Value>(_ part: Part, _ path: WritableKeyPath<Decision, Value>, _ value: Value?) {
        guard let value else { return }
        decision[keyPath: path] = value
        said.insert(part)
    }

    /// A decision with what the item says of it.
    ///
    /// What was not decided has neither addenda nor review.
    func applied(to old: Decision) -> Decision {
        var new = old
        new.title = decision.title
        for part in said {
            switch part {
            case .context: new.context = decision.context
            case .options: new.options = decision.options
            case .chosen: new.chosen = decision.chosen
            case .models: new.models = decision.models
            case .expected: new.expected = decision.expected
            case .confidence: new.confidence = decision.confidence
            case .reviewOn: new.reviewOn = decision.reviewOn
            case .sealedAt: new.sealedAt = decision.sealedAt
            case .addenda: new.addenda = decision.addenda
            case .review: new.review = decision.review
            case .tags: new.tags = decision.tags
            }
        }
        if new.sealedAt == nil { (new.addenda, new.review) = ([], nil) }
        return new
    }

    /// By what a decision without an identifier is known again.
    static let fingerprints: [Fingerprint<DecisionDraft>] = [
        Fingerprint("title", strength: .likely) { $0.decision.title.lowercased() }
    ]
}

extension DecisionDraft {
    /// What a file says of a decision together with what was done to it here, of what `edit` does not take: the seal, the
    /// addenda and the review.
    ///
    /// - Parameters:
    ///   - here: the decision as it is here.
    ///   - base: what both began from; nil where nobody knows that.
    func joined(with here: Decision, since base: Decision?) -> JoinedDraft<DecisionDraft> {
        var joined = applied(to: here)
        var contested: [String] = []
        if let sealedAt = here.sealedAt {
            // Whatever a file says, what is sealed stays.
            for part in joined.sealedDifferences(from: here)
            where base.map({ !part.isSame(joined, $0) }) ?? true {
                contested.append(part.rawValue)
            }
            for part in Decision.SealedPart.allCases { part.copy(from: here, to: &joined) }
            joined.sealedAt = sealedAt
        }
        let known = Set(here.addenda)
        joined.addenda = (here.addenda + joined.addenda.filter { !known.contains($0) })
            .sorted { $0.addedAt < $1.addedAt }
        if here.review != base?.review, joined.review != here.review {
            if joined.review != base?.review { contested.append("outcome") }
            joined.review = here.review
        }
        return JoinedDraft(DecisionDraft(joined), contested: contested)
    }
}
