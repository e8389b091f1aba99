/// What the values of a column look like.
public enum CSVValueLook: String, Hashable, Sendable, Codable {
    case email, phone, url, date, time, number

    /// Whether a cell looks so.
    public func matches(_ cell: String) -> Bool {
        let text = cell.trimmingBlanks()
        switch self {
        case .email:
            guard let at = text.firstIndex(of: "@"), at != text.startIndex else { return false }
            return text[at...].contains(".") && !text.contains(where: \.isWhitespace)
        case .phone:
            let digits = text.count { $0.isASCII && $0.isNumber }
            let isOfItsSigns = text.utf8.allSatisfy { "0123456789+-()./ ".utf8.contains($0) }
            return isOfItsSigns && (6...20).contains(digits)
                && !(text.contains { "-/.".contains($0) } && Self.date.matches(cell))
        case .url:
            let lower = text.lowercased()
            return lower.hasPrefix("http://") || lower.hasPrefix("https://") || lower.hasPrefix("www.")
        case .date:
            do throws(CSVDateProblem) {
                _ = try CSVDateTime.parse(String(text))
                return true
            } catch {
                return if case .ambiguousOrder = error { true } else { error == .twoDigitYear }
            }
        case .time: return CSVTime.parse(String(text)) != nil
        case .number: return !text.isEmpty && Double(text) != nil
        }
    }
}

/// Proposes a field for each column of a header that no profile knows: by the columns' names, and where these say nothing
/// by what their values look like.
///
/// A pure function of the header and a few rows; what it says is for a person to confirm.
public struct CSVColumnGuesser<Field: Hashable & Sendable>: Sendable {
    /// A field, the names that its columns have elsewhere, and what its values look like.
    public struct Candidate: Sendable {
        let field: Field
        let names: [[String]]
        let look: CSVValueLook?
        let isRepeatable: Bool

        /// Makes a candidate; `isRepeatable` says that several columns may be of this field.
        public init(_ field: Field, names: [String], look: CSVValueLook? = nil, isRepeatable: Bool = false) {
            self.field = field
            self.names = Array(Set(names.map(words).filter { !$0.isEmpty }))
            self.look = look
            self.isRepeatable = isRepeatable
        }
    }

    /// What a column probably means.
    public struct Guess: Hashable, Sendable {
        /// The column's index.
        public var index: Int
        /// The field; nil where none is likely.
        public var field: Field?
        /// How likely it is, from 0 to 1.
        public var score: Double
        /// Whether the column's name led to it; else its values did.
        public var isByName: Bool
        /// The first different values, at most three, each cut to 40 characters.
        public var samples: [String]

        /// A name that is the field's counts before what values look like, one that is like it does not.
        fileprivate var strength: Double {
            field == nil ? 0 : score + (isByName && score >= CSVColumnGuesser.whole ? 1 : 0)
        }
    }

    private let candidates: [Candidate]
    /// What is less likely is not proposed.
    private static var threshold: Double { 0.5 }
    /// How like names are that are the same but for their spelling: what stands in such a column changes nothing.
    private static var whole: Double { 0.9 }

    /// Makes a guesser; the first of equally likely candidates is proposed.
    public init(_ candidates: [Candidate]) {
        self.candidates = candidates
    }

    /// One guess for each column, in their order.
    public func guesses(for header: CSVHeader, rows: [CSVRow]) -> [Guess] {
        var guesses = header.names.indices.map { index in
            let cells = rows.compactMap { $0[index] }.filter { !$0.allSatisfy(\.isWhitespace) }
            return guess(index, words(header.names[index]), cells)
        }
        // A field that stands only once goes to the likeliest column, the first of equals.
        for candidate in candidates where !candidate.isRepeatable {
            let claims = guesses.indices.filter { guesses[$0].field == candidate.field }
            guard let best = claims.max(by: { (guesses[$0].strength, $1) < (guesses[$1].strength, $0) })
            else {
                continue
            }
            for index in claims where index != best {
                (guesses[index].field, guesses[index].score) = (nil, 0)
            }
        }
        return guesses
    }

    private func guess(_ index: Int, _ name: [String], _ cells: [String]) -> Guess {
        var samples: [String] = []
        for cell in cells where samples.count < 3 {
            let text = String(cell.trimmingBlanks().prefix(40))
            if !samples.contains(text) { samples.append(text) }
        }
        var best = Guess(index: index, field: nil, score: 0, isByName: false, samples: samples)
        for candidate in candidates {
            var guess = best
            guess.score = candidate.names.map { Self.likeness($0, name) }.max() ?? 0
            guess.isByName = guess.score >= Self.threshold
            guess.field = candidate.field
            if let look = candidate.look, !cells.isEmpty {
                let share = Double(cells.count(where: look.matches)) / Double(cells.count)
                if share >= 0.8 {
                    // Numbers are too common to say anything by themselves.
                    let byValues = look == .number || look == .time ? 0 : 0.6
                    guess.score = guess.isByName ? min(1, guess.score + 0.05) : byValues
                } else if share < 0.3, guess.score < Self.whole {
                    // A name that is only like the field's needs values that are.
                    guess.score *= 0.4
                    guess.isByName = false
                }
            }
            if guess.score >= Self.threshold && guess.strength > best.strength { best = guess }
        }
        return best
    }

    /// How like two names are: 0.95 for the same words, less where one has words that the other has not.
    private static func likeness(_ known: [String], _ name: [String]) -> Double {
        if known == name { return 0.95 }
        let common = Set(known).intersection(name)
        guard common.contains(where: { $0.count >= 3 }) else {
            // Written as one word, or as several: `FirstName`, `E-Mail`.
            return known.joined() == name.joined() && !name.isEmpty ? whole : 0
        }
        return 0.9 * Double(2 * common.count) / Double(Set(known).count + Set(name).count)
    }
}

/// The words of a column's name in lower case, without numbers, parted at capitals too.
private func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in name {
        if !character.isLetter || character.isUppercase && wasLower {
            if !word.isEmpty { words.append(word.lowercased()) }
            word = ""
        }
        if character.isLetter { word.append(character) }
        wasLower = character.isLowercase
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
}
