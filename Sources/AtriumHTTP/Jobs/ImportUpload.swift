import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore

/// Takes a file for an import: onto the vault's disk as it comes, then to a job.
///
/// The file has no name, so that nothing is left of it however the upload or the server ends.
struct ImportUpload {
    let service: HubService
    let visit: Visit

    func answer() async throws -> Response {
        let (gate, visit) = (service.gate, visit)
        try gate.requireCredentials(visit)
        let parameters = try visit.target.parameters()
        _ = try RequestBodyReader.mediaType(visit.request)
        // Who asks, whether they may, and whether what they ask makes sense: before the file is sent.
        let (limit, spool) = try await service.commands.run {
            let principal = try gate.principal(visit)
            let limit = try gate.hub.accounts().number(of: .uploadMegabytes) * 1_000_000
            try RequestBodyReader.checkLength(visit.request, limit: limit)
            return try gate.withSession(of: principal) { session in
                let spool = try session.makeSpool()
                _ = try Self.request(parameters, spool, session)
                return (limit, spool)
            }
        }
        let place = try service.uploading.enter()
        defer { place.leave() }
        try await receive(into: spool, limit: limit)
        // The session may have ended, or the token been revoked, while the file came.
        let principal = try await service.commands.run { try gate.principal(visit) }
        let request = try await service.commands.run {
            try principal.requireReach(of: .importFile)
            return try gate.withSession(of: principal) { try Self.request(parameters, spool, $0) }
        }
        let job = try service.jobs.add(user: principal.user.id, modules: principal.scope.modules) { job in
            try gate.withSession(of: principal) { try Self.run(request, $0, job) }
        }
        return Answer.json(
            .object(job.value), status: .accepted, headers: [.location: "\(Route.base)/jobs/\(job.id)"])
    }

    private static func request(
        _ parameters: [(name: String, value: String)], _ spool: Spool, _ session: Session
    ) throws -> ImportRequest {
        let values = try QueryInput.values(parameters, fields: session.importFields())
        let name = values["fileName"]?.textValue.flatMap { $0.split(separator: "/").last.map(String.init) }
        return try session.importRequest(values, file: SpoolFile(name: name ?? "upload", spool))
    }

    private func receive(into spool: Spool, limit: Int) async throws {
        var pending = ByteBuffer()
        var total = 0
        for try await piece in visit.request.body {
            total += piece.readableBytes
            guard total <= limit else { throw HTTPFailure.tooLarge(limit) }
            pending.writeImmutableBuffer(piece)
            if pending.readableBytes >= 1 << 18 {
                let full = pending
                pending = ByteBuffer()
                try await service.transfers.run { try full.withUnsafeReadableBytes { try spool.append($0) } }
            }
        }
        let rest = pending
        try await service.transfers.run { try rest.withUnsafeReadableBytes { try spool.append($0) } }
        guard total > 0 else {
            throw HTTPFailure.malformed(
                "there is no file in the body", remedy: "send the file as it is as the body")
        }
    }

    private static func run(_ request: ImportRequest, _ session: Session, _ job: Job) throws -> DataValue {
        let observer = ImportObserver(progress: { progress in
            if job.isCancelled { throw ImportCancelled() }
            job.update { $0.progress = progress }
        })
        return try session.importFiles(request, observer: observer).value
    }
}
