import AtriumHost
import AtriumSDK

/// What a command asks the person at the terminal where a name fits several records: which of them is meant.
struct RecordQuestions {
    let prompt: Prompt
    /// The fields of the command.
    let fields: [FieldDeclaration]

    /// Runs a command, and once more for each question that is answered, with the record in the field that takes it.
    ///
    /// - Parameter given: the input.
    /// - Throws: what the command throws; also where there is nobody to ask, or they choose none.
    func asking(_ given: DataObject, _ run: (DataObject) throws -> DataValue) throws -> DataValue {
        var values = given
        var asked: [RecordChoice] = []
        while true {
            do {
                return try run(values)
            } catch let error as AtriumError
                where error.code == .ambiguous && prompt.canAsk && !error.choices.isEmpty
            {
                for choice in error.choices {
                    // A field of a command that this one asks is not to be given here, and no question comes twice.
                    guard let field = fields.first(where: { $0.name == choice.field }),
                        !asked.contains(choice), let id = try id(for: choice)
                    else { throw error }
                    asked.append(choice)
                    values[field.name] = Self.settled(values[field.name], choice.matchedText, id, field.type)
                }
            }
        }
    }

    /// Asks which record is meant, where there is more than one; nil: the command is not to run.
    private func id(for choice: RecordChoice) throws -> Int64? {
        let candidates = choice.candidates
        guard candidates.count > 1 else { return candidates.first?.id }
        var lines = ["“\(choice.matchedText)” may be:"]
        for (index, candidate) in candidates.enumerated() {
            lines.append("  \(index + 1)  \(candidate.name ?? "") (\(candidate.id))")
        }
        if choice.hasMore { lines.append("  … and more; name one of those by its id") }
        try prompt.say(lines.map { TerminalText.visible($0) + "\n" }.joined())
        while true {
            let answer = try prompt.ask("Which one, 1 to \(candidates.count)? (Enter: cancel)")
            guard let answer, !["", "q", "quit"].contains(answer.lowercased()) else { return nil }
            if let number = Int(answer), candidates.indices.contains(number - 1) {
                return candidates[number - 1].id
            }
            try prompt.say("answer with a number from 1 to \(candidates.count), or press Enter to cancel\n")
        }
    }

    /// The value of a field in which a record stands in place of the words, or beside what is there.
    private static func settled(
        _ value: DataValue?, _ words: String, _ id: Int64, _ type: FieldType
    ) -> DataValue {
        let record = DataValue.text(String(id))
        let isList = if case .list = type { true } else { value?.listValue != nil }
        guard isList else { return record }
        var elements = value?.listValue ?? []
        guard elements.contains(.text(words)) else { return .list(elements + [record]) }
        for place in elements.indices where elements[place] == .text(words) { elements[place] = record }
        return .list(elements)
    }
}
