import AtriumSDK

/// One of the hub's operations with its input for a user's modules, as OpenAPI describes it.
struct DescribedOperation {
    let operation: HubOperation
    let fields: [FieldDeclaration]
    /// The module that stands in the path: each has formats and options of its own.
    let module: Module?

    /// Describes what an operation is for a user's modules.
    static func all(
        _ operation: HubOperation, modules: [Module], formats: [any Format]
    ) -> [DescribedOperation] {
        guard operation == .exportModule else {
            let fields = operation.fields(modules, formats: formats)
            return [DescribedOperation(operation: operation, fields: fields, module: nil)]
        }
        return modules.filter { !$0.exporters.isEmpty }.map { module in
            let fields = operation.fields([module], formats: formats)
            return DescribedOperation(operation: operation, fields: fields, module: module)
        }
    }

    /// Its path.
    var path: String {
        module.map { operation.route.path.replacing("{module}", with: $0.id) } ?? operation.route.path
    }

    /// Its name for programs: `exportConnections`.
    var operationID: String {
        guard let module else { return operation.rawValue }
        return "export"
            + module.id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private var summary: String {
        module.map { "Give the records of \($0.id) out in an open format." } ?? operation.summary
    }

    /// The operation's object (OpenAPI 3.1 section 4.8.10).
    func value() throws -> DataValue {
        var maker = OpenAPISchema(side: .input, command: operation.rawValue)
        maker.isOfOptions = [.importFile, .applyJob, .exportModule].contains(operation)
        let route = operation.route
        var parameters: [DataValue] = []
        if module == nil, let field = operation.pathField {
            parameters.append(
                .object([
                    "name": .text(field.name), "in": .text("path"), "required": .bool(true),
                    "description": .text(field.help), "schema": .object(["type": .text("string")]),
                ]))
        }
        if !route.hasBody || operation.takesFile {
            parameters += try fields.map { try OpenAPI.queryParameter($0, maker) }
        }
        if operation.writes, !operation.isOpen { parameters.append(OpenAPI.clientField) }
        switch operation {
        case .watchJob:
            parameters.append(
                OpenAPI.headerField(
                    "Last-Event-ID", "The id of the last event that the client has seen."))
        case .readAttachment:
            parameters.append(OpenAPI.headerField("If-None-Match", "The ETag of what the client has."))
        default: break
        }
        var result: DataObject = [
            "operationId": .text(operationID), "summary": .text(summary),
            "tags": .list([.text(OpenAPI.hubTag)]),
        ]
        if operation.isOpen { result["security"] = .list([]) }
        if !parameters.isEmpty { result["parameters"] = .list(parameters) }
        if operation.takesFile {
            result["requestBody"] = .object([
                "required": .bool(true), "description": .text("The file, as it is."),
                "content": .object(["application/octet-stream": .object([:])]),
            ])
        } else if route.hasBody {
            result["requestBody"] = .object([
                "required": .bool(true),
                "content": .object([
                    "application/json": .object([
                        "schema": try maker.object(fields, in: ""), "example": OpenAPIExample.object(fields),
                    ])
                ]),
            ])
        }
        var responses = try success()
        for status in OpenAPIErrors.statuses(of: operation) {
            responses[String(status)] = .object(["$ref": .text("#/components/responses/Error\(status)")])
        }
        result["responses"] = .object(responses)
        return .object(result)
    }

    /// What comes where nothing is wrong.
    private func success() throws -> DataObject {
        switch operation {
        case .whoAmI, .logIn: ["200": try json(HubOperation.principalFields)]
        case .logOut: ["204": .object(["description": .text(operation.summary)])]
        case .signUp: ["201": try json(HubOperation.userFields)]
        case .importFile: ["202": try json(HubOperation.jobFields, isMade: true)]
        case .showJob: ["200": try json(HubOperation.jobFields)]
        case .applyJob: ["202": try json(HubOperation.jobFields, isMade: true)]
        case .listJobItems: ["200": try json(HubOperation.jobItemFields)]
        case .listJobColumns: ["200": try json(HubOperation.jobColumnFields)]
        case .cancelJob: ["202": try json(HubOperation.jobFields)]
        case .listJobs:
            [
                "200": try json([
                    FieldDeclaration(
                        "items", .list(.object(HubOperation.jobFields)), help: "The imports.",
                        isRequired: true)
                ])
            ]
        case .watchJob:
            [
                "200": content(["text/event-stream"]),
                "204": .object(["description": .text("The client has seen the job's last event.")]),
            ]
        case .exportModule: ["200": content(module?.exporters.map(\.format.mediaType) ?? [])]
        case .exportAll: ["200": content(VaultForm.allCases.map(\.mediaType))]
        case .readAttachment:
            [
                "200": content(AttachmentType.shown.sorted() + [AttachmentType.other]),
                "304": OpenAPI.notModified,
            ]
        }
    }

    private func json(_ fields: [FieldDeclaration], isMade: Bool = false) throws -> DataValue {
        let maker = OpenAPISchema(side: .output, command: operation.rawValue)
        var response: DataObject = [
            "description": .text(operation.summary),
            "content": .object([
                "application/json": .object([
                    "schema": try maker.object(fields, in: ""), "example": OpenAPIExample.object(fields),
                ])
            ]),
        ]
        if isMade {
            response["headers"] = .object([
                "Location": .object(["$ref": .text("#/components/headers/Location")])
            ])
        }
        return .object(response)
    }

    private func content(_ types: [String]) -> DataValue {
        .object([
            "description": .text(summary),
            "content": .object(types.reduce(into: DataObject()) { $0[$1] = .object([:]) }),
        ])
    }
}

extension HubOperation {
    static let userFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The user's id.", isRequired: true),
        FieldDeclaration("name", .text, help: "The user's name.", isRequired: true),
        FieldDeclaration(
            "displayName", .text, help: "The name as others see it; may be empty.", isRequired: true),
        FieldDeclaration("email", .text, help: "The e-mail address."),
        FieldDeclaration("admin", .boolean, help: "Whether the user may manage users.", isRequired: true),
    ]

    static let principalFields: [FieldDeclaration] = [
        FieldDeclaration("user", .object(userFields), help: "Who is asking.", isRequired: true),
        FieldDeclaration(
            "means", .choice(["session", "token"]), help: "By what they have shown who they are.",
            isRequired: true),
        FieldDeclaration(
            "access", .choice(Scope.Access.allCases.map(\.rawValue)), help: "What they may do.",
            isRequired: true),
        FieldDeclaration("modules", .list(.text), help: "The modules that are within reach; null for all."),
    ]

    static let jobItemFields: [FieldDeclaration] = [
        FieldDeclaration(
            "items", .list(.object(ImportReport.Item.fields)), help: "The items, in the files' order.",
            isRequired: true),
        FieldDeclaration("total", .integer(), help: "How many there are.", isRequired: true),
        FieldDeclaration(
            "next", .integer(), help: "The offset at which the list goes on; null at its end."),
    ]

    static let jobColumnFields: [FieldDeclaration] = [
        FieldDeclaration(
            "items",
            .list(
                .object([
                    FieldDeclaration("path", .text, help: "The file's path.", isRequired: true),
                    FieldDeclaration(
                        "known", .boolean,
                        help: "Whether its kind is known, and only these columns are not.", isRequired: true),
                    FieldDeclaration(
                        "module", .text, help: "The module that could take it.", isRequired: true),
                    FieldDeclaration("map", .text, help: "The kept mapping that fits its columns."),
                    FieldDeclaration(
                        "columns",
                        .list(
                            .object([
                                FieldDeclaration("column", .text, help: "Its name.", isRequired: true),
                                FieldDeclaration("field", .text, help: "The field that it could be."),
                                FieldDeclaration(
                                    "score", .decimal(), help: "How likely that is, 0 to 1.",
                                    isRequired: true),
                                FieldDeclaration(
                                    "samples", .list(.text), help: "The first values.", isRequired: true),
                            ])), help: "The columns.", isRequired: true),
                    FieldDeclaration(
                        "fields", .list(.text), help: "The fields that a column can become.",
                        isRequired: true),
                ])), help: "The tables.", isRequired: true)
    ]

    static let jobFields: [FieldDeclaration] = [
        FieldDeclaration("id", .text, help: "The job's id.", isRequired: true),
        FieldDeclaration(
            "state", .choice(["waiting", "running", "done", "failed", "cancelled"]),
            help: "How far it has come.",
            isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "When it was asked for.", isRequired: true),
        FieldDeclaration("finishedAt", .instant, help: "When it ended."),
        FieldDeclaration(
            "keptUntil", .instant,
            help: "Until when its files are kept, so that they can be imported without being sent again."),
        FieldDeclaration("successor", .text, help: "The job that has gone on with its files."),
        FieldDeclaration(
            "changed", .list(.integer()),
            help: """
                Of one that was to be applied when the vault had changed: the numbers of the items, in the list of all, that \
                become something else than was shown. Nothing was imported.
                """),
        FieldDeclaration(
            "progress",
            .object([
                FieldDeclaration("file", .text, help: "The file that is being read.", isRequired: true),
                FieldDeclaration(
                    "bytes", .integer(), help: "How many of its bytes were read.", isRequired: true),
                FieldDeclaration(
                    "byteCount", .integer(), help: "How many bytes it has, where that is known."),
                FieldDeclaration(
                    "items", .integer(), help: "How many items were found in it.", isRequired: true),
                FieldDeclaration(
                    "finishing", .boolean,
                    help: "Whether all files were read, and the vault settles the rest.",
                    isRequired: true),
            ]), help: "How far the file was read; null before, and once the job is done."),
        FieldDeclaration(
            "report", .object(ImportReport.fields), help: "What the import did, once it is done."),
        FieldDeclaration(
            "error",
            .object([
                FieldDeclaration("code", .text, help: "The kind of failure.", isRequired: true),
                FieldDeclaration("message", .text, help: "What was wrong.", isRequired: true),
                FieldDeclaration("remedy", .text, help: "What to do about it.", isRequired: true),
                FieldDeclaration("field", .text, help: "The field at fault."),
            ]), help: "Why it failed."),
    ]
}
