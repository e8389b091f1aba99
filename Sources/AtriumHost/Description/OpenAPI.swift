import AtriumSDK

/// Describes commands as an OpenAPI 3.1 document: what the HTTP interface offers, made of the declarations alone.
struct OpenAPI {
    private let entries: [CatalogEntry]
    private let operations: [DescribedOperation]
    private let modules: [Manifest]
    /// What the cookie of a session is called where this is asked.
    private let sessionCookie: String
    private var schemas = DataObject()
    /// The names of result schemas that are used more than once: a collection's record, mostly.
    private var schemaNames: [[FieldDeclaration]: String] = [:]

    /// Describes commands.
    ///
    /// - Parameters:
    ///   - entries: the commands.
    ///   - operations: the hub's operations.
    ///   - modules: the modules that they belong to; commands of none are the hub's own.
    /// - Throws: ``AtriumError`` with code `internal` that names the command whose declaration cannot be described, or two
    ///   commands of one route.
    static func document(
        _ entries: [CatalogEntry], operations: [DescribedOperation] = [], modules: [Manifest],
        sessionCookie: String = "atrium"
    ) throws -> DataValue {
        var maker = OpenAPI(
            entries: entries, operations: operations, modules: modules, sessionCookie: sessionCookie)
        return try maker.document()
    }

    private init(
        entries: [CatalogEntry], operations: [DescribedOperation], modules: [Manifest], sessionCookie: String
    ) {
        self.sessionCookie = sessionCookie
        self.entries = entries
        self.operations = operations
        self.modules = modules
    }

    private mutating func document() throws -> DataValue {
        try nameRecords()
        var paths = DataObject()
        var operationIDs: Set<String> = []
        for entry in entries {
            let route = entry.route
            let operation = try operation(entry, route)
            var item = paths[route.path]?.objectValue ?? DataObject()
            guard item[route.method.rawValue] == nil else {
                throw Self.schema(entry, .input).undescribable(
                    "", "another command has the same route \(route.path)")
            }
            guard operationIDs.insert(Self.operationID(entry)).inserted else {
                throw Self.schema(entry, .input).undescribable("", "another command has the same words")
            }
            item[route.method.rawValue] = operation
            paths[route.path] = .object(item)
        }
        for operation in operations {
            var item = paths[operation.path]?.objectValue ?? DataObject()
            guard operationIDs.insert(operation.operationID).inserted else {
                throw AtriumError(.internal, "two operations have the id \(operation.operationID)")
            }
            item[operation.operation.route.method.rawValue] = try operation.value()
            paths[operation.path] = .object(item)
        }
        schemas["Error"] = OpenAPIErrors.schema
        schemas["Failure"] = OpenAPIErrors.failureSchema
        return .object([
            "openapi": .text("3.1.0"),
            "info": .object([
                "title": .text("Atrium"),
                "summary": .text("A personal data hub."),
                "description": .text(
                    "The commands of the enabled modules and of the hub itself. "
                        + OpenAPIErrors.ofOtherMethods),
                "license": .object(["name": .text("Apache License 2.0"), "identifier": .text("Apache-2.0")]),
                "version": .text("1"),
            ]),
            "servers": .list([.object(["url": .text(Route.base)])]),
            "tags": .list(tags),
            "paths": .object(paths),
            "security": .list([.object(["token": .list([])]), .object(["session": .list([])])]),
            "components": .object([
                "schemas": .object(schemas), "responses": .object(OpenAPIErrors.responses),
                "headers": .object(Self.headers), "securitySchemes": .object(securitySchemes),
            ]),
        ])
    }

    static let hubTag = "hub"

    private var securitySchemes: DataObject {
        [
            "token": .object([
                "type": .text("http"), "scheme": .text("bearer"),
                "description": .text(
                    "An API token or app password of the user. It may grant less access than the user has."),
            ]),
            "session": .object([
                "type": .text("apiKey"), "in": .text("cookie"), "name": .text(sessionCookie),
                "description": .text(
                    """
                    A session. Over TLS, the cookie is named __Host-atrium. Methods that may change something also require the \
                    header X-Atrium-Client.
                    """
                ),
            ]),
        ]
    }

    /// What a session's cookie wants beside it where something may change: no other site can have a browser send it.
    static let clientField = headerField(
        "X-Atrium-Client", "Any value. Required with a session's cookie, but not with a token.")

    private static let headers: DataObject = [
        "ETag": .object([
            "description": .text(
                "Identifies the current state. Send it back in If-Match or If-None-Match."),
            "schema": .object(["type": .text("string")]),
        ]),
        "Location": .object([
            "description": .text("The path of the new resource."),
            "schema": .object(["type": .text("string")]),
        ]),
    ]

    private var tags: [DataValue] {
        let used = Set(entries.map { $0.module ?? Self.hubTag } + (operations.isEmpty ? [] : [Self.hubTag]))
        let declared = modules.filter { used.contains($0.id) }.map { (name: $0.id, text: $0.summary) }
        let hub =
            used.contains(Self.hubTag)
            ? [(name: Self.hubTag, text: "Operations that belong to no module.")] : []
        return (declared + hub).map { .object(["name": .text($0.name), "description": .text($0.text)]) }
    }

    // MARK: - Operations

    private mutating func operation(_ entry: CatalogEntry, _ route: Route) throws -> DataValue {
        let declaration = entry.declaration
        var fields = entry.fieldsOverHTTP
        guard Set(fields.map(\.name)).count == fields.count else {
            throw Self.schema(entry, .input).undescribable("", "two of its fields have the same name")
        }
        var parameters: [DataValue] = []
        if declaration.kind.takesRecord {
            guard case .reference = fields.first?.type else {
                throw Self.schema(entry, .input).undescribable("", "its first field must be the record")
            }
            let record = fields.removeFirst()
            parameters.append(
                .object([
                    "name": .text(Route.recordName), "in": .text("path"), "required": .bool(true),
                    "description": .text(record.help), "schema": .object(["type": .text("string")]),
                    "example": .text("1"),
                ]))
        }
        var operation: DataObject = [
            "operationId": .text(Self.operationID(entry)), "summary": .text(declaration.summary),
            "tags": .list([.text(entry.module ?? Self.hubTag)]),
        ]
        if !declaration.discussion.isEmpty {
            let guidance = GuidanceOverHTTP(entries: entries + HostCommand.all.map(\.entry))
            operation["description"] = .text(guidance.text(declaration.discussion))
        }
        if !route.hasBody {
            parameters += try fields.map { try Self.queryParameter($0, Self.schema(entry, .input)) }
        }
        if declaration.kind.writes { parameters.append(Self.clientField) }
        if declaration.kind.writes, declaration.kind.takesRecord {
            parameters.append(Self.headerField("If-Match", "The ETag of the record when it was read."))
        } else if !declaration.kind.writes {
            parameters.append(
                Self.headerField("If-None-Match", "The ETag of the version that the client has."))
        }
        if !parameters.isEmpty { operation["parameters"] = .list(parameters) }
        if route.hasBody, !fields.isEmpty { operation["requestBody"] = try requestBody(fields, of: entry) }

        var responses = DataObject()
        responses[declaration.kind == .add ? "201" : "200"] = try response(entry)
        if !declaration.kind.writes {
            responses["304"] = Self.notModified
        }
        for status in OpenAPIErrors.statuses(of: declaration, hasBody: route.hasBody) {
            responses[String(status)] = .object(["$ref": .text("#/components/responses/Error\(status)")])
        }
        operation["responses"] = .object(responses)
        return .object(operation)
    }

    /// What is said where the client has the answer already.
    static let notModified = DataValue.object([
        "description": .text("The client already has the current version."),
        "headers": .object(["ETag": .object(["$ref": .text("#/components/headers/ETag")])]),
    ])

    /// A field of the request's header.
    ///
    /// Without a pattern: what is no entity tag is no error, but matches nothing.
    static func headerField(_ name: String, _ help: String) -> DataValue {
        .object([
            "name": .text(name), "in": .text("header"), "required": .bool(false), "description": .text(help),
            "schema": .object(["type": .text("string")]),
        ])
    }

    /// A field in the query: a list repeats the parameter, an object (or a list of objects) is one JSON text.
    static func queryParameter(_ field: FieldDeclaration, _ maker: OpenAPISchema) throws -> DataValue {
        guard field.type != .secret else {
            throw maker.undescribable(
                field.name, "a secret must not be in a query, because queries are logged")
        }
        // A parameter that is not given is absent: there is no null in a query.
        var described = field
        described.isRequired = true
        var maker = maker
        maker.longestList = ListLengths.inQuery
        let isGivenOneByOne = field.isRequired && !isStructured(field.type)
        let property = try maker.property(described, in: field.name)
        guard var schema = (isGivenOneByOne ? OpenAPISchema.nonEmpty(property) : property).objectValue
        else { return .null }
        schema["description"] = nil
        var parameter: DataObject = [
            "name": .text(field.name), "in": .text("query"), "description": .text(field.help),
            "required": .bool(field.isRequired && field.defaultValue == nil),
        ]
        if isStructured(field.type) {
            parameter["content"] = .object(["application/json": .object(["schema": .object(schema)])])
        } else {
            if case .list = field.type {
                parameter["style"] = .text("form")
                parameter["explode"] = .bool(true)
            }
            parameter["schema"] = .object(schema)
        }
        return .object(parameter)
    }

    /// Whether values of a type have a structure that a query or a form has no notation for.
    private static func isStructured(_ type: FieldType) -> Bool {
        switch type {
        case .object: true
        case .list(.object), .list(.list): true
        default: false
        }
    }

    /// The fields as JSON; where there are files among them as a form too, with one part for each field.
    private func requestBody(_ fields: [FieldDeclaration], of entry: CatalogEntry) throws -> DataValue {
        let maker = Self.schema(entry, .input)
        let files = fields.filter { $0.type == .file }
        let others = fields.filter { $0.type != .file }
        var content = DataObject()
        if !files.contains(where: \.isRequired), !others.isEmpty {
            let body = DataValue.object([
                "schema": try maker.object(others, in: ""), "example": OpenAPIExample.object(others),
            ])
            content["application/json"] = body
            if entry.declaration.kind == .edit { content["application/merge-patch+json"] = body }
        }
        if !files.isEmpty { content["multipart/form-data"] = try form(files, others, maker) }
        let isRequired = fields.contains { $0.isRequired && $0.defaultValue == nil }
        return .object([
            "required": .bool(isRequired),
            "description": .text(
                "At most 2 MiB. A form can have at most 64 MiB with files, and 2 MiB without them."),
            "content": .object(content),
        ])
    }

    private func form(
        _ files: [FieldDeclaration], _ others: [FieldDeclaration], _ maker: OpenAPISchema
    ) throws -> DataValue {
        var maker = maker
        maker.longestList = ListLengths.inForm
        var schema =
            try others.isEmpty
            ? ["type": .text("object"), "additionalProperties": .bool(false)]
            : maker.object(others, in: "").objectValue ?? [:]
        var properties = schema["properties"]?.objectValue ?? [:]
        var required = schema["required"]?.listValue ?? []
        for field in others where field.isRequired && !Self.isStructured(field.type) {
            properties[field.name] = properties[field.name].map(OpenAPISchema.nonEmpty)
        }
        for file in files {
            properties[file.name] = .object([
                "type": .text("string"), "contentMediaType": .text("application/octet-stream"),
                "description": .text(file.help),
            ])
            if file.isRequired { required.append(.text(file.name)) }
        }
        schema["description"] = .text(
            "At most \(ListLengths.formParts) parts. Each value of a list is one part.")
        schema["properties"] = .object(properties)
        if !required.isEmpty { schema["required"] = .list(required) }
        var encoding = DataObject()
        for field in others where Self.isStructured(field.type) {
            encoding[field.name] = .object(["contentType": .text("application/json")])
        }
        var form: DataObject = ["schema": .object(schema)]
        if !encoding.isEmpty { form["encoding"] = .object(encoding) }
        return .object(form)
    }

    // MARK: - Results

    /// Gives the records of collections their names first, so that lists and edits refer to them.
    private mutating func nameRecords() throws {
        for entry in entries where entry.declaration.kind == .show {
            guard let collection = entry.collection else { continue }
            let words = collection.module.split(separator: "-") + collection.name.split(separator: "-")
            let name = words.map(\.capitalized).joined()
            guard schemas[name] == nil, schemaNames[entry.declaration.result.fields] == nil else { continue }
            _ = try reference(to: entry.declaration.result.fields, of: entry, named: name)
        }
    }

    private mutating func response(_ entry: CatalogEntry) throws -> DataValue {
        let result = entry.declaration.result
        let operationID = Self.operationID(entry)
        let name = operationID.prefix(1).uppercased() + operationID.dropFirst()
        let object: DataValue
        var example = OpenAPIExample.object(result.fields)
        switch result {
        case .object(let fields):
            object = try reference(to: fields, of: entry, named: name + "Result")
        case .list(let fields, _):
            let item = try reference(to: fields, of: entry, named: name + "Item")
            object = .object([
                "type": .text("object"), "required": .list([.text("items")]),
                "properties": .object([
                    "items": .object(["type": .text("array"), "items": item]),
                    "warnings": .object([
                        "type": .text("array"), "items": .object(["type": .text("string")]),
                        "description": .text("Warnings about the list, such as missing entries."),
                    ]),
                ]),
            ])
            example = .object(["items": .list([example])])
        case .page(let fields, _):
            let item = try reference(to: fields, of: entry, named: name + "Item")
            object = .object([
                "type": .text("object"), "required": .list([.text("items"), .text("total"), .text("next")]),
                "properties": .object([
                    "items": .object(["type": .text("array"), "items": item]),
                    "total": .object([
                        "type": .text("integer"), "format": .text("int64"), "minimum": .integer(0),
                        "description": .text("The number of records on all pages."),
                    ]),
                    "next": .object([
                        "type": .list([.text("string"), .text("null")]),
                        "description": .text("The cursor of the next page, or null on the last page."),
                    ]),
                    "previous": .object([
                        "type": .list([.text("string"), .text("null")]),
                        "description": .text(
                            "With a cursor: the cursor of the previous page, or null on the first page."),
                    ]),
                ]),
            ])
            example = .object(["items": .list([example]), "total": .integer(1), "next": .null])
        }
        var headers = DataObject()
        let kind = entry.declaration.kind
        if !kind.writes || [.add, .edit, .recordAction].contains(kind) {
            headers["ETag"] = .object(["$ref": .text("#/components/headers/ETag")])
        }
        if kind == .add {
            headers["Location"] = .object(["$ref": .text("#/components/headers/Location")])
        }
        return .object([
            "description": .text(entry.declaration.summary), "headers": .object(headers),
            "content": .object(["application/json": .object(["schema": object, "example": example])]),
        ])
    }

    private mutating func reference(
        to fields: [FieldDeclaration], of entry: CatalogEntry, named name: String
    ) throws -> DataValue {
        let known = schemaNames[fields] ?? name
        if schemaNames[fields] == nil {
            schemas[known] = try Self.schema(entry, .output).object(fields, in: "")
            schemaNames[fields] = known
        }
        return .object(["$ref": .text("#/components/schemas/\(known)")])
    }

    private static func schema(_ entry: CatalogEntry, _ side: OpenAPISchema.Side) -> OpenAPISchema {
        OpenAPISchema(side: side, command: entry.path.joined(separator: " "))
    }

    /// `connections people add` as `connectionsPeopleAdd`.
    private static func operationID(_ entry: CatalogEntry) -> String {
        let words = entry.path.flatMap { $0.split(separator: "-") }
        return (words.prefix(1).map(String.init) + words.dropFirst().map(\.capitalized)).joined()
    }
}

extension Substring {
    /// The word with its first letter in upper case.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
