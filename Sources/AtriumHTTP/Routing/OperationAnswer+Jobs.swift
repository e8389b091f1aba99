import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

extension OperationAnswer {
    /// The jobs within reach, without their reports, which may be long.
    func listJobs() async throws -> Response {
        let jobs = service.jobs.jobs(for: try await service.principal(visit))
        return Answer.json(.object(["items": .list(jobs.map { .object($0.summary) })]))
    }

    func showJob(_ id: String) async throws -> Response {
        Answer.json(bytes: try await job(id).told.json)
    }

    func cancelJob(_ id: String) async throws -> Response {
        let job = try await job(id)
        guard !job.status.state.isFinal else {
            throw HTTPFailure(
                .conflict, "conflict", "the import has ended already",
                remedy: "take back what it did with POST /api/v1/imports/undo")
        }
        service.jobs.cancel(job)
        return Answer.json(bytes: job.told.json, status: .accepted)
    }

    /// A stream of events: one with each change of the job, comments as signs of life between them, and an end with the job's.
    func watchJob(_ id: String) async throws -> Response {
        let job = try await job(id)
        let seen = visit.request.headers[Self.lastEventID].flatMap { Int($0) }
        let present = job.told
        // HTML, section 9.2.3: a client that has seen the end comes again unless it is told that there is no more.
        if present.state.isFinal, seen == present.version { return Answer.empty(.noContent) }
        let place = try service.watching.enter(job.user)
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        let operation = self
        let body = ResponseBody { writer in
            try await withGracefulShutdownHandler {
                defer { place.leave() }
                var last = seen
                var asked = ContinuousClock.now
                for await _ in job.changes() {
                    let told = job.told
                    // With the session or token that opened it, the stream ends too; the report is given to no other.
                    if told.state.isFinal || asked.duration(to: .now) > .seconds(5) {
                        guard let principal = try? await operation.service.principal(behind: operation.visit),
                            job.isWithinReach(of: principal)
                        else { break }
                        asked = .now
                    }
                    guard told.version != last else {
                        try await writer.write(ByteBuffer(string: ": waiting\n\n"))
                        continue
                    }
                    last = told.version
                    try await writer.write(
                        ByteBuffer(
                            string: "event: \(told.state.rawValue)\nid: \(told.version)\nretry: 3000\ndata: ")
                    )
                    try await writer.write(inPieces: told.json)
                    try await writer.write(ByteBuffer(string: "\n\n"))
                }
                try await writer.finish(nil)
            } onGracefulShutdown: {
                job.dismissWatchers()
            }
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    private static let lastEventID = FieldNames.name("Last-Event-ID")

    /// A job within reach of whoever asks; another is as if it were not there.
    private func job(_ id: String) async throws -> Job {
        let principal = try await service.principal(visit)
        guard let job = service.jobs.job(id, for: principal) else {
            throw HTTPFailure(
                .notFound, "not-found", "there is no import under way with this id",
                remedy: "see GET /api/v1/jobs; what earlier imports did is under GET /api/v1/imports/list")
        }
        return job
    }
}
