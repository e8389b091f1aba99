import AtriumSDK
import Foundation
import RecordKit

/// What an exercise is: a lift, a run, a stretch.
let exerciseKind = RecordKind(
    RecordDeclaration(
        .exercises, "exercise", isMain: true, table: "exercise_exercise",
        values: [
            .line("name", "The name.").required.positional.always,
            .choice(
                "category", of: Category.words,
                "The category: cardio, strength or flexibility. It decides which values its sets have."
            ).required.always.filtered(.equals, "Only exercises of this category."),
            .texts("muscles", "The muscles it works, such as chest.").formatted(.words).hinted(
                "Separated by commas."
            ).listed(as: .names).searched.always,
            .text("notes", "Notes about the exercise.").searched.always,
            .texts(
                "importedAs",
                "Another name in files whose sets belong to this exercise, unless an exercise has that name."
            ).titled("Names in files").grouped("Details").hinted("One per line; imported sets go by them.")
                .listed(as: .lines).unordered.customPlace,
            .boolean("archived", "Archive it, so that lists leave it out.").grouped("Details").always
                .filtered(.hidesTrue, "Include archived exercises."),
            .hidden("hearsay", column: "hearsay"),
            .hidden("nameKey", column: "name_key"),
        ],
        listColumns: ["id", "name", "category", "muscles"],
        sorts: [
            SortDeclaration("name", "lower(r.name)"), SortDeclaration("category", "r.category"),
            SortDeclaration("created", "r.created_at"),
        ],
        file: FileDeclaration(
            "exercises.csv", signs: [SignDeclaration(["name", "category", "muscles"])],
            fingerprints: [["name"]]),
        look: RecordLook(
            facts: ["muscles"], key: "category", grouping: .letter,
            groups: [FieldGroup("", ["category", "muscles"]), FieldGroup("Notes", ["notes"])],
            parts: [.query("history")], actions: ["log", "progress"], quick: .form("log"))),
    rules: ExerciseRules()
)
.place(ImportedNames(), of: "importedAs")
.describing("list", nil, "Archived exercises are left out by default.")
.describing(
    "add", nil,
    """
    Cardio sets have a distance, a duration and a heart rate. Strength sets have a weight and repetitions, or a duration \
    or distance. Flexibility sets have a duration and muscles. \(command: "exercise log") logs sets.
    """
)
.describing("edit", nil, "The category cannot change while sets have values that the new one lacks.")
.describing("remove", "Remove an exercise and all its sets.")

/// The values of an exercise that the module asks for.
extension RecordValues {
    /// What the exercise is called: one line, never empty; no other exercise has the name, in any case of its letters.
    var name: String { text("name") ?? "" }
    /// What kind of training it is, and so which values its sets have.
    var category: Category { text("category").flatMap { Category($0) } ?? .strength }
    /// What is known of it only by an import of its sets.
    var hearsay: Hearsay {
        get { text("hearsay").flatMap(Hearsay.init(rawValue:)) ?? .none }
        set { self["hearsay"] = newValue == .none ? .null : .text(newValue.rawValue) }
    }
}

/// How far an exercise is what an import of sets made of a name, and no person has said it.
enum Hearsay: String, Sendable {
    /// A person has made or changed it, or a table of exercises.
    case none = ""
    /// A row of a set named it, and its category.
    case made
    /// A row of a set named it; its category is a guess by what that row has.
    case guessed
}

/// What kind of training an exercise is.
enum Category: String, Sendable, Hashable, CaseIterable {
    case cardio, strength, flexibility

    /// All of them, as fields have them.
    static let words = allCases.map(\.rawValue)

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
