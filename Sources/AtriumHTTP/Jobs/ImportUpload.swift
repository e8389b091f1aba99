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
        let credential = try gate.requireCredential(visit)
        let parameters = try visit.target.parameters()
        try RequestBodyReader.refuseCompressed(visit.request)
        try refuseForm()
        let (jobs, request) = (service.jobs, visit.request)
        // Who asks, whether they may, and whether what they ask makes sense: before the file is sent.
        let (user, limit, spool, reservation) = try await service.perform(visit) { session in
            let limit = try gate.hub.accounts().number(of: .uploadMegabytes) * 1_000_000
            try RequestBodyReader.checkLength(request, limit: limit)
            let reservation = try jobs.reserve(for: session.user.id)
            let spool = try session.makeSpool()
            _ = try Self.request(parameters, spool, session)
            return (session.user.id, limit, spool, reservation)
        }
        let place = try service.uploading.enter(user)
        defer { place.leave() }
        visit.welcomeBody()
        try await receive(into: spool, limit: limit)
        // The session may have ended, or the token been revoked, while the file came; and once more while the job waited.
        let scope = try await service.perform(visit) { session in
            try session.principal.requireReach(of: .importFile)
            return session.principal.scope
        }
        let principal: @Sendable () throws -> Principal = {
            let principal = try gate.principal(behind: credential)
            try principal.requireReach(of: .importFile)
            return principal
        }
        let job = try service.jobs.add(
            user: user, modules: scope.modules, reservation: reservation,
            checkRights: { _ = try principal() }
        ) { job in
            try gate.withSession(of: principal()) { session in
                job.setInterruption { session.interrupt() }
                defer { job.setInterruption(nil) }
                let request = try Self.request(parameters, spool, session)
                let observer = ImportObserver(progress: Self.tell(job), principal: principal)
                return try session.importFiles(request, observer: observer).value(
                    spelling: gate.hub.registry.textOverHTTP)
            }
        }
        return Answer.json(
            bytes: job.told.json, status: .accepted, headers: [.location: "\(Route.base)/jobs/\(job.id)"])
    }

    /// Refuses what a form sends: the file would be imported with what stands around it.
    private func refuseForm() throws {
        let type = visit.request.headers[.contentType]?.lowercased() ?? ""
        guard !type.hasPrefix("multipart/"), type != "application/x-www-form-urlencoded" else {
            throw HTTPFailure(
                .unsupportedMediaType, "unsupported-type", "the body is a form",
                remedy: "send the file as it is as the body")
        }
    }

    private static func request(
        _ parameters: [(name: String, value: String)], _ spool: Spool, _ session: Session
    ) throws -> ImportRequest {
        let fields = try session.importFields()
        let values = try QueryInput.values(parameters, fields: fields)
        try InputDecoder.refuseBlank(values, fields)
        let name = values["fileName"]?.textValue?.split(separator: "/").last.map(String.init) ?? "upload"
        var request = try session.importRequest(values, file: SpoolFile(name: name, spool))
        request.maximumItems = itemLimit
        request.maximumIssues = itemLimit
        request.maximumEntries = entryLimit
        return request
    }

    /// How many items a report names where it is asked to name them, and how many issues: it is kept in memory.
    static let itemLimit = 10_000
    /// How many files an archive may hold: the report has each of them.
    static let entryLimit = 20_000

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

    /// Tells of an import's progress, and ends one that is to stop.
    private static func tell(_ job: Job) -> (ImportProgress) throws -> Void {
        { progress in
            if job.isCancelled { throw ImportCancelled() }
            job.update { status in
                // What was read of the last file stays told while the vault settles the rest.
                guard progress.isFinishing, status.progress != nil else {
                    status.progress = progress
                    return
                }
                status.progress?.isFinishing = true
            }
        }
    }
}
