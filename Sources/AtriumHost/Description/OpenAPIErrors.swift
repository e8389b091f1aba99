import AtriumSDK

/// The errors of the HTTP interface, as OpenAPI describes them.
enum OpenAPIErrors {
    /// The kinds of failure that only HTTP has, by status.
    private static let transportCodes: [Int: [String]] = [
        403: ["cross-site"], 405: ["method-not-allowed"], 406: ["not-acceptable"], 413: ["too-large"],
        415: ["unsupported-type"], 417: ["expectation-failed"], 421: ["misdirected"],
        431: ["header-too-large"], 501: ["not-implemented"],
    ]

    /// What OpenAPI has no place for: it describes the methods that a path takes, and no others.
    static let ofOtherMethods = """
        A method that a path does not support is answered with 405 (components/responses/Error405) and the header \
        Allow. An unknown HTTP method is answered with 501.
        """

    /// All statuses of errors, in order.
    private static let statuses = Set(AtriumError.Code.allCases.map(\.httpStatus) + transportCodes.keys)
        .sorted()

    /// The statuses with which a command can fail.
    static func statuses(of declaration: CommandDeclaration, hasBody: Bool) -> [Int] {
        statuses.filter { status in
            switch status {
            case 405: false
            case 412: declaration.kind.writes && declaration.kind.takesRecord
            // Also a body that means nothing can be too large.
            case 415: hasBody
            case 507: declaration.kind.writes
            default: true
            }
        }
    }

    /// The statuses with which one of the hub's operations can fail.
    static func statuses(of operation: HubOperation) -> [Int] {
        statuses.filter { status in
            switch status {
            case 405, 412: false
            // Names of records can be ambiguous, and what is given is written aside first.
            case 409:
                operation.route.hasBody || operation.writes
                    || [.exportModule, .listJobItems, .listJobColumns].contains(operation)
            case 507: operation.route.hasBody || operation.writes || operation == .exportAll
            case 413, 415: operation.route.hasBody
            default: true
            }
        }
    }

    private static func codes(_ status: Int) -> [String] {
        AtriumError.Code.allCases.filter { $0.httpStatus == status }.map(\.rawValue)
            + (transportCodes[status] ?? [])
    }

    /// The answers, for reference by status.
    static var responses: DataObject {
        statuses.reduce(into: DataObject()) { responses, status in
            let codes = codes(status)
            var example: DataObject = [
                "code": .text(codes.first ?? ""), "message": .text("a description of the problem"),
            ]
            if status >= 500 {
                example["id"] = .text("9f0c5a1e7b3d2c48")
            } else {
                example["remedy"] = .text("the suggested remedy")
                example["field"] = .null
            }
            let schema = status >= 500 ? "Failure" : "Error"
            responses["Error\(status)"] = .object([
                "description": .text("An error: " + codes.joined(separator: ", ") + "."),
                "content": .object([
                    "application/json": .object([
                        "schema": .object(["$ref": .text("#/components/schemas/\(schema)")]),
                        "example": .object(["error": .object(example)]),
                    ])
                ]),
            ])
        }
    }

    /// An error below 500: what was wrong with the request.
    static let schema = schema(
        statuses.filter { $0 < 500 },
        [
            "remedy": .object(["type": .text("string"), "description": .text("The suggested remedy.")]),
            "field": .object([
                "type": .list([.text("string"), .text("null")]),
                "description": .text("The name of the field that caused the error."),
            ]),
        ],
        optional: [
            "choices": .object([
                "type": .text("array"), "items": items(RecordChoice.fields, of: "choices"),
                "description": .text(
                    "If names match several records: each name with the records that it matches. Choose one of them."
                ),
            ]),
            "slots": .object([
                "type": .text("array"), "items": items(FreeSlot.fields, of: "slots"),
                "description": .text("If a time is taken: free times, the best first."),
            ]),
        ])

    private static func items(_ fields: [FieldDeclaration], of name: String) -> DataValue {
        let schema = OpenAPISchema(side: .output, command: "errors")
        guard let items = try? schema.object(fields, in: name) else {
            preconditionFailure("the fields of \(name) cannot be described")
        }
        return items
    }

    /// An error from 500 on: what the server could not do; more stands in its log, under the id.
    static let failureSchema = schema(
        statuses.filter { $0 >= 500 },
        [
            "id": .object([
                "type": .text("string"), "description": .text("The request's id in the server's log."),
            ])
        ])

    private static func schema(
        _ statuses: [Int], _ more: DataObject, optional: DataObject = [:]
    ) -> DataValue {
        var properties: DataObject = [
            "code": .object([
                "type": .text("string"), "description": .text("The kind of error."),
                "enum": .list(statuses.flatMap(codes).map(DataValue.text)),
            ]),
            "message": .object([
                "type": .text("string"), "description": .text("A description of the problem."),
            ]),
        ]
        for entry in more.entries { properties[entry.name] = entry.value }
        let required = properties.names
        for entry in optional.entries { properties[entry.name] = entry.value }
        return .object([
            "type": .text("object"), "required": .list([.text("error")]),
            "properties": .object([
                "error": .object([
                    "type": .text("object"), "required": .list(required.map(DataValue.text)),
                    "properties": .object(properties),
                ])
            ]),
        ])
    }
}
