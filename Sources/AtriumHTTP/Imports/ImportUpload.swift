import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Takes files for an import: onto the vault's disk as they come, then to a job.
///
/// The files have no names, so that nothing is left of them however the upload or the server ends.
struct ImportUpload {
    let service: HubService
    let visit: Visit
    /// A field of a form and what it has to say, if it is there.
    var owner: (field: String, value: String)?

    /// The answer of the API: the job.
    func answer() async throws -> Response {
        let parameters = try visit.target.parameters()
        let job = try await begin { fields in
            let values = try QueryInput.values(parameters, fields: fields)
            try InputDecoder.refuseBlank(values, fields)
            return ImportCourse.Plan(values)
        }
        return Answer.begun(job)
    }

    /// Takes the files in, and begins a job.
    ///
    /// - Parameter plan: what is asked, of the fields of an import: before the files are sent.
    func begin(_ plan: @escaping @Sendable ([FieldDeclaration]) throws -> ImportCourse.Plan) async throws
        -> Job
    {
        try service.gate.requireCredential(visit)
        try RequestBodyReader.refuseCompressed(visit.request)
        let (service, request) = (service, visit.request)
        let isForm = request.headers[.contentType]?.lowercased().hasPrefix("multipart/") ?? false
        guard request.headers[.contentType]?.lowercased() != "application/x-www-form-urlencoded" else {
            throw HTTPFailure(
                .unsupportedMediaType, "unsupported-type", "the body is a form without files",
                remedy: "send the file itself as the body, or a multipart/form-data form")
        }
        // Who asks, whether they may, and whether what they ask makes sense: before the file is sent.
        let (user, limit, reservation, spool, asked) = try await service.perform(visit) { session in
            let limit = try service.uploadLimit()
            try RequestBodyReader.checkLength(request, limit: limit)
            let reservation = try service.jobs.reserve(for: session.user.id)
            let asked = try plan(session.importFields())
            let spool = try session.makeSpool()
            _ = try ImportWork.request(asked, [("", SpoolFile(name: "", spool))], session)
            return (session.user.id, limit, reservation, spool, asked)
        }
        let place = try service.uploading.enter(user)
        defer { place.leave() }
        visit.welcomeBody()
        let files =
            isForm ? try await receiveForm(spool, limit: limit) : try await receive(into: spool, asked, limit)
        return try await service.begin(
            ImportCourse(asked, files: files), for: visit, reservation: reservation)
    }

    /// The one file that is the body.
    private func receive(
        into spool: Spool, _ plan: ImportCourse.Plan, _ limit: Int
    ) async throws -> [(path: String, file: any ImportFile)] {
        try await forEachPiece(limit: limit) { piece in
            try piece.withUnsafeReadableBytes { try spool.append($0) }
        }
        guard spool.byteCount > 0 else {
            throw HTTPFailure(
                .unprocessableContent, "bad-data", "the body contains no file",
                remedy: "send the file itself as the body")
        }
        let name = plan.values["fileName"]?.textValue?.split(separator: "/").last.map(String.init) ?? "upload"
        return [(name, SpoolFile(name: name, spool))]
    }

    /// The files of a form, as many as there are.
    private func receiveForm(
        _ first: Spool, limit: Int
    ) async throws -> [(path: String, file: any ImportFile)] {
        let folder = first
        let sink = FilesOnDisk { try folder.another() }
        let reader = SharedReader(
            try MultipartReader(
                contentType: visit.request.headers[.contentType] ?? "", mostParts: FilesOnDisk.mostParts, sink
            ))
        try await forEachPiece(limit: limit) { try reader.read($0) }
        let received = try reader.finish().received
        if let owner, let sent = received.fields.last(named: owner.field), sent != owner.value {
            throw HTTPFailure(
                .forbidden, "not-permitted", "this form belongs to another user",
                remedy: "open the page again")
        }
        guard !received.files.isEmpty else {
            throw HTTPFailure(
                .unprocessableContent, "bad-data", "no file was chosen", remedy: "choose a file",
                field: "files")
        }
        return received.files
    }

    /// Hands the body on in pieces of some size, on threads that may wait for the disk.
    private func forEachPiece(
        limit: Int, _ take: @escaping @Sendable (ByteBuffer) throws -> Void
    ) async throws {
        var pending = ByteBuffer()
        var total = 0
        for try await piece in visit.request.body {
            total += piece.readableBytes
            guard total <= limit else { throw HTTPFailure.tooLarge(limit) }
            pending.writeImmutableBuffer(piece)
            if pending.readableBytes >= 1 << 18 {
                let full = pending
                pending = ByteBuffer()
                try await service.transfers.run { try take(full) }
            }
        }
        let rest = pending
        try await service.transfers.run { try take(rest) }
    }

    /// Takes a form apart on changing threads.
    private final class SharedReader: Sendable {
        private let reader: Mutex<MultipartReader<FilesOnDisk>>

        init(_ reader: MultipartReader<FilesOnDisk>) { self.reader = Mutex(reader) }

        func read(_ bytes: ByteBuffer) throws {
            try reader.withLock { try $0.read(bytes.readableBytesView) }
        }

        func finish() throws -> FilesOnDisk { try reader.withLock { try $0.finish() } }
    }
}
