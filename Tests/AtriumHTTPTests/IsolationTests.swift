import AtriumHost
import AtriumSDK
import Dispatch
import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import AtriumHTTP
@testable import AtriumHost

/// Two users at once: neither's answers ever hold what is the other's.
///
/// What each calls is right, and most of it succeeds; some of it names the other's records, jobs, attachments, changes and
/// imports by what they are really called.
@Suite(.fewServers) struct IsolationTests {
    @Test(arguments: [UInt64(1), 2, 3]) func neitherSeesTheOthersData(seed: UInt64) async throws {
        let server = try TestServer()
        let ada = try await Player(server, "ada", mark: "ADASMARK", token: server.ada)
        let bob = try await Player(server, "bob", mark: "BOBSMARK", token: server.bob)
        async let first = ada.play(against: bob, seed: seed)
        async let second = bob.play(against: ada, seed: seed &+ 100)
        for (player, tally) in try await [(ada, first), (bob, second)] {
            for call in Call.allCases {
                #expect(tally.done[call, default: 0] > 0, "\(player.name): no \(call) succeeded")
                if call.namesSomething {
                    #expect(tally.foreign[call, default: 0] > 0, "\(player.name): no \(call) of the other's")
                }
            }
            #expect(tally.refused * 10 <= tally.own, "\(player.name): \(tally.refused) of \(tally.own)")
            // Whoever wrote to a vault is its user.
            let history = try await player.items("/history?limit=1000")
            #expect(Set(history.compactMap { $0["actor"]?.textValue }) == [player.name])
            let notes = try await player.send(.get, "/notes?limit=1000").text
            #expect(notes.contains(player.mark) && !notes.contains(player == ada ? bob.mark : ada.mark))
        }
    }

    /// What a player can do.
    enum Call: CaseIterable {
        case list, add, search, echo, export, backup, importFile, imports, history, jobs, addTag, tags,
            settings
        case session, modules, attach
        case show, edit, star, remove, readAttachment, showJob, watchJob, cancelJob, undo, showImport, tag

        /// Whether it names something that the other has too.
        var namesSomething: Bool {
            switch self {
            case .show, .edit, .star, .remove, .readAttachment, .showJob, .watchJob, .cancelJob, .undo,
                .showImport,
                .tag:
                true
            default: false
            }
        }
    }

    /// What came of the calls of a player.
    struct Tally {
        var done: [Call: Int] = [:]
        var foreign: [Call: Int] = [:]
        var own = 0
        var refused = 0
    }

    /// One of the users, and what they have from the beginning.
    struct Player: Sendable, Equatable {
        let server: TestServer
        let name: String
        let mark: String
        let token: String
        /// A note that stays.
        private(set) var note: Int64 = 0
        private(set) var job = ""
        private(set) var run: Int64 = 0
        private(set) var change: Int64 = 0
        var attachment: String { AttachmentContent.name(of: Array("\(mark) picture".utf8)) }

        static func == (first: Player, second: Player) -> Bool { first.name == second.name }

        init(_ server: TestServer, _ name: String, mark: String, token: String) async throws {
            (self.server, self.name, self.mark, self.token) = (server, name, mark, token)
            try await attach()
            _ = try await importNote("first")
            // From here on what is the one's is called as nothing of the other's is: numbers begin elsewhere.
            let start = name == "ada" ? 100_000 : 200_000
            try await server.hub.open(user: name).vault.pool.write { db in
                try db.execute(sql: "UPDATE sqlite_sequence SET seq = ?", arguments: [start])
            }
            job = try await importNote("second")
            note = try #require(try await attach().json["id"]?.integerValue)
            run = try #require(try await items("/imports/list").first?["run"]?.integerValue)
            change = try #require(try await items("/history?limit=1").first?["id"]?.integerValue)
            try #require(min(note, run, change) > start)
        }
    }

    /// Numbers that are the same in every run (xorshift64*).
    struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 0x2545_F491_4F6C_DD1D
        }
    }
}

extension IsolationTests.Player {
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, json: String? = nil, body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> TestServer.Answer {
        try await server.send(
            method, "/api/v1" + path, json: json, body: body.map { Array($0.utf8) }, token: token,
            headers: headers)
    }

    func items(_ path: String) async throws -> [DataObject] {
        (try await send(.get, path).json["items"]?.listValue ?? []).compactMap(\.objectValue)
    }

    /// Adds a note with a picture.
    @discardableResult
    func attach() async throws -> TestServer.Answer {
        let part = "--X\r\nContent-Disposition: form-data; name="
        return try await send(
            .post, "/notes",
            body: "\(part)\"title\"\r\n\r\n\(mark) with a picture\r\n"
                + "\(part)\"picture\"; filename=\"a.png\"\r\n\r\n\(mark) picture\r\n--X--\r\n",
            headers: [.contentType: "multipart/form-data; boundary=X"])
    }

    /// Imports a note, waits for the end, and gives the job's id.
    func importNote(_ title: String) async throws -> String {
        let begun = try await send(
            .post, "/import?fileName=\(mark).ics", body: "notes:\n\(mark)-\(title)|\(mark) \(title)\n")
        let job = try #require(begun.json["id"]?.textValue, "\(begun.text)")
        let events = try await send(.get, "/jobs/\(job)/events").text
        try #require(events.contains("event: done"), "\(events)")
        try await waitForJobs()
        return job
    }

    /// Waits until no job is at work: it keeps the vault a little longer than it says, and writes are refused meanwhile.
    private func waitForJobs() async throws {
        let user = try server.hub.user(named: name).id
        try await TestServer.wait("a job goes on") { !server.service.jobs.isAtWork(for: user) }
    }

    /// Makes every call a few times, in any order, some of them about what is the other's.
    func play(against other: Self, seed: UInt64) async throws -> IsolationTests.Tally {
        var random = IsolationTests.Numbers(state: seed)
        var tally = IsolationTests.Tally()
        for round in 0..<6 {
            for call in IsolationTests.Call.allCases.shuffled(using: &random) {
                // Each at least once as it should be, and once as it should not.
                let isForeign =
                    call.namesSomething && (round == 1 || round > 1 && Bool.random(using: &random))
                let answer = try await make(call, naming: isForeign ? other : self, round: round)
                let content = call == .backup ? try unpacked(answer.bytes) : answer.text
                #expect(!content.contains(other.mark), "\(name): \(call): \(content)")
                #expect(call != .backup || content.contains(mark), "\(name): the export holds none of theirs")
                #expect(answer.status < 500, "\(name): \(call): \(answer.text)")
                if isForeign {
                    #expect(answer.status == 404, "\(name): \(call): \(answer.text)")
                    tally.foreign[call, default: 0] += 1
                    continue
                }
                tally.own += 1
                if answer.status < 300 {
                    tally.done[call, default: 0] += 1
                } else {
                    tally.refused += 1
                }
            }
        }
        return tally
    }

    /// What a compressed export holds, as one text.
    private func unpacked(_ archive: [UInt8]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(archive).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc"]
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let content = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: content, as: UTF8.self)
    }

    /// One call; where it names something, that is a player's own.
    private func make(
        _ call: IsolationTests.Call, naming owner: Self, round: Int
    ) async throws -> TestServer.Answer {
        let note = "/notes/\(owner.note)"
        switch call {
        case .list: return try await send(.get, "/notes")
        case .add: return try await send(.post, "/notes", json: #"{"title":"\#(mark) \#(round)"}"#)
        case .search: return try await send(.get, "/search?text=MARK")
        case .echo: return try await send(.get, "/notes/echo?labels=\(mark)")
        case .export: return try await send(.get, "/export/notes")
        case .backup: return try await send(.get, "/export")
        case .importFile:
            let job = try await importNote("of round \(round)")
            return try await send(.get, "/jobs/\(job)")
        case .imports: return try await send(.get, "/imports/list")
        case .history: return try await send(.get, "/history?rows=true")
        case .jobs: return try await send(.get, "/jobs")
        case .addTag: return try await tag(self, "\(mark)-\(round)")
        case .tags: return try await send(.get, "/tags/list")
        case .settings: return try await send(.get, "/settings/list")
        case .session: return try await send(.get, "/session")
        case .modules: return try await send(.get, "/modules/list")
        case .attach: return try await attach()
        case .show: return try await send(.get, note)
        case .edit: return try await send(.patch, note, json: #"{"stars":\#(round % 6)}"#)
        case .star: return try await send(.post, note + "/star", json: "{}")
        case .remove:
            guard owner == self else { return try await send(.delete, note) }
            let added = try await send(.post, "/notes", json: #"{"title":"\#(mark) to go"}"#)
            return try await send(.delete, "/notes/\(added.json["id"]?.integerValue ?? 0)")
        case .readAttachment: return try await send(.get, "/attachments/\(owner.attachment)")
        case .showJob: return try await send(.get, "/jobs/\(owner.job)")
        case .watchJob: return try await send(.get, "/jobs/\(owner.job)/events")
        case .cancelJob:
            // One that has ended cannot be stopped; of the other's it must not even be said that it has.
            let answer = try await send(.delete, "/jobs/\(owner.job)")
            guard owner == self else { return answer }
            try #require(answer.status == 409)
            return try await cancelOwn()
        case .undo:
            var change = owner.change
            if owner == self {
                let added = try await send(.post, "/notes", json: #"{"title":"\#(mark) undone"}"#)
                try #require(added.status == 201)
                change = try #require(try await items("/history?limit=1").first?["id"]?.integerValue)
            }
            return try await send(.post, "/undo", json: #"{"change":\#(change)}"#)
        case .showImport: return try await send(.get, "/imports/show?run=\(owner.run)&verbose=true")
        case .tag: return try await tag(owner, mark)
        }
    }

    /// Stops a job of the player's own that is at work.
    private func cancelOwn() async throws -> TestServer.Answer {
        let hold = DispatchSemaphore(value: 0)
        let job = try server.service.jobs.add(user: server.hub.user(named: name).id) { _ in
            hold.wait()
            return .null
        }
        let answer = try await send(.delete, "/jobs/\(job.id)")
        hold.signal()
        for await _ in job.changes() {}
        try await waitForJobs()
        return answer
    }

    private func tag(_ owner: Self, _ tag: String) async throws -> TestServer.Answer {
        try await send(
            .post, "/tags/add",
            json: #"{"collection":"notes/notes","record":"\#(owner.note)","tags":["\#(tag)"]}"#)
    }
}
