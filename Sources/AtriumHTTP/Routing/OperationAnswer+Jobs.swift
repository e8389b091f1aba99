import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

extension OperationAnswer {
    func listJobs() async throws -> Response {
        let principal = try await principal()
        return Answer.json(
            .object(["items": .list(service.jobs.jobs(for: principal).map { .object($0.value) })]))
    }

    func showJob(_ id: String) async throws -> Response {
        Answer.json(.object(try await job(id).value))
    }

    func cancelJob(_ id: String) async throws -> Response {
        let job = try await job(id)
        guard !job.status.state.isFinal else {
            throw HTTPFailure(
                .conflict, "conflict", "the import has ended already",
                remedy: "take back what it did with POST /api/v1/imports/undo")
        }
        service.jobs.cancel(job)
        return Answer.json(.object(job.value), status: .accepted)
    }

    /// A stream of events: one with each change of the job, comments as signs of life between them, and an end with the job's.
    func watchJob(_ id: String) async throws -> Response {
        let job = try await job(id)
        let place = try service.watching.enter(job.user)
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        let operation = self
        let body = ResponseBody { writer in
            try await withGracefulShutdownHandler {
                defer { place.leave() }
                var last = ""
                var asked = ContinuousClock.now
                for await _ in job.changes() {
                    let status = job.status
                    // With the session or token that opened it, the stream ends too; the report is given to no other.
                    if status.state.isFinal || asked.duration(to: .now) > .seconds(5) {
                        guard let principal = try? await operation.principal(),
                            job.isWithinReach(of: principal)
                        else { break }
                        asked = .now
                    }
                    let json = DataValue.object(job.value).json
                    let text =
                        json == last ? ": waiting\n\n" : "event: \(status.state.rawValue)\ndata: \(json)\n\n"
                    last = json
                    try await writer.write(ByteBuffer(string: text))
                }
                try await writer.finish(nil)
            } onGracefulShutdown: {
                job.dismissWatchers()
            }
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Who asks; a share of theirs is not needed, nor their vault.
    func principal() async throws -> Principal {
        let (gate, visit) = (service.gate, visit)
        return try await service.commands.run { try gate.principal(visit) }
    }

    /// A job within reach of whoever asks; another is as if it were not there.
    private func job(_ id: String) async throws -> Job {
        let principal = try await principal()
        guard let job = service.jobs.job(id, for: principal) else {
            throw HTTPFailure(
                .notFound, "not-found", "there is no import under way with this id",
                remedy: "see GET /api/v1/jobs; what earlier imports did is under GET /api/v1/imports/list")
        }
        return job
    }
}

extension Job {
    /// What is told of it.
    var value: DataObject {
        let status = status
        var progress = DataValue.null
        if let done = status.progress {
            progress = .object([
                "file": .text(done.path), "bytes": .integer(done.bytes),
                "byteCount": .integer(orNull: done.byteCount),
                "items": .integer(Int64(done.items)), "finishing": .bool(done.isFinishing),
            ])
        }
        let error = status.failure.map { failure in
            DataValue.object([
                "code": .text(failure.code), "message": .text(failure.message),
                "remedy": .text(failure.remedy),
                "field": .text(orNull: failure.field),
            ])
        }
        return [
            "id": .text(id), "state": .text(status.state.rawValue), "createdAt": .text(createdAt),
            "finishedAt": .text(orNull: status.finishedAt), "progress": progress,
            "report": status.report ?? .null, "error": error ?? .null,
        ]
    }
}
