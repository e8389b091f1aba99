import AtriumHost
import AtriumSDK
import Foundation
import HTTPTypes
import Testing

@testable import AtriumHTTP

/// Two users at once: neither's answers ever hold what is the other's.
@Suite struct IsolationTests {
    @Test(arguments: [UInt64(1), 2, 3]) func neitherSeesTheOthersData(seed: UInt64) async throws {
        let server = try TestServer()
        let users = [
            (name: "ada", token: server.ada, mark: "ADASMARK"),
            (name: "bob", token: server.bob, mark: "BOBSMARK"),
        ]
        for user in users {
            for number in 1...3 { _ = try await server.addNote("\(user.mark) \(number)", token: user.token) }
            let begun = try await server.send(
                .post, "/api/v1/import?fileName=\(user.mark).ics",
                body: Array("notes:\n\(user.mark)|\(user.mark)\n".utf8), token: user.token)
            let location = try #require(begun.headers[HTTPField.Name.location])
            _ = try await server.send(.get, location + "/events", token: user.token)
        }
        var random = Numbers(state: seed)
        for _ in 0..<150 {
            let isFirst = random.next(2) == 0
            let (user, other) = (users[isFirst ? 0 : 1], users[isFirst ? 1 : 0])
            let (method, path, json) = Self.call(&random, other: other.mark, mine: user.mark)
            let answer = try await server.send(method, path, json: json, token: user.token)
            #expect(answer.status < 500, "\(method) \(path): \(answer.text)")
            // A request for the other's record finds nothing; the error may quote what was asked for.
            if path.contains(other.mark) {
                #expect(answer.status == 404, "\(method) \(path): \(answer.text)")
            } else {
                #expect(!answer.text.contains(other.mark), "\(method) \(path)")
            }
        }
        for user in users {
            let other = users.first { $0.name != user.name }?.mark ?? ""
            let list = try await server.send(.get, "/api/v1/notes?limit=1000", token: user.token)
            #expect(list.text.contains(user.mark))
            #expect(!list.text.contains(other))
        }
    }

    /// A call of some command with some ids, the other's among them.
    private static func call(
        _ random: inout Numbers, other: String, mine: String
    ) -> (HTTPRequest.Method, String, String?) {
        let base = "/api/v1"
        let record = [String(random.next(9)), "\(other)%201", other, "%2E%2E", "0", "-1"][random.next(6)]
        switch random.next(16) {
        case 0: return (.get, "\(base)/notes", nil)
        case 1: return (.get, "\(base)/notes/\(record)", nil)
        case 2: return (.post, "\(base)/notes", #"{"title":"\#(mine) new"}"#)
        case 3: return (.patch, "\(base)/notes/\(record)", #"{"stars":\#(random.next(6))}"#)
        case 4: return (.delete, "\(base)/notes/\(record)", nil)
        case 5: return (.get, "\(base)/search?text=MARK", nil)
        case 6: return (.get, "\(base)/export/notes", nil)
        case 7: return (.get, "\(base)/imports/list", nil)
        case 8: return (.get, "\(base)/imports/show?run=\(random.next(3))&verbose=true", nil)
        case 9: return (.get, "\(base)/history", nil)
        case 10: return (.post, "\(base)/undo", "{}")
        case 11: return (.get, "\(base)/jobs", nil)
        case 12:
            return (.post, "\(base)/tags/add", #"{"record":"notes/\#(random.next(5))","tag":"\#(mine)"}"#)
        case 13: return (.get, "\(base)/tags/list", nil)
        case 14: return (.get, "\(base)/settings/list", nil)
        default: return (.get, "\(base)/session", nil)
        }
    }

    /// Numbers that are the same in every run (xorshift64*).
    private struct Numbers {
        var state: UInt64

        mutating func next(_ bound: Int) -> Int {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
        }
    }
}
