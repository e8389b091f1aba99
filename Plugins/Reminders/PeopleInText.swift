import AtriumSDK

/// Finds in what is to be done the person whom it is for, among the people of the module that keeps them.
///
/// A name counts where it is written with a capital letter, or after a word that people stand behind: “call mum”. Of several
/// names the longest counts, then the first.
struct PeopleInText {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    /// The person, and the words that name them; nil where there is none, or the module is off.
    ///
    /// - Throws: ``AtriumError`` with code `ambiguous` where two people fit.
    func find(in text: String, field: String) throws -> (person: Int64, words: String)? {
        let runs = Self.candidates(in: text)
        guard !runs.isEmpty else { return nil }
        let answer = try context.modules.answer(
            "named", of: .people, ["names": .list(runs.map(DataValue.text))])
        guard let found = answer?.objectValue?["items"]?.listValue?.compactMap(\.objectValue) else {
            return nil
        }
        let matches = found.compactMap { person -> (id: Int64, name: String, words: String)? in
            guard let id = person["id"]?.integerValue, let words = person["matched"]?.textValue else {
                return nil
            }
            return (id, person["name"]?.textValue ?? "", words)
        }
        for run in runs {
            let fitting = matches.filter { $0.words.lowercased() == run.lowercased() }
            switch fitting.count {
            case 0: continue
            case 1: return (fitting[0].id, run)
            default:
                let choices = fitting.prefix(5).map { "\($0.id) (\($0.name))" }.joined(separator: ", ")
                throw AtriumError(
                    .ambiguous, "“\(run)” may be \(fitting.count) people",
                    remedy:
                        "say which with \(field: "people", as: "person"): \(choices)\(fitting.count > 5 ? ", …" : ""); or \(flag: "plain")",
                    field: field)
            }
        }
        return nil
    }

    /// Words behind which a person stands.
    private static let leads: Set<String> = [
        "with", "call", "phone", "ring", "email", "e-mail", "mail", "text", "message", "write", "ask", "tell",
        "meet",
        "visit", "thank", "invite", "see", "for", "from", "to", "remind", "congratulate", "and",
    ]
    /// The longest names that are looked for, in words.
    private static let longest = 4

    /// The runs of words that may be a name, the longest first.
    static func candidates(in text: String) -> [String] {
        let words = PhraseWords(text).words
        var runs: [(words: String, count: Int)] = []
        for start in words.indices where !words[start].isQuoted {
            let isNamed = words[start].spelling.first?.isUppercase == true && start > 0
            let isLed = start > 0 && leads.contains(words[start - 1].text)
            guard isNamed || isLed || (start == 0 && words[start].spelling.first?.isUppercase == true) else {
                continue
            }
            for end in start..<min(start + longest, words.count) {
                if words[end].isQuoted { break }
                runs.append((words[start...end].map(\.spelling).joined(separator: " "), end - start + 1))
                if words[end].endsClause { break }
            }
        }
        // A stable sort: of equally long ones the first stays the first.
        return runs.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
            .map(\.element.words)
    }
}
