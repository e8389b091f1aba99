import Foundation

/// A word of a text, or a phrase whose words all occur in it: a phrase's number follows those of the stems.
typealias Term = Int

/// A model as far as a text's words occur in it.
struct ModelDocument: Sendable {
    /// What each term counts for in it, in the order of the terms.
    let terms: [(term: Term, weight: Double)]
    /// How many words it has, without those of ``StopWords``.
    let length: Double
    /// The first sentence of the text that names it; nil where none does.
    let namedIn: Int?
}

/// Reads models as documents of the terms of one text.
struct DocumentReader {
    private let text: AnalyzedText
    private let weights: AnalysisWeights
    private var words: WordNumbers
    private var phraseNumbers: [[Int]: Term] = [:]
    /// Of each term, in which sentences it stands, and what share of it counts there.
    private(set) var occurrences: [[(sentence: Int, share: Double)]]
    /// Of each term, in how many of the models it stands.
    private(set) var frequencies: [Int]
    /// What each term counts for in the model that is being read; 0 between models.
    private var sums: [Double]
    private var touched: [Term] = []
    private var length = 0

    init(_ text: AnalyzedText, weights: AnalysisWeights) {
        (self.text, self.weights, words) = (text, weights, text.words)
        occurrences = text.places.map { $0.map { ($0, 1) } }
        frequencies = Array(repeating: 0, count: text.places.count)
        sums = Array(repeating: 0, count: text.places.count)
    }

    /// Reads one model.
    ///
    /// - Parameter endsAsOthers: whether other names end with the last word of its own.
    mutating func document(_ model: AnalyzedModel, endsAsOthers: Bool) -> ModelDocument {
        let name = stems(of: model.name)
        let known = name.compactMap(\.self)
        for stem in known { addWord(stem, weights.nameWord) }
        if name.count > 1, known.count == name.count { add(weights.namePhrase, to: phraseTerm(known)) }
        var keywords = model.keywords
        keywords.withUTF8 { bytes in
            for keyword in bytes.split(separator: 0x0A) {
                add(
                    UnsafeBufferPointer(rebasing: keyword), word: weights.keywordWord,
                    part: weights.partWord, phrase: weights.keywordPhrase)
            }
        }
        addText(model.examples, word: weights.exampleWord)
        addText(model.description, word: weights.descriptionWord)
        touched.sort()
        let document = ModelDocument(
            terms: touched.map { ($0, sums[$0]) }, length: Double(length),
            namedIn: sentence(naming: model.name, name, endsAsOthers: endsAsOthers))
        for term in touched {
            sums[term] = 0
            frequencies[term] += 1
        }
        touched.removeAll(keepingCapacity: true)
        length = 0
        return document
    }

    /// The first sentence that names a model outright: in which its name stands in a row, word for word.
    ///
    /// A name of one word counts as it is written, or in the singular or plural, not as any word of its stem: *leveraged* is
    /// no *leverage*. A last word with which several names end (*effect*, *bias*) may be left out where two words remain. Of
    /// ``StopWords`` alone a name is one from two words on: *so what*.
    private func sentence(naming name: String, _ stems: [Int?], endsAsOthers: Bool) -> Int? {
        if stems.isEmpty {
            let words = NameWords(name)
            guard words.count > 1 else { return nil }
            return text.sentences.firstIndex { words.stand(in: $0.text) }
        }
        let short = endsAsOthers && stems.count > 2 ? stems.dropLast().compactMap(\.self) : []
        for (stems, count) in [(stems.compactMap(\.self), stems.count), (short, stems.count - 1)]
        where stems.count == count && count > 0 {
            let rarest = stems.min { text.places[$0].count < text.places[$1].count } ?? stems[0]
            let words = count == 1 ? NameWords(name) : nil
            let found = text.places[rarest].first { number in
                let sentence = text.sentences[number]
                return words?.stand(in: sentence.text) ?? sentence.contains(stems)
            }
            if let found { return found }
        }
        return nil
    }

    /// A keyword in UTF-8: one word, or a phrase of which the words count for less.
    private mutating func add(
        _ field: UnsafeBufferPointer<UInt8>, word: Double, part: Double, phrase: Double
    ) {
        var known: [Int] = []
        var count = 0
        words.read(field, isNew: false) { word in
            if word != .stopWord { count += 1 }
            if case .stem(let stem) = word { known.append(stem) }
        }
        for stem in known { addWord(stem, count == 1 ? word : part) }
        if count > 1, known.count == count { add(phrase, to: phraseTerm(known)) }
        length += count
    }

    /// A text: its words, and each two of them that follow each other.
    private mutating func addText(_ field: String, word weight: Double) {
        let stems = stems(of: field)
        var previous: Int?
        for stem in stems {
            if let stem { addWord(stem, weight) }
            if let previous, let stem, previous != stem {
                add(weights.pair, to: phraseTerm([previous, stem]))
            }
            previous = stem
        }
    }

    /// The numbers of a field's words without those of ``StopWords``; nil for one that the text does not have.
    private mutating func stems(of field: String) -> [Int?] {
        var stems: [Int?] = []
        words.read(field, isNew: false) { word in
            switch word {
            case .stopWord: break
            case .unknown: stems.append(nil)
            case .stem(let stem): stems.append(stem)
            }
        }
        length += stems.count
        return stems
    }

    private mutating func addWord(_ stem: Int, _ weight: Double) {
        add(text.isWeak[stem] ? weights.weakShare * weight : weight, to: stem)
    }

    private mutating func add(_ weight: Double, to term: Term) {
        if sums[term] == 0 { touched.append(term) }
        sums[term] += weight
    }

    /// The term of a phrase; in a sentence that has its words, but not in a row, a share of it stands.
    private mutating func phraseTerm(_ stems: [Int]) -> Term {
        if let term = phraseNumbers[stems] { return term }
        let term = occurrences.count
        phraseNumbers[stems] = term
        frequencies.append(0)
        sums.append(0)
        let rarest = stems.min { text.places[$0].count < text.places[$1].count } ?? stems[0]
        occurrences.append(
            text.places[rarest].compactMap { number in
                let sentence = text.sentences[number]
                guard stems.allSatisfy(sentence.distinctStems.contains) else { return nil }
                return (number, sentence.contains(stems) ? 1 : weights.scattered)
            })
        return term
    }
}
