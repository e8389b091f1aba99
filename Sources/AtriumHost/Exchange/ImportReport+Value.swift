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
        FieldDeclaration("run", .integer(), help: "The number of the import run; null for a dry run."),
        FieldDeclaration("dryRun", .boolean, help: "Whether nothing was to be changed.", isRequired: true),
        FieldDeclaration(
            "changed", .boolean, help: "Whether it changed the vault, so that it can be taken back.",
            isRequired: true),
        FieldDeclaration(
            "files", .list(.object(File.fields)), help: "The files in the order given.", isRequired: true),
        FieldDeclaration(
            "passedOver",
            .list(
                .object([
                    FieldDeclaration("path", .text, help: "The path.", isRequired: true),
                    FieldDeclaration("reason", .text, help: "What it is.", isRequired: true),
                ])), help: "Files in folders and archives that are not for the import.", isRequired: true),
        FieldDeclaration(
            "omittedPassedOver", .integer(), help: "How many more were passed over.", isRequired: true),
        FieldDeclaration(
            "items", .list(.object(Item.fields)), help: "What became of each item, if asked for."),
        FieldDeclaration("omittedItems", .integer(), help: "How many more items there are, if asked for."),
    ]
}

extension ImportReport.Item {
    static let fields: [FieldDeclaration] = [
        FieldDeclaration("path", .text, help: "The file's path.", isRequired: true),
        FieldDeclaration(
            "item", .integer(), help: "The item's number in the file, from 1.", isRequired: true),
        FieldDeclaration("line", .integer(), help: "The line on which it begins.", isRequired: true),
        FieldDeclaration("kind", .text, help: "The kind of item.", isRequired: true),
        FieldDeclaration(
            "outcome", .choice(Outcome.allCases.map(\.rawValue)), help: "What became of it.",
            isRequired: true),
        FieldDeclaration(
            "newText", .boolean,
            help: "Whether an unchanged one says something new beside the record's fields; its text is kept.",
            isRequired: true),
        FieldDeclaration("collection", .text, help: "The record's collection."),
        FieldDeclaration("id", .integer(), help: "The record's id."),
        FieldDeclaration("title", .text, help: "The record's title."),
        FieldDeclaration(
            "changes",
            .list(
                .object([
                    FieldDeclaration("field", .text, help: "The field.", isRequired: true),
                    FieldDeclaration("from", .text, help: "The value before, as the module shows it."),
                    FieldDeclaration("to", .text, help: "The value after, as the module shows it."),
                ])), help: "What differs, field by field.", isRequired: true),
        FieldDeclaration(
            "duplicates", .list(.integer()), help: "Ids of records that may be the same.", isRequired: true),
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
        ])
    }
}

extension ImportReport.File {
    static let fields: [FieldDeclaration] = [
        FieldDeclaration("path", .text, help: "The path as given.", isRequired: true),
        FieldDeclaration("format", .text, help: "The format that was found."),
        FieldDeclaration("profile", .text, help: "What was recognised in it, such as google-contacts."),
        FieldDeclaration("encoding", .text, help: "The encoding that was found."),
        FieldDeclaration("items", .integer(), help: "How many items it holds.", isRequired: true),
        FieldDeclaration("added", .integer(), help: "How many became new records.", isRequired: true),
        FieldDeclaration("updated", .integer(), help: "How many changed records.", isRequired: true),
        FieldDeclaration("unchanged", .integer(), help: "How many were known already.", isRequired: true),
        // Reports of earlier versions do not say.
        FieldDeclaration(
            "newTexts", .integer(),
            help: "How many of these say something new beside the record's fields; their texts are kept."),
        FieldDeclaration(
            "conflicts", .integer(), help: "How many differ from records that were edited here.",
            isRequired: true),
        FieldDeclaration(
            "kept", .integer(), help: "How many differ so, and the records stay, as was decided.",
            isRequired: true),
        FieldDeclaration(
            "unreadable", .integer(), help: "How many could become no record; their texts are kept.",
            isRequired: true),
        FieldDeclaration(
            "elsewhere", .integer(),
            help: "How many another module has than the one that was named; they were left there."),
        FieldDeclaration(
            "unclaimed",
            .list(
                .object([
                    FieldDeclaration("kind", .text, help: "The kind of item.", isRequired: true),
                    FieldDeclaration("count", .integer(), help: "How many.", isRequired: true),
                    FieldDeclaration("module", .text, help: "The module that would take them."),
                ])), help: "Items that no enabled module takes.", isRequired: true),
        FieldDeclaration(
            "matchedBy", .list(.text),
            help: "By what items without an identifier were known again beside their text, in this order.",
            isRequired: true),
        FieldDeclaration(
            "possibleDuplicates", .integer(), help: "How many new records may be known ones.",
            isRequired: true),
        FieldDeclaration("unmappedColumns", .list(.text), help: "Columns without a field.", isRequired: true),
        FieldDeclaration(
            "remarks", .list(.text), help: "Where its items went, if not where the file says.",
            isRequired: true),
        FieldDeclaration("issues", .list(.object(issueFields)), help: "What was wrong.", isRequired: true),
        FieldDeclaration(
            "omittedIssues", .integer(), help: "How many more issues there are.", isRequired: true),
        FieldDeclaration(
            "error",
            .object([
                FieldDeclaration("code", .text, help: "The kind of failure.", isRequired: true),
                FieldDeclaration("message", .text, help: "What was wrong.", isRequired: true),
                FieldDeclaration("remedy", .text, help: "What to do.", isRequired: true),
            ]), help: "Why the file could not be read."),
    ]

    private static let issueFields: [FieldDeclaration] = [
        FieldDeclaration("line", .integer(), help: "The line, from 1.", isRequired: true),
        FieldDeclaration("item", .integer(), help: "The item's number in the file, from 1."),
        FieldDeclaration("property", .text, help: "The property or column."),
        FieldDeclaration("code", .text, help: "The kind of issue.", isRequired: true),
        FieldDeclaration("message", .text, help: "What was wrong.", isRequired: true),
        FieldDeclaration("kept", .boolean, help: "Whether the text is kept in the vault.", isRequired: true),
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
