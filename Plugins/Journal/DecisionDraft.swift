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
    private(set) var givenParts: Set<Part> = []
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
        givenParts = Set(Part.allCases)
    }

    /// Says something; nil: nothing is said.
    mutating func say<Value>(_ part: Part, _ path: WritableKeyPath<Decision, Value>, _ value: Value?) {
        guard let value else { return }
        decision[keyPath: path] = value
        givenParts.insert(part)
    }

    /// A decision with what the item says of it, as far as commands could say that too.
    func applied(to old: Decision) -> Decision { taken(by: old).decision }

    /// A decision with what the item says of it, and what of that is left to the file.
    ///
    /// Nothing is sealed without an expectation and a confidence; what is not decided has neither addenda nor review, and what
    /// an item decides has none from before. So a file that is mended comes in: no seal is in its way. What a decision that is
    /// sealed already cannot become is for `Decision.checkSeal`, which refuses the item.
    func taken(by old: Decision) -> (decision: Decision, left: [Left]) {
        var new = old
        var left: [Left] = []
        new.title = decision.title
        for part in givenParts {
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
        if old.sealedAt == nil, new.sealedAt != nil, let missing = new.missing {
            left.append(.seal(missing: missing))
            new.sealedAt = nil
        }
        guard let sealedAt = new.sealedAt else {
            if !new.addenda.isEmpty { left.append(.addendaOfOpen) }
            if new.review != nil { left.append(.reviewOfOpen) }
            (new.addenda, new.review) = ([], nil)
            return (new, left)
        }
        if new.review?.reviewedAt == "" { new.review?.reviewedAt = old.review?.reviewedAt ?? sealedAt }
        guard old.sealedAt == nil else { return (new, left) }
        left += new.untimely(since: old)
        new.takeBack(left, to: old)
        return (new, left)
    }

    /// What an import made of the item that a decision came from, in the light of what became of it.
    ///
    /// Earlier versions sealed what lacks an expectation or a confidence, and took addenda and reviews that are left to the
    /// file now. That a decision has the seal of its item, and such parts beside it, is no edit.
    func origin(of here: Decision) -> Decision {
        let nothing = Decision(title: "")
        let now = applied(to: nothing)
        guard let sealedAt = decision.sealedAt, here.sealedAt == sealedAt else { return now }
        var sealed = nothing
        sealed.sealedAt = sealedAt
        var origin = applied(to: sealed)
        origin.addenda.removeAll { !now.addenda.contains($0) && !here.addenda.contains($0) }
        if origin.review != here.review,
            origin.untimely(since: nothing).contains(where: { $0 != .earlyAddenda })
        {
            origin.review = nil
        }
        return origin
    }

    /// What is left to the file of an item that says all that this hangs on, whatever there is here.
    var left: [Left] {
        givenParts.isSuperset(of: [.sealedAt, .expected, .confidence])
            ? taken(by: Decision(title: "")).left : []
    }

    /// What is left to the file of any other item, which has become of a decision what it says.
    func left(of old: Decision) -> [Left] { left.isEmpty ? taken(by: old).left : [] }

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
    func merged(with here: Decision, since base: Decision?) -> MergedDraft<DecisionDraft> {
        var merged = applied(to: here)
        var contested: [String] = []
        if let sealedAt = here.sealedAt {
            // Whatever a file says, what is sealed stays.
            for part in merged.sealedDifferences(from: here)
            where base.map({ !part.isSame(merged, $0) }) ?? true {
                contested.append(part.rawValue)
            }
            for part in Decision.SealedPart.allCases { part.copy(from: here, to: &merged) }
            merged.sealedAt = sealedAt
        }
        let known = Set(here.addenda)
        merged.addenda = (here.addenda + merged.addenda.filter { !known.contains($0) })
            .sorted { $0.addedAt < $1.addedAt }
        let untimely = merged.untimely(since: here)
        merged.takeBack(untimely.filter { $0 == .earlyAddenda }, to: here)
        let isNone = merged.review == nil || !untimely.allSatisfy { $0 == .earlyAddenda }
        if isNone || here.review != base?.review, merged.review != here.review {
            if merged.review != base?.review { contested.append("outcome") }
            merged.review = here.review
        }
        return MergedDraft(DecisionDraft(merged), contested: contested)
    }
}
