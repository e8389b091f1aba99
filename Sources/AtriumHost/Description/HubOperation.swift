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
        case .whoAmI: "Say who is asking, and how far they reach."
        case .logIn: "Log in: begin a session, whose secret comes in a cookie."
        case .logOut: "Log out: end the session."
        case .signUp: "Become a user, with an invitation link or where sign-up is open."
        case .importFile: "Bring in a file or an archive that another program wrote."
        case .listJobs: "List your imports that are under way or were done lately, the newest first."
        case .showJob: "Show how far an import has come, and what it did."
        case .watchJob:
            "Watch an import: a stream of server-sent events, each with what `GET /jobs/{id}` gives."
        case .cancelJob: "Stop an import; nothing is changed then."
        case .applyJob:
            "Import what was rehearsed, as it was shown; or rehearse it again in another way. No file is sent again."
        case .listJobItems: "List what a rehearsal found: what would become of each item, field by field."
        case .listJobColumns:
            "List the tables of a rehearsal whose columns nobody knows: each column with samples and a guess."
        case .exportModule: "Give a module's records out in an open format."
        case .exportAll:
            "Give everything out: a backup, which whoever runs the hub can restore, or open formats to import."
        case .readAttachment: "Give the content of an attachment, such as a photo."
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

    /// How much of the vault it reaches; see ``Principal/requireReach(of:)``.
    ///
    /// An import and its job reach the modules that the one who imports does: more is refused by the import itself.
    var reach: Reach { self == .exportAll ? .vault : .records }

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
                "sha256", .text, help: "The SHA-256 of the content in hex, as the record gives it.",
                isRequired: true)
        case .exportModule: FieldDeclaration("module", .text, help: "The module's id.", isRequired: true)
        default: nil
        }
    }

    /// Whether ``fields(_:formats:)`` come in the query although there is a body, which is a file then.
    var takesFile: Bool { self == .importFile }

    /// Whether its input stands in the query.
    public var readsQuery: Bool {
        takesFile || [.exportModule, .exportAll, .listJobItems].contains(self)
    }

    /// What it takes beside the path: as JSON in the body, or in the query where it has none or takes a file.
    ///
    /// - Parameters:
    ///   - modules: the modules that the user has enabled, or for ``exportModule`` the one that is exported: their
    ///     importers and exporters add options.
    ///   - formats: the formats that are installed.
    func fields(_ modules: [Module], formats: [any Format]) -> [FieldDeclaration] {
        switch self {
        case .whoAmI, .logOut, .listJobs, .showJob, .watchJob, .cancelJob, .listJobColumns, .readAttachment:
            []
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
            "invitation", .text, help: "The secret of an invitation link, where sign-up is closed."),
    ]

    private static let itemFields = [
        FieldDeclaration(
            "outcome", .choice(ImportReport.Item.Outcome.allCases.map(\.rawValue)),
            help: "Only items of which this would become."),
        FieldDeclaration(
            "offset", .integer(from: 0), help: "How many are passed over.", defaultValue: .integer(0)),
        FieldDeclaration(
            "limit", .integer(1...500), help: "How many are given at most.", defaultValue: .integer(50)),
    ]

    private static let vaultFields = [
        FieldDeclaration(
            "form", .choice(VaultForm.allCases.map(\.rawValue)),
            help: """
                backup: all that the vault holds, for “atrium restore”. folder: the records of the modules that \
                are on, in open formats, as a zip archive that an import takes back.
                """,
            defaultValue: .text(VaultForm.backup.rawValue))
    ]

    private static func importFields(_ modules: [Module], _ formats: [any Format]) -> [FieldDeclaration] {
        [
            FieldDeclaration(
                "fileName", .text, help: "The file's name, for the report and where its content says little."),
            FieldDeclaration(
                "module", .choice(modules.map(\.id)), help: "Give all items to this module.",
                choiceTitles: Dictionary(
                    modules.map { ($0.id, $0.manifest.title) }, uniquingKeysWith: { first, _ in first })),
            format(formats.map(\.id), help: "The file's format, where it is not recognised."),
            FieldDeclaration(
                "columns", .list(.text), help: "Put a CSV column into a field: COLUMN=FIELD; may be repeated."
            ),
            FieldDeclaration(
                "saveMap", .text, help: "Keep the mapping of columns, with its options, under this name."),
            FieldDeclaration("useMap", .text, help: "Use a mapping that was kept."),
            FieldDeclaration(
                "onConflict", .choice(ConflictDecision.allCases.map(\.rawValue)),
                help: """
                    What becomes of records that were edited here and differ in the file: keep them, replace them, or merge \
                    field by field. Without it they are kept and reported.
                    """),
            ImportDecisions.field,
            FieldDeclaration(
                "dryRun", .boolean, help: "Say what would be done, and change nothing.",
                defaultValue: .bool(false)),
            FieldDeclaration(
                "verbose", .boolean, help: "Say of each item what becomes of it, field by field.",
                defaultValue: .bool(false)),
        ].filter { $0.type != .choice([]) }
    }

    private static func ownExportFields(_ exporters: [Exporter]) -> [FieldDeclaration] {
        [
            exportedCollection(exporters),
            format(
                exporters.map(\.format).unique, help: "The format to write, where the module has several."),
            FieldDeclaration(
                "tags", .list(.text), help: "Only records with this tag; repeated: with all of them."),
            FieldDeclaration(
                "since", .date, help: "Only records that were added or changed here on this day or later."),
            FieldDeclaration(
                "ids", .list(.text), help: "Only these records: ids, uids or names; may be repeated."),
            FieldDeclaration(
                "search", .text, help: "Only records in which these words stand, each from its beginning."),
        ].compactMap(\.self).filter { $0.type != .choice([]) }
    }

    /// The field that says which collection is exported; nil where there is no choice.
    public static func exportedCollection(_ exporters: [Exporter]) -> FieldDeclaration? {
        let names = exporters.map(\.collection.name).unique
        guard names.count > 1 else { return nil }
        return FieldDeclaration(
            "collection", .choice(names), help: "The collection to write, where the module has several.")
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
