import AtriumSDK

/// A text that was captured, and what it showed when it was last analysed.
struct Observation: Sendable, Hashable {
    /// The text as it came, never empty, without blanks around it.
    var text: String
    /// When it was captured: `Timestamp`.
    var capturedAt: String
    /// When it was last analysed: `Timestamp`.
    var analyzedAt: String
    /// The models that it showed, the strongest first.
    var findings: [Finding] = []

    /// Whether three or more models were found that are strong.
    var isLollapalooza: Bool { Lollapalooza.isOne(findings.map(\.score)) }

    /// The form in which a text is kept.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where there is nothing in it but blanks.
    static func kept(_ text: String) throws -> String {
        guard let kept = KeptText.text(text) else {
            throw AtriumError(
                .badData, "the text is empty", remedy: "give a sentence or more", field: "text")
        }
        return kept
    }
}

/// A model that a text showed, as it was called then; it may be gone since.
struct Finding: Sendable, Hashable {
    /// The model's uid.
    var model: String
    /// What the model was called.
    var name: String
    /// How strongly the text shows it, from 0 to 1, to three places.
    var score: Double
    /// The sentences that speak for it, in the order of the text.
    var evidence: [String]
    /// How the model misleads, the gravest first.
    var failureModes: [Warning]

    /// A failure mode as it was called then.
    struct Warning: Sendable, Hashable {
        var severity: FailureMode.Severity
        var name: String
    }

    /// How sure that is.
    var confidence: Confidence { Confidence(score) }
}
