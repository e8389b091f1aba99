import AtriumSDK

/// One thing that some words of a task say beside its days, times and repetition.
enum TaskMeaning: Sendable, Hashable {
    case estimate(Int)
    case kind(TaskPhrase.Kind)
    case energy(TaskPhrase.Energy)
    case tag(String)
    case project(String)
    case section(String)
    case top
}

/// A meaning and the words that say it.
struct TaskPart: Sendable, Hashable {
    let meaning: TaskMeaning
    let words: Range<Int>
}

/// Finds what a task says in marks and words of its own: `#uni`, `+Thesis`, `2h`, `must-do`.
struct TaskParts {
    /// What is surely meant so: tags, projects, sections, lengths of time.
    private(set) var sure: [TaskPart] = []
    /// What is meant so if it stands alone: `flexible` at the end, but not in "flexible hours".
    private(set) var candidates: [TaskPart] = []
    /// Words that look like a part and say something else: `2h` in "2h of maths".
    private(set) var unread: [Range<Int>] = []

    private let words: PhraseWords

    init(_ words: PhraseWords) {
        self.words = words
        // A name between quotation marks may have words of any kind in it.
        sure = parts(in: words, where: marked)
        let rest = words.hiding(sure.map(\.words))
        for reading in PhraseDuration.all(in: rest) {
            switch reading {
            case .length(let length):
                sure.append(TaskPart(meaning: .estimate(length.minutes), words: length.words))
            case .other(let range): unread.append(range)
            case .text: break
            }
        }
        candidates = parts(in: rest, where: spoken)
        unread += rest.words.indices.filter { isMarkOfTime(rest.words[$0]) }.map { $0..<$0 + 1 }
    }

    /// All parts of one kind.
    private func parts(
        in words: PhraseWords, where rule: (inout PhraseCursor) -> TaskMeaning?
    ) -> [TaskPart] {
        var found: [TaskPart] = []
        var cursor = PhraseCursor(words.words, at: 0)
        while cursor.index < words.words.count {
            let start = cursor.index
            if let meaning = cursor.attempt(rule) {
                found.append(TaskPart(meaning: meaning, words: start..<cursor.index))
            } else {
                cursor.skip()
            }
        }
        return found
    }

    // MARK: - Marks

    private func marked(_ cursor: inout PhraseCursor) -> TaskMeaning? {
        guard let spelling = cursor.nextSpelling else { return nil }
        if let name = name(behind: "+", spelling, &cursor) { return .project(name) }
        if let name = name(behind: "//", spelling, &cursor) { return .section(name) }
        if spelling.hasPrefix("~"), let level = Self.levels[spelling.dropFirst().lowercased()] {
            cursor.skip()
            return .energy(level)
        }
        guard let tag = Self.tag(spelling) else { return nil }
        cursor.skip()
        return .tag(tag)
    }

    /// `#uni`, `@home`: a letter follows the mark, so that "#1 priority", "@8" and "C#" are no tags.
    private static func tag(_ spelling: String) -> String? {
        guard let mark = spelling.first, mark == "#" || mark == "@" else { return nil }
        let name = spelling.dropFirst()
        guard name.first?.isLetter == true, !name.contains("#"), !name.contains("@"),
            // "@example.com" is an address, and "@noon" a time.
            mark == "#" || (!name.contains(".") && !isTime(name.lowercased()))
        else { return nil }
        return String(name)
    }

    private static func isTime(_ word: String) -> Bool {
        PhraseTimes.isNamedHour(word) || DayPart(word: word) != nil
    }

    /// `@noon`, which is no tag, and no time to the grammar.
    private func isMarkOfTime(_ word: PhraseWords.Word) -> Bool {
        !word.isQuoted && word.text.hasPrefix("@") && Self.isTime(String(word.text.dropFirst()))
    }

    /// The name behind a mark: one word that begins with a letter, or some between quotation marks.
    private func name(behind mark: String, _ spelling: String, _ cursor: inout PhraseCursor) -> String? {
        guard spelling.hasPrefix(mark) else { return nil }
        let name = spelling.dropFirst(mark.count)
        if let first = name.first, Self.quotationMarks.contains(first) { return quotedName(mark, &cursor) }
        // "+1", "+43 1 234" and "//" alone name nothing.
        guard name.first?.isLetter == true, !name.contains(mark) else { return nil }
        cursor.skip()
        return String(name)
    }

    private static let quotationMarks: Set<Character> = ["\"", "“", "”", "„", "«", "»"]

    private func quotedName(_ mark: String, _ cursor: inout PhraseCursor) -> String? {
        let start = cursor.index
        let last = words.words[start...].firstIndex { word in
            let text = words.phrase[word.range]
            let body = word == words.words[start] ? text.dropFirst(mark.count + 1) : text
            return body.contains(where: Self.quotationMarks.contains)
        }
        guard let last else { return nil }
        let text = words.phrase[words.words[start].range.lowerBound..<words.words[last].range.upperBound]
        let inner = text.dropFirst(mark.count + 1).prefix { !Self.quotationMarks.contains($0) }
        guard let name = Words.line(String(inner)) else { return nil }
        cursor.skip(last + 1 - start)
        return name
    }

    // MARK: - Words

    private static let levels: [String: TaskPhrase.Energy] = [
        "low": .low, "medium": .medium, "med": .medium, "high": .high,
    ]

    /// Words before one of these that make it a part of what is to be done: "stay flexible", "is a must".
    private static let leads: Set<String> = [
        "a", "an", "the", "my", "your", "our", "their", "its", "his", "her", "this", "that", "be", "is",
        "are", "was",
        "were", "stay", "keep", "become", "more", "less", "very", "too", "so", "something", "and", "or",
        "not", "no",
        "to", "at", "on", "of", "from", "over", "i", "we", "you", "they", "he", "she", "it",
    ]

    private func spoken(_ cursor: inout PhraseCursor) -> TaskMeaning? {
        let isWord = !cursor.isAtBeginning && cursor.word(ahead: -1).map(Self.leads.contains) == true
        if isWord { return nil }
        if cursor.take("must-do", "must") { return .kind(.mustDo) }
        if cursor.take("flexible") { return .kind(.flexible) }
        if cursor.take("top") {
            _ = cursor.take("3", "three")
            return .top
        }
        _ = cursor.take("with")
        guard let level = cursor.take({ Self.levels[$0] }), cursor.take("energy") else { return nil }
        return .energy(level)
    }

    // MARK: - Those that stand alone

    /// The candidates that are meant so: behind them a clause ends, or something follows that was understood.
    ///
    /// - Parameter taken: the words that were understood in any case.
    func standingAlone(beside taken: Set<Int>) -> [TaskPart] {
        var taken = taken
        var found: [TaskPart] = []
        for candidate in candidates.reversed() where isAlone(candidate, taken) {
            found.append(candidate)
            taken.formUnion(candidate.words)
        }
        return found.reversed()
    }

    private func isAlone(_ part: TaskPart, _ taken: Set<Int>) -> Bool {
        let all = words.words
        let next = part.words.upperBound
        if part.meaning == .top {
            guard (next..<all.count).allSatisfy(taken.contains) else { return false }
            // "a spinning top".
            let place = PhraseCursor(all, at: part.words.lowerBound)
            return place.isAfterComma || place.word(ahead: -2).map(PhraseLexicon.isArticle) != true
        }
        if next == all.count || all[next - 1].endsClause || taken.contains(next) { return true }
        // "must-do essay" begins with it; "must-do list" is a list.
        return all[part.words.lowerBound].text == "must-do"
            && PhraseCursor(all, at: part.words.lowerBound).isAtBeginning
            && !["list", "lists", "item", "items", "thing", "things", "task", "tasks"].contains(
                all[next].text)
    }
}
