import Foundation

/// What the analysis reads of a model.
struct AnalyzedModel: Sendable {
    /// Its name.
    var name: String
    /// Its keywords: words and phrases.
    var keywords: [Substring]
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
    }

    /// The models that a text shows, the strongest first.
    static func matches(
        in text: String, among models: [AnalyzedModel], weights: AnalysisWeights = .standard
    ) -> [Match] {
        let text = AnalyzedText(text)
        let ranked = ranking(of: text, among: models, weights: weights)
        let least = max(
            weights.threshold(models: models.count, words: text.numbers.count),
            weights.share * (ranked.first?.score ?? 0))
        return ranked.filter { $0.score >= least }
    }

    /// All models of which anything stands in a text, the strongest first.
    static func ranking(
        of text: AnalyzedText, among models: [AnalyzedModel], weights: AnalysisWeights
    ) -> [Match] {
        let documents = models.map { ModelDocument($0, text: text, weights: weights) }
        let rarity = TermRarity(of: documents, stems: text.numbers.count)
        let passages = documents.map { document -> Passage? in
            if document.words.isEmpty && document.phrases.isEmpty { return nil }
            let strengths = text.sentences.map {
                document.strengths(in: $0, rarity: rarity, weights: weights)
            }
            return Passage.best(of: strengths, weights: weights)
        }
        var matches: [Match] = []
        for (number, passage) in passages.enumerated() {
            guard let passage else { continue }
            // A story seldom shows one model alone: what speaks for a related one speaks a little for this one too.
            let related = models[number].related.compactMap { passages[$0]?.strength }.max() ?? 0
            let strength = passage.strength + weights.relatedShare * related
            matches.append(
                Match(
                    model: number,
                    score: (weights.score(of: strength) * 1000).rounded() / 1000,
                    evidence: KeptText.distinct(passage.evidence.map { text.sentences[$0].text })))
        }
        return matches.sorted {
            ($1.score, models[$0.model].name, $0.model) < ($0.score, models[$1.model].name, $1.model)
        }
    }
}

/// A model as far as a text's words occur in it.
struct ModelDocument {
    /// The weight of each stem that occurs, by the stem's number in the text.
    private(set) var words: [Int: Double] = [:]
    /// The phrases whose stems all occur in the text, each with its weight.
    private(set) var phrases: [[Int]: Double] = [:]
    /// How many words it has, without those of ``StopWords``.
    private(set) var length = 0.0

    init(_ model: AnalyzedModel, text: AnalyzedText, weights: AnalysisWeights) {
        add(model.name, weights.nameWord, part: weights.nameWord, phrase: weights.namePhrase, text)
        for keyword in model.keywords {
            add(
                keyword, weights.keywordWord, part: weights.partWord, weak: weights.weakWord,
                phrase: weights.keywordPhrase, text)
        }
        add(model.examples, weights.exampleWord, part: weights.exampleWord, phrase: nil, text)
        add(model.description, weights.descriptionWord, part: weights.descriptionWord, phrase: nil, text)
    }

    private mutating func add(
        _ field: some StringProtocol, _ weight: Double, part: Double, weak: Double = 0, phrase: Double?,
        _ text: AnalyzedText
    ) {
        var known: [Int] = []
        var count = 0
        Words.forEach(in: field) { stem in
            guard let stem else { return }
            count += 1
            if let number = text.numbers[stem] { known.append(number) }
        }
        // A keyword of one word is meant, even where that says little by itself.
        let isOne = count == 1 && phrase != nil
        for number in known where isOne || !text.isWeak[number] {
            words[number, default: 0] += !isOne ? part : text.isWeak[number] ? weak : weight
        }
        if let phrase, count > 1, known.count == count { phrases[known, default: 0] += phrase }
        length += Double(count)
    }

    /// What each word and phrase of the model that stands in a sentence is worth, by a number that is the same in all
    /// sentences: the word's own, or one below 0 for a phrase.
    func strengths(
        in sentence: AnalyzedText.Sentence, rarity: TermRarity, weights: AnalysisWeights
    ) -> [(term: Int, strength: Double)] {
        let damping =
            weights.saturation
            * (1 - weights.lengthShare + weights.lengthShare * length / rarity.averageLength)
        func strength(_ weight: Double, _ rarity: Double) -> Double {
            rarity * weight * (weights.saturation + 1) / (weight + damping)
        }
        var found: [(term: Int, strength: Double)] = []
        for stem in sentence.distinctStems {
            if let weight = words[stem] { found.append((stem, strength(weight, rarity.ofWord[stem]))) }
        }
        for (phrase, weight) in phrases where phrase.allSatisfy(sentence.distinctStems.contains) {
            let (number, rarity) = rarity.ofPhrase[phrase] ?? (0, 0)
            let share = sentence.contains(phrase) ? 1 : weights.scattered
            found.append((-1 - number, share * strength(weight, rarity)))
        }
        return found.sorted { $0.term < $1.term }
    }
}

/// How much the words and phrases of a text tell one model from others: BM25's inverse document frequency.
struct TermRarity {
    /// Of each stem, by its number.
    let ofWord: [Double]
    /// Of each phrase, with a number that is its own.
    let ofPhrase: [[Int]: (number: Int, rarity: Double)]
    /// How many words a model has, on the average; at least 1.
    let averageLength: Double

    init(of documents: [ModelDocument], stems: Int) {
        var words = [Int](repeating: 0, count: stems)
        var phrases: [[Int]: Int] = [:]
        var length = 0.0
        for document in documents {
            for stem in document.words.keys { words[stem] += 1 }
            for phrase in document.phrases.keys { phrases[phrase, default: 0] += 1 }
            length += document.length
        }
        // As if there were more models that have none of the words: so that a word can be rare among few models too.
        let count = Double(documents.count + 100)
        func rarity(_ frequency: Int) -> Double {
            log(1 + (count - Double(frequency) + 0.5) / (Double(frequency) + 0.5))
        }
        ofWord = words.map(rarity)
        let ordered = phrases.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        ofPhrase = Dictionary(
            uniqueKeysWithValues: ordered.enumerated().map { number, phrase in
                (phrase.key, (number, rarity(phrase.value)))
            })
        averageLength = max(1, length / max(1, Double(documents.count)))
    }
}

/// Sentences in a row that are read together, so that a long text does not show every model a little.
struct Passage {
    /// How strongly it speaks for a model.
    let strength: Double
    /// The sentences in it that do, by number.
    let evidence: [Int]

    /// The passage that speaks most for a model, the first of those that are equal; nil where nothing does.
    ///
    /// A word or phrase counts once in a passage, however often it stands there.
    static func best(
        of sentences: [[(term: Int, strength: Double)]], weights: AnalysisWeights
    ) -> Passage? {
        let speaking = sentences.indices.filter { !sentences[$0].isEmpty }
        var best: (strength: Double, range: Range<Int>)?
        for start in speaking {
            let range = start..<min(start + weights.passage, sentences.count)
            var terms: [Int: Double] = [:]
            for sentence in sentences[range] {
                for (term, strength) in sentence { terms[term] = max(terms[term] ?? 0, strength) }
            }
            // In one order, so that the sum is the same to the last bit.
            var strength = terms.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
            if terms.count == 1 { strength *= weights.single }
            if strength > best?.strength ?? 0 { best = (strength, range) }
        }
        guard let best else { return nil }
        let parts = best.range.map { number in sentences[number].reduce(0) { $0 + $1.strength } }
        let least = 0.4 * (parts.max() ?? 0)
        return Passage(
            strength: best.strength,
            evidence: zip(best.range, parts).filter { $0.1 > 0 && $0.1 >= least }.map(\.0))
    }
}

extension AnalyzedText.Sentence {
    /// Whether stems stand in it in a row.
    fileprivate func contains(_ phrase: [Int]) -> Bool {
        guard let first = phrase.first, stems.count >= phrase.count else { return false }
        for start in 0...(stems.count - phrase.count) where stems[start] == first {
            if stems[start..<start + phrase.count].elementsEqual(phrase) { return true }
        }
        return false
    }
}
