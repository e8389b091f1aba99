import AtriumSDK
import RecordKit

/// How commands name an exercise, and results say which it is.
enum ExerciseFields {
    static let exercise = exerciseKind.recordField

    /// What a result says of which exercise it is about.
    static let identity = exerciseKind.recordFields.filter {
        ["id", "uid", "name", "category"].contains($0.name)
    }

    /// An exercise in the shape of ``identity``.
    static func identity(_ stored: StoredRecord) -> DataObject {
        [
            "id": .integer(stored.id), "uid": .text(stored.uid), "name": .text(stored.values.name),
            "category": .text(stored.values.category.rawValue),
        ]
    }
}
