import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird

/// Runs a declared command for a request and answers with its result.
struct CommandAnswer {
    /// From how many bytes on a body is read only for a caller who is known to be let in.
    private static let bodyBeforeCheck = 1 << 16

    let service: HubService
    let visit: Visit
    let entry: CatalogEntry

    /// The answer.
    ///
    /// - Parameter record: what stands in the path in place of `{id}`.
    func make(_ record: String?) async throws -> Response {
        let (gate, visit, entry) = (service.gate, visit, entry)
        try gate.requireCredentials(visit)
        // Without a length, a body is sent in pieces and can be of any size.
        let length = visit.request.headers[.contentLength].flatMap { Int($0) }
        let isLong =
            length.map { $0 > Self.bodyBeforeCheck } ?? visit.request.headers.contains(.transferEncoding)
        if isLong { _ = try await service.commands.run { try gate.principal(visit) } }
        let input = try await CommandRequest(
            entry, record: record, target: visit.target, request: visit.request)
        let precondition = try self.precondition()
        return try await service.commands.run {
            let value = try gate.withSession(visit) {
                try $0.run(entry, values: input.values, files: input.files, precondition: precondition)
            }
            return try Self.response(value, entry, visit.request)
        }
    }

    /// The state in which the client has seen the record, where it says so.
    private func precondition() throws -> RecordVersion? {
        guard let field = visit.request.headers[.ifMatch] else { return nil }
        guard entry.declaration.kind.writes, entry.declaration.kind.takesRecord else { return nil }
        return try EntityTags(field).strong.map(RecordVersion.init(tags:))
    }

    private static func response(_ value: DataValue, _ entry: CatalogEntry, _ request: Request) throws
        -> Response
    {
        let json = value.json
        switch entry.declaration.kind {
        case .list, .show, .query, .recordQuery:
            return try Answer.conditional(json, tag: RecordVersion.tag(of: json), request)
        case .add:
            guard let id = value.objectValue?["id"]?.integerValue else {
                return Answer.json(text: json, status: .created)
            }
            let location = "\(Route.base)\(Route(entry).path)/\(id)"
            return Answer.json(text: json, status: .created, headers: [.location: location])
        case .edit, .remove, .action, .recordAction: return Answer.json(text: json)
        }
    }
}
