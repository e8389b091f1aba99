import AtriumSDK
import RecordKit

/// What the declaration of an exercise does not say: names are told apart, and what only files have said gives way.
struct ExerciseRules: RecordRules {
    func mend(_ values: inout RecordValues) -> [RowCells.Problem] {
        // What files call it beside its own name; that it came in under that, too, is known all the same.
        let own = Words.key(values.name)
        let names = values.texts("importedAs")
        if names.contains(where: { Words.key($0) == own }) {
            values["importedAs"] = .texts(names.filter { Words.key($0) != own })
        }
        return []
    }

    func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) {
        // What a person says is no guess any more.
        if input.values["category"] != nil { values.hearsay = .none }
    }

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {
        let names = ExerciseNames(db: context.db)
        _ = mend(&values)
        // What the column tells apart is bytes. A name that stays is not asked for: a vault made before may have a double of it.
        if old.map({ !$0.values.name.utf8.elementsEqual(values.name.utf8) }) ?? true {
            try names.checkName(values.name, of: old?.id)
        }
        values["nameKey"] = .text(orNull: try names.freeKey(of: values.name, for: old?.id))
        if let old, old.values.category != values.category {
            try names.check(values.category, ofSetsOf: old.id)
        }
        // A table of exercises says it.
        if door == .file { values.hearsay = .none }
    }

    func didWrite(_ record: StoredRecord, since old: StoredRecord?, _ context: RecordContext) throws {
        guard let name = old?.values.name, Words.key(name) != Words.key(record.values.name) else { return }
        try ExerciseNames(db: context.db).note(formerName: name, of: record.id)
    }

    /// The exercise that an import of sets has made of a row's name; nil if there is none, or somebody has said of it since
    /// what the row does not.
    func adopted(by row: RecordDraft, _ context: RecordContext) throws -> Int64? {
        guard let name = exerciseKind.value("name", of: row)?.textValue,
            let known = try ExerciseNames(db: context.db).named(name), known.hearsay != .none,
            let old = try RecordTable(exerciseKind, context).find(known.id)?.values
        else { return nil }
        let new = exerciseKind.values(of: row, over: old)
        let isLost = ["muscles", "notes"].contains { !old.isEmpty($0) && new[$0] != old[$0] }
        guard !isLost, new.flag("archived") || !old.flag("archived"),
            Set(new.texts("importedAs").map(Words.key)).isSuperset(of: old.texts("importedAs").map(Words.key))
        else { return nil }
        return known.id
    }
}
