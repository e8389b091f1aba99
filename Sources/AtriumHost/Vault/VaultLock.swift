import AtriumSDK
import Glibc
import Synchronization

/// A lock on a vault's folder among processes, and among open vaults of one process.
///
/// Every open vault holds it shared; whoever replaces or removes the folder holds it exclusively. It is a `flock` on a
/// file beside the folder, so that the folder can be exchanged while it is held. The kernel gives it up when the process
/// ends, however it ends; the empty file stays as long as the user, since removing it would let two processes lock two different
/// files.
/// Whoever may only read the vault locks the file as they find it; where there is none, there is nothing to hold.
final class VaultLock: Sendable {
    private let descriptor: Mutex<Int32?>

    private init(descriptor: Int32?) {
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Says that a vault is open, until released.
    ///
    /// - Throws: ``AtriumError``: `tryAgain` while the folder is being replaced or removed, `cannotCreate` or
    ///   `notPermitted` where the lock file cannot be made.
    static func shared(forVaultAt folder: String) throws -> VaultLock {
        try VaultLock(folder, LOCK_SH, refusal: "the vault \(folder) is being restored or removed")
    }

    /// Keeps everyone else from opening the vault, until released.
    ///
    /// - Throws: ``AtriumError``: `tryAgain` where the vault is open, `cannotCreate` or `notPermitted` where the lock file
    ///   cannot be made.
    static func exclusive(forVaultAt folder: String) throws -> VaultLock {
        try VaultLock(folder, LOCK_EX, refusal: "the vault \(folder) is in use")
    }

    /// Keeps everyone else from telling programs what came due, until released.
    ///
    /// The file stands in the vault's folder, which an open vault keeps where it is.
    /// - Throws: as ``exclusive(forVaultAt:)``.
    static func telling(forVaultAt folder: String) throws -> VaultLock {
        try VaultLock(
            folder + "/due", LOCK_EX, refusal: "another run is reporting due records",
            remedy: "wait until it ends; the next run reports the rest")
    }

    private convenience init(
        _ folder: String, _ operation: Int32, refusal: String,
        remedy: Guidance =
            "stop the other Atrium processes of this user, or wait two minutes for a server to close it"
    ) throws {
        let path = Self.path(forVaultAt: folder)
        var descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        let isForbidden = descriptor < 0 && (errno == EACCES || errno == EPERM || errno == EROFS)
        if isForbidden, operation == LOCK_SH {
            descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            if descriptor < 0, errno == ENOENT {
                self.init(descriptor: nil)
                return
            }
        }
        guard descriptor >= 0 else {
            throw AtriumError(
                isForbidden ? .notPermitted : .cannotCreate, "the lock file \(path) cannot be opened",
                remedy: "check that its folder exists and is writable")
        }
        guard flock(descriptor, operation | LOCK_NB) == 0 else {
            close(descriptor)
            throw AtriumError(.tryAgain, refusal, remedy: remedy)
        }
        self.init(descriptor: descriptor)
    }

    /// Gives the lock up; a second time does nothing.
    func release() {
        descriptor.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }

    /// The lock file: beside the folder, named after it.
    static func path(forVaultAt folder: String) -> String {
        var folder = folder
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        return folder + ".lock"
    }
}
