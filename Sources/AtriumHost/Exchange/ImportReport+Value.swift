public import AtriumSDK

extension ImportReport {
    /// The report as JSON, in the shape of ``fields``.
    ///
    /// - Parameter spelling: how the surface spells what to do about files that could not be read.
    public func value(spelling: (Guidance) -> String) -> DataValue {
        var object: DataObject = [
            "run": .integer(orNull: run), "dryRun": .bool(isDryRun), "changed": .bool(hasChanged),
            "files": .list(files.map { file in file.value { .text(spelling($0)) } }),
            "passedOver": .list(
                passedOver.map { .object(["path": .text($0.path), "reason": .text($0.reason)]) }),
            "omittedPassedOver": .integer(Int64(omittedPassedOver)),
        ]
        if isVerbose {
            object["items"] = .list(items.map(\.value))
            object["omittedItems"] = .integer(Int64(omittedItems))
        }
        return .object(object)
    }

    /// The declared shape of what is kept of it: not what was passed over.
    static let keptFields = fields.map { field in
        var field = field
        if field.name == "passedOver" || field.name == "omittedPassedOver" { field.isRequired = false }
        return field
    }

    /// The declared shape of ``value(spelling:)``.
    static let fields: [FieldDeclaration] = [
        FieldDeclaration("run", .integer(), help: "The number of the import run, or null for a dry run."),
        FieldDeclaration("dryRun", .boolean, help: "True for a dry run.", isRequired: true),
        FieldDeclaration(
            "changed", .boolean, help: "True if the import changed the vault and can be undone.",
            isRequired: true),
        FieldDeclaration(
            "files", .list(.object(File.fields)), help: "The files in the order given.", isRequired: true),
        FieldDeclaration(
            "passedOver",
            .list(
                .object([
                    FieldDeclaration("path", .text, help: "The path.", isRequired: true),
                    FieldDeclaration("reason", .text, help: "The reason.", isRequired: true),
                ])), help: "The files in folders and archives that were skipped.", isRequired: true),
        FieldDeclaration(
            "omittedPassedOver", .integer(), help: "The number of further skipped files.", isRequired: true),
        FieldDeclaration(
            "items", .list(.object(Item.fields)), help: "The result for each entry, if requested."),
        FieldDeclaration("omittedItems", .integer(), help: "The number of further entries, if requested."),
    ]
}

extension ImportReport.Item {
    static let fields: [FieldDeclaration] = [
        FieldDeclaration("path", .text, help: "The file's path.", isRequired: true),
        FieldDeclaration(
            "item", .integer(), help: "The entry's number in the file, from 1.", isRequired: true),
        FieldDeclaration("line", .integer(), help: "The first line.", isRequired: true),
        FieldDeclaration("kind", .text, help: "The kind of entry, such as vevent.", isRequired: true),
        FieldDeclaration(
            "outcome", .choice(Outcome.allCases.map(\.rawValue)), help: "The result.",
            isRequired: true),
        FieldDeclaration(
            "newText", .boolean,
            help: "True if no field changed, but the original text did; the new text is kept.",
            isRequired: true),
        FieldDeclaration("collection", .text, help: "The record's collection."),
        FieldDeclaration("id", .integer(), help: "The record's id."),
        FieldDeclaration("title", .text, help: "The record's title."),
        FieldDeclaration(
            "changes",
            .list(
                .object([
                    FieldDeclaration("field", .text, help: "The field.", isRequired: true),
                    FieldDeclaration("from", .text, help: "The old value, as the module shows it."),
                    FieldDeclaration("to", .text, help: "The new value, as the module shows it."),
                ])), help: "The changed fields.", isRequired: true),
        FieldDeclaration(
            "duplicates", .list(.integer()), help: "The IDs of possible duplicates.", isRequired: true),
        FieldDeclaration(
            "reason", .text, help: "The reason for a conflict, if it is not an edit of the record."),
    ]

    /// The item as JSON.
    public var value: DataValue {
        .object([
            "path": .text(path), "item": .integer(Int64(item)), "line": .integer(Int64(line)),
            "kind": .text(kind.rawValue), "outcome": .text(outcome.rawValue),
            "newText": .bool(hasNewText),
            "collection": .text(orNull: collection?.description),
            "id": .integer(orNull: record?.id),
            "title": .text(orNull: title),
            "changes": .list(
                changes.map { .object(["field": .text($0.field), "from": $0.from, "to": $0.to]) }),
            "duplicates": .list(duplicates.map { .integer($0.id) }),
            "reason": .text(orNull: reason),
        ])
    }
}

extension ImportReport.File {
    static let fields: [FieldDeclaration] = [
        FieldDeclaration("path", .text, help: "The path, as given.", isRequired: true),
        FieldDeclaration("format", .text, help: "The detected format."),
        FieldDeclaration("profile", .text, help: "The detected profile, such as google-contacts."),
        FieldDeclaration("encoding", .text, help: "The detected encoding."),
        FieldDeclaration("items", .integer(), help: "The number of entries in the file.", isRequired: true),
        FieldDeclaration("added", .integer(), help: "The number of new records.", isRequired: true),
        FieldDeclaration("updated", .integer(), help: "The number of updated records.", isRequired: true),
        FieldDeclaration(
            "unchanged", .integer(), help: "The number of entries that changed nothing.", isRequired: true),
        // Reports of earlier versions do not say.
        FieldDeclaration(
            "newTexts", .integer(),
            help: "The number of unchanged records with a new original text, which is kept."),
        FieldDeclaration(
            "conflicts", .integer(),
            help: "The number of records that were edited here and differ from the file.", isRequired: true),
        FieldDeclaration(
            "kept", .integer(), help: "The number of conflicts in which you kept your version.",
            isRequired: true),
        FieldDeclaration(
            "unreadable", .integer(),
            help: "The number of entries that could not be imported; their texts are kept.",
            isRequired: true),
        FieldDeclaration(
            "elsewhere", .integer(),
            help: "The number of entries skipped because another module already has them."),
        FieldDeclaration(
            "unclaimed",
            .list(
                .object([
                    FieldDeclaration(
                        "kind", .text, help: "The kind of entry, such as vtodo.", isRequired: true),
                    FieldDeclaration("count", .integer(), help: "The number.", isRequired: true),
                    FieldDeclaration("module", .text, help: "The module that can import them."),
                ])), help: "The entries that no enabled module imports.", isRequired: true),
        FieldDeclaration(
            "matchedBy", .list(.text),
            help: "The fields that matched entries without a UID if their texts did not match, in order.",
            isRequired: true),
        FieldDeclaration(
            "possibleDuplicates", .integer(), help: "The number of new records that may be duplicates.",
            isRequired: true),
        FieldDeclaration(
            "unmappedColumns", .list(.text), help: "The columns without a matching field.", isRequired: true),
        FieldDeclaration(
            "remarks", .list(.text), help: "Where the entries went, if not where the file says.",
            isRequired: true),
        FieldDeclaration("issues", .list(.object(issueFields)), help: "The issues.", isRequired: true),
        FieldDeclaration(
            "omittedIssues", .integer(), help: "The number of further issues.", isRequired: true),
        FieldDeclaration(
            "error",
            .object([
                FieldDeclaration("code", .text, help: "The error code.", isRequired: true),
                FieldDeclaration("message", .text, help: "The message.", isRequired: true),
                FieldDeclaration("remedy", .text, help: "The suggested remedy.", isRequired: true),
            ]), help: "The error, if the file could not be read."),
    ]

    private static let issueFields: [FieldDeclaration] = [
        FieldDeclaration("line", .integer(), help: "The line number, from 1.", isRequired: true),
        FieldDeclaration("item", .integer(), help: "The entry's number in the file, from 1."),
        FieldDeclaration("property", .text, help: "The property or column."),
        FieldDeclaration("code", .text, help: "The issue code.", isRequired: true),
        FieldDeclaration("message", .text, help: "The message.", isRequired: true),
        FieldDeclaration("kept", .boolean, help: "True if the original text is kept.", isRequired: true),
    ]

    /// - Parameter guidance: what is put down of what to do about a file that could not be read, and of remarks.
    func value(guidance: (Guidance) -> DataValue) -> DataValue {
        var object: DataObject = [
            "path": .text(path), "format": .text(orNull: format?.rawValue), "profile": .text(orNull: profile),
            "encoding": .text(orNull: encoding),
        ]
        for (name, count) in counts.named { object[name] = .integer(Int64(count)) }
        let details: DataObject = [
            "unclaimed": .list(
                unclaimed.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { kind, unclaimed in
                    unclaimed.parts.map { module, count in
                        .object([
                            "kind": .text(kind.rawValue), "count": .integer(Int64(count)),
                            "module": .text(orNull: module),
                        ])
                    }
                }),
            "matchedBy": .list(matchedBy.map(DataValue.text)),
            "unmappedColumns": .list(unmappedColumns.map(DataValue.text)),
            "remarks": .list(remarks.map(guidance)),
            "issues": .list(issues.map(\.value)), "omittedIssues": .integer(Int64(omittedIssues)),
            "error": error.map { error in
                .object([
                    "code": .text(error.code.rawValue), "message": .text(error.message),
                    "remedy": guidance(error.remedy),
                ])
            } ?? .null,
        ]
        for entry in details.entries { object[entry.name] = entry.value }
        return .object(object)
    }
}

extension ImportReport.Counts {
    /// All counts, with their names in a report.
    static let all: [(name: String, count: any WritableKeyPath<Self, Int> & Sendable)] = [
        ("items", \.items), ("added", \.added), ("updated", \.updated), ("unchanged", \.unchanged),
        ("newTexts", \.newTexts), ("conflicts", \.conflicts), ("kept", \.kept), ("unreadable", \.unreadable),
        ("possibleDuplicates", \.possibleDuplicates), ("elsewhere", \.elsewhere),
    ]

    /// The counts with their names in a report.
    var named: [(name: String, count: Int)] { Self.all.map { ($0.name, self[keyPath: $0.count]) } }
}

extension ImportIssue {
    var value: DataValue {
        .object([
            "line": .integer(Int64(line)), "item": .integer(orNull: item.map(Int64.init)),
            "property": .text(orNull: property), "code": .text(code), "message": .text(message),
            "kept": .bool(isKept),
        ])
    }
}
