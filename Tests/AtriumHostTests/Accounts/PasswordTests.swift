import AtriumSDK
import AtriumTesting
import Foundation
import Synchronization
import Testing

@testable import AtriumHost

@Suite struct PasswordTests {
    private static let cheap = PasswordCost(logN: 4, blockSize: 1)
    private static let common = "the password is one of the most common ones"
    private static let repeated = "the password is little more than a repetition or a sequence"
    private static let ofTheUser = "the password consists of the user's name or e-mail address"
    private static let ofTheProgram = "the password consists of a name from this program"

    @Test(
        arguments: [
            ("correct horse", nil), ("zwölf Zeichen", nil), (String(repeating: "ab cd ef ", count: 113), nil),
            ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "the password is too short"), ("eleven char", "the password is too short"),
            ("", "the password is too short"),
            (String(repeating: "abcd", count: 257), "the password is too long"),
            ("Ada.Lovelace-1815", "the password is the user's name or e-mail address"),
            ("ADA@EXAMPLE.ORG", "the password is the user's name or e-mail address"),
            ("Augusta Ada King", "the password is the user's name or e-mail address"),
            ("aaaaaaaaaaaaaaaa", repeated),
            ("correct\u{0}horse battery", "the password contains a NUL character"),
        ] as [(String, String?)])
    func theRules(password: String, refusal: String?) {
        check(password, refusal)
    }

    /// A common password stays common if it is made long enough by figures, signs or repeats.
    @Test(
        arguments: [
            ("password1234", common), ("PASSWORD!!!!", common), ("12password34", common),
            ("passwordpassword", common), ("password1password2", common), ("passwordpass", common),
            ("paaassssword!", common), ("pässwörd2025", common), ("ｐａｓｓｗｏｒｄ1234", common),
            ("P@ssw0rd1234", common), ("let me in, 2025", common),
            ("I love you, 2025", common), ("1q2w3e4r5t6y", common), ("qwertyuiop12", common),
            ("147258369147258369", common), ("abc123abc123", common), ("Leave me alone!", common),
            ("aaaabbbbcccc", common), ("xyxyxyxyxyxyxy", repeated), ("Hugo Hugo Hugo", repeated),
            ("123456789012", repeated), ("210987654321", repeated), ("abcdefghijkl", repeated),
            ("zyxwvutsrqponm", repeated), ("qwertzuiop12", repeated), ("abcd1234efgh", repeated),
            ("!!!!????!!!!????", repeated), ("ada.lovelace1816", ofTheUser), ("Lovelace 1815", ofTheUser),
            ("augusta-1815-ada-1852-king", ofTheUser), ("ada123456789", ofTheUser),
            ("countess.of@1815", ofTheUser), ("adaada123456", ofTheUser), ("Atrium123456", ofTheProgram),
            ("hub hub hub hub", ofTheProgram), ("Atrium Hub 1", ofTheProgram),
            ("MentalModels1", ofTheProgram), ("Mental Models", ofTheProgram),
            ("Journal 2025", ofTheProgram), ("journaljournal", ofTheProgram),
        ] as [(String, String?)])
    func commonPasswordsAreRefused(password: String, refusal: String?) {
        check(password, refusal, email: "countess.of@example.org")
    }

    @Test(
        arguments: [
            "correct horse battery staple", "correct horse", "my password is long", "another long password",
            "three journals of ada", "k8#L2$m9!Q4&", "730492857164", "5829a1044382", "9f86d081884c7d65",
            "$%&/()=?+*#-_", "Grüße aus Köln an Ute", "пароль для моей бабушки", "我的密码是一句很长的话呀",
            "👩‍👩‍👧‍👦🐴🔋📎🌍🎈🍎🚲🏔️🎹🕯️🧦",
        ])
    func longPassPhrasesAreAccepted(password: String) {
        check(password, nil)
    }

    private func check(_ password: String, _ refusal: String?, email: String = "ada@example.org") {
        do {
            try Password.check(
                password, name: "ada.lovelace-1815", email: email, displayName: "Augusta Ada King",
                modules: ["journal", "mental-models"])
            #expect(refusal == nil)
        } catch {
            let error = error as? AtriumError
            #expect(error?.message == refusal)
            #expect(error?.field == "password")
            #expect(password.isEmpty || error?.description.contains(password) == false)
        }
    }

    /// A word in the list that the rule would change could never be found.
    @Test func eachWordOfTheListCanBeFound() {
        #expect(CommonPasswords.words.count == 8590)
        for word in CommonPasswords.words { #expect(CommonPasswords.core(of: word) == word) }
    }

    @Test func aHashIsReadAgainFromItsText() throws {
        let hash = try PasswordHash("correct horse battery", cost: Self.cheap)
        #expect(hash.text.hasPrefix("$scrypt$ln=4,r=1,p=1$"))
        #expect(!hash.text.contains("=" + "$"))
        let again = try #require(PasswordHash(hash.text))
        #expect(again == hash)
        #expect(try again.matches("correct horse battery"))
        #expect(try !again.matches("correct horse batterY"))
        #expect(try PasswordHash("correct horse battery", cost: Self.cheap).text != hash.text)
    }

    /// RFC 7914 section 12.
    @Test func aKnownHashIsKnown() throws {
        let salt = Data("SodiumChloride".utf8).base64EncodedString().replacing("=", with: "")
        // The first 32 of the 64 bytes there: scrypt's output is a PBKDF2, whose blocks have 32 bytes.
        let bytes: [UInt8] = [
            0x70, 0x23, 0xbd, 0xcb, 0x3a, 0xfd, 0x73, 0x48, 0x46, 0x1c, 0x06, 0xcd, 0x81, 0xfd, 0x38, 0xeb,
            0xfd, 0xa8, 0xfb, 0xba, 0x90, 0x4f, 0x8e, 0x3e, 0xa9, 0xb5, 0x43, 0xf6, 0x54, 0x5d, 0xa1, 0xf2,
        ]
        let text = Data(bytes).base64EncodedString().replacing("=", with: "")
        let hash = try #require(PasswordHash("$scrypt$ln=14,r=8,p=1$\(salt)$\(text)"))
        #expect(try hash.matches("pleaseletmein"))
        #expect(try !hash.matches("pleaseletmeout"))
    }

    /// However a keyboard composes letters, the password is the same.
    @Test func accentsMayBeComposedOrNot() throws {
        let hash = try PasswordHash("sch\u{F6}ne Gr\u{FC}\u{DF}e aus", cost: Self.cheap)
        #expect(try hash.matches("scho\u{308}ne Gru\u{308}\u{DF}e aus"))
    }

    @Test(
        arguments: [
            "", "$scrypt$", "secret", "$scrypt$ln=40,r=8,p=1$AAAA$AAAA", "$scrypt$ln=4,r=1$AAAA$AAAA",
            "$argon2id$v=19$m=65536,t=3,p=4$AAAA$AAAA", "$scrypt$ln=4,r=1,p=1$AAAA$AAAA",
            "$scrypt$ln=4,r=1,p=1$*$*",
        ])
    func whatIsNoHashIsNone(text: String) {
        #expect(PasswordHash(text) == nil)
    }

    @Test func theStandardIsWhatIsPromised() {
        #expect(PasswordCost.standard == PasswordCost(logN: 17, blockSize: 8, parallelism: 1))
        let hub = HubEnvironment.system([:])
        #expect(hub.passwordCost == .standard)
    }

    // MARK: - At most two at once

    @Test func atMostTwoHashesAreMadeAtOnce() async throws {
        let hasher = PasswordHasher(cost: Self.cheap)
        let meeting = Meeting()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { try await hasher.run(for: nil) { meeting.join() } }
            }
            try await group.waitForAll()
        }
        #expect(hasher.mostAtOnce == PasswordHasher.places)
        #expect(PasswordHasher.places == 2)
    }

    @Test func whoComesToAFullLineIsSentAway() async throws {
        let hasher = PasswordHasher(cost: Self.cheap)
        let (held, release) = AsyncStream.makeStream(of: Void.self)
        let door = DispatchSemaphore(value: 0)
        let results = try await withThrowingTaskGroup(of: AtriumError.Code?.self) { group in
            let count = PasswordHasher.places + HashQueue.length + 5
            for _ in 0..<count {
                group.addTask {
                    do {
                        try await hasher.run(for: nil) { door.wait() }
                        return nil
                    } catch let error as AtriumError {
                        release.yield()
                        return error.code
                    }
                }
            }
            // Five are sent away while all others wait.
            var refused = held.makeAsyncIterator()
            for _ in 0..<5 { _ = await refused.next() }
            for _ in 0..<count { door.signal() }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == .tryAgain } == 5)
        #expect(results.count { $0 == nil } == PasswordHasher.places + HashQueue.length)
        // The places are free again.
        #expect(try await hasher.run(for: nil) { 1 } == 1)
        #expect(try hasher.runHere(for: 1) { 2 } == 2)
    }

    // MARK: - Known clients and strangers

    @Test func eachQueueIsBoundedByItself() throws {
        var queue = HashQueue()
        for number in 0..<HashQueue.length { #expect(queue.add(for: nil) {}, "\(number)") }
        #expect(!queue.add(for: nil) {})
        // One user's devices take a share of the other queue.
        for _ in 0..<HashQueue.userShare { #expect(queue.add(for: 1) {}) }
        #expect(!queue.add(for: 1) {})
        for number in 0..<(HashQueue.length - HashQueue.userShare) {
            #expect(queue.add(for: Int64(number + 2)) {})
        }
        #expect(!queue.add(for: 99) {})
        #expect(queue.count == 2 * HashQueue.length)
    }

    @Test func knownClientsAndStrangersTakeTurns() throws {
        let order = Mutex<[String]>([])
        var queue = HashQueue()
        for name in ["s1", "s2", "s3"] { _ = queue.add(for: nil) { order.withLock { $0.append(name) } } }
        for name in ["k1", "k2", "k3", "k4"] { _ = queue.add(for: 1) { order.withLock { $0.append(name) } } }
        while let start = queue.next() { start() }
        #expect(order.withLock { $0 } == ["k1", "s1", "k2", "s2", "k3", "s3", "k4"])
        #expect(queue.count == 0)
    }

    /// Ten log-ins a second by strangers keep no known device from logging in.
    @Test func strangersLockNoKnownDeviceOut() async throws {
        let hasher = PasswordHasher(cost: Self.cheap)
        let door = DispatchSemaphore(value: 0)
        let strangers = PasswordHasher.places + HashQueue.length
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<strangers { group.addTask { try await hasher.run(for: nil) { door.wait() } } }
            while hasher.waiting < HashQueue.length { await Task.yield() }
            #expect(error { try hasher.requireRoom(for: nil) }?.code == .tryAgain)
            #expect(throws: Never.self) { try hasher.requireRoom(for: 7) }
            let known = Task { try await hasher.run(for: 7) { 1 } }
            while hasher.waiting == HashQueue.length { await Task.yield() }
            // One stranger is done, and the known device is next.
            door.signal()
            #expect(try await known.value == 1)
            #expect(hasher.waiting >= HashQueue.length - 1)
            for _ in 1..<strangers { door.signal() }
            try await group.waitForAll()
        }
        #expect(hasher.mostAtOnce == PasswordHasher.places)
    }
}

/// Makes the first who joins wait for the second, so that two are at work at once however busy the machine is.
private final class Meeting: Sendable {
    private let joined = Mutex(0)
    private let second = DispatchSemaphore(value: 0)

    func join() {
        let place = joined.withLock { count -> Int in
            count += 1
            return count
        }
        if place == 1 { second.wait() }
        if place == 2 { second.signal() }
    }
}
