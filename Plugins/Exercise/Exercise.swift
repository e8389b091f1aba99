import AtriumSDK
import Foundation

/// Something that is trained: a lift, a run, a stretch.
struct Exercise: Sendable, Hashable {
    /// What it is called: one line, never empty; no other exercise has the name, in any case of its letters.
    var name: String
    /// What kind of training it is, and so which values its sets have.
    var category: Category
    /// The muscles that it works, in words; often empty.
    var muscles: [String] = []
    /// More about it; may have lines.
    var notes: String?
    /// Whether it is put away: lists pass it over.
    var isArchived = false
    /// Other names that files have for it: sets that come in under one of them are its sets.
    ///
    /// Under whatever name it came in it is known ever after, so that another name here leaves its sets together.
    var importedAs: [String] = []
    /// What is known of it only by an import of its sets.
    var hearsay = Hearsay.none

    /// How far an exercise is what an import of sets made of a name, and no person has said it.
    enum Hearsay: String, Sendable {
        /// A person has made or changed it, or a table of exercises.
        case none = ""
        /// A row of a set named it, and its category.
        case made
        /// A row of a set named it; its category is a guess by what that row has.
        case guessed
    }
}

/// What kind of training an exercise is.
enum Category: String, Sendable, Hashable, CaseIterable {
    case cardio, strength, flexibility

    /// The values that sets of it have; those of ``ExerciseSet/Value`` that are in none are had by all.
    ///
    /// A plank is held for a time and a sled is pushed over a distance, so that strength has both.
    var values: [ExerciseSet.Value] {
        switch self {
        case .cardio: [.distance, .duration, .heartRate]
        case .strength: [.weight, .reps, .distance, .duration]
        case .flexibility: [.duration, .muscles]
        }
    }

    /// The category with its article, as a sentence has it.
    var phrase: String { "a \(rawValue) exercise" }

    /// Reads a category in any case; nil where the word is none.
    init?(_ word: String) { self.init(rawValue: word.lowercased()) }
}

/// An exercise as the vault keeps it.
struct StoredExercise: Sendable {
    /// The row's id, unique in the vault.
    let id: Int64
    /// The identifier that stays the same over export and import.
    let uid: String
    /// What the person says.
    let exercise: Exercise
    /// When it was made: ``Instant``.
    let createdAt: String
    /// When it was last changed; ``Instant``.
    let updatedAt: String
}

/// Texts in the form in which they are kept.
enum Words {
    /// Text without blanks around it; nil where nothing is left.
    ///
    /// SQLite's texts end at a NUL, so that none is kept.
    static func text(_ text: String) -> String? {
        let bytes = text.utf8
        let text = bytes.contains(0) ? text.replacing("\0", with: "") : text
        // Most texts begin and end with a character of ASCII that is no blank.
        if let first = bytes.first, let last = bytes.last, (0x21..<0x7F).contains(first),
            (0x21..<0x7F).contains(last)
        {
            return text
        }
        guard text.first?.isWhitespace ?? true || text.last?.isWhitespace ?? true else { return text }
        let words = text.drop(while: \.isWhitespace)
        guard let last = words.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(words[...last])
    }

    /// One line of text without blanks around it; nil where nothing is left.
    static func line(_ text: String) -> String? {
        guard let text = Self.text(text) else { return nil }
        // Most names are printable ASCII.
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }), text.contains(where: \.isNewline) else {
            return text
        }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// The names in a list with commas, semicolons or line ends between, each once, in their order.
    static func names(_ text: String) -> [String] {
        var seen: Set<String> = []
        return text.split { $0 == "," || $0 == ";" || $0.isNewline }.compactMap { line(String($0)) }
            .filter { seen.insert($0.lowercased()).inserted }
    }

    /// Names as a column keeps them: a line each; nil where there are none.
    static func column(_ names: [String]) -> String? { names.isEmpty ? nil : names.joined(separator: "\n") }

    /// A name as it is told from others: in small letters, each letter in one way of writing.
    static func key(_ name: String) -> String {
        name.utf8.allSatisfy { $0 < 0x80 }
            ? name.lowercased() : name.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// The names in a text with line ends between, each once in any case of its letters, in their order.
    static func lines(_ text: String) -> [String] {
        var seen: Set<String> = []
        return text.split(whereSeparator: \.isNewline).compactMap { line(String($0)) }
            .filter { seen.insert(key($0)).inserted }
    }

    /// Whether two lists have the same names, in whatever order and case of letters.
    static func areSame(_ names: [String], _ others: [String]) -> Bool {
        Set(names.map(key)) == Set(others.map(key))
    }

    /// The names in a column.
    static func names(column: String?) -> [String] { column?.split(separator: "\n").map(String.init) ?? [] }
}
