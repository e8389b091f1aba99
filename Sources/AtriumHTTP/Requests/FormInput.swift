package import AtriumHost
package import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore

/// What a form of a page sends (HTML, section 4.10.21): its fields in order, and its files.
package struct FormInput: Sendable {
    /// How many fields are taken.
    static let mostFields = 4000
    /// How large a form of somebody may be who is not known: a log-in, with what they had typed before.
    package static let limitOfNobody = 256 << 10
    /// How large a form without files may be: a long text, and what stands around it.
    static let limit = 18 << 20
    /// How large one with files may be.
    static let limitWithFiles = 64 << 20

    /// The fields in order; a name may stand several times.
    package var fields: [(name: String, value: String)] = []
    /// The files that were chosen, by field.
    package var files: [String: UploadedFile] = [:]

    /// The last value of a field: of a checkbox's hidden twin and the checkbox, the checkbox's.
    package subscript(name: String) -> String? { fields.last(named: name) }

    /// What is taken as long as the form is in memory; nil for a small one.
    private var place: Places.Place?

    /// Reads what a browser sends.
    ///
    /// - Parameter limit: how many bytes are taken.
    /// - Throws: ``HTTPFailure``: 413 for what is too large, 415 for a body that is no form, 400 for one that is broken.
    package init(_ visit: Visit, limit: Int) async throws {
        try await self.init(visit, limit: limit, files: [], place: nil)
    }

    init(_ visit: Visit, limit: Int, files fileNames: Set<String>, place: Places.Place?) async throws {
        self.place = place
        switch try RequestBodyReader.mediaType(visit.request) {
        case "application/x-www-form-urlencoded":
            visit.welcomeBody()
            let bytes = try await RequestBodyReader.bytes(visit.request, limit: min(limit, Self.limit))
            // Counted first: what they become takes many times as much memory.
            guard bytes.readableBytesView.count(where: { $0 == UInt8(ascii: "&") }) < Self.mostFields else {
                throw MultipartForm.tooMany
            }
            fields = try Self.pairs(String(decoding: bytes.readableBytesView, as: UTF8.self)[...])
        case "multipart/form-data":
            visit.welcomeBody()
            let form = try await RequestBodyReader.form(
                visit.request, limit: limit, files: fileNames, textLimit: min(limit, Self.limit)
            ).get()
            for part in form.parts { try add(part, fileNames) }
        default:
            throw HTTPFailure.unsupportedType("application/x-www-form-urlencoded, multipart/form-data")
        }
    }

    private mutating func add(_ part: MultipartForm.Part, _ fileNames: Set<String>) throws {
        guard !fileNames.contains(part.name) else {
            if part.isNotChosen { return }
            files[part.name] = UploadedFile(
                name: part.fileName.flatMap { $0.isEmpty ? nil : $0 } ?? "file", content: part.content)
            return
        }
        // Of somebody who is not known, no file is kept.
        if part.fileName != nil { return }
        guard let text = String(validating: part.content, as: UTF8.self) else { throw MultipartForm.broken }
        fields.append((part.name, text))
    }

    /// The fields of a query or of a body that is written like one.
    package static func pairs(_ text: Substring) throws -> [(name: String, value: String)] {
        try RequestTarget.parameters(of: text)
    }
}

extension HubService {
    /// Reads a form of somebody who is known; what is not small is read for who may send it, and in a place.
    ///
    /// - Parameter entry: the command that it is for; nil for a setting.
    /// - Throws: ``HTTPFailure``, and `AtriumError` if they may not run the command.
    package func form(
        _ visit: Visit, of principal: Principal, for entry: CatalogEntry?
    ) async throws -> FormInput {
        let files = entry.map(CommandRequest.files) ?? []
        let length = visit.request.headers[.contentLength].flatMap { Int($0) }
        let isSmall = length.map { $0 <= CommandAnswer.smallBody } ?? false
        if isSmall, !visit.isWaitingToSend {
            return try await FormInput(visit, limit: CommandAnswer.smallBody, files: files, place: nil)
        }
        if let entry { try await perform(visit) { try $0.require(entry) } }
        let places = files.isEmpty ? reading : readingForms
        return try await FormInput(
            visit, limit: files.isEmpty ? FormInput.limit : FormInput.limitWithFiles, files: files,
            place: try places.enter(principal.user.id))
    }
}
