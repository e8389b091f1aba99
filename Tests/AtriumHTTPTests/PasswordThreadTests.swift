import AtriumSDK
import Dispatch
import HTTPTypes
import Synchronization
import Testing

@testable import AtriumHTTP
@testable import AtriumHost

/// Threads that hash passwords do nothing else, so that nothing else keeps people from logging in and confirming.
@Suite(.fewServers, .timeLimit(.minutes(10))) struct PasswordThreadTests {
    let server: TestServer
    private let headers: HTTPFields

    init() async throws {
        // Longer than any test.
        server = try TestServer(patience: 3600)
        let accounts = try server.hub.accounts()
        let logIn = try await accounts.logIn(
            LogInRequest(name: "ada", password: TestServer.password, address: "192.0.2.1", userAgent: ""))
        headers = [.cookie: "atrium=\(logIn.secret)", CrossSite.mark: "test"]
    }

    private func post(_ path: String, _ json: String) async throws -> TestServer.Answer {
        try await server.send(.post, "/api/v1/" + path, json: json, token: "", headers: headers)
    }

    private final class Count: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }

        func add() { count.withLock { $0 += 1 } }
    }

    /// Has all threads that hash be busy until it is signalled.
    private func holdHashing(_ group: inout ThrowingTaskGroup<Void, any Error>) async -> DispatchSemaphore {
        let hold = DispatchSemaphore(value: 0)
        let (begun, continuation) = AsyncStream<Void>.makeStream()
        for user in [901, 902] as [Int64] {
            group.addTask { [server] in
                try await server.service.hashing.run(for: user) {
                    continuation.yield()
                    hold.wait()
                }
            }
        }
        var beginnings = begun.makeAsyncIterator()
        for _ in 0..<2 { _ = await beginnings.next() }
        return hold
    }

    @Test func whatNeedsNoPasswordWaitsForNone() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let hold = await holdHashing(&group)
            #expect(try await post("users/edit", #"{"displayName":"Ada"}"#).status == 200)
            // What is refused without looking at a password, too.
            #expect(try await post("tokens/add", #"{"name":"phone"}"#).status == 400)
            for _ in 0..<2 { hold.signal() }
            try await group.waitForAll()
        }
    }

    @Test func whatIsConfirmedIsDone() async throws {
        let wrong = try await post("tokens/add", #"{"name":"phone","current":"no such password"}"#)
        #expect(wrong.status == 422)
        #expect(wrong.error["field"] == .text("current"))
        let right = #""current":"\#(TestServer.password)""#
        #expect(try await post("tokens/add", #"{"name":"phone",\#(right)}"#).status == 200)
        #expect(try await post("users/edit", #"{"email":"a@example.org",\#(right)}"#).status == 200)
        #expect(try await post("users/remove", #"{"name":"bob","yes":true,\#(right)}"#).status == 200)
        let new = #"{"password":"another horse battery",\#(right)}"#
        #expect(try await post("users/password", new).status == 200)
        #expect(try await post("tokens/add", #"{"name":"laptop",\#(right)}"#).status == 422)
    }

    /// A removal waits for whoever has the vault; that is no reason for others to wait with their passwords.
    @Test func removalsKeepNobodysPasswordWaiting() async throws {
        let hub = server.hub
        let accounts = try hub.accounts()
        let users = try ["carol", "dave"].map { try hub.addUser($0) }
        _ = try accounts.edit(hub.user(named: "bob"), UserChanges(isAdmin: true))
        let other = try await accounts.logIn(
            LogInRequest(name: "bob", password: TestServer.password, address: "192.0.2.2", userAgent: ""))
        let leases = try users.map {
            try hub.lease(Principal(user: $0, means: .terminal, scope: .everything))
        }
        let cookies = [headers, [.cookie: "atrium=\(other.secret)", CrossSite.mark: "test"]]
        let right = #""current":"\#(TestServer.password)""#
        let answered = Count()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for (user, headers) in zip(users, cookies) {
                group.addTask { [server] in
                    let answer = try await server.send(
                        .post, "/api/v1/users/remove",
                        json: #"{"name":"\#(user.name)","yes":true,\#(right)}"#, token: "", headers: headers)
                    answered.add()
                    return answer.status
                }
            }
            while try !users.allSatisfy({ try accounts.isShutOut($0.id) }) { await Task.yield() }
            #expect(try await post("tokens/add", #"{"name":"phone",\#(right)}"#).status == 200)
            // They wait still: what was asked for in between has not waited for them.
            #expect(answered.value == 0)
            for lease in leases { lease.release() }
            for try await status in group { #expect(status == 200) }
        }
        #expect(try hub.users().map(\.name) == ["ada", "bob"])
    }
}
