/// Reads the zone files of the system, in the format of RFC 8536.
enum ZoneFile {
    /// Makes a table from a file's bytes; nil where they are no zone file.
    static func table(_ bytes: [UInt8]) -> TransitionTable? {
        var reader = Reader(bytes: bytes)
        guard let first = reader.header() else { return nil }
        if first.version == 0 { return reader.body(first, timeSize: 4)?.table(rule: nil) }
        // The first body has 32-bit times, for readers of long ago; a second one with all times follows.
        reader.position += first.bodySize(timeSize: 4)
        guard let second = reader.header(), let body = reader.body(second, timeSize: 8) else { return nil }
        return body.table(rule: reader.footer().flatMap { PosixZoneRule($0) })
    }

    private struct Header {
        var version: UInt8
        var utcFlags, standardFlags, leapSeconds, transitions, types, characters: Int

        func bodySize(timeSize: Int) -> Int {
            transitions * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4)
                + standardFlags + utcFlags
        }
    }

    private struct Body {
        var instants: [Int]
        var indices: [Int]
        var periods: [TransitionTable.Period]

        func table(rule: PosixZoneRule?) -> TransitionTable {
            var changes: [(instant: Int, period: TransitionTable.Period)] = []
            changes.reserveCapacity(instants.count + 804)
            for (instant, index) in zip(instants, indices) { changes.append((instant, periods[index])) }
            // Before the first change, the first type holds; see RFC 8536, section 3.2.
            let initial = periods[0]
            guard let rule else { return TransitionTable(initial: initial, changes: changes) }
            let last = instants.last ?? 0
            guard rule.daylight != nil else {
                return TransitionTable(
                    initial: instants.isEmpty ? rule.standard : initial, changes: changes, rule: rule)
            }
            let year = min(max(CivilDateTime(seconds: last).date.year, 1970), 3000)
            for year in year...year + 401 {
                changes += rule.changes(in: year).filter { $0.instant > last }
            }
            return TransitionTable(initial: initial, changes: changes, repeats: true, rule: rule)
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func number(_ size: Int) -> Int? {
            guard position + size <= bytes.count else { return nil }
            var value: UInt64 = 0
            for byte in bytes[position..<position + size] { value = value << 8 | UInt64(byte) }
            position += size
            return size == 8
                ? Int(truncatingIfNeeded: Int64(bitPattern: value)) : Int(Int32(truncatingIfNeeded: value))
        }

        mutating func header() -> Header? {
            guard position + 44 <= bytes.count, bytes[position..<position + 4].elementsEqual("TZif".utf8)
            else { return nil }
            let version = bytes[position + 4]
            position += 20
            var counts: [Int] = []
            for _ in 0..<6 {
                guard let count = number(4), count >= 0, count < 100_000 else { return nil }
                counts.append(count)
            }
            return Header(
                version: version, utcFlags: counts[0], standardFlags: counts[1], leapSeconds: counts[2],
                transitions: counts[3], types: counts[4], characters: counts[5])
        }

        mutating func body(_ header: Header, timeSize: Int) -> Body? {
            let end = position + header.bodySize(timeSize: timeSize)
            guard end <= bytes.count, header.types > 0 else { return nil }
            var instants: [Int] = []
            for _ in 0..<header.transitions {
                // Changes before year 0 are the beginning of time; they would overflow later sums.
                guard let instant = number(timeSize) else { return nil }
                instants.append(
                    min(max(instant, CivilDateTime.earliest.seconds), CivilDateTime.latest.seconds))
            }
            var indices: [Int] = []
            for byte in bytes[position..<position + header.transitions] {
                guard byte < header.types else { return nil }
                indices.append(Int(byte))
            }
            position += header.transitions
            let names = position + header.types * 6
            var periods: [TransitionTable.Period] = []
            for _ in 0..<header.types {
                guard let offset = number(4), abs(offset) < 200_000 else { return nil }
                let isDaylight = bytes[position] != 0
                let start = Int(bytes[position + 1])
                position += 2
                guard start < header.characters else { return nil }
                let name = bytes[(names + start)..<(names + header.characters)].prefix { $0 != 0 }
                periods.append(
                    TransitionTable.Period(
                        offset: offset, isDaylight: isDaylight, name: String(decoding: name, as: UTF8.self)))
            }
            position = end
            return Body(instants: instants, indices: indices, periods: periods)
        }

        mutating func footer() -> String? {
            guard position < bytes.count, bytes[position] == 0x0A else { return nil }
            let text = bytes[(position + 1)...].prefix { $0 != 0x0A }
            return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        }
    }
}
