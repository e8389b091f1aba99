import Foundation

/// What the analysis reads of a model.
struct AnalyzedModel: Sendable {
    /// Its name.
    var name: String
    /// Its keywords, words and phrases, a line each.
    var keywords: String
    /// Its examples, in one text.
    var examples: String
    /// Its description; may be empty.
    var description: String
    /// The places of the models that it is related to, among those that are given with it.
    var related: [Int] = []
}

/// Finds the models that a text shows: BM25 over the user's own models, each a document whose fields weigh differently.
///
/// The same text and models always give the same result; models of the same score stand by name, then in their order.
enum TextAnalysis {
    /// A model that a text shows.
    struct Match: Sendable, Hashable {
        /// The model's place among those that were given.
        var model: Int
        /// How strongly the text shows it, from 0 to 1, to three places.
        var score: Double
        /// The sentences that speak for it, in the order of the text, without repeats.
        var evidence: [String]
        /// Whether the text names it outright.
        var isNamed = false
    }

    /// The models that a text shows, the strongest first: those of enough strength, and those that it names.
    static func matches(
        in text: String, among models: [AnalyzedModel], weights: AnalysisWeights = .standard
    ) -> [Match] {
        let text = AnalyzedText(text)
        let ranked = ranking(of: text, among: models, weights: weights)
        let least = max(
            weights.threshold(models: models.count, words: text.words.stems.count),
            min(weights.share * (ranked.first?.score ?? 0), AnalysisWeights.high))
        return ranked.filter { $0.isNamed || $0.score >= least }
    }

    /// All models of which anything stands in a text, the strongest first.
    static func ranking(
        of text: AnalyzedText, among models: [AnalyzedModel], weights: AnalysisWeights
    ) -> [Match] {
        let (passages, naming) = passages(of: text, among: models, weights: weights)
        // A story seldom shows one model alone: what speaks for one speaks a little for those that it is related to.
        var gains = [Double](repeating: 0, count: models.count)
        for (number, model) in models.enumerated() {
            for related in model.related {
                gains[number] = max(gains[number], passages[related]?.strength ?? 0)
                gains[related] = max(gains[related], passages[number]?.strength ?? 0)
            }
        }
        var matches: [Match] = []
        for (number, passage) in passages.enumerated() {
            // Words that count for nothing may name a model all the same.
            guard passage != nil || naming[number] != nil else { continue }
            let score = weights.score(of: (passage?.strength ?? 0) + weights.relatedShare * gains[number])
            let evidence =
                (passage?.evidence ?? []).filter { $0 != naming[number] }
                + (naming[number].map { [$0] } ?? [])
            matches.append(
                Match(
                    model: number, score: (score * 1000).rounded() / 1000,
                    evidence: KeptText.distinct(evidence.sorted().map { text.sentences[$0].text }),
                    isNamed: naming[number] != nil))
        }
        return matches.sorted {
            ($1.score, models[$0.model].name, $0.model) < ($0.score, models[$1.model].name, $1.model)
        }
    }

    /// Of each model the passage that speaks most for it, and the sentence that names it; nil where nothing does.
    private static func passages(
        of text: AnalyzedText, among models: [AnalyzedModel], weights: AnalysisWeights
    ) -> (passages: [Passage?], naming: [Int?]) {
        var reader = DocumentReader(text, weights: weights)
        let ends = models.map { $0.name.split(separator: " ").last?.lowercased() ?? "" }
        let counts = ends.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let documents = zip(models, ends).map {
            reader.document($0, endsAsOthers: counts[$1, default: 0] > 2)
        }
        let count = Double(documents.count) + weights.strangers
        let rarities = reader.frequencies.map { log(1 + (count - Double($0) + 0.5) / (Double($0) + 0.5)) }
        let averageLength = max(1, documents.reduce(0) { $0 + $1.length } / max(1, Double(documents.count)))
        var search = PassageSearch(terms: rarities.count, weights: weights)
        var sentences = [[Evidence]](repeating: [], count: text.sentences.count)
        let passages = documents.map { document -> Passage? in
            let damping =
                weights.saturation
                * (1 - weights.lengthShare + weights.lengthShare * document.length / averageLength)
            for number in sentences.indices { sentences[number].removeAll(keepingCapacity: true) }
            for (term, weight) in document.terms {
                let strength = rarities[term] * weight * (weights.saturation + 1) / (weight + damping)
                for (sentence, share) in reader.occurrences[term] {
                    sentences[sentence].append(Evidence(term: term, strength: share * strength))
                }
            }
            return search.passage(in: sentences)
        }
        return (passages, documents.map(\.namedIn))
    }
}
