import Foundation
import GRDB
import Hummingbird
import Logging
import NIOCore

/// `twin VAULT PORT`: three routes over a vault of Atrium's, written by hand as one would without Atrium.
///
/// They run the queries that Atrium runs for the same answers, on connections opened alike, and give the same JSON. They
/// know no accounts, no tokens, no modules and no entity tags. `run_http.py` compares answers before it measures.
@main
struct Twin {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let port = Int(arguments[2]) else {
            FileHandle.standardError.write(Data("usage: twin VAULT PORT\n".utf8))
            exit(64)
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.maximumReaderCount = 4
        let pool = try DatabasePool(path: arguments[1], configuration: configuration)
        let people = try await pool.read { db in try CollectionNumber(db) }

        let router = Router()
        router.get("people") { request, _ in
            let limit = request.uri.queryParameters.get("limit", as: Int.self) ?? 100
            return try await json(pool) { try PersonList.json(limit: limit, people: people.number, $0) }
        }
        router.get("people/:id") { _, context in
            let id = try context.parameters.require("id", as: Int64.self)
            return try await json(pool) { try PersonRecord.json(id: id, people: people.number, $0) }
        }
        router.get("search") { request, _ in
            let text = request.uri.queryParameters.get("text") ?? ""
            return try await json(pool) { try Search(db: $0, people: people).json(text, limit: 20) }
        }
        var logger = Logger(label: "twin")
        logger.logLevel = .warning
        try await Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            logger: logger
        ).runService()
    }

    /// The answer with what a read gives; 404 where it gives nothing.
    private static func json(
        _ pool: DatabasePool, _ body: @escaping @Sendable (Database) throws -> JSONText?
    ) async throws -> Response {
        guard let text = try await pool.read(body) else { throw HTTPError(.notFound) }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: text.bytes)))
    }
}

/// By which numbers the vault knows its collections.
struct CollectionNumber: Sendable {
    /// The number of people.
    let number: Int64
    /// Those of all collections that a search looks in.
    let all: [Int64]

    init(_ db: Database) throws {
        number =
            try Int64.fetchOne(db, sql: "SELECT id FROM host_collection WHERE name = 'connections/people'")
            ?? 0
        all = try Int64.fetchAll(db, sql: "SELECT id FROM host_collection ORDER BY id")
    }
}
