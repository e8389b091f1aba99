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
        Answer.json(bytes: try await job(id).snapshot.json)
    }

    func cancelJob(_ id: String) async throws -> Response {
        let job = try await job(id)
        guard !job.status.state.isFinal else {
            throw HTTPFailure(
                .conflict, "conflict", "the import has already ended",
                remedy: "undo it with POST /api/v1/imports/undo")
        }
        service.jobs.cancel(job)
        return Answer.json(bytes: job.snapshot.json, status: .accepted)
    }

    /// Goes on with the files of a rehearsal; what is not said now holds as it was said then.
    func applyJob(_ id: String) async throws -> Response {
        let job = try await job(id)
        guard let course = job.course else { throw HTTPFailure.notFound }
        let type = try RequestBodyReader.mediaType(visit.request)
        guard type == nil || type == Answer.jsonType else {
            throw HTTPFailure.unsupportedType(Answer.jsonType)
        }
        visit.welcomeBody()
        let body = try RequestBodyReader.object(
            try await RequestBodyReader.bytes(visit.request, limit: CommandAnswer.smallBody * 16))
        let operation = operation
        let input = try await service.perform(visit) { session in
            try TypedInput.check(body, session.fields(of: operation))
            return try session.jobInput(body, of: operation)
        }
        var plan = course.plan
        plan.values["dryRun"] = nil
        for entry in input.entries { plan.values[entry.name] = entry.value }
        let next = try await service.goOn(job, plan, visit)
        return Answer.begun(next)
    }

    /// What would become of each item of a rehearsal.
    func listItems(of id: String) async throws -> Response {
        let log = try await rehearsal(id).log
        let parameters = try visit.target.parameters()
        let operation = operation
        return Answer.json(
            try await service.perform(visit) { session in
                let values = try QueryInput.values(parameters, fields: session.fields(of: operation))
                let input = try session.jobInput(values, of: operation)
                let outcomes = input["outcome"]?.textValue.flatMap(ImportReport.Item.Outcome.init(rawValue:))
                let offset = Int(input["offset"]?.integerValue ?? 0)
                let numbers = log.numbers(
                    of: outcomes.map { [$0] }, offset: offset,
                    limit: Int(input["limit"]?.integerValue ?? 50))
                let total = outcomes.map { log.counts[$0] ?? 0 } ?? log.count
                let end = offset + numbers.count
                return .object([
                    "items": .list(try numbers.map { .object(try log.item($0)) }),
                    "total": .integer(Int64(total)),
                    "next": end < total && !numbers.isEmpty ? .integer(Int64(end)) : .null,
                ])
            })
    }

    /// The tables of a rehearsal whose columns nobody knows.
    func listColumns(of id: String) async throws -> Response {
        let tables = try await rehearsal(id).course.tables.map { table -> DataValue in
            .object([
                "path": .text(table.path), "known": .bool(table.isKnown), "module": .text(table.module),
                "map": .text(orNull: table.kept?.name),
                "columns": .list(
                    table.guesses.map { guess in
                        .object([
                            "column": .text(guess.column), "field": .text(orNull: guess.field),
                            "score": .decimal(guess.score),
                            "samples": .list(guess.samples.map(DataValue.text)),
                        ])
                    }), "fields": .list(table.fields.map { .text($0.name) }),
            ])
        }
        return Answer.json(.object(["items": .list(tables)]))
    }

    /// A rehearsal, which is kept for longer since somebody looks at it.
    private func rehearsal(_ id: String) async throws -> (course: ImportCourse, log: ItemLog) {
        let rehearsal = try await job(id).rehearsal
        rehearsal.course.touch(now: service.jobs.now())
        return rehearsal
    }

    /// A stream of events: one with each change of the job, comments as signs of life between them, and an end with the job's.
    func watchJob(_ id: String) async throws -> Response {
        let job = try await job(id)
        let seen = visit.request.headers[Self.lastEventID].flatMap { Int($0) }
        let present = job.snapshot
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
                    let snapshot = job.snapshot
                    // With the session or token that opened it, the stream ends too; the report is given to no other.
                    if snapshot.state.isFinal || asked.duration(to: .now) > .seconds(5) {
                        guard let principal = try? await operation.service.principal(behind: operation.visit),
                            job.isVisible(to: principal)
                        else { break }
                        asked = .now
                    }
                    guard snapshot.version != last else {
                        try await writer.write(ByteBuffer(string: ": waiting\n\n"))
                        continue
                    }
                    last = snapshot.version
                    try await writer.write(
                        ByteBuffer(
                            string: "event: \(snapshot.state.rawValue)\nid: \(snapshot.version)\n"
                                + "retry: 3000\ndata: "))
                    try await writer.write(inPieces: snapshot.json)
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
                .notFound, "not-found", "there is no import job with this id",
                remedy: "see GET /api/v1/jobs; for earlier imports, see GET /api/v1/imports/list")
        }
        return job
    }
}
