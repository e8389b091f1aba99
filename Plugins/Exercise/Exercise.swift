import AtriumSDK
import Foundation
import RecordKit

/// What an exercise is: a lift, a run, a stretch.
let exerciseKind = RecordKind(
    RecordDeclaration(
        .exercises, "exercise", isMain: true, table: "exercise_exercise",
        values: [
            .line("name", "What the exercise is called.").required.positional.always,
            .choice(
                "category", of: Category.words,
                "What kind of training it is: cardio, strength or flexibility; it decides what its sets have."
            ).required.always.filtered(.equals, "Only those of this category."),
            .texts("muscles", "The muscles that it works, such as chest.").formatted(.words).hinted(
                "With commas between."
            ).listed(as: .names).searched.always,
            .text("notes", "More about it.").searched.always,
            .texts(
                "importedAs",
                "Another name that files have for it, under which sets come to it; an exercise of that name goes first."
            ).titled("Names in files").grouped("Details").hinted("Under which sets come to it, one a line.")
                .listed(as: .lines).unordered.customPlace,
            .boolean("archived", "Whether it is put away, out of lists.").grouped("Details").always
                .filtered(.hidesTrue, "Whether to give archived exercises too."),
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
.describing("list", nil, "Archived exercises are left out, unless they are asked for.")
.describing(
    "add", nil,
    """
    Sets of cardio have distance, duration and heart rate; those of strength weight and reps, or a duration or distance; \
    those of flexibility duration and muscles. \(command: "exercise log") says what was done.
    """
)
.describing("edit", nil, "Another category is refused while sets have values that it does not have.")
.describing("remove", "Remove an exercise with all its sets.")

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
