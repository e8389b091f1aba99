/// How sure an analysis is that a text shows a model, by its score.
enum Confidence: String, Sendable, CaseIterable {
    case veryHigh = "very-high"
    case high
    case moderate
    case low

    init(_ score: Double) {
        self = Self.allCases.first { score >= $0.threshold } ?? .low
    }

    /// The least score of it; with which a model is shown at all, ``AnalysisWeights/threshold(models:words:)`` says.
    var threshold: Double {
        switch self {
        case .veryHigh: AnalysisWeights.veryHigh
        case .high: AnalysisWeights.high
        case .moderate: AnalysisWeights.moderate
        case .low: 0
        }
    }

    /// The confidence as people read it.
    var words: String { self == .veryHigh ? "very high" : rawValue }
}

/// Several strong models in one text: effects that push in one direction (Munger's word).
enum Lollapalooza {
    /// How many strong models it takes.
    static let count = AnalysisWeights.lollapalooza

    /// Whether scores are those of a lollapalooza: of so many models with high confidence.
    static func isOne(_ scores: [Double]) -> Bool {
        scores.count { $0 >= Confidence.high.threshold } >= count
    }

    /// SQL that holds where an observation is one.
    ///
    /// - Parameter observation: SQL for its id.
    static func condition(observation: String) -> String {
        """
        (SELECT count(*) FROM mental_models_finding f WHERE f.observation_id = \(observation) \
        AND f.score >= \(Confidence.high.threshold)) >= \(count)
        """
    }
}
