package import AtriumSDK
import HTTPTypes
import NIOCore

/// What a form of a page sends (HTML, section 4.10.21): its fields in order, and its files.
package struct FormInput: Sendable {
    /// How many fields are taken.
    static let mostFields = 4000
    /// How large a form without files may be: a long text, and what stands around it.
    static let limit = 18 << 20
    /// How large one with files may be.
    static let limitWithFiles = 64 << 20

    /// The fields in order; a name may stand several times.
    package var fields: [(name: String, value: String)] = []
    /// The files that were chosen, by field.
    package var files: [String: UploadedFile] = [:]

    /// Makes an empty form.
    package init() {}

    /// The last value of a field: of a checkbox's hidden twin and the checkbox, the checkbox's.
    package subscript(name: String) -> String? { fields.last { $0.name == name }?.value }

    /// Reads what a browser sends.
    ///
    /// - Parameter files: the fields that are files.
    /// - Throws: ``HTTPFailure``: 413 for what is too large, 415 for a body that is no form, 400 for one that is broken.
    package init(_ visit: Visit, files fileNames: Set<String> = []) async throws {
        switch try RequestBodyReader.mediaType(visit.request) {
        case "application/x-www-form-urlencoded":
            visit.welcomeBody()
            let bytes = try await RequestBodyReader.bytes(visit.request, limit: Self.limit)
            fields = try Self.pairs(String(decoding: bytes.readableBytesView, as: UTF8.self)[...])
        case "multipart/form-data":
            visit.welcomeBody()
            let form = try await RequestBodyReader.form(
                visit.request, limit: fileNames.isEmpty ? Self.limit : Self.limitWithFiles, files: fileNames,
                textLimit: Self.limit
            ).get()
            for part in form.parts {
                guard !fileNames.contains(part.name) else {
                    if !part.isNotChosen {
                        files[part.name] = UploadedFile(
                            name: part.fileName.flatMap { $0.isEmpty ? nil : $0 } ?? "file",
                            content: part.content)
                    }
                    continue
                }
                // A browser sends no other file than one of the form's fields, and text as UTF-8.
                guard part.fileName == nil, let text = String(validating: part.content, as: UTF8.self) else {
                    throw MultipartForm.broken
                }
                fields.append((part.name, text))
            }
        default:
            throw HTTPFailure.unsupportedType("application/x-www-form-urlencoded, multipart/form-data")
        }
        guard fields.count <= Self.mostFields else { throw MultipartForm.tooMany }
    }

    /// The fields of a query or of a body that is written like one.
    package static func pairs(_ text: Substring) throws -> [(name: String, value: String)] {
        try RequestTarget.parameters(of: text)
    }
}
