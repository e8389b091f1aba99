import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

@Suite("OpenAPI")
struct OpenAPITests {
    private static let books = CollectionID(module: "library", name: "books")
    private static let shelves = CollectionID(module: "library", name: "reading-lists")

    /// Fields of every type, alone and within others.
    private static let allTypes: [FieldDeclaration] = [
        FieldDeclaration("title", .text, help: "The title.", isRequired: true),
        FieldDeclaration("notes", .longText, help: "Notes."),
        FieldDeclaration("pages", .integer(1...5000), help: "Pages.", defaultValue: .integer(100)),
        FieldDeclaration("rating", .decimal(0...5), help: "Rating."),
        FieldDeclaration("weight", .decimal(.leastNonzeroMagnitude...20), help: "Its weight in kilograms."),
        FieldDeclaration("isRead", .boolean, help: "Whether it was read.", defaultValue: .bool(false)),
        FieldDeclaration("kind", .choice(["novel", "essay"]), help: "Its kind."),
        FieldDeclaration("bought", .date, help: "When it was bought."),
        FieldDeclaration("published", .partialDate, help: "When it came out."),
        FieldDeclaration("lentAt", .instant, help: "When it was lent."),
        FieldDeclaration("dueAt", .localTime, help: "When it must be back."),
        FieldDeclaration("nextTime", .when, help: "When to read on."),
        FieldDeclaration("length", .duration, help: "How long it takes."),
        FieldDeclaration("sequel", .reference(books), help: "The next volume."),
        FieldDeclaration("tags", .list(.text), help: "Tags."),
        FieldDeclaration(
            "authors",
            .list(
                .object([
                    FieldDeclaration("name", .text, help: "The name.", isRequired: true),
                    FieldDeclaration("role", .choice(["author", "editor"]), help: "The role."),
                ])), help: "Authors."),
        FieldDeclaration(
            "place", .object([FieldDeclaration("shelf", .integer(), help: "The shelf.")]),
            help: "Where it stands."),
    ]
    private static let cover = FieldDeclaration("cover", .file, help: "A picture.")
    private static let record = Collection.recordField(of: books, named: "book").declaration
    private static let result =
        [FieldDeclaration("id", .integer(), help: "The id.", isRequired: true)] + allTypes

    private static func entry(
        _ path: [String], _ kind: CommandDeclaration.Kind, fields: [FieldDeclaration] = [],
        result: ResultShape = .object(result), collection: CollectionID? = books, module: String? = "library"
    ) -> CatalogEntry {
        CatalogEntry(
            path: path, module: module, collection: collection,
            declaration: CommandDeclaration(
                path.last ?? "", kind, summary: "Does it.", discussion: "At length.", fields: fields,
                result: result))
    }

    /// A command of every kind.
    static let entries: [CatalogEntry] = [
        entry(["library", "list"], .list, fields: allTypes, result: .page(result, columns: ["title"])),
        entry(["library", "show"], .show, fields: [record]),
        entry(["library", "add"], .add, fields: allTypes + [cover]),
        entry(
            ["library", "edit"], .edit,
            fields: [record]
                + allTypes.map { field in
                    var field = field
                    field.isRequired = false
                    return field
                }),
        entry(["library", "remove"], .remove, fields: [record], result: .removal),
        entry(["library", "summary"], .query, result: .list(result, columns: [])),
        entry(["library", "history"], .recordQuery, fields: [record], result: .removal),
        entry(["library", "tidy-up"], .action, result: .removal),
        entry(["library", "lend"], .recordAction, fields: [record, allTypes[0]]),
        entry(
            ["library", "reading-lists", "list"], .list, result: .page(result, columns: []),
            collection: shelves),
        entry(
            ["library", "scan"], .action,
            fields: [FieldDeclaration("picture", .file, help: "It.", isRequired: true)]),
        entry(["search"], .query, fields: [allTypes[13]], collection: nil, module: nil),
        entry(["tags", "add"], .action, fields: [allTypes[0]], collection: nil, module: nil),
    ]

    static let manifest = Manifest(
        id: "library", title: "Library", summary: "Keeps books.", version: "1.0.0", icon: "book")

    private func document(_ entries: [CatalogEntry] = entries) throws -> DataValue {
        try OpenAPI.document(entries, modules: [Self.manifest])
    }

    @Test(
        "Kinds become methods and paths",
        arguments: zip(
            entries,
            [
                "get /library", "get /library/{id}", "post /library", "patch /library/{id}",
                "delete /library/{id}",
                "get /library/summary", "get /library/{id}/history", "post /library/tidy-up",
                "post /library/{id}/lend",
                "get /library/reading-lists", "post /library/scan", "get /search", "post /tags/add",
            ]))
    func routes(entry: CatalogEntry, expected: String) throws {
        let route = entry.route
        #expect("\(route.method.rawValue) \(route.path)" == expected)
        let operation = try document().at("paths", route.path, route.method.rawValue)
        #expect(operation?.at("summary") == .text("Does it."))
        #expect(operation?.at("tags") == .list([.text(entry.module ?? "hub")]))
    }

    @Test("Every reference leads somewhere, and every operation has its own id")
    func references() throws {
        let document = try document()
        var references: Set<String> = []
        document.forEachObject { object in
            if let reference = object["$ref"]?.textValue { references.insert(reference) }
        }
        #expect(!references.isEmpty)
        for reference in references {
            let path = reference.split(separator: "/").dropFirst().map(String.init)
            #expect(document.at(path) != nil, "\(reference)")
        }
        var ids: [String] = []
        document.forEachObject { if let id = $0["operationId"]?.textValue { ids.append(id) } }
        #expect(ids.count == Self.entries.count)
        #expect(Set(ids).count == ids.count)
        #expect(ids.contains("libraryReadingListsList"))
    }

    @Test("Types, bounds, choices, defaults and nulls are described")
    func schemas() throws {
        let body = try #require(
            try document().at(
                "paths", "/library", "post", "requestBody", "content", "application/json", "schema"))
        let pages = try #require(body.at("properties", "pages"))
        #expect(pages.at("type") == .list([.text("integer"), .text("null")]))
        #expect(pages.at("minimum") == .integer(1))
        #expect(pages.at("maximum") == .integer(5000))
        #expect(pages.at("default") == .integer(100))
        let rating = try #require(body.at("properties", "rating"))
        #expect(rating.at("minimum") == .decimal(0) && rating.at("exclusiveMinimum") == nil)
        let weight = try #require(body.at("properties", "weight"))
        #expect(weight.at("minimum") == nil && weight.at("exclusiveMinimum") == .integer(0))
        #expect(weight.at("maximum") == .decimal(20))
        #expect(body.at("properties", "kind", "enum") == .list([.text("novel"), .text("essay"), .null]))
        #expect(body.at("properties", "title", "type") == .text("string"))
        #expect(body.at("properties", "authors", "items", "required") == .list([.text("name")]))
        #expect(body.at("required") == .list([.text("title")]))
        #expect(body.at("additionalProperties") == .bool(false))
        #expect(body.at("properties", "cover") == nil)
        let form = try #require(
            try document().at("paths", "/library", "post", "requestBody", "content", "multipart/form-data"))
        #expect(
            form.at("schema", "properties", "cover", "contentMediaType") == .text("application/octet-stream"))
        #expect(form.at("encoding", "authors", "contentType") == .text("application/json"))
    }

    @Test("In a query lists repeat, objects are JSON, and the record stands in the path")
    func parameters() throws {
        let parameters = try #require(try document().at("paths", "/library", "get", "parameters")?.listValue)
        func parameter(_ name: String) -> DataValue? { parameters.first { $0.at("name") == .text(name) } }
        #expect(parameter("tags")?.at("explode") == .bool(true))
        #expect(parameter("authors")?.at("content", "application/json", "schema", "type") == .text("array"))
        #expect(parameter("place")?.at("content", "application/json", "schema", "type") == .text("object"))
        #expect(parameter("title")?.at("required") == .bool(true))
        let path = try document().at("paths", "/library/{id}", "get", "parameters")?.listValue
        #expect(path?.map { $0.at("in") } == [.text("path"), .text("header")])
    }

    @Test("A required list has a value where each value is a parameter, or a part of a form")
    func requiredLists() throws {
        let people = FieldDeclaration("people", .list(.text), help: "Those it was with.", isRequired: true)
        let document = try OpenAPI.document(
            [
                Self.entry(["library", "met"], .query, fields: [people]),
                Self.entry(["library", "meet"], .action, fields: [people, Self.cover]),
            ], modules: [])
        let query = document.at("paths", "/library/met", "get", "parameters")?.listValue?.first
        #expect(query?.at("schema", "minItems") == .integer(1))
        let content = document.at("paths", "/library/meet", "post", "requestBody", "content")
        let form = content?.at("multipart/form-data", "schema", "properties", "people")
        #expect(form?.at("minItems") == .integer(1))
        let json = content?.at("application/json", "schema", "properties", "people")
        #expect(json?.at("maxItems") != nil && json?.at("minItems") == nil)
    }

    @Test("Results are pages, lists or objects, and records of a collection share one schema")
    func results() throws {
        let document = try document()
        let page = document.at(
            "paths", "/library", "get", "responses", "200", "content", "application/json", "schema")
        #expect(page?.at("required") == .list([.text("items"), .text("total"), .text("next")]))
        let record = DataValue.text("#/components/schemas/LibraryBooks")
        #expect(page?.at("properties", "items", "items", "$ref") == record)
        #expect(
            document.at(
                "paths", "/library", "post", "responses", "201", "content", "application/json", "schema",
                "$ref")
                == record)
        #expect(document.at("paths", "/library", "post", "responses", "409", "$ref") != nil)
        #expect(document.at("components", "responses", "Error503") != nil)
        let codes = ["Error", "Failure"].flatMap { name in
            document.at("components", "schemas", name, "properties", "error", "properties", "code", "enum")?
                .listValue ?? []
        }
        for code in AtriumError.Code.allCases { #expect(codes.contains(.text(code.rawValue)), "\(code)") }
        let error = document.at("components", "schemas", "Error", "properties", "error")
        // Only an ambiguous name has them.
        #expect(error?.at("required")?.listValue?.contains(.text("choices")) == false)
        let described = error?.at("properties", "choices", "items", "properties")?.objectValue?.names
        #expect(described == RecordChoice(field: "a", matchedText: "b", among: []).value.objectValue?.names)
    }

    @Test("A secret is only ever given, as a password")
    func secrets() throws {
        let secret = FieldDeclaration("password", .secret, help: "The password.", isRequired: true)
        let document = try OpenAPI.document(
            [Self.entry(["library", "lock"], .action, fields: [secret], module: nil)], modules: [])
        let schema = document.at(
            "paths", "/library/lock", "post", "requestBody", "content", "application/json", "schema",
            "properties", "password")
        #expect(schema?.at("format") == .text("password"))
        #expect(schema?.at("writeOnly") == .bool(true))
    }

    /// Declarations that say too little, or contradict themselves.
    static let poor: [CatalogEntry] = [
        entry(["library", "bad"], .query, result: .object([])),
        entry(["library", "bad"], .query, fields: [FieldDeclaration("o", .object([]), help: "")]),
        entry(["library", "bad"], .query, fields: [FieldDeclaration("f", .file, help: "")]),
        entry(["library", "bad"], .action, fields: [FieldDeclaration("f", .list(.file), help: "")]),
        entry(["library", "bad"], .query, fields: [FieldDeclaration("c", .choice([]), help: "")]),
        entry(["library", "bad"], .query, fields: [FieldDeclaration("s", .secret, help: "")]),
        entry(["library", "bad"], .list, fields: [FieldDeclaration("s", .secret, help: "")]),
        entry(["library", "bad"], .query, result: .object([FieldDeclaration("s", .secret, help: "")])),
        entry(["library", "bad"], .show),
        entry(["library", "bad"], .edit, fields: [allTypes[0]]),
        entry(["library", "bad"], .query, fields: [allTypes[0], allTypes[0]]),
        entry(["library", "bad"], .action, fields: [allTypes[0], allTypes[0]]),
        entry(
            ["library", "bad"], .query,
            fields: [FieldDeclaration("c", .choice(["a"]), help: "", defaultValue: .text("b"))]),
        entry(
            ["library", "bad"], .action,
            fields: [FieldDeclaration("n", .integer(1...2), help: "", defaultValue: .integer(3))]),
    ]

    @Test("A command that cannot be described is an error that names it", arguments: poor)
    func undescribable(entry: CatalogEntry) throws {
        let error = #expect(throws: AtriumError.self) { try document([entry]) }
        #expect(error?.code == .internal)
        #expect(error?.message.contains("library bad") == true)
    }

    @Test("Two commands of one route are an error")
    func collision() throws {
        let error = #expect(throws: AtriumError.self) { try document([Self.entries[0], Self.entries[0]]) }
        #expect(error?.message.contains("library list") == true)
    }

    @Test("Every error has a status that tells its kind")
    func statuses() {
        #expect(AtriumError.Code.allCases.allSatisfy { (400...599).contains($0.httpStatus) })
        #expect(AtriumError.Code.unavailable.httpStatus == 404)
        #expect(AtriumError.Code.tryAgain.httpStatus == 503)
    }

    @Test("The host's own commands can be described")
    func hostCommands() throws {
        let paths = try document(HostCommand.all.map(\.entry)).at("paths")?.objectValue?.names
        #expect(paths?.contains("/undo") == true)
    }

    @Test("What only a terminal may leave out is required")
    func requiredOverHTTP() throws {
        let document = try OpenAPI.document(HostCommand.all.map(\.entry), modules: [])
        func required(_ path: String) -> [DataValue] {
            document.at(
                "paths", path, "post", "requestBody", "content", "application/json", "schema", "required")?
                .listValue ?? []
        }
        #expect(required("/undo") == ["change"])
        for path in [
            "/tokens/add", "/feeds/add", "/users/add", "/users/invite", "/users/remove", "/users/password",
            "/hub/set",
        ] {
            #expect(required(path).contains("current"), "\(path)")
        }
        #expect(!required("/users/edit").contains("current"))
    }

    @Test("Lists that are given have a longest length")
    func lengths() throws {
        let content = try document().at("paths", "/library", "post", "requestBody", "content")
        for (type, length) in [
            ("application/json", ListLengths.any), ("multipart/form-data", ListLengths.inForm),
        ] {
            for field in ["tags", "authors"] {
                let longest = content?.at(type, "schema", "properties", field, "maxItems")
                #expect(longest == .integer(Int64(length)), "\(type), \(field)")
            }
        }
        let form = content?.at("multipart/form-data", "schema", "description")?.textValue
        #expect(form?.contains("\(ListLengths.formParts) parts") == true)
        #expect(try !(document().at("components", "schemas")?.json.contains("maxItems") ?? true))
    }

    @Test("What is not given again has its tag, and streams say where they go on")
    func headers() throws {
        let operations = [HubOperation.watchJob, .readAttachment].flatMap {
            DescribedOperation.all($0, modules: [], formats: [])
        }
        let document = try OpenAPI.document(Self.entries, operations: operations, modules: [Self.manifest])
        for path in ["/library", "/library/{id}", HubOperation.readAttachment.route.path] {
            let reference = document.at("paths", path, "get", "responses", "304", "headers", "ETag", "$ref")
            #expect(reference == "#/components/headers/ETag", "\(path)")
        }
        let parameters = document.at("paths", HubOperation.watchJob.route.path, "get", "parameters")?
            .listValue
        #expect(parameters?.contains { $0.at("name") == "Last-Event-ID" } == true)
    }
}

extension DataValue {
    fileprivate func at(_ path: String...) -> DataValue? { at(path) }

    fileprivate func at(_ path: [String]) -> DataValue? {
        path.reduce(Optional(self)) { $0?.objectValue?[$1] }
    }

    fileprivate func forEachObject(_ body: (DataObject) -> Void) {
        switch self {
        case .object(let object):
            body(object)
            for entry in object.entries { entry.value.forEachObject(body) }
        case .list(let values): for value in values { value.forEachObject(body) }
        default: break
        }
    }
}
