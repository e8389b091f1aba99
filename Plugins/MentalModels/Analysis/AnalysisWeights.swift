import Foundation

/// The numbers of an analysis; see “How a text is analysed” in the module's README.
///
/// They were chosen on the labelled texts for tuning.
struct AnalysisWeights: Sendable {
    /// What a word of a field counts for.
    var nameWord = 4.0
    var keywordWord = 3.0
    /// What a word of a keyword of several words counts for by itself.
    var partWord = 0.5
    var exampleWord = 1.0
    var descriptionWord = 1.0
    /// What remains of that where the word is one of ``WeakWords``.
    var weakShare = 0.4
    /// What a name or a keyword of several words counts for where it stands whole in a sentence.
    var namePhrase = 12.0
    var keywordPhrase = 8.0
    /// What two neighbouring words of an example or of the description count for.
    var pair = 0.5
    /// What remains of a phrase whose words stand in a sentence, but not in a row.
    var scattered = 0.5
    /// BM25's k1: how soon more of the same counts no more.
    var saturation = 1.2
    /// BM25's b: how much is taken from models of many words.
    var lengthShare = 0.3
    /// How many sentences in a row are read together.
    var passage = 6
    /// What share of its strongest sentence's strength a sentence of the passage has that is evidence.
    var evidenceShare = 0.4
    /// How many models more there are taken to be that have none of the text's words: so that a word can be rare among few
    /// models too.
    var strangers = 100.0
    /// What remains of a strength for which but one word or phrase speaks.
    var single = 0.6
    /// What share of its strongest related model's strength is added to a model of which something stands in the text.
    var relatedShare = 0.35
    /// The strength that gives a score of one half.
    var half = 16.0
    /// The least strength with which a model is shown that is the only one, in a text of one word.
    var least = 2.0
    /// What is added to it each time that there are *e* times as many pairs of a model and a word: of many, some fit by
    /// chance.
    var leastGrowth = 3.0
    /// The least share of the best score with which a model is shown, unless its own is ``Confidence/high``.
    var share = 0.91

    /// How many bytes a sentence has at most: evidence is read, and a transcript may be one sentence.
    static let longestSentence = 400
    /// The least scores of ``Confidence``.
    static let (veryHigh, high, moderate) = (0.8, 0.75, 0.7)
    /// How many models with high confidence are a ``Lollapalooza``.
    static let lollapalooza = 3

    /// The score of a strength, from 0 to 1.
    func score(of strength: Double) -> Double { strength / (strength + half) }

    /// The least score with which one of so many models is shown in a text of so many different words.
    func threshold(models: Int, words: Int) -> Double {
        score(of: least + leastGrowth * log(Double(max(1, models) * max(1, words))))
    }

    /// Those that are used.
    static let standard = AnalysisWeights()
}
