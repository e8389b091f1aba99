import AtriumSDK
import Foundation
import GRDB

/// The people of a hub, and all by which they show who they are: passwords, sessions, tokens, secret links.
///
/// One SQLite file, `hub.sqlite`, open as long as the value lives; several processes may have it open. No secret is kept
/// in it: of passwords a slow hash, of all other secrets, which are random, their SHA-256.
public final class Accounts: Sendable {
    /// The hub's folder.
    let home: String
    let path: String
    let pool: DatabasePool
    let environment: HubEnvironment
    let passwords: PasswordHasher
    let bearers: KnownBearers
    /// The names of the installed modules: no password may be made of one.
    let moduleNames: [String]
    let uses = UseNotes()
    /// Why it can only be read; nil where it can be written.
    private let refusal: AtriumError?

    /// Opens the accounts of a hub, making them where there are none, and brings their schema up to date.
    ///
    /// - Throws: ``AtriumError`` that says what is wrong with the file and what to do.
    init(home: String, environment: HubEnvironment, moduleNames: [String] = []) throws {
        self.home = home
        self.moduleNames = moduleNames
        path = home + "/hub.sqlite"
        self.environment = environment
        passwords = PasswordHasher(cost: environment.passwordCost)
        stamp = VaultFile.Stamp(path)
        (pool, refusal) = try AccountsFile.open(at: path, now: environment.now)
        bearers = KnownBearers(path: path, canBeWritten: refusal == nil)
    }

    /// What the file was when it was opened.
    private let stamp: VaultFile.Stamp?

    /// Whether the file could only be read when it was opened, and can be written now, or was changed by others since.
    ///
    /// Whoever only reads it may do so without seeing what others write.
    var isToBeOpenedAnew: Bool {
        refusal != nil && (VaultFile.canBeWritten(path) || stamp != VaultFile.Stamp(path))
    }

    /// Closes the file, once it is written down what was used; nothing can be done with the accounts afterwards.
    func close() throws {
        writeUses()
        try bearers.close()
        try? pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try pool.close()
    }

    /// A consistent view for reading; it waits for no writer.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try explainingErrors { try pool.read(body) }
    }

    /// One transaction that writes: on disk when this returns.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try explainingErrors { try pool.write(body) }
    }

    /// The same for what somebody asked for: a request that comes again is not done again; see ``AskedWrite``.
    func change<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try write { db in
            try AskedWrite.once(in: .inAccounts, now: environment.now(), db) { (try body(db), change: nil) }.0
        }
    }

    func explainingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            if let refusal, error.resultCode == .SQLITE_READONLY { throw refusal }
            throw AtriumError(explaining: error, path: path)
        }
    }

    /// Now, as stored text.
    var now: String { Timestamp.text(environment.now()) }

    /// The stored text of an instant some days from now; before now where they are negative.
    func instant(inDays days: Double) -> String {
        Timestamp.text(environment.now().addingTimeInterval(days * 86_400))
    }
}
