import Testing

@testable import MentalModels

@Suite struct TextAnalysisTests {
    @Test(arguments: [
        (["invest", "invests", "invested", "investing", "investment"], "invest"),
        (["stop", "stops", "stopped", "stopping"], "stop"), (["copy", "copies", "copied"], "copi"),
        (["move", "moves", "moved", "moving"], "mov"), (["box", "boxes"], "box"),
        (["negotiate", "negotiation", "negotiations", "negotiating"], "negotiat"),
        (["quick", "quickly"], "quick"), (["class", "classes"], "class"), (["bus"], "bus"),
        (["used"], "used"),
        (["über"], "über"),
    ])
    func wordsShareAStem(words: [String], stem: String) {
        for word in words {
            var bytes = Array(word.utf8)
            WordStem.stem(of: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == stem, "\(word)")
        }
    }

    @Test func wordsAreCutAtWhatIsNoLetter() {
        var (words, read): (WordNumbers, [WordNumbers.Word]) = (WordNumbers(), [])
        words.read("Brooks’s LAW—he didn't re-run 3 Äpfel's", isNew: true) { read.append($0) }
        #expect(words.stems == ["brook", "law", "run", "3", "apfel"])
        #expect(
            read == [
                .stem(0), .stem(1), .stopWord, .stopWord, .stopWord, .stem(2), .stem(3), .stem(4),
            ])
        read = []
        words.read("the äpfel run laws; laws run late", isNew: false) { read.append($0) }
        #expect(
            read == [.stopWord, .stem(4), .stem(2), .stem(1), .stem(1), .stem(2), .unknown])
    }

    @Test(arguments: [
        ("One. Two! Three? “Four.” Five", ["One.", "Two!", "Three?", "“Four.”", "Five"]),
        (
            "Dr. Who met J. Smith, e.g. here. Then 3.5 km.",
            ["Dr. Who met J. Smith, e.g. here.", "Then 3.5 km."]
        ),
        ("a\nb\n\nc", ["a b", "c"]),
        (
            repeated("word ", 100) + "end.", [repeated("word ", 79) + "word", repeated("word ", 20) + "end."]
        ),
        (
            "So " + repeated("ö", 450) + "!",
            ["So", repeated("ö", 200), repeated("ö", 200), repeated("ö", 50) + "!"]
        ),
        ("Plan:\n- one\n- two\n1. three", ["Plan:", "- one", "- two", "1. three"]),
        ("  ", []),
    ])
    func textsAreCutIntoSentences(text: String, sentences: [String]) {
        #expect(Sentences.split(text) == sentences)
    }

    private static func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    // MARK: - Matching

    private let models = [
        AnalyzedModel(
            name: "Sunk Cost", keywords: "already spent\ntoo late to quit\nwasted", examples: "",
            description: ""),
        AnalyzedModel(
            name: "Anchoring", keywords: "first offer\nasking price\nhaggle", examples: "",
            description: "The first number pulls."),
        AnalyzedModel(name: "Scarcity", keywords: "last ones\nsold out", examples: "", description: ""),
        AnalyzedModel(
            name: "Social Proof", keywords: "everybody does\nqueue\nbestseller", examples: "",
            description: ""),
        AnalyzedModel(name: "Entropy", keywords: "rust\ndecay", examples: "", description: ""),
    ]

    /// Names in words that count for nothing, and in letters with marks.
    @Test(arguments: [
        ("So What", "so what"), ("So What", "He said: “So what?”"),
        ("Being There", "It is about being there."),
        ("Who Is It For", "Who is it for? Then how."), ("To Be or Not to Be", "to be, or not to be"),
        ("Café Effect", "the cafe effect"), ("Cafe Effect", "a CAFE\u{301} effect"), ("Naïveté", "naivete"),
        ("Øresund Rule", "the øresund rule"), ("Привычка", "привычка"),
    ])
    func aNameIsFoundInWhateverWords(name: String, text: String) {
        let model = AnalyzedModel(name: name, keywords: "", examples: "", description: "")
        let matches = TextAnalysis.matches(in: text + " ", among: models + [model])
        #expect(matches.map(\.model) == [models.count])
        #expect(matches.map(\.isNamed) == [true])
        #expect(matches.first?.evidence.count == 1)
    }

    /// One word that stands in every text names nothing, and words that are apart name nothing.
    @Test(arguments: [("But", "But why?"), ("So What", "What so?"), ("Being There", "being here, there")])
    func whatIsNoNameIsNotFound(name: String, text: String) {
        let model = AnalyzedModel(name: name, keywords: "", examples: "", description: "")
        #expect(TextAnalysis.matches(in: text, among: [model]).isEmpty)
    }

    private func names(_ text: String) -> [String] {
        TextAnalysis.matches(in: text, among: models).map { models[$0.model].name }
    }

    @Test func aPhraseCountsMoreThanItsWords() throws {
        let inRow = try #require(
            TextAnalysis.matches(in: "The money was already spent, and too late to quit.", among: models)
                .first)
        let apart = try #require(
            TextAnalysis.ranking(
                of: AnalyzedText(
                    "Already the whole of it was spent. It is late, they say, and he may quit."),
                among: models,
                weights: .standard
            ).first)
        #expect(inRow.model == 0 && apart.model == 0)
        #expect(inRow.score > apart.score)
        #expect((0...1).contains(inRow.score))
    }

    @Test func theSentencesThatSpeakForAModelAreItsEvidence() {
        let matches = TextAnalysis.matches(
            in: "It rained. The first offer was low. We had to haggle over the asking price.", among: models)
        #expect(matches.map { models[$0.model].name } == ["Anchoring"])
        #expect(matches.first?.evidence.contains("It rained.") == false)
        #expect(matches.first?.evidence.contains("We had to haggle over the asking price.") == true)
    }

    @Test func whatSaysNothingShowsNothing() {
        #expect(names("").isEmpty)
        #expect(names("It was a fine day, and they went for a walk.").isEmpty)
        #expect(TextAnalysis.matches(in: "rust", among: []).isEmpty)
    }

    /// Two models of the same words come in the order of their names.
    @Test func tiesStandByName() {
        let twins = ["B", "C", "A"].map {
            AnalyzedModel(
                name: $0, keywords: "gone to rust\ncreaking hinges", examples: "", description: "")
        }
        let others = models + twins
        let matches = TextAnalysis.matches(in: "It has gone to rust, all creaking hinges.", among: others)
        #expect(matches.map { others[$0.model].name }.filter { $0.count == 1 } == ["A", "B", "C"])
        #expect(
            matches == TextAnalysis.matches(in: "It has gone to rust, all creaking hinges.", among: others))
    }

    /// A story seldom shows one model alone: a related one gains where both are spoken of, and nothing out of nothing.
    @Test func whatSpeaksForARelatedModelCounts() throws {
        let text = "The first offer. They haggle. It was sold out."
        let alone = TextAnalysis.ranking(of: AnalyzedText(text), among: models, weights: .standard)
        var joined = models
        joined[2].related = [1, 4]
        joined[4].related = [3]
        let together = TextAnalysis.ranking(of: AnalyzedText(text), among: joined, weights: .standard)
        func score(_ model: Int, _ matches: [TextAnalysis.Match]) -> Double? {
            matches.first { $0.model == model }?.score
        }
        #expect(try #require(score(2, together)) > #require(score(2, alone)))
        #expect(try #require(score(1, together)) > #require(score(1, alone)))
        #expect(score(4, together) == nil)
    }

    // MARK: - Names

    private static let named =
        [
            "Leverage", "Incentives", "Us Versus Them", "Sunk Cost Fallacy", "Planning Fallacy",
            "Gambler's Fallacy", "Status Quo",
        ]
        .map { AnalyzedModel(name: $0, keywords: "", examples: "", description: "") }

    /// Whoever writes the name of a model has thought of it, however few words that are.
    @Test(
        arguments: [
            ("This is a clear case of leverage.", ["Leverage"]),
            ("LEVERAGE!", ["Leverage"]),
            ("They leveraged it, and levered on.", []),
            ("Every incentive was wrong.", ["Incentives"]),
            ("It is us versus them.", ["Us Versus Them"]),
            ("Rome versus Carthage; us against them.", []),
            ("A sunk cost.", ["Sunk Cost Fallacy"]),
            ("Sunk-cost? SUNK COSTS", ["Sunk Cost Fallacy"]),
            ("The cost was sunk.", []),
            ("A good planning.", []),
            ("The gamblers’ fallacy. The gambler's fallacy.", ["Gambler's Fallacy"]),
        ] as [(String, [String])])
    func aTextShowsWhatItNames(text: String, names: [String]) {
        // Among many, so that none is shown for its few words.
        let others = (0..<200).map {
            AnalyzedModel(name: "Other \($0)", keywords: "", examples: "", description: "")
        }
        let models = Self.named + others
        let matches = TextAnalysis.matches(in: text, among: models)
        #expect(matches.map { models[$0.model].name } == names)
        #expect(matches.allSatisfy { $0.isNamed && !$0.evidence.isEmpty })
    }

    /// The sentence is evidence wherever the strongest passage stands.
    @Test func theSentenceThatNamesAModelIsEvidence() throws {
        let filler = Array(repeating: "They went for a walk by the lake.", count: 10).joined(separator: " ")
        let text = "Call it sunk cost. \(filler) It was already spent. It was too late to quit."
        let found = try #require(TextAnalysis.matches(in: text, among: models).first)
        #expect(
            found.evidence == ["Call it sunk cost.", "It was already spent.", "It was too late to quit."])
    }

    /// However strong another one is: what is strong by itself is not hidden by it, or more evidence would show less.
    @Test func aStrongModelIsShownBesideAStrongerOne() throws {
        let few = ["golden anchor", "silver chain", "iron rudder", "copper kettle"]
        let many = [
            "rotten beam", "sinking barge", "leaking hull", "torn sail", "broken mast", "muddy harbor",
            "salted herring", "wooden barrel", "tangled rope", "foggy lighthouse",
        ]
        let all = [("Strongest", many), ("Strong", few)].map {
            AnalyzedModel(
                name: $0, keywords: $1.joined(separator: "\n"), examples: "", description: "")
        }
        let text = few.joined(separator: ", ") + "."
        let alone = try #require(TextAnalysis.matches(in: text, among: all).first)
        #expect(alone.model == 1 && alone.score >= AnalysisWeights.high)
        let more = "\(text) \(many.joined(separator: ", "))."
        let both = TextAnalysis.matches(in: more, among: all)
        #expect(both.map(\.model) == [0, 1])
        #expect(both[1].score < AnalysisWeights.standard.share * both[0].score)
    }

    // MARK: - Confidence

    @Test(arguments: [
        (0.9, Confidence.veryHigh), (Confidence.high.threshold, .high),
        (Confidence.moderate.threshold, .moderate), (0.1, .low),
    ])
    func scoresHaveAConfidence(score: Double, confidence: Confidence) {
        #expect(Confidence(score) == confidence)
    }

    @Test func threeStrongModelsAreALollapalooza() {
        let strong = Confidence.high.threshold
        #expect(Lollapalooza.isOne([0.9, strong, strong]))
        #expect(!Lollapalooza.isOne([0.9, 0.9, strong - 0.01]))
        #expect(!Lollapalooza.isOne([]))
    }

    /// A long text shows a model by a passage, not by a word here and there.
    @Test func wordsThatStandFarApartDoNotAddUp() throws {
        let filler = Array(repeating: "They went for a walk by the lake.", count: 40).joined(separator: " ")
        let near = TextAnalysis.ranking(
            of: AnalyzedText("The first offer. They haggle."), among: models, weights: .standard)
        let far = TextAnalysis.ranking(
            of: AnalyzedText("The first offer. \(filler) They haggle."), among: models, weights: .standard)
        #expect(try #require(near.first).score > #require(far.first).score)
    }
}
