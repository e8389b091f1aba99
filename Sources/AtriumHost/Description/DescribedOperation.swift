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
        module.map { "Export the records of \($0.id) in an open format." } ?? operation.summary
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
                    "Last-Event-ID", "The id of the last event that the client received."))
        case .readAttachment:
            parameters.append(
                OpenAPI.headerField("If-None-Match", "The ETag of the version that the client has."))
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
                "required": .bool(true), "description": .text("The file's content, unchanged."),
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
                "204": .object([
                    "description": .text("The client has already received the job's last event.")
                ]),
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
        FieldDeclaration("admin", .boolean, help: "True if the user may manage users.", isRequired: true),
    ]

    static let principalFields: [FieldDeclaration] = [
        FieldDeclaration(
            "user", .object(userFields), help: "The user who sent the request.", isRequired: true),
        FieldDeclaration(
            "means", .choice(["session", "token"]), help: "The kind of credential in the request.",
            isRequired: true),
        FieldDeclaration(
            "access", .choice(Scope.Access.allCases.map(\.rawValue)),
            help: "The access that the credential grants.",
            isRequired: true),
        FieldDeclaration(
            "modules", .list(.text), help: "The modules that the credential can access, or null for all."),
    ]

    static let jobItemFields: [FieldDeclaration] = [
        FieldDeclaration(
            "items", .list(.object(ImportReport.Item.fields)),
            help: "The entries, in the order of the files.",
            isRequired: true),
        FieldDeclaration("total", .integer(), help: "The total number of entries.", isRequired: true),
        FieldDeclaration(
            "next", .integer(), help: "The offset of the next page, or null at the end."),
    ]

    static let jobColumnFields: [FieldDeclaration] = [
        FieldDeclaration(
            "items",
            .list(
                .object([
                    FieldDeclaration("path", .text, help: "The file's path.", isRequired: true),
                    FieldDeclaration(
                        "known", .boolean,
                        help: "True if the kind of file is known and only these columns are unknown.",
                        isRequired: true),
                    FieldDeclaration(
                        "module", .text, help: "The module that could import the file.", isRequired: true),
                    FieldDeclaration("map", .text, help: "The saved mapping that matches the columns."),
                    FieldDeclaration(
                        "columns",
                        .list(
                            .object([
                                FieldDeclaration(
                                    "column", .text, help: "The column's name.", isRequired: true),
                                FieldDeclaration(
                                    "field", .text,
                                    help: "The field that the column could be imported into."),
                                FieldDeclaration(
                                    "score", .decimal(), help: "The likelihood of that field, from 0 to 1.",
                                    isRequired: true),
                                FieldDeclaration(
                                    "samples", .list(.text), help: "The first values of the column.",
                                    isRequired: true),
                            ])), help: "The columns.", isRequired: true),
                    FieldDeclaration(
                        "fields", .list(.text), help: "The fields that a column can be imported into.",
                        isRequired: true),
                ])), help: "The tables.", isRequired: true)
    ]

    static let jobFields: [FieldDeclaration] = [
        FieldDeclaration("id", .text, help: "The job's id.", isRequired: true),
        FieldDeclaration(
            "state", .choice(["waiting", "running", "done", "failed", "cancelled"]),
            help: "The job's state.",
            isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "The time of the request.", isRequired: true),
        FieldDeclaration("finishedAt", .instant, help: "The time when the job ended."),
        FieldDeclaration(
            "keptUntil", .instant,
            help:
                "The time until which the files are kept; they can be imported again without another upload."),
        FieldDeclaration("successor", .text, help: "The job that continued with these files."),
        FieldDeclaration(
            "changed", .list(.integer()),
            help: """
                Set if the vault changed after the preview that this job was to apply: the numbers, in the full \
                list, of the entries whose outcome would now differ from the preview. Nothing was imported.
                """),
        FieldDeclaration(
            "progress",
            .object([
                FieldDeclaration("file", .text, help: "The file that is being read.", isRequired: true),
                FieldDeclaration(
                    "bytes", .integer(), help: "The number of bytes read.", isRequired: true),
                FieldDeclaration(
                    "byteCount", .integer(), help: "The file's size in bytes, if known."),
                FieldDeclaration(
                    "items", .integer(), help: "The number of entries found in the file.", isRequired: true),
                FieldDeclaration(
                    "finishing", .boolean,
                    help: "True if all files were read and the vault is completing the import.",
                    isRequired: true),
            ]), help: "The progress, or null before the job starts and after it ends."),
        FieldDeclaration(
            "report", .object(ImportReport.fields), help: "The report of the import, after it is done."),
        FieldDeclaration(
            "error",
            .object([
                FieldDeclaration("code", .text, help: "The kind of error.", isRequired: true),
                FieldDeclaration("message", .text, help: "A description of the problem.", isRequired: true),
                FieldDeclaration("remedy", .text, help: "The suggested remedy.", isRequired: true),
                FieldDeclaration("field", .text, help: "The field that caused the error."),
            ]), help: "The error, if the job failed."),
    ]
}
