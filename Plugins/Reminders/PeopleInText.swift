import AtriumSDK
import DatePhrases

/// Finds in what is to be done the people whom it is for, among those of the module that keeps them.
///
/// A name counts where it is written with a capital letter, or after a word that people stand behind: “call mum”. Of several
/// names the longest counts, then the first, and with it those that are joined to it: “Ann, Ben and Cleo”. A possessive is
/// the name of its owner.
struct PeopleInText {
    /// Who was found, and what sounds like a name and is nobody's.
    struct Found {
        /// The ids of the people, in the order of their names.
        var people: [Int64] = []
        /// The words that name them.
        var words: [String] = []
        /// Names behind words that only people stand behind, of nobody who is known.
        var unknown: [String] = []
    }

    /// Words of the text that may be a name.
    private struct Run {
        /// Their places.
        let places: Range<Int>
        /// The name, without the ending of a possessive.
        let name: String
    }

    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    /// The people; nobody where the module is off.
    ///
    /// - Parameter given: who was said otherwise, in a field or as an answer: then the words are those that name them.
    /// - Throws: ``AtriumError`` with code `ambiguous` where two people fit.
    func find(in text: String, among given: [Int64]? = nil) throws -> Found {
        let words = PhraseWords(text).words
        let runs = Self.candidates(in: words)
        guard !runs.isEmpty else { return Found() }
        let names = runs.map(\.name)
        let answer = try context.modules.answer(
            "named", of: .people, ["names": .list(names.map(DataValue.text))])
        guard let items = answer?.objectValue?["items"]?.listValue else { return Found() }
        var fitting: [String: [RecordChoice.Candidate]] = [:]
        for person in items.compactMap(\.objectValue) {
            guard let id = person["id"]?.integerValue, let matched = person["matched"]?.textValue else {
                continue
            }
            let known = fitting[matched.lowercased()] ?? []
            if known.contains(where: { $0.id == id }) { continue }
            fitting[matched.lowercased()] = known + [.init(id: id, name: person["name"]?.textValue)]
        }
        var matched: [Run] = []
        for run in runs where fitting[run.name.lowercased()] != nil {
            if !matched.contains(where: { $0.places.overlaps(run.places) }) { matched.append(run) }
        }
        var found = Found()
        if let given {
            let named = matched.filter { run in
                fitting[run.name.lowercased()]?.contains { given.contains($0.id) } == true
            }.sorted { $0.places.lowerBound < $1.places.lowerBound }
            return Found(
                people: given, words: named.map(\.name),
                unknown: Self.unknown(in: words, besides: matched, named))
        }
        let group = Self.joined(matched, in: words)
        let choices = group.map { run in
            RecordChoice(field: "people", matchedText: run.name, among: fitting[run.name.lowercased()] ?? [])
        }
        if let open = choices.first(where: { $0.candidates.count > 1 }) {
            throw Self.question(open, among: choices)
        }
        for (run, choice) in zip(group, choices) {
            for person in choice.candidates where !found.people.contains(person.id) {
                found.people.append(person.id)
            }
            found.words.append(run.name)
        }
        found.unknown = Self.unknown(in: words, besides: matched, group)
        return found
    }

    private static func question(_ open: RecordChoice, among choices: [RecordChoice]) -> AtriumError {
        let people = open.candidates
        let named = people.prefix(5).map { "\($0.id) (\($0.name ?? ""))" }.joined(separator: ", ")
        return AtriumError(
            .ambiguous, "“\(open.matchedText)” matches \(people.count) people",
            remedy:
                "choose with \(field: "people", as: "person"): \(named)\(people.count > 5 ? ", …" : ""); or give \(flag: "plain")",
            field: "text", choices: choices)
    }

    // MARK: - Words

    /// Words behind which only people stand.
    private static let strongLeads: Set<String> = [
        "with", "call", "phone", "ring", "email", "e-mail", "text", "ask", "tell", "meet", "thank", "invite",
        "remind", "congratulate",
    ]
    /// Words behind which a person may stand.
    private static let leads = strongLeads.union([
        "mail", "message", "write", "visit", "see", "for", "from", "to", "and",
    ])
    /// Words that join names.
    private static let joints: Set<String> = ["and", "&", "plus", "or"]
    /// The longest names that are looked for, in words.
    private static let longest = 4

    /// The runs of words that may be a name, the longest first.
    private static func candidates(in words: [PhraseWords.Word]) -> [Run] {
        var runs: [Run] = []
        for start in words.indices where !words[start].isQuoted {
            let isNamed = words[start].spelling.first?.isUppercase == true
            let isLed = start > 0 && (leads.contains(words[start - 1].text) || words[start - 1].endsClause)
            guard isNamed || isLed else { continue }
            for end in start..<min(start + longest, words.count) {
                if words[end].isQuoted { break }
                runs.append(Run(places: start..<end + 1, name: name(words[start...end])))
                if words[end].endsClause || owner(words[end].spelling) != nil { break }
            }
        }
        // A stable sort: of equally long ones the first stays the first.
        return runs.enumerated().sorted {
            ($1.element.places.count, $0.offset) < ($0.element.places.count, $1.offset)
        }.map(\.element)
    }

    private static func name(_ words: ArraySlice<PhraseWords.Word>) -> String {
        let spelled = words.map(\.spelling)
        return (spelled.dropLast() + spelled.suffix(1).map { owner($0) ?? $0 }).joined(separator: " ")
    }

    /// `John` for `John's`; nil for what is no possessive.
    private static func owner(_ word: String) -> String? {
        for ending in ["'s", "’s"] where word.count > 2 && word.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        return nil
    }

    /// The first of some names, and those that are joined to it, in the order of the text.
    private static func joined(_ runs: [Run], in words: [PhraseWords.Word]) -> [Run] {
        guard let first = runs.first else { return [] }
        let inOrder = runs.sorted { $0.places.lowerBound < $1.places.lowerBound }
        guard var from = inOrder.firstIndex(where: { $0.places == first.places }) else { return [first] }
        var end = from
        while from > 0, isJoined(inOrder[from - 1].places.upperBound, inOrder[from].places.lowerBound, words)
        {
            from -= 1
        }
        while end + 1 < inOrder.count,
            isJoined(inOrder[end].places.upperBound, inOrder[end + 1].places.lowerBound, words)
        {
            end += 1
        }
        return Array(inOrder[from...end])
    }

    /// Whether only `and`, or a comma, stands between two places.
    private static func isJoined(_ end: Int, _ start: Int, _ words: [PhraseWords.Word]) -> Bool {
        let between = words[end..<start]
        if between.isEmpty { return words[end - 1].endsClause }
        return between.count == 1 && between.allSatisfy { joints.contains($0.text) }
    }

    /// Capitalised words behind those that only people stand behind, or joined to somebody, that name nobody.
    private static func unknown(
        in words: [PhraseWords.Word], besides matched: [Run], _ group: [Run]
    ) -> [String] {
        let known = Set(matched.flatMap(\.places))
        func isName(_ index: Int) -> Bool {
            words.indices.contains(index) && !known.contains(index) && !words[index].isQuoted
                && words[index].spelling.first?.isUppercase == true
        }
        var found: [String] = []
        var index = 1
        var lastEnd: Int?
        while index < words.count {
            let isLed = strongLeads.contains(words[index - 1].text)
            let isNext =
                ([lastEnd].compactMap { $0 } + group.map(\.places.upperBound)).contains {
                    $0 <= index && isJoined($0, index, words)
                }
            guard isName(index), isLed || isNext else {
                index += 1
                continue
            }
            var end = index
            while isName(end), end - index < longest {
                end += 1
                if words[end - 1].endsClause || owner(words[end - 1].spelling) != nil { break }
            }
            found.append(name(words[index..<end]))
            (index, lastEnd) = (end + 1, end)
        }
        return found
    }
}
