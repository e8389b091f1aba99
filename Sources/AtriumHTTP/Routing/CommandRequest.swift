import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore

/// What a request asks of a command: its input, read and taken apart, not yet checked against the declaration.
struct CommandRequest: Sendable {
    /// What a JSON object holds at most: read, it takes many times as much memory.
    static let jsonLimit = 2 << 20
    /// What a form holds at most, files included.
    private static let formLimit = 64 << 20
    /// What is read of a body that means nothing.
    private static let unusedLimit = 1 << 16

    var values: DataObject
    var files: [String: UploadedFile] = [:]

    /// How large the body of a request for a command may be.
    static func bodyLimit(of entry: CatalogEntry, _ request: Request) -> Int {
        guard entry.route.hasBody else { return unusedLimit }
        let isForm = request.headers[.contentType]?.lowercased().hasPrefix("multipart/form-data") ?? false
        return isForm && entry.declaration.fields.contains { $0.type == .file } ? formLimit : jsonLimit
    }

    /// Reads the input of a command from the path, the query and the body.
    ///
    /// - Throws: ``HTTPFailure``: 400 or 415.
    init(_ entry: CatalogEntry, record: String?, _ visit: Visit, body: ByteBuffer) throws {
        var fields = entry.declaration.fields
        let recordField = entry.declaration.kind.takesRecord ? fields.removeFirst() : nil
        let parameters = try visit.target.parameters()
        if entry.route.hasBody {
            if let first = parameters.first {
                throw HTTPFailure(
                    .badRequest, "usage", "the query is not read here", remedy: "send the fields in the body",
                    field: first.name)
            }
            (values, files) = try Self.input(
                body, visit.request, fields: fields, isEdit: entry.declaration.kind == .edit)
        } else {
            // A body of a request that takes none has no meaning (RFC 9110 section 9.3.1).
            values = try QueryInput.values(parameters, fields: fields)
        }
        if let recordField {
            guard values[recordField.name] == nil else {
                throw HTTPFailure(
                    .badRequest, "usage", "“\(recordField.name)” stands in the path already",
                    remedy: "leave it out", field: recordField.name)
            }
            values[recordField.name] = .text(record ?? "")
        }
    }

    private static func input(
        _ bytes: ByteBuffer, _ request: Request, fields: [FieldDeclaration], isEdit: Bool
    ) throws -> (DataObject, [String: UploadedFile]) {
        let fileNames = Set(fields.filter { $0.type == .file }.map(\.name))
        let types =
            ["application/json"] + (isEdit ? ["application/merge-patch+json"] : [])
            + (fileNames.isEmpty ? [] : ["multipart/form-data"])
        let type = try RequestBodyReader.mediaType(request)
        if let type, !types.contains(type) {
            throw HTTPFailure.unsupportedType(types.joined(separator: ", "))
        }
        guard let type else {
            guard bytes.readableBytes == 0 else {
                throw HTTPFailure.unsupportedType(types.joined(separator: ", "))
            }
            return ([:], [:])
        }
        guard type == "multipart/form-data" else {
            let values = try RequestBodyReader.object(bytes)
            try TypedInput.check(values, fields)
            return (values, [:])
        }
        let form = try MultipartForm(bytes, contentType: request.headers[.contentType] ?? "")
        var files: [String: UploadedFile] = [:]
        var words: [(name: String, value: String)] = []
        for part in form.parts {
            if fileNames.contains(part.name) {
                guard files[part.name] == nil else {
                    throw HTTPFailure(
                        .badRequest, "usage", "“\(part.name)” is given twice", remedy: "give it once",
                        field: part.name)
                }
                files[part.name] = UploadedFile(name: part.fileName ?? "file", content: part.content)
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
