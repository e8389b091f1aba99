import Synchronization

/// What a TZID turned out to mean.
public struct ZoneResolution: Sendable {
    /// How a zone was found.
    public enum Origin: String, Sendable, Hashable {
        /// A VTIMEZONE with this id, with observances, stands in the file.
        case definition
        /// The id is an IANA name.
        case iana
        /// The id ends in an IANA name: `/mozilla.org/20050126_1/Europe/Berlin`.
        case prefixed
        /// The id is the name of a zone in Windows.
        case windows
        /// The id is another name that is known to mean one zone.
        case alias
        /// The id is a distance from UTC: `UTC+02:00`, `GMT-5`.
        case offset
        /// Nothing is known by this id: its times keep their clock reading and their id, and have no instant.
        case unresolved
    }

    /// The zone; nil where the id is unresolved.
    public let zone: Zone?
    /// How the zone was found.
    public let origin: Origin
}

/// Finds the zones that the TZIDs of one file mean.
///
/// A VTIMEZONE of the file with observances wins over any name; then come the IANA name, the name after a prefix,
/// the names of Windows and other aliases. What remains is unresolved, and never taken for UTC or floating time.
/// Each id is looked up once. Safe to use from any task.
public final class ZoneResolver: Sendable {
    private let definitions: [String: [ZoneObservance]]
    private let database: ZoneDatabase
    private let resolutions = Mutex<[String: ZoneResolution]>([:])
    private static let capacity = 10_000

    /// Makes a resolver over the VTIMEZONEs of a file, by their TZIDs; those without observances do not count.
    public init(definitions: [String: [ZoneObservance]] = [:], database: ZoneDatabase = .system) {
        self.definitions = definitions
        self.database = database
    }

    /// The zone that an id means, and how it was found.
    public func resolve(_ id: String) -> ZoneResolution {
        if let known = resolutions.withLock({ $0[id] }) { return known }
        let resolution = look(id)
        resolutions.withLock {
            if $0.count >= ZoneResolver.capacity { $0.removeAll() }
            $0[id] = resolution
        }
        return resolution
    }

    /// The zone that an id means, or nil where it is unresolved.
    public func zone(_ id: String) -> Zone? {
        resolve(id).zone
    }

    private func look(_ id: String) -> ZoneResolution {
        if let observances = definitions[id], let zone = Zone(id: id, observances: observances) {
            return ZoneResolution(zone: zone, origin: .definition)
        }
        if let zone = database.zone(id) { return ZoneResolution(zone: zone, origin: .iana) }
        if let zone = suffixZone(id) { return ZoneResolution(zone: zone, origin: .prefixed) }
        let name = ZoneResolver.normalized(id)
        if let zone = WindowsZones.ianaName(name).flatMap(database.zone) {
            return ZoneResolution(zone: zone, origin: .windows)
        }
        if let zone = alias(name) { return ZoneResolution(zone: zone, origin: .alias) }
        if let zone = ZoneSpelling.repaired(id).flatMap({ alias(ZoneResolver.normalized($0)) }) {
            return ZoneResolution(zone: zone, origin: .alias)
        }
        if let offset = ZoneSpelling.offset(name) {
            return ZoneResolution(zone: .fixed(id: id, offset: offset), origin: .offset)
        }
        return ZoneResolution(zone: nil, origin: .unresolved)
    }

    /// The zone named by the last two or three parts of an id with slashes, or by a last part UTC or GMT.
    private func suffixZone(_ id: String) -> Zone? {
        let parts = id.split(separator: "/", omittingEmptySubsequences: true)
        guard parts.count > 1 || id.hasPrefix("/") else { return nil }
        for count in [3, 2] where parts.count >= count {
            if let zone = database.zone(parts.suffix(count).joined(separator: "/")) { return zone }
        }
        guard let last = parts.last, last == "UTC" || last == "GMT" else { return nil }
        return database.zone(String(last))
    }

    private func alias(_ name: String) -> Zone? {
        var candidates = [name]
        // "(UTC+01:00) Amsterdam, Berlin" and "(GMT-05.00) Eastern Time" name the place after the offset.
        if name.first == "(", let end = name.firstIndex(of: ")") {
            candidates.append(trimmed(name[name.index(after: end)...]))
        }
        // Exchange numbers zones that it met twice: "Eastern Standard Time 1".
        for candidate in candidates {
            if let space = candidate.lastIndex(of: " "),
                Int(candidate[candidate.index(after: space)...]) != nil
            {
                candidates.append(trimmed(candidate[..<space]))
            }
        }
        for candidate in candidates {
            if let iana = WindowsZones.ianaName(candidate) ?? ZoneAliases.ianaName(candidate)
                ?? ZoneAliases.ianaName(damaged: candidate),
                let zone = database.zone(iana)
            {
                return zone
            }
        }
        return nil
    }

    private static func normalized(_ id: String) -> String {
        var text = id[...]
        if text.utf8.count >= 2, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
        return trimmed(text).lowercased()
    }
}

/// A text without white space around it.
func trimmed(_ text: some StringProtocol) -> String {
    var rest = text[...]
    while let first = rest.first, first == " " || first == "\t" { rest = rest.dropFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest = rest.dropLast() }
    return String(rest)
}
