import AtriumSDK

/// A way to think about many things: a mental model.
struct MentalModel: Sendable, Hashable {
    /// What it is called: one line, never empty, without blanks around it.
    var name: String
    /// The id of its category.
    var category: Int64
    /// What it says, of any number of lines.
    var description: String?
    /// Words and phrases by which texts show it: see ``Keywords``.
    var keywords: [String] = []
    /// Situations in which it is at work, a line each.
    var examples: [String] = []
    /// Other models: their uids, or a name that no model has (yet).
    var related: [String] = []
}

/// A model as the vault keeps it.
struct StoredModel: Sendable {
    /// The row's id, unique in the vault.
    let id: Int64
    /// The identifier that stays the same over export and import.
    let uid: String
    /// What is kept of it.
    let model: MentalModel
    /// When it was made: `Timestamp`.
    let createdAt: String
    /// When it was last changed: `Timestamp`.
    let updatedAt: String
}

/// A way in which a model misleads those who think with it.
struct FailureMode: Sendable, Hashable {
    /// How much harm it does.
    enum Severity: String, Sendable, CaseIterable {
        case critical, high, medium, low
    }

    /// The id of its model.
    var model: Int64
    /// What it is called: one line, never empty.
    var name: String
    /// How much harm it does.
    var severity: Severity
    /// More about it, of any number of lines.
    var description: String?
}

/// Text in the forms in which it is kept.
enum KeptText {
    /// A line without blanks around it; nil where nothing is left of it.
    static func line(_ text: String) -> String? { Words.line(text) }

    /// A text without blanks around it; nil where nothing is left of it.
    static func text(_ text: String?) -> String? { text.flatMap(Words.text) }

    /// The lines of a text, without empty ones and repeats.
    static func lines(_ text: String?) -> [String] {
        distinct((text ?? "").split(whereSeparator: \.isNewline).compactMap { Words.text(String($0)) })
    }

    /// The lines of a column that was written by ``column(_:)``, as they are.
    static func split(_ column: String?) -> [Substring] {
        // By bytes: to look at each character takes many times as long.
        column?.utf8.split(separator: 0x0A).map { Substring($0) } ?? []
    }

    /// Lines as a column keeps them; nil where there are none.
    static func column(_ lines: [String]) -> String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }

    /// The texts without those that came before, whatever the case of their letters.
    static func distinct(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0.lowercased()).inserted }
    }
}

/// The keywords of a model: words, and phrases of several words, in the order in which the user gave them.
enum Keywords {
    /// The keywords in some texts: what stands between commas, semicolons and ends of lines, without repeats.
    static func read(_ texts: [String]) -> [String] {
        KeptText.distinct(
            texts.flatMap { text in
                text.split { $0 == "," || $0 == ";" || $0.isNewline }.compactMap { KeptText.line(String($0)) }
            })
    }

    /// Keywords in one text.
    static func text(_ keywords: [String]) -> String { keywords.joined(separator: ", ") }
}
