import Glibc
import Synchronization

/// The zones that the system knows: the files of Debian's package tzdata.
///
/// A zone is read when it is asked for first and kept; nothing is read before that. Safe to use from any task.
public final class ZoneDatabase: Sendable {
    /// The system's own zones, or those of the folder that the environment variable `TZDIR` names.
    public static let system = ZoneDatabase(
        directory: getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo")

    /// The folder of the zone files.
    public let directory: String
    private let zones = Mutex<[String: Zone?]>([:])
    /// How many names are remembered, found or not, so that a hostile file cannot fill the memory with them.
    private static let capacity = 2000

    /// Makes a database over a folder of zone files.
    public init(directory: String) {
        self.directory = directory
    }

    /// The zone with this IANA name, such as `Europe/Berlin`, or nil where there is none.
    ///
    /// Case matters, as it does to the system; links such as `US/Eastern` are found under their own name.
    public func zone(_ name: String) -> Zone? {
        if let known = zones.withLock({ $0[name] }) { return known }
        let zone = ZoneDatabase.isName(name) ? read(name) : nil
        zones.withLock {
            if $0.count >= ZoneDatabase.capacity { $0.removeAll() }
            $0[name] = .some(zone)
        }
        return zone
    }

    /// Whether a name can be a zone's: it never leaves the folder, whatever a file says.
    private static func isName(_ name: String) -> Bool {
        guard name.utf8.count <= 64, let first = name.utf8.first, isLetter(first), !name.contains("//"),
            name != "localtime", name != "posixrules"
        else { return false }
        return name.utf8.allSatisfy {
            isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2F || $0 == 0x5F || $0 == 0x2B || $0 == 0x2D
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        let letter = byte & 0xDF
        return letter >= 0x41 && letter <= 0x5A
    }

    private func read(_ name: String) -> Zone? {
        let file = open("\(directory)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while bytes.count < 1 << 20 {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return ZoneFile.table(bytes).map { Zone(id: name, table: $0) }
    }
}
