import AtriumSDK

/// Joins what a task says into one answer, and refuses what does not go together.
struct TaskReader {
    private let words: PhraseWords
    private let moment: PhraseMoment
    private let own: TaskParts

    init(_ words: PhraseWords, at moment: PhraseMoment) {
        self.words = words
        self.moment = moment
        own = TaskParts(words)
    }

    /// The task.
    func task() throws -> TaskPhrase {
        // What else stands beside them decides which words stand alone, so that the times are read twice if one does not.
        let all = own.candidates.map(\.words)
        var times = try self.times(hiding: all)
        let alone = own.standingAlone(
            beside: Set(own.sure.flatMap(\.words) + times.flatMap(\.words)))
        if alone.count < all.count { times = try self.times(hiding: alone.map(\.words)) }
        let parts = (own.sure + alone).sorted { $0.words.lowerBound < $1.words.lowerBound }
        let hidden = words.hiding(parts.map(\.words) + own.unread)
        let days = try TaskDays(words: hidden, moment: moment, parts: times).answer()
        return try task(parts, days, hidden)
    }

    private func times(hiding more: [Range<Int>]) throws -> [PhrasePart] {
        try PhraseScan(words.hiding(own.sure.map(\.words) + own.unread + more), at: moment).parts()
    }

    private func task(_ parts: [TaskPart], _ days: TaskDays.Answer, _ hidden: PhraseWords) throws
        -> TaskPhrase
    {
        let taken = days.used.map(\.words) + parts.map(\.words)
        var task = TaskPhrase(text: words.text(without: taken), words: words, taken: taken)
        (task.planned, task.due, task.dueTime) = (days.planned, days.due, days.dueTime)
        task.zone = days.meaning.zone
        task.saysDay = days.meaning.saysDay
        (task.rule, task.exceptions) = (days.meaning.rule, days.meaning.exceptions)
        let answer = PhraseAnswer(words: hidden, moment: moment, parts: days.parts)
        task.priority = try answer.priority(days.used)
        task.estimate = try one("two estimates", in: parts) {
            if case .estimate(let minutes) = $0 { minutes } else { nil }
        }?.meaning
        try checkEstimates(parts)
        task.kind = try one("two kinds", in: parts) { if case .kind(let kind) = $0 { kind } else { nil } }?
            .meaning
        task.energy = try one("two energies", in: parts) {
            if case .energy(let level) = $0 { level } else { nil }
        }?.meaning
        task.project = try one("two projects", in: parts) {
            if case .project(let name) = $0 { name } else { nil }
        }.map(name)
        task.section = try one("two sections", in: parts) {
            if case .section(let name) = $0 { name } else { nil }
        }.map(name)
        task.tags = Words.distinct(
            parts.compactMap { if case .tag(let tag) = $0.meaning { tag } else { nil } })
        task.isTop = parts.contains { $0.meaning == .top }
        task.understood = (days.used.filter { $0.meanings != [.opening] }.map(\.words) + parts.map(\.words))
            .sorted { $0.lowerBound < $1.lowerBound }.map(spelling)
        task.leftInText =
            answer.leftovers(days.used, days.meaning, without: taken) + own.unread.map(words.text(of:))
        return task
    }

    private func name(_ found: (meaning: String, words: Range<Int>)) -> TaskPhrase.Name {
        .init(name: found.meaning, words: spelling(found.words), range: found.words)
    }

    /// The words as they were written: a name between quotation marks keeps both.
    private func spelling(_ range: Range<Int>) -> String {
        let text = words.text(of: range)
        let marks = text.filter { "\"“”„«»".contains($0) }.count
        return marks == 1 ? text + "\"" : text
    }

    private func checkEstimates(_ parts: [TaskPart]) throws {
        for part in parts {
            guard case .estimate(let minutes) = part.meaning,
                !(1...TaskPhrase.longestEstimate).contains(minutes)
            else { continue }
            throw AtriumError(
                .badData,
                "“\(words.text(of: part.words))” is not a valid estimate: it would be \(minutes) minutes",
                remedy: """
                    give an estimate from 1 minute to \(TaskPhrase.longestEstimate / 60) hours, or put words that are no \
                    estimate in quotation marks
                    """, field: moment.field)
        }
    }

    /// The one meaning of a kind, and the words that say it; the same one said twice is one.
    private func one<Meaning: Hashable>(
        _ what: String, in parts: [TaskPart], _ pick: (TaskMeaning) -> Meaning?
    ) throws -> (meaning: Meaning, words: Range<Int>)? {
        var found: (meaning: Meaning, words: Range<Int>)?
        for part in parts {
            guard let meaning = pick(part.meaning) else { continue }
            if let found, found.meaning != meaning {
                throw AtriumError(
                    .badData,
                    "the text names \(what): \(words.text(of: found.words)), and \(words.text(of: part.words))",
                    remedy: "keep one of them, or put the other in quotation marks", field: moment.field)
            }
            found = found ?? (meaning, part.words)
        }
        return found
    }
}
