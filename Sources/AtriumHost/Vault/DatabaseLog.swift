import Glibc

/// The write-ahead log beside a database, `…-wal`, as far as it is looked at without SQLite.
///
/// SQLite removes it when the last connection closes. GRDB's pool makes and drops a table where there is none or it is empty, so
/// that readers find one: each process that only wanted to read would write both the log and, at its end, the database, and
/// wait for the disk eight times.
enum DatabaseLog {
    /// The header of a log (https://www.sqlite.org/fileformat2.html#walformat): what is no longer has no frame.
    private static let headerSize = 32

    /// Whether the log of a database holds nothing, or is not there.
    static func isEmpty(of path: String) -> Bool {
        (FileSystem.size(ofFile: path + "-wal") ?? 0) <= headerSize
    }

    /// Makes a log of one byte for a database that has none, which for SQLite is an empty one.
    ///
    /// It comes into its place whole and only where nothing stands there: another process may be making one. Where that cannot be
    /// done (a file system without links, a disk that is full), GRDB does as it does by itself.
    static func make(for path: String) {
        let log = path + "-wal"
        guard FileSystem.size(ofFile: path) ?? 0 > 0, access(log, F_OK) != 0 else { return }
        let staging = "\(log)-\(getpid())"
        let descriptor = open(staging, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { unlink(staging) }
        let isWritten = write(descriptor, [0], 1) == 1
        close(descriptor)
        if isWritten { link(staging, log) }
    }
}
