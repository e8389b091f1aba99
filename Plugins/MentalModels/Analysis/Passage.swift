/// What one term that stands in a sentence is worth there to a model.
struct Evidence: Sendable {
    let term: Term
    let strength: Double
}

/// Sentences in a row that are read together, so that a long text does not show every model a little.
struct Passage: Sendable {
    /// How strongly it speaks for a model.
    let strength: Double
    /// The sentences in it that do, by number.
    let evidence: [Int]
}

/// Looks for the passage of a text that speaks most for a model.
struct PassageSearch {
    private let weights: AnalysisWeights
    /// Of each term, the most that it was worth in the passage that is being summed up; 0 between passages.
    private var best: [Double]

    init(terms: Int, weights: AnalysisWeights) {
        (self.weights, best) = (weights, Array(repeating: 0, count: terms))
    }

    /// The passage that speaks most for a model, the first of those that are equal; nil where nothing does.
    ///
    /// A term counts once in a passage, however often it stands there.
    ///
    /// - Parameter sentences: what speaks for the model in each sentence, in the order of the terms.
    mutating func passage(in sentences: [[Evidence]]) -> Passage? {
        let sums = sentences.map { $0.reduce(0) { $0 + $1.strength } }
        var found: (strength: Double, range: Range<Int>)?
        for start in sentences.indices where !sentences[start].isEmpty {
            let range = start..<min(start + weights.passage, sentences.count)
            // No passage is worth more than its sentences together: most need no closer look.
            guard sums[range].reduce(0, +) > found?.strength ?? 0 else { continue }
            let strength = strength(of: sentences[range])
            if strength > found?.strength ?? 0 { found = (strength, range) }
        }
        guard let found else { return nil }
        let least = weights.evidenceShare * (sums[found.range].max() ?? 0)
        return Passage(
            strength: found.strength, evidence: found.range.filter { sums[$0] > 0 && sums[$0] >= least })
    }

    private mutating func strength(of sentences: ArraySlice<[Evidence]>) -> Double {
        var (sum, terms) = (0.0, 0)
        for sentence in sentences {
            for part in sentence where part.strength > best[part.term] {
                if best[part.term] == 0 { terms += 1 }
                sum += part.strength - best[part.term]
                best[part.term] = part.strength
            }
        }
        for sentence in sentences {
            for part in sentence { best[part.term] = 0 }
        }
        return terms == 1 ? weights.single * sum : sum
    }
}
