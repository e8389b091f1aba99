import AtriumSDK

extension DecisionDraft {
    /// What of an item is left to its file, since no command would do it either.
    enum Left: Hashable {
        /// A seal on a decision without an expectation or a confidence.
        case seal(missing: Decision.SealedPart)
        /// Addenda, or a review, of what is not decided.
        case addendaOfOpen, reviewOfOpen
        /// Addenda, or a review, from before the decision.
        case earlyAddenda, earlyReview
        /// A review that lacks a field.
        case review(missing: String)

        /// What the report says of it.
        var issue: ImportIssue {
            let (property, code, message) =
                switch self {
                case .seal(let missing):
                    (
                        "sealedAt", "seal-without-expectation",
                        "the decision has no \(missing.words), so its seal was kept and ignored"
                    )
                case .addendaOfOpen:
                    (
                        "addenda", "addendum-without-decision",
                        "the decision is not sealed, so its additions were kept and ignored"
                    )
                case .reviewOfOpen:
                    (
                        "outcome", "review-without-decision",
                        "the decision is not sealed, so its review was kept and ignored"
                    )
                case .earlyAddenda:
                    (
                        "addenda", "addendum-before-decision",
                        "additions from before the seal were kept and ignored"
                    )
                case .earlyReview:
                    (
                        "outcome", "review-before-decision",
                        "a review from before the seal was kept and ignored"
                    )
                case .review(let missing):
                    (
                        missing, "incomplete-review",
                        "the review has no \(missing), so it was kept and ignored"
                    )
                }
            return ImportIssue(line: 0, property: property, code: code, message: message)
        }
    }
}

extension Decision {
    /// What a sealed decision would not have become of another one here: a review that lacks a field, and what is from before
    /// the seal.
    func untimely(since old: Decision) -> [DecisionDraft.Left] {
        guard let sealedAt else { return [] }
        var left: [DecisionDraft.Left] = []
        if addenda.contains(where: { $0.addedAt < sealedAt && !old.addenda.contains($0) }) {
            left.append(.earlyAddenda)
        }
        if let review, review != old.review {
            if let missing = review.missing {
                left.append(.review(missing: missing))
            } else if review.reviewedAt < sealedAt {
                left.append(.earlyReview)
            }
        }
        return left
    }

    /// Takes such parts back to what they were.
    mutating func takeBack(_ left: [DecisionDraft.Left], to old: Decision) {
        for part in left {
            switch part {
            case .seal, .addendaOfOpen, .reviewOfOpen: break
            case .earlyAddenda:
                addenda.removeAll { $0.addedAt < sealedAt ?? "" && !old.addenda.contains($0) }
            case .earlyReview, .review: review = old.review
            }
        }
    }
}
