import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore

/// Runs a declared command for a request and answers with its result.
struct CommandAnswer {
    /// From how many bytes on a body is read only for a caller who may send it, and in a place.
    static let smallBody = 1 << 16

    let service: HubService
    let visit: Visit
    let entry: CatalogEntry

    /// The answer.
    ///
    /// What the caller does not have, or may not do, is refused before anything is said of their input.
    /// - Parameter record: what stands in the path in place of `{id}`.
    func make(_ record: String?) async throws -> Response {
        try service.gate.requireCredential(visit)
        let (visit, entry) = (visit, entry)
        // Until its command has ended, the body keeps its place: also one that goes on when nobody waits for it any more.
        let body = try await body()
        let confirmation = try await confirmation(record, body)
        let workers = service.workers(for: entry)
        let service = service
        do {
            return try await service.perform(visit, on: workers, writes: entry.writesVault) { session in
                // Before the answer: whoever sends one form after the other never has two.
                defer { body.place?.leave() }
                let outcome = try Self.namingAsInPath(entry) {
                    try session.run(entry) {
                        var input = try Self.input(entry, record, visit, body)
                        input.confirmation = confirmation
                        return input
                    }
                }
                return try Self.response(outcome, entry, visit.request, session, service)
            }
        } catch let error where !(error is CancellationError) {
            // It may have been refused before it began.
            body.place?.leave()
            throw error
        }
    }

    /// Does something; what it throws of the record that stands in the path names that as the path does.
    private static func namingAsInPath<Result>(
        _ entry: CatalogEntry, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch var error as AtriumError {
            guard let name = entry.declaration.subject?.name else { throw error }
            if error.field == name { error.field = Route.recordName }
            error.choices = error.choices.map { $0.renaming(name, to: Route.recordName) }
            throw error
        }
    }

    /// What the request brings, read where its caller has the command and may run it.
    private static func input(
        _ entry: CatalogEntry, _ record: String?, _ visit: Visit, _ body: CommandRequest.Body
    ) throws -> CommandInput {
        try Negotiation.require(Answer.jsonType, visit.request)
        let kind = entry.declaration.kind
        let precondition =
            try kind.writes ? Conditions.ofWrite(visit.request, isOnRecord: kind.takesRecord) : nil
        let request = try CommandRequest(entry, record: record, visit, body: body)
        var input = CommandInput(request.values, files: request.files)
        input.precondition = precondition
        input.wantsVersion = true
        return input
    }

    /// Checks the present password where one is given, on the threads for that: what the command does then costs no hash.
    private func confirmation(_ record: String?, _ body: CommandRequest.Body) async throws -> Confirmation? {
        guard entry.mayConfirm, entry.effort != .hashing else { return nil }
        let (visit, entry) = (visit, entry)
        let password = try await service.perform(visit) { session in
            try session.require(entry)
            return try Self.input(entry, record, visit, body).values[CatalogEntry.passwordField]?.textValue
        }
        guard let password else { return nil }
        return try await service.perform(visit, on: service.hashing) { try $0.confirmation(password) }
    }

    /// The body; what is not small is read for a caller who may send it, and in a place.
    private func body() async throws -> CommandRequest.Body {
        let limit = CommandRequest.bodyLimit(of: entry, visit.request)
        // Without a length, a body is sent in pieces and can be of any size.
        let length = visit.request.headers[.contentLength].flatMap { Int($0) }
        let isSmall =
            length.map { $0 <= Self.smallBody } ?? !visit.request.headers.contains(.transferEncoding)
        if isSmall, !visit.isWaitingToSend {
            return try await CommandRequest.body(of: entry, visit.request)
        }
        let entry = entry
        let user = try await service.perform(visit) { session in
            try session.require(entry)
            return session.user.id
        }
        let places = limit > CommandRequest.jsonLimit ? service.readingForms : service.reading
        let place = try places.enter(user)
        visit.welcomeBody()
        return try await CommandRequest.body(of: entry, visit.request, place)
    }

    private static func response(
        _ outcome: CommandOutcome, _ entry: CatalogEntry, _ request: Request, _ session: Session,
        _ service: HubService
    ) throws -> Response {
        let value = outcome.value
        guard entry.declaration.kind.writes else {
            return try service.answer(value, to: request, of: session)
        }
        var headers = HTTPFields()
        if let version = outcome.version { headers[.eTag] = "\"\(version)\"" }
        let isAddition = entry.declaration.kind == .add
        if isAddition, let id = value.objectValue?["id"]?.integerValue {
            headers[.location] = "\(Route.base)\(entry.route.path)/\(id)"
        }
        return try service.answer(
            value.jsonBytes, of: session, status: isAddition ? .created : .ok, headers: headers,
            isWritten: true)
    }
}
