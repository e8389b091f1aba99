import AtriumHost
import AtriumSDK
import Dispatch
import Foundation
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import AtriumHTTP

/// What is kept of jobs, and for how long.
@Suite(.fewServers) struct JobTests {
    /// A clock that tests move.
    private final class Clock: Sendable {
        private let instant = Mutex(Date(timeIntervalSince1970: 0))
        var now: Date { instant.withLock { $0 } }
        func advance(_ seconds: Double) { instant.withLock { $0 += seconds } }
    }

    private let clock = Clock()
    private let jobs: Jobs

    init() {
        let clock = clock
        jobs = Jobs(now: { clock.now }) { _ in .internalError }
    }

    /// Does a job with a report of some length to its end.
    private func finish(user: Int64, report: Int) async throws -> Job {
        let job = try jobs.add(user: user) { _ in .text(String(repeating: "x", count: report)) }
        for await _ in job.changes() {}
        #expect(job.status.state == .done)
        return job
    }

    private func ids(of user: Int64) throws -> Set<String> {
        Set(jobs.all(of: user).map(\.id))
    }

    @Test func reportsAreForgottenAfterATime() async throws {
        let old = try await finish(user: 1, report: 1)
        clock.advance(Jobs.keptTime / 2)
        let new = try await finish(user: 1, report: 1)
        clock.advance(Jobs.keptTime / 2 + 1)
        #expect(try ids(of: 1) == [old.id, new.id])
        jobs.forgetOld()
        #expect(try ids(of: 1) == [new.id])
    }

    /// However many users there are: the reports of all together are bounded, and the oldest go first.
    @Test func reportsAreForgottenByTheirLength() async throws {
        let size = Jobs.keptBytes / 3
        var made: [Job] = []
        for user in 1...4 { made.append(try await finish(user: Int64(user), report: size)) }
        jobs.forgetOld()
        #expect(try ids(of: 1).isEmpty)
        #expect(try ids(of: 2).isEmpty)
        #expect(try ids(of: 3) == [made[2].id])
        #expect(try ids(of: 4) == [made[3].id])
    }

    /// The place of a job is kept from before its file is sent.
    @Test func placesAreKeptForWhatIsOnItsWay() throws {
        var reservations: [Jobs.Reservation] = []
        for _ in 0..<Jobs.openLimit { reservations.append(try jobs.reserve(for: 1)) }
        #expect(throws: HTTPFailure.self) { try jobs.reserve(for: 1) }
        #expect(throws: HTTPFailure.self) { try jobs.add(user: 1) { _ in .null } }
        #expect(throws: Never.self) { try jobs.reserve(for: 2) }
        // The last one's file has come.
        let last = reservations.last
        #expect(throws: Never.self) { try jobs.add(user: 1, reservation: last) { _ in .null } }
        reservations = []
    }

    /// What stands for a user is not kept longer than the job works.
    @Test func whatAJobWasAskedForWithGoesWithItsEnd() async throws {
        final class Bearer: Sendable {}
        let gate = DispatchSemaphore(value: 0)
        weak var kept: Bearer?
        let made: [Job] = try {
            let bearer = Bearer()
            kept = bearer
            let first = try jobs.add(user: 1, checkRights: { _ = bearer }) { _ in
                gate.wait()
                return .null
            }
            let waiting = try jobs.add(user: 1, checkRights: { _ = bearer }) { [bearer] _ in
                _ = bearer
                return .null
            }
            return [first, waiting]
        }()
        #expect(kept != nil)
        jobs.cancel(made[1])
        gate.signal()
        for job in made { for await _ in job.changes() {} }
        #expect(kept == nil)
    }

    @Test func whatIsToldIsPrintedOnceForEachChange() async throws {
        let job = try await finish(user: 1, report: 1000)
        let (first, second) = (job.snapshot, job.snapshot)
        #expect(first.version == second.version)
        first.json.withUnsafeReadableBytes { one in
            second.json.withUnsafeReadableBytes { other in #expect(one.baseAddress == other.baseAddress) }
        }
        let value = try DataValue(json: Data(first.json.readableBytesView)).objectValue
        #expect(value?["state"] == .text("done"))
        #expect(value?["report"]?.textValue?.count == 1000)
        #expect(job.summary["report"] == nil)
    }

    /// A browser that has seen the end asks once more, and is told that there is nothing to come.
    @Test func eventsHaveNumbersAndAnEnd() async throws {
        let server = try TestServer()
        let path =
            try await server.send(.post, "/api/v1/import", body: Array("notes:\nu|x\n".utf8))
            .headers[.location] ?? ""
        let events = try await server.send(.get, path + "/events").text.components(separatedBy: "\n\n")
            .filter { $0.hasPrefix("event: ") }
        let ids = events.compactMap { $0.split(separator: "\n").first { $0.hasPrefix("id: ") }?.dropFirst(4) }
        #expect(ids.count == events.count && !ids.isEmpty)
        #expect(events.allSatisfy { $0.contains("\nretry: 3000\n") })
        let name = FieldNames.name("Last-Event-ID")
        let last = String(try #require(ids.last))
        #expect(try await server.send(.get, path + "/events", headers: [name: last]).status == 204)
        #expect(
            try await server.send(.get, path + "/events", headers: [name: "0"]).text.contains("event: done\n")
        )
    }

    /// The list tells of jobs, not of all that they did.
    ///
    /// Of many items some are named, the others counted.
    @Test func listsHaveNoReports() async throws {
        let server = try TestServer()
        let count = ImportWork.itemLimit + 5
        let lines = (0..<count).map { "u\($0)|n\n" }.joined()
        let answer = try await server.send(
            .post, "/api/v1/import?verbose=true&dryRun=true", body: Array(("notes:\n" + lines).utf8))
        let path = try #require(answer.headers[.location])
        _ = try await server.send(.get, path + "/events")
        let report = try await server.send(.get, path).json["report"]?.objectValue
        #expect(report?["items"]?.listValue?.count == ImportWork.itemLimit)
        #expect(report?["omittedItems"] == .integer(5))
        let item = try await server.send(.get, "/api/v1/jobs").json["items"]?.listValue?.first?.objectValue
        #expect(item?["state"] == .text("done"))
        #expect(item?["report"] == nil)
    }

    /// Exports that take long keep neither the pieces of others' files waiting, nor the word that the server is ready.
    @Test func whatTakesLongHasThreadsOfItsOwn() async throws {
        let server = try TestServer()
        let service = server.service
        let hold = DispatchSemaphore(value: 0)
        let held = Mutex<[Task<Void, any Error>]>([])
        for user in 1...8 as ClosedRange<Int64> {
            let task = Task { try await service.exports.run(for: user) { hold.wait() } }
            held.withLock { $0.append(task) }
        }
        #expect(try await server.send(.get, "/ready", token: "").status == 200)
        let answer = try await server.send(.post, "/api/v1/import", body: Array("notes:\nu|x\n".utf8))
        #expect(answer.status == 202)
        for _ in 0..<8 { hold.signal() }
        for task in held.withLock({ $0 }) { try await task.value }
    }
}
