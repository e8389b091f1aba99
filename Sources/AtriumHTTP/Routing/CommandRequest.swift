import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore

/// What a request asks of a command: its input, read and taken apart, not yet checked against the declaration.
struct CommandRequest: Sendable {
    /// What a JSON object holds at most: read, it takes many times as much memory.
    static let jsonLimit = 2 << 20
    /// What a form holds at most, files included; what is no file in it is bounded as JSON is.
    private static let formLimit = 64 << 20
    /// What is read of a body that means nothing.
    private static let unusedLimit = 1 << 16

    var values: DataObject
    var files: [String: UploadedFile] = [:]

    /// The body of a request for a command, in memory once.
    struct Body: Sendable {
        /// What it is.
        enum Content: Sendable {
            case bytes(ByteBuffer)
            /// A form, or what is wrong with it.
            case form(Result<MultipartForm, HTTPFailure>)
        }

        let content: Content
        /// What is taken as long as it is in memory; nil where it is small.
        let place: Places.Place?
    }

    /// How large the body of a request for a command may be.
    static func bodyLimit(of entry: CatalogEntry, _ request: Request) -> Int {
        guard entry.route.hasBody else { return unusedLimit }
        return isForm(request) && !files(of: entry).isEmpty ? formLimit : jsonLimit
    }

    private static func isForm(_ request: Request) -> Bool {
        request.headers[.contentType]?.lowercased().hasPrefix("multipart/form-data") ?? false
    }

    /// The fields of a command that are files.
    static func files(of entry: CatalogEntry) -> Set<String> {
        Set(entry.declaration.fields.filter { $0.type == .file }.map(\.name))
    }

    /// Reads the body.
    ///
    /// - Throws: ``HTTPFailure`` with status 413.
    static func body(
        of entry: CatalogEntry, _ request: Request, _ place: Places.Place? = nil
    ) async throws -> Body {
        let limit = bodyLimit(of: entry, request)
        guard limit == formLimit else {
            let bytes = try await RequestBodyReader.bytes(request, limit: limit)
            return Body(content: .bytes(bytes), place: place)
        }
        let form = try await RequestBodyReader.form(
            request, limit: limit, files: files(of: entry), textLimit: jsonLimit)
        return Body(content: .form(form), place: place)
    }

    /// Reads the input of a command from the path, the query and the body.
    ///
    /// - Throws: ``HTTPFailure``: 400 or 415.
    init(_ entry: CatalogEntry, record: String?, _ visit: Visit, body: Body) throws {
        var fields = entry.declaration.fields
        let recordField = entry.declaration.kind.takesRecord ? fields.removeFirst() : nil
        let parameters = try visit.target.parameters()
        if entry.route.hasBody {
            if let first = parameters.first {
                throw HTTPFailure(
                    .badRequest, "usage", "query parameters are not supported here",
                    remedy: "send the fields in the body", field: first.name)
            }
            (values, files) = try Self.input(
                body.content, visit.request, fields: fields, files: Self.files(of: entry),
                isEdit: entry.declaration.kind == .edit)
        } else {
            // A body of a request that takes none has no meaning (RFC 9110 section 9.3.1).
            values = try QueryInput.values(parameters, fields: fields)
        }
        if let recordField {
            guard values[recordField.name] == nil else {
                throw HTTPFailure(
                    .badRequest, "usage", "“\(recordField.name)” is already in the path",
                    remedy: "leave it out", field: recordField.name)
            }
            values[recordField.name] = .text(record ?? "")
        }
    }

    private static func input(
        _ body: Body.Content, _ request: Request, fields: [FieldDeclaration], files fileNames: Set<String>,
        isEdit: Bool
    ) throws -> (DataObject, [String: UploadedFile]) {
        let types =
            ["application/json"] + (isEdit ? ["application/merge-patch+json"] : [])
            + (fileNames.isEmpty ? [] : ["multipart/form-data"])
        let type = try RequestBodyReader.mediaType(request)
        if let type, !types.contains(type) {
            throw HTTPFailure.unsupportedType(types.joined(separator: ", "))
        }
        switch body {
        case .bytes(let bytes):
            guard type != nil || bytes.readableBytes == 0 else {
                throw HTTPFailure.unsupportedType(types.joined(separator: ", "))
            }
            guard type != nil else { return ([:], [:]) }
            let values = try RequestBodyReader.object(bytes)
            try TypedInput.check(values, fields)
            return (values, [:])
        case .form(let form): return try input(form.get(), fields: fields, fileNames)
        }
    }

    private static func input(
        _ form: MultipartForm, fields: [FieldDeclaration], _ fileNames: Set<String>
    ) throws -> (DataObject, [String: UploadedFile]) {
        var files: [String: UploadedFile] = [:]
        var words: [(name: String, value: String)] = []
        for part in form.parts {
            if fileNames.contains(part.name) {
                if part.isNotChosen { continue }
                guard files[part.name] == nil else {
                    throw HTTPFailure(
                        .badRequest, "usage", "“\(part.name)” is given twice", remedy: "give it once",
                        field: part.name)
                }
                let name = part.fileName ?? ""
                files[part.name] = UploadedFile(
                    name: name.isEmpty ? "file" : name, content: part.content)
            } else if let text = String(validating: part.content, as: UTF8.self) {
                words.append((part.name, text))
            } else {
                throw HTTPFailure(
                    .badRequest, "usage", "“\(part.name)” is not UTF-8", remedy: "send text", field: part.name
                )
            }
        }
        return (
            try QueryInput.values(words, fields: fields, longestList: ListLengths.inForm), files
        )
    }
}
