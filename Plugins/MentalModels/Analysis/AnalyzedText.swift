/// A text in sentences, each as the stems of its words without those of ``StopWords``.
struct AnalyzedText: Sendable {
    /// One sentence.
    struct Sentence: Sendable, Hashable {
        /// The sentence as it stands, in one line.
        let text: String
        /// The numbers of its stems, in order.
        let stems: [Int]
        /// The same without repeats.
        let distinctStems: Set<Int>
    }

    /// The sentences, in order.
    private(set) var sentences: [Sentence] = []
    /// Its words.
    private(set) var words = WordNumbers()
    /// Of each stem, by its number, whether it is one of ``WeakWords``.
    let isWeak: [Bool]
    /// Of each stem, by its number, the sentences in which it stands, in order.
    private(set) var places: [[Int]]

    init(_ text: String) {
        for sentence in Sentences.split(text) {
            var stems: [Int] = []
            words.read(sentence, isNew: true) { if case .stem(let number) = $0 { stems.append(number) } }
            sentences.append(Sentence(text: sentence, stems: stems, distinctStems: Set(stems)))
        }
        isWeak = words.stems.map(WeakWords.stems.contains)
        places = Array(repeating: [], count: words.stems.count)
        for (number, sentence) in sentences.enumerated() {
            for stem in sentence.distinctStems { places[stem].append(number) }
        }
    }
}

extension AnalyzedText.Sentence {
    /// Whether stems stand in it in a row.
    func contains(_ phrase: [Int]) -> Bool {
        guard let first = phrase.first, stems.count >= phrase.count else { return false }
        for start in 0...(stems.count - phrase.count) where stems[start] == first {
            if stems[start..<start + phrase.count].elementsEqual(phrase) { return true }
        }
        return false
    }
}
