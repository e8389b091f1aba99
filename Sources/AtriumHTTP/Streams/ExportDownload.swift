package import AtriumHost
package import AtriumSDK
import HTTPTypes
package import Hummingbird
import NIOCore

/// Sends what the vault holds: in constant memory, and no faster than the client takes it.
struct ExportDownload {
    let service: HubService
    let visit: Visit

    /// A module's records, as the query asks for them.
    func answer(module: String) async throws -> Response {
        let parameters = try visit.target.parameters()
        return try await answer(module: module) { session in
            func last(_ name: String) -> String? { parameters.last(named: name) }
            let fields = try session.exportFields(
                module: module, collection: last("collection"), format: last("format"))
            return try QueryInput.values(parameters, fields: fields)
        }
    }

    /// A module's records, as an input asks for them.
    ///
    /// - Parameter input: gives the declared input of the export.
    func answer(
        module: String, _ input: @escaping @Sendable (Session) throws -> DataObject
    ) async throws -> Response {
        let visit = visit
        let (request, file, principal) = try await service.perform(visit) { session in
            let request = try session.exportRequest(try input(session), module: module)
            let file = try session.exportedFile(request)
            try Negotiation.require(file.format.mediaType, visit.request)
            return (request, file, session.principal)
        }
        return try await answer(request, of: principal, headers: Self.headers(file.format, file.name))
    }

    /// The whole vault, in the form that the query asks for.
    func answerAll() async throws -> Response {
        try await answer(HubOperation.vaultForm(QueryInput.values(visit.target.parameters(), fields: [])))
    }

    /// The whole vault in a form.
    func answer(_ form: VaultForm) async throws -> Response {
        try Negotiation.require(form.mediaType, visit.request)
        let (gate, exports) = (service.gate, service.exports)
        let principal = try await service.principal(visit)
        try principal.requireScope(of: .exportAll)
        let place = try service.downloading.enter(principal.user.id)
        let file = try await visit.withCancellation { cancellation in
            try await exports.run(for: principal.user.id) {
                try cancellation.check()
                return try gate.withSession(of: principal) {
                    try $0.makeVaultFile(form, checking: cancellation.check)
                }
            }
        }
        return try response(
            of: file, place,
            headers: [
                .contentType: form.mediaType,
                .contentDisposition: ContentDisposition.attachment(file.name),
            ])
    }

    /// The content of an attachment, under the file name that a record gives it.
    ///
    /// It never changes: its name is its hash, and so is its tag.
    func answer(attachment sha256: String) async throws -> Response {
        let values = try QueryInput.values(visit.target.parameters(), fields: [])
        let name = try HubOperation.readAttachment.decodeOpen(values).values["name"]?.textValue
        let (found, user) = try await service.perform(visit) { session in
            (try session.attachment(sha256, named: name), session.user.id)
        }
        try Negotiation.require(found.mediaType, visit.request)
        var headers: HTTPFields = [.eTag: "\"\(sha256)\"", .cacheControl: "private, no-cache"]
        if try Conditions.isNotModified(visit.request, tag: sha256) {
            return Answer.empty(.notModified, headers: headers)
        }
        let place = try service.downloading.enter(user)
        headers[.contentType] = found.mediaType
        headers[.contentDisposition] = ContentDisposition.attachment(
            found.name, orIfEmpty: String(sha256.prefix(16)))
        return try response(of: found.file, place, headers: headers)
    }

    /// An export: written to the vault's disk first, so that no client, however slow, keeps a thread or the vault's log.
    ///
    /// Where that disk has no room or may not be written, it is given as it is made.
    func answer(
        _ request: ExportRequest, of principal: Principal, headers: HTTPFields
    ) async throws -> Response {
        let place = try service.downloading.enter(principal.user.id)
        let download = self
        return try await visit.withCancellation { cancellation in
            do {
                let file = try await download.spooled(request, of: principal, cancellation)
                return try download.response(of: file, place, headers: headers)
            } catch let error as AtriumError where Spool.isWithoutRoom(error) {
                return try await download.stream(
                    request, of: principal, place, cancellation, headers: headers)
            }
        }
    }

    /// Writes an export to the vault's disk, as long as it is wanted.
    private func spooled(
        _ request: ExportRequest, of principal: Principal, _ cancellation: RequestCancellation
    ) async throws -> SpoolFile {
        let gate = service.gate
        return try await service.exports.run(for: principal.user.id) {
            try cancellation.check()
            return try gate.withSession(of: principal) { session in
                let spool = try session.makeSpool()
                _ = try session.export(request) { bytes in
                    try cancellation.check()
                    try bytes.withUnsafeBytes { try spool.append($0) }
                }
                return SpoolFile(name: "", spool)
            }
        }
    }

    /// Gives a file, a piece at a time, as the client takes it.
    private func response(
        of file: any ImportFile, _ place: Places.Place, headers: HTTPFields
    ) throws -> Response {
        Response(status: .ok, headers: headers, body: try service.fileBody(file, place))
    }

    /// Begins an export and waits for its first bytes, so that what is wrong with it is still an answer of its own.
    private func stream(
        _ request: ExportRequest, of principal: Principal, _ place: Places.Place,
        _ cancellation: RequestCancellation, headers: HTTPFields
    ) async throws -> Response {
        let bridge = ByteBridge()
        let gate = service.gate
        // A client that reads slowly keeps one of these threads at most as long as the server lets answers lie.
        let (exports, failures) = (service.exports, service.failures)
        Task {
            do {
                try await exports.run(for: principal.user.id) {
                    try gate.withSession(of: principal) { session in
                        _ = try session.export(request) { bytes in
                            try cancellation.check()
                            try bridge.send(bytes)
                        }
                    }
                }
                bridge.finish(.success(()))
            } catch {
                // The answer has begun: nobody but the log can be told.
                if !(error is ByteBridge.Abandoned || error is RequestCancellation.Cancelled) {
                    _ = failures.failure(error, request: "export")
                }
                bridge.finish(.failure(error))
            }
        }
        let reader = ByteBridgeReader(bridge)
        let first = try await reader.next()
        let body = ResponseBody { writer in
            defer { place.leave() }
            if let first { try await writer.write(first) }
            while let piece = try await reader.next() { try await writer.write(piece) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// The type and the name of a file: neither is made of what users have written.
    static func headers(_ format: FormatID, _ name: String) -> HTTPFields {
        let charset = format.mediaType.hasPrefix("text/") ? "; charset=utf-8" : ""
        return [
            .contentType: format.mediaType + charset,
            .contentDisposition: ContentDisposition.attachment(name),
        ]
    }
}

extension HubService {
    /// A module's records as a file to keep, for a surface's own form.
    ///
    /// - Parameter input: gives the declared input of the export; what it throws is thrown.
    /// - Throws: ``HTTPFailure``, and `AtriumError` for what is wrong with the input: nothing was sent then.
    package func download(
        _ visit: Visit, module: String, _ input: @escaping @Sendable (Session) throws -> DataObject
    ) async throws -> Response {
        try await ExportDownload(service: self, visit: visit).answer(module: module, input)
    }

    /// The whole vault as a file to keep.
    ///
    /// - Throws: ``HTTPFailure``; `AtriumError` where not all of it is within reach, or the disk has no room.
    package func downloadVault(_ visit: Visit, as form: VaultForm) async throws -> Response {
        try await ExportDownload(service: self, visit: visit).answer(form)
    }

    /// A file as a body that is given a piece at a time, as the client takes it.
    ///
    /// - Parameter place: what is held until the client has all of it.
    func fileBody(_ file: any ImportFile, _ place: Places.Place?) throws -> ResponseBody {
        let transfers = transfers
        let reader = SharedReader(try file.open())
        return ResponseBody(contentLength: file.byteCount.map { Int($0) }) { writer in
            defer { place?.leave() }
            while let piece = try await transfers.run({ try reader.next() }) { try await writer.write(piece) }
            try await writer.finish(nil)
        }
    }

    /// Reads a file a piece at a time.
    private final class SharedReader: Sendable {
        // One task takes one piece after the other: never two at once.
        nonisolated(unsafe) private var reader: any ImportFileReader

        init(_ reader: any ImportFileReader) { self.reader = reader }

        func next() throws -> ByteBuffer? {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
            return count == 0 ? nil : ByteBuffer(bytes: buffer.prefix(count))
        }
    }
}
