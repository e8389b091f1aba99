public import AtriumSDK
import GRDB

extension Session {
    /// Writes the user's vault into one file, also while other processes write to it.
    ///
    /// - Parameters:
    ///   - target: the file, which must not exist; or a folder, in which the file is named
    ///     `atrium-USER-YYYYMMDDTHHMMSSZ.tar.gz`.
    ///   - keep: how many backups of this user to leave in the folder `target`; nil removes none. It is made for timers.
    /// - Returns: an object: `path`, `madeAt`, `size`, `attachments`, `missing`, `removed`.
    /// - Throws: ``AtriumError``: `cannotCreate` where the file exists, `inputOutput` where the disk is full.
    public func backup(to target: String, keep: Int?) throws -> DataValue {
        try requireWholeVault()
        return try Backup(vault: vault, user: user.name).write(to: target, keep: keep).value
    }
}

extension Session {
    /// Examines the user's vault without changing it.
    ///
    /// - Throws: ``AtriumError`` with code `notPermitted` where not all modules are within reach.
    public func doctor() throws -> DoctorReport {
        try requireWholeVault()
        return Doctor(vault: vault).examine()
    }

    /// Makes the indexes of tables that are missing, and builds the user's search index anew from their records: what a doctor
    /// advises where either is not as it should be.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where rows that a missing index would have refused are there; all else is
    ///   made nevertheless.
    public func rebuildIndexes() throws {
        try requireWriting()
        try requireWholeVault()
        try vault.explainingErrors {
            let migrator = Migrator(registry: vault.registry, now: vault.environment.now)
            var refusal: AtriumError?
            for sql in try vault.pool.read(migrator.departures)?.missingIndexes ?? [] {
                do {
                    try vault.pool.write { db in try db.execute(sql: sql) }
                } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                    refusal =
                        refusal
                        ?? AtriumError(
                            .badData, AtriumError(explaining: error, path: vault.databasePath).message,
                            remedy: "correct them, and rebuild again; everything else was rebuilt")
                }
            }
            try vault.pool.write { db in try SearchIndex.rebuild(db, entries: vault.searchEntries(db)) }
            if let refusal { throw refusal }
        }
    }
}

extension Hub {
    /// Examines a user's vault without opening it, so that a damaged one is examined too; nil: the first user's.
    ///
    /// - Throws: ``AtriumError`` with code `notFound` for an unknown user.
    public func doctor(user name: String? = nil) throws -> DoctorReport {
        let user = try name.map(user(named:)) ?? firstUser()
        var doctor = Doctor(registry: registry, folder: vaultFolder(of: user))
        doctor.isMade = user.hasVault
        return doctor.examine()
    }

    /// Brings a user's vault back from a backup; nil: the first user's.
    ///
    /// - Parameter replace: whether a vault that is there may be replaced; it is kept in a folder beside.
    /// - Returns: an object: `user`, `madeAt`, `attachments`, `replaced`.
    /// - Throws: ``AtriumError``: `conflict` where there is a vault and `replace` is false, `tryAgain` where it is open,
    ///   `badData` for a file that is not a whole backup. The vault is then as it was.
    public func restore(_ file: String, user name: String?, replace: Bool) throws -> DataValue {
        let user = try name.map(user(named:)) ?? firstUser()
        return try Restore(registry: registry, folder: vaultFolder(of: user), now: environment.now)
            .run(file, replace: replace).value
    }
}
