import AtriumSDK

/// How much an archive may hold, so that a small file cannot fill the disk or keep the machine busy for ever.
struct ArchiveLimits: Sendable {
    /// Files and folders in all archives of one import: ten times an export of a large vault with one file for each item.
    ///
    /// Their number costs little beside their bytes, which have bounds of their own.
    var entries = 1_000_000
    /// Archives within archives: a backup of downloads holds zips, and hardly ever zips of zips.
    var depth = 3
    /// Bytes of one file, expanded: four million cards.
    var entrySize: Int64 = 2 << 30
    /// Bytes of all files, expanded: those of a telephone's or an account's whole export.
    var totalSize: Int64 = 8 << 30
    /// Expanded bytes to compressed ones.
    ///
    /// Deflate reaches 1,032 with one byte repeated; contacts and calendars, 5 to 50.
    var ratio: Int64 = 200
    /// Below so many expanded bytes any ratio is harmless.
    var ratioFloor: Int64 = 16 << 20
}

/// What has been taken out of archives so far in one import.
///
/// The reading thread alone uses it.
final class ArchiveBudget {
    private let limits: ArchiveLimits
    private var entries = 0
    private var bytes: Int64 = 0

    init(_ limits: ArchiveLimits = ArchiveLimits()) { self.limits = limits }

    /// An archive within `depth` others is to be opened.
    func checkDepth(_ depth: Int) throws {
        guard depth < limits.depth else {
            throw refusal("archives are nested more than \(limits.depth) levels deep")
        }
    }

    /// Counts one more file or folder.
    ///
    /// - Throws: ``WholeImportError`` if there are too many: an import never takes the first files of an archive only.
    func addEntry() throws {
        entries += 1
        guard entries <= limits.entries else {
            throw WholeImportError(
                error: refusal("the archives contain more than \(limits.entries) files and folders"))
        }
    }

    /// Counts more expanded bytes of a file.
    ///
    /// - Parameters:
    ///   - entry: the expanded bytes of the file so far.
    ///   - expanded: the expanded bytes of the archive so far.
    ///   - compressed: the bytes that were read from the archive for them.
    /// - Throws: ``AtriumError`` if the file or the archive is too large, ``WholeImportError`` if all archives are.
    func add(_ count: Int, entry: Int64, expanded: Int64, compressed: Int64) throws {
        bytes += Int64(count)
        guard entry <= limits.entrySize else {
            throw refusal("a file in the archive is larger than \(limits.entrySize >> 30) GiB")
        }
        guard bytes <= limits.totalSize else {
            throw WholeImportError(
                error: refusal("the archives contain more than \(limits.totalSize >> 30) GiB"))
        }
        guard expanded < limits.ratioFloor || expanded / max(1, compressed) < limits.ratio else {
            throw refusal("the archive expands to more than \(limits.ratio) times its size")
        }
    }

    private func refusal(_ reason: String) -> AtriumError {
        AtriumError(.badData, reason, remedy: "unpack it yourself and import the files you want")
    }
}
