public import AtriumSDK

/// What the hub does over HTTP beside the declared commands: its routes, as data.
///
/// The server implements each; OpenAPI describes each. All else is made of commands.
public enum HubOperation: String, Sendable, Hashable, CaseIterable {
    case whoAmI, logIn, logOut, signUp
    case importFile, listJobs, showJob, watchJob, cancelJob, applyJob, listJobItems, listJobColumns
    case exportModule, exportAll
    case readAttachment

    /// Where it stands.
    public var route: Route {
        switch self {
        case .whoAmI: Route(.get, "/session")
        case .logIn: Route(.post, "/session")
        case .logOut: Route(.delete, "/session")
        case .signUp: Route(.post, "/sign-up")
        case .importFile: Route(.post, "/import")
        case .listJobs: Route(.get, "/jobs")
        case .showJob: Route(.get, "/jobs/{id}")
        case .watchJob: Route(.get, "/jobs/{id}/events")
        case .cancelJob: Route(.delete, "/jobs/{id}")
        case .applyJob: Route(.post, "/jobs/{id}/apply")
        case .listJobItems: Route(.get, "/jobs/{id}/items")
        case .listJobColumns: Route(.get, "/jobs/{id}/columns")
        case .exportModule: Route(.get, "/export/{module}")
        case .exportAll: Route(.get, "/export")
        case .readAttachment: Route(.get, "/attachments/{sha256}")
        }
    }

    /// One sentence that says what it does.
    public var summary: String {
        switch self {
        case .whoAmI: "Show the current user and their access."
        case .logIn: "Log in: start a session and set its secret in a cookie."
        case .logOut: "Log out: end the session."
        case .signUp: "Sign up, with an invitation link or if sign-up is open."
        case .importFile: "Import a file or an archive from another program."
        case .listJobs: "List your running and recent imports, newest first."
        case .showJob: "Show the progress and the result of an import."
        case .watchJob:
            "Watch an import: a stream of server-sent events, each with the result of `GET /jobs/{id}`."
        case .cancelJob: "Cancel an import before it changes anything."
        case .applyJob:
            "Import the previewed files as shown, or preview them again with other options. No file is uploaded again."
        case .listJobItems: "List the entries of a preview, with the outcome of each, field by field."
        case .listJobColumns:
            "List the tables of a preview that have unknown columns, with samples and a suggested field for each column."
        case .exportModule: "Export a module's records in an open format."
        case .exportAll:
            "Export everything: as a backup that the hub's administrator can restore, or in open formats that can be imported."
        case .readAttachment: "Download the content of an attachment, such as a photo."
        }
    }

    /// Whether it is for those who have not logged in.
    public var isOpen: Bool { self == .logIn || self == .signUp }

    /// Whether it may change something, so that a token that only reads does not reach it.
    public var writes: Bool {
        switch self {
        case .importFile, .cancelJob, .applyJob, .logOut: true
        default: false
        }
    }

    /// The scope that the operation needs; see ``Principal/requireScope(of:)``.
    ///
    /// An import and its job reach the modules that the one who imports does: more is refused by the import itself.
    var scope: RequiredScope { self == .exportAll ? .vault : .records }

    /// The media type of its result; nil where that depends on what is asked for.
    public var resultType: String? {
        switch self {
        case .watchJob: "text/event-stream"
        case .exportModule, .exportAll, .readAttachment: nil
        default: "application/json"
        }
    }

    /// The field that stands in the path in place of `{…}`.
    var pathField: FieldDeclaration? {
        switch self {
        case .showJob, .watchJob, .cancelJob, .applyJob, .listJobItems, .listJobColumns:
            FieldDeclaration("id", .text, help: "The job's id.", isRequired: true)
        case .readAttachment:
            FieldDeclaration(
                "sha256", .text, help: "The SHA-256 of the content in hex, as shown in the record.",
                isRequired: true)
        case .exportModule: FieldDeclaration("module", .text, help: "The module's id.", isRequired: true)
        default: nil
        }
    }

    /// Whether ``fields(_:formats:)`` come in the query although there is a body, which is a file then.
    var takesFile: Bool { self == .importFile }

    /// True if the operation reads its input from the query.
    public var readsQuery: Bool {
        takesFile || [.exportModule, .exportAll, .listJobItems, .readAttachment].contains(self)
    }

    /// What it takes beside the path: as JSON in the body, or in the query where it has none or takes a file.
    ///
    /// - Parameters:
    ///   - modules: the modules that the user has enabled, or for ``exportModule`` the one that is exported: their
    ///     importers and exporters add options.
    ///   - formats: the formats that are installed.
    func fields(_ modules: [Module], formats: [any Format]) -> [FieldDeclaration] {
        switch self {
        case .whoAmI, .logOut, .listJobs, .showJob, .watchJob, .cancelJob, .listJobColumns: []
        case .readAttachment: Self.attachmentFields
        case .logIn: Self.logInFields
        case .signUp: Self.signUpFields
        case .importFile:
            Self.beside(
                Self.importFields(modules, formats), modules.flatMap { $0.importers.flatMap(\.options) })
        case .applyJob:
            HubOperation.importFile.fields(modules, formats: formats).filter {
                !["fileName", "verbose"].contains($0.name)
            }
        case .listJobItems: Self.itemFields
        case .exportModule:
            Self.exportFields(
                modules.flatMap(\.exporters), options: modules.flatMap { $0.exporters.flatMap(\.options) })
        case .exportAll: Self.vaultFields
        }
    }

    /// The fields of an export.
    ///
    /// - Parameters:
    ///   - exporters: the module's exporters, which give the collections and formats to choose from.
    ///   - options: what exporters declare.
    static func exportFields(_ exporters: [Exporter], options: [FieldDeclaration]) -> [FieldDeclaration] {
        beside(ownExportFields(exporters), options)
    }

    /// The names of the fields that are no module's options.
    var ownNames: Set<String> {
        Set(fields([], formats: []).map(\.name) + ["module", "collection", "format"])
    }

    private static let logInFields = [
        FieldDeclaration("name", .text, help: "The user's name or e-mail address.", isRequired: true),
        FieldDeclaration("password", .secret, help: "The user's password.", isRequired: true),
    ]

    private static let signUpFields = [
        FieldDeclaration(
            "name", .text, help: "The name: lower-case letters, digits, dots, hyphens and underscores.",
            isRequired: true),
        FieldDeclaration(
            "password", .secret, help: "A password of at least 12 characters.", isRequired: true),
        FieldDeclaration("displayName", .text, help: "The name as others see it."),
        FieldDeclaration("email", .text, help: "The e-mail address."),
        FieldDeclaration(
            "invitation", .text, help: "The secret of an invitation link; required if sign-up is closed."),
    ]

    private static let itemFields = [
        FieldDeclaration(
            "outcome", .choice(ImportReport.Item.Outcome.allCases.map(\.rawValue)),
            help: "Only entries with this outcome."),
        FieldDeclaration(
            "offset", .integer(from: 0), help: "The number of entries to skip.", defaultValue: .integer(0)),
        FieldDeclaration(
            "limit", .integer(1...500), help: "The maximum number of entries.", defaultValue: .integer(50)),
    ]

    private static let attachmentFields = [
        FieldDeclaration(
            "name", .text,
            help: "The file name to download under, if records have this content under several names.")
    ]

    private static let vaultFields = [
        FieldDeclaration(
            "form", .choice(VaultForm.allCases.map(\.rawValue)),
            help: """
                backup: the whole vault, for “atrium restore”. folder: the records of the enabled modules in open \
                formats, as a zip archive that can be imported again.
                """,
            defaultValue: .text(VaultForm.backup.rawValue))
    ]

    private static func importFields(_ modules: [Module], _ formats: [any Format]) -> [FieldDeclaration] {
        [
            FieldDeclaration(
                "fileName", .text,
                help:
                    "The file's name, for the report and to recognize the format if the content is unclear."),
            FieldDeclaration(
                "module", .choice(modules.map(\.id)), help: "Import all entries into this module.",
                choiceTitles: Dictionary(
                    modules.map { ($0.id, $0.manifest.title) }, uniquingKeysWith: { first, _ in first })),
            format(formats.map(\.id), help: "The file's format, if it is not recognized."),
            FieldDeclaration(
                "columns", .list(.text),
                help: "Import a CSV column into a field: COLUMN=FIELD. May be repeated."
            ),
            FieldDeclaration(
                "saveMap", .text, help: "Save the column mapping, with its options, under this name."),
            FieldDeclaration("useMap", .text, help: "Use a saved column mapping."),
            FieldDeclaration(
                "onConflict", .choice(ConflictDecision.allCases.map(\.rawValue)),
                help: """
                    The decision for records that were edited here and differ in the file: keep them, replace them, \
                    or merge field by field. If omitted, they are kept and reported.
                    """),
            ImportDecisions.field,
            FieldDeclaration(
                "dryRun", .boolean, help: "Preview the import without changing anything.",
                defaultValue: .bool(false)),
            FieldDeclaration(
                "verbose", .boolean, help: "Report the outcome of each entry, field by field.",
                defaultValue: .bool(false)),
        ].filter { $0.type != .choice([]) }
    }

    private static func ownExportFields(_ exporters: [Exporter]) -> [FieldDeclaration] {
        [
            exportedCollection(exporters),
            format(
                exporters.map(\.format).unique, help: "The format to write, if the module has several."),
            FieldDeclaration(
                "tags", .list(.text),
                help: "Only records with this tag. If repeated, only records with all of the tags."),
            FieldDeclaration(
                "since", .date, help: "Only records that were added or changed here on this day or later."),
            FieldDeclaration(
                "ids", .list(.text), help: "Only these records: ids, uids or names. May be repeated."),
            FieldDeclaration(
                "search", .text,
                help: "Only records that contain these words. Each matches the beginning of a word."),
        ].compactMap(\.self).filter { $0.type != .choice([]) }
    }

    /// The field that says which collection is exported; nil where there is no choice.
    public static func exportedCollection(_ exporters: [Exporter]) -> FieldDeclaration? {
        let names = exporters.map(\.collection.name).unique
        guard names.count > 1 else { return nil }
        return FieldDeclaration(
            "collection", .choice(names), help: "The collection to write, if the module has several.")
    }

    private static func format(_ formats: [FormatID], help: String) -> FieldDeclaration {
        FieldDeclaration(
            "format", .choice(formats.map(\.rawValue)), help: help,
            choiceTitles: Dictionary(
                formats.map { ($0.rawValue, $0.title) }, uniquingKeysWith: { first, _ in first }))
    }

    /// Fields with the options that modules declare, each name once, none of them required: each is for some files.
    private static func beside(_ fields: [FieldDeclaration], _ options: [FieldDeclaration])
        -> [FieldDeclaration]
    {
        var names = Set(fields.map(\.name))
        return fields
            + options.compactMap { option in
                guard names.insert(option.name).inserted else { return nil }
                var option = option
                option.isRequired = false
                option.isPositional = false
                return option
            }
    }
}
