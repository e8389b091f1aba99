public import AtriumSDK

/// What an import did, or with a dry run would do.
public struct ImportReport: Sendable {
    /// What was done with one file.
    public struct File: Sendable {
        /// The path as the user gave it.
        public var path: String
        /// The format that was found; nil where none was.
        public var format: FormatID?
        /// What was recognised in it, such as `google-contacts`.
        public var profile: String?
        /// The encoding that was found.
        public var encoding: String?
        /// How many items it holds.
        public var items = 0
        /// How many of them became new records.
        public var added = 0
        /// How many of them changed records.
        public var updated = 0
        /// How many of them say what the vault has already.
        public var unchanged = 0
        /// How many of them differ from records that were edited here; those were kept as they are.
        public var conflicts = 0
        /// Items that no enabled module takes, by kind.
        public var unclaimed: [ItemKind: Unclaimed] = [:]
        /// What was wrong, up to ``ImportReport/shownIssues``.
        public var issues: [ImportIssue] = []
        /// How many things were wrong beyond ``issues``.
        public var omittedIssues = 0
        /// Columns that became no field of their own.
        public var unmappedColumns: [String] = []
        /// Why the file could not be read; nil where it could.
        public var error: AtriumError?

        init(path: String) {
            self.path = path
        }
    }

    /// Items of one kind that no enabled module takes.
    public struct Unclaimed: Sendable {
        /// How many.
        public var count: Int
        /// The installed module that would take them, if there is one.
        public var module: String?
    }

    /// How many issues a report lists for each file; `atrium imports show` has them all.
    public static let shownIssues = 1000

    /// The number of the import run; nil for a dry run.
    public var run: Int64?
    /// Whether nothing was to be changed.
    public var isDryRun: Bool
    /// The files in the order given.
    public var files: [File]

    /// The files that could not be read.
    public var failedFiles: [File] { files.filter { $0.error != nil } }

    /// The report as JSON, in the shape of ``fields``.
    public var value: DataValue {
        .object([
            "run": .integer(orNull: run), "dryRun": .bool(isDryRun), "files": .list(files.map(\.value)),
        ])
    }

    /// The declared shape of ``value``.
    static let fields: [FieldDeclaration] = [
        FieldDeclaration("run", .integer(), help: "The number of the import run; null for a dry run."),
        FieldDeclaration("dryRun", .boolean, help: "Whether nothing was to be changed.", isRequired: true),
        FieldDeclaration(
            "files", .list(.object(File.fields)), help: "The files in the order given.", isRequired: true),
    ]
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
        FieldDeclaration(
            "conflicts", .integer(), help: "How many differ from records that were edited here.",
            isRequired: true),
        FieldDeclaration(
            "unclaimed",
            .list(
                .object([
                    FieldDeclaration("kind", .text, help: "The kind of item.", isRequired: true),
                    FieldDeclaration("count", .integer(), help: "How many.", isRequired: true),
                    FieldDeclaration("module", .text, help: "The module that would take them."),
                ])), help: "Items that no enabled module takes.", isRequired: true),
        FieldDeclaration("unmappedColumns", .list(.text), help: "Columns without a field.", isRequired: true),
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

    var value: DataValue {
        .object([
            "path": .text(path), "format": .text(orNull: format?.rawValue), "profile": .text(orNull: profile),
            "encoding": .text(orNull: encoding), "items": .integer(Int64(items)),
            "added": .integer(Int64(added)),
            "updated": .integer(Int64(updated)), "unchanged": .integer(Int64(unchanged)),
            "conflicts": .integer(Int64(conflicts)),
            "unclaimed": .list(
                unclaimed.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, unclaimed in
                    .object([
                        "kind": .text(kind.rawValue), "count": .integer(Int64(unclaimed.count)),
                        "module": .text(orNull: unclaimed.module),
                    ])
                }),
            "unmappedColumns": .list(unmappedColumns.map(DataValue.text)),
            "issues": .list(issues.map(\.value)), "omittedIssues": .integer(Int64(omittedIssues)),
            "error": error.map { error in
                .object([
                    "code": .text(error.code.rawValue), "message": .text(error.message),
                    "remedy": .text(error.remedy),
                ])
            } ?? .null,
        ])
    }
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
