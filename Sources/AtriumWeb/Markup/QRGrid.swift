/// The modules of a QR code while it is made: what stands in every symbol of its version, then the
/// data, then the mask.
struct QRGrid: Sendable {
    let version: Int
    /// Row by row; true: dark.
    private(set) var modules: [[Bool]]
    /// The modules that hold no data: patterns, and where format and version stand.
    private var isFixed: [[Bool]]

    private var size: Int { modules.count }

    /// How many modules there are for data and error correction.
    var free: Int { isFixed.joined().count { !$0 } }

    /// Draws what every symbol of a version has (section 6.3).
    init(version: Int) {
        let size = 17 + 4 * version
        self.version = version
        modules = Array(repeating: Array(repeating: false, count: size), count: size)
        isFixed = modules
        for index in 0..<size {
            fix(6, index, index % 2 == 0)
            fix(index, 6, index % 2 == 0)
        }
        let centers = Self.alignmentCenters(version)
        for y in centers {
            // Three corners have finders instead.
            for x in centers where !(min(x, y) == 6 && [6, centers.last].contains(max(x, y))) {
                square(x, y, radius: 2) { $0 != 1 }
            }
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            square(x, y, radius: 4) { $0 != 2 && $0 != 4 }
        }
        fixFormat(of: 0)
        fixVersion()
    }

    /// In which rows and columns alignment patterns have their centres (annex E); up to version 13
    /// at most three.
    static func alignmentCenters(_ version: Int) -> [Int] {
        switch version {
        case 1: []
        case ..<7: [6, 4 * version + 10]
        default: [6, 2 * version + 8, 4 * version + 10]
        }
    }

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return }
        modules[y][x] = isDark
        isFixed[y][x] = true
    }

    /// A square of rings around a centre, each of which is dark or light; what lies outside the
    /// symbol is left out.
    private mutating func square(_ x: Int, _ y: Int, radius: Int, isDark: (_ ring: Int) -> Bool) {
        for dy in -radius...radius {
            for dx in -radius...radius { fix(x + dx, y + dy, isDark(max(abs(dx), abs(dy)))) }
        }
    }

    // MARK: - Format and version

    /// The bits that say level M and the mask, with their error correction (annex C).
    static func formatBits(mask: Int) -> Int {
        // Level M is 00.
        var remainder = mask << 10
        for place in (10..<15).reversed() where remainder >> place & 1 == 1 {
            remainder ^= 0x537 << (place - 10)
        }
        return (mask << 10 | remainder) ^ 0x5412
    }

    /// The bits that say a version, with their error correction (annex D).
    static func versionBits(_ version: Int) -> Int {
        var remainder = version << 12
        for place in (12..<18).reversed() where remainder >> place & 1 == 1 {
            remainder ^= 0x1F25 << (place - 12)
        }
        return version << 12 | remainder
    }

    /// Writes the format twice (section 7.9).
    private mutating func fixFormat(of mask: Int) {
        let bits = Self.formatBits(mask: mask)
        for place in 0..<15 {
            let isDark = bits >> place & 1 == 1
            // Around the first finder, past the timing patterns.
            switch place {
            case 0..<6: fix(8, place, isDark)
            case 6: fix(8, 7, isDark)
            case 7: fix(8, 8, isDark)
            case 8: fix(7, 8, isDark)
            default: fix(14 - place, 8, isDark)
            }
            // Beside the two others.
            if place < 8 { fix(size - 1 - place, 8, isDark) } else { fix(8, size - 15 + place, isDark) }
        }
        fix(8, size - 8, true)
    }

    /// Writes the version twice, from 7 on (section 7.10).
    private mutating func fixVersion() {
        guard version >= 7 else { return }
        let bits = Self.versionBits(version)
        for place in 0..<18 {
            let (a, b) = (size - 11 + place % 3, place / 3)
            fix(a, b, bits >> place & 1 == 1)
            fix(b, a, bits >> place & 1 == 1)
        }
    }

    // MARK: - Data and mask

    /// Writes the codewords: in columns of two from the right, upwards and downwards in turn (section 7.7.3).
    mutating func place(_ codewords: [UInt8]) {
        var bits: [Bool] = []
        for byte in codewords {
            for place in (0..<8).reversed() { bits.append(byte >> place & 1 == 1) }
        }
        var rest = bits[...]
        var isUpwards = true
        // The column of the timing pattern counts as none.
        for right in Array(stride(from: size - 1, to: 6, by: -2)) + [5, 3, 1] {
            for row in 0..<size {
                let y = isUpwards ? size - 1 - row : row
                for x in [right, right - 1] where !isFixed[y][x] { modules[y][x] = rest.popFirst() ?? false }
            }
            isUpwards.toggle()
        }
    }

    /// The symbol with a mask over its data, and the format that says so (section 7.8.2).
    func masked(by mask: Int) -> QRGrid {
        var grid = self
        for y in 0..<size {
            for x in 0..<size where !isFixed[y][x] && Self.isInverted(x, y, by: mask) {
                grid.modules[y][x].toggle()
            }
        }
        grid.fixFormat(of: mask)
        return grid
    }

    private static func isInverted(_ x: Int, _ y: Int, by mask: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    // MARK: - Penalty

    /// How hard the symbol is to read (section 7.8.3): long runs, blocks, what looks like a
    /// finder, too much of one colour.
    var penalty: Int {
        let columns = (0..<size).map { x in modules.map { $0[x] } }
        let lines = (modules + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) }
        var blocks = 0
        for y in 1..<size {
            for x in 1..<size
            where [modules[y - 1][x], modules[y][x - 1], modules[y - 1][x - 1]]
                .allSatisfy({ $0 == modules[y][x] })
            { blocks += 3 }
        }
        let dark = modules.joined().count { $0 }
        // For each full 5% away from a half.
        return lines + blocks + abs(dark * 20 - size * size * 10) / (size * size) * 10
    }

    /// Dark and light as in a finder, with four light modules on one side.
    private static let finders: [[Bool]] = {
        let finder = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        return [finder + light, light + finder]
    }()

    private static func penalty(ofLine line: [Bool]) -> Int {
        var penalty = 0
        var start = 0
        while start < line.count {
            let run = line[start...].prefix { $0 == line[start] }.count
            if run >= 5 { penalty += run - 2 }
            start += run
        }
        for start in 0...(line.count - 11) where finders.contains(where: line[start...].starts) {
            penalty += 40
        }
        return penalty
    }
}
