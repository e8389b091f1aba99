import AtriumSDK
import Foundation
import GRDB

/// The rules for passwords: long, not common, and not what everyone knows of the user.
enum Password {
    /// The fewest characters, as people count them.
    static let shortest = 12
    /// The most bytes: what is longer would only cost time.
    static let longest = 1024

    /// The program's own names: whoever guesses on its log-in page tries them early.
    private static let wordsOfTheProduct = ["atrium", "hub", "atriumhub"]

    /// Checks a new password.
    ///
    /// - Parameter modules: the names of the installed modules, which count as common.
    /// - Throws: ``AtriumError`` with code `badData`, which never quotes it.
    static func check(
        _ password: String, name: String, email: String?, displayName: String, modules: [String]
    ) throws {
        func refuse(_ message: String, _ remedy: Guidance) -> AtriumError {
            AtriumError(.badData, message, remedy: remedy, field: "password")
        }
        let normalized = password.precomposedStringWithCanonicalMapping
        guard normalized.count >= shortest else {
            throw refuse(
                "the password is too short", "use at least \(shortest) characters, for example a few words")
        }
        guard normalized.utf8.count <= longest else {
            throw refuse("the password is too long", "use at most \(longest) bytes")
        }
        guard !normalized.utf8.contains(0) else {
            throw refuse("the password contains a NUL character", "remove it")
        }
        let known = [name, email ?? "", displayName].filter { !$0.isEmpty }
        guard !known.contains(where: { foldedEqual($0, normalized) }) else {
            throw refuse(
                "the password is the user's name or e-mail address", "choose one that is hard to guess")
        }
        let advice: Guidance = "choose a few words that are hard to guess"
        // Looking for repeats takes the square of a text's length, and nothing has checked these lengths yet.
        let names = (known + [String((email ?? "").prefix { $0 != "@" })]).filter { $0.utf8.count <= longest }
        guard !CommonPasswords.isMade(normalized, ofOneOf: names) else {
            throw refuse("the password consists of the user's name or e-mail address", advice)
        }
        guard !CommonPasswords.isMade(normalized, ofOneOf: wordsOfTheProduct + modules) else {
            throw refuse("the password consists of a name from this program", advice)
        }
        guard !CommonPasswords.contains(normalized) else {
            throw refuse("the password is one of the most common ones", advice)
        }
        guard !CommonPasswords.isRepeatOrSequence(normalized) else {
            throw refuse("the password is little more than a repetition or a sequence", advice)
        }
    }

    private static func foldedEqual(_ first: String, _ second: String) -> Bool {
        first.precomposedStringWithCanonicalMapping.lowercased() == second.lowercased()
    }
}

/// The effects of a new password.
public struct PasswordChange: Sendable, Hashable {
    /// The number of sessions that were ended.
    public let endedSessions: Int
    /// The number of API tokens and app passwords that were revoked.
    public let revokedTokens: Int
    /// The API tokens and app passwords that are still valid.
    public let validTokens: [AccessToken]
}

extension Accounts {
    /// Checks a new password for a user and hashes it, on this thread: a quarter of a second.
    ///
    /// - Throws: ``AtriumError``: `badData` for one against the rules, `tryAgain` where too many are being hashed.
    private func hash(_ password: String, for user: User) throws -> PasswordHash {
        try Password.check(
            password, name: user.name, email: user.email, displayName: user.displayName, modules: moduleNames)
        return try passwords.runHere(for: user.id) { try PasswordHash(password, cost: passwords.cost) }
    }

    /// Sets a user's password and ends the sessions of all devices, except one session.
    ///
    /// - Parameters:
    ///   - session: the session that continues.
    ///   - revokesTokens: true to revoke the user's API tokens and app passwords too.
    /// - Throws: ``AtriumError``: `badData` for a password against the rules, `tryAgain` if too many are being hashed.
    @discardableResult
    public func setPassword(
        _ password: String, of user: User, keeping session: Int64? = nil, revokesTokens: Bool = false
    ) throws -> PasswordChange {
        let hash = try hash(password, for: user)
        return try change { db in
            try setPassword(hash, of: user.id, db)
            try db.execute(sql: "DELETE FROM hub_device WHERE user_id = ?", arguments: [user.id])
            try db.execute(
                sql: "DELETE FROM hub_session WHERE user_id = ? AND id IS NOT ?",
                arguments: [user.id, session])
            let endedSessions = db.changesCount
            let revoked = try revokesTokens ? revokeTokens(of: user, db) : 0
            return PasswordChange(
                endedSessions: endedSessions, revokedTokens: revoked,
                validTokens: try validTokens(of: user, db))
        }
    }

    /// Makes sure that somebody who is logged in knows their password; wrong ones are slowed like log-ins.
    ///
    /// - Throws: ``AtriumError``: `badData` where it is missing or wrong, since who asks is known all the same;
    ///   `tooManyRequests` where there were too many wrong ones, `tryAgain` where too many are being hashed.
    func confirm(_ password: String?, of user: User) throws {
        let stored = try read { db in
            try String.fetchOne(db, sql: "SELECT password FROM hub_user WHERE id = ?", arguments: [user.id])
        }
        let wrong = AtriumError(
            .badData, "the current password is missing or wrong", remedy: "give your current password",
            field: "current")
        guard let hash = stored.flatMap(PasswordHash.init), let password,
            password.utf8.count <= Password.longest
        else { throw wrong }
        let subject = ThrottleTable.Subject.confirmation(user.id)
        let wait = try write { db in try throttles(db).begin([subject]) }
        guard wait <= 0 else { throw Self.slowed(wait) }
        let isRight: Bool
        do {
            isRight = try passwords.runHere(for: user.id) { try hash.matches(password) }
        } catch {
            try write { db in try throttles(db).takeBack([subject]) }
            throw error
        }
        guard isRight else { throw wrong }
        try write { db in try throttles(db).forget(subject) }
    }

    func setPassword(_ hash: PasswordHash, of user: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE hub_user SET password = ? WHERE id = ?", arguments: [hash.text, user])
    }
}
