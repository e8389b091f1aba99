/// A QR code of a text (ISO/IEC 18004): in bytes, with error correction of level M, in versions 1 to 13.
///
/// Version 13 holds 331 bytes, which is more than the longest address under which the server can be called.
///
/// ```swift
/// let drawing = QRCode("https://hub.example.org")?.drawn(label: "QR code: https://hub.example.org")
/// ```
struct QRCode: Sendable {
    /// From 1: each version has four modules more on a side than the one before.
    let version: Int
    /// The number of the mask, 0 to 7.
    let mask: Int
    /// The modules, row by row; true: dark.
    let modules: [[Bool]]

    /// How many modules a side has.
    var size: Int { modules.count }

    /// Error correction of level M (table 9): by version, how many blocks there are, and how many
    /// codewords each gets.
    private static let blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9]
    private static let corrections = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22]

    /// Encodes a text; nil if it has more than 331 bytes.
    ///
    /// - Parameter mask: the mask; nil: the one after which the symbol is easiest to read.
    init?(_ text: String, mask chosen: Int? = nil) {
        let bytes = Array(text.utf8)
        for version in 1...Self.blocks.count {
            let (blocks, corrections) = (Self.blocks[version - 1], Self.corrections[version - 1])
            var grid = QRGrid(version: version)
            let capacity = grid.free / 8 - blocks * corrections
            guard let data = Self.data(bytes, version: version, capacity: capacity) else { continue }
            grid.place(Self.codewords(data, blocks: blocks, corrections: corrections))
            let masked = (chosen.map { [$0] } ?? Array(0..<8)).map { (mask: $0, grid: grid.masked(by: $0)) }
            guard let best = masked.min(by: { $0.grid.penalty < $1.grid.penalty }) else { return nil }
            (self.version, mask, modules) = (version, best.mask, best.grid.modules)
            return
        }
        return nil
    }

    // MARK: - Codewords

    /// The data codewords (section 7.4): mode, count, bytes, and what fills the symbol up; nil if
    /// the bytes do not fit.
    static func data(_ bytes: [UInt8], version: Int, capacity: Int) -> [UInt8]? {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, version < 10 ? 8 : 16)
        for byte in bytes { append(Int(byte), 8) }
        guard bits.count <= capacity * 8 else { return nil }
        // The terminator, which is cut off if there is no room for all of it.
        append(0, min(4, capacity * 8 - bits.count))
        append(0, -bits.count & 7)
        for index in 0..<(capacity - bits.count / 8) { append(index % 2 == 0 ? 0xEC : 0x11, 8) }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    /// Data and error correction as they stand in the symbol: taken from all blocks in turn (section 7.6).
    static func codewords(_ data: [UInt8], blocks count: Int, corrections: Int) -> [UInt8] {
        // The last blocks have one codeword more if they cannot all have as many.
        let (length, longer) = data.count.quotientAndRemainder(dividingBy: count)
        var rest = data[...]
        let blocks = (0..<count).map { index in
            let block = Array(rest.prefix(index < count - longer ? length : length + 1))
            rest = rest.dropFirst(block.count)
            return block
        }
        func interleaved(_ parts: [[UInt8]]) -> [UInt8] {
            (0..<(parts.map(\.count).max() ?? 0)).flatMap { index in
                parts.compactMap { index < $0.count ? $0[index] : nil }
            }
        }
        let generator = ReedSolomon.generator(corrections)
        return interleaved(blocks) + interleaved(blocks.map { ReedSolomon.remainder(of: $0, by: generator) })
    }

    // MARK: - Drawing

    /// How many light modules stand around the symbol (section 5.3.8).
    static let quietZone = 4

    /// The symbol as one path, a unit a module, with its quiet zone; `label` is what screen readers say.
    func drawn(label: String) -> HTML {
        let side = size + 2 * Self.quietZone
        return tag(
            "svg", .class("qr"), Attribute("viewBox", "0 0 \(side) \(side)"), Attribute("role", "img"),
            .label(label), Attribute("shape-rendering", "crispEdges")
        ) { tag("path", Attribute("d", path)) }
    }

    /// A rectangle for each run of dark modules in a row.
    private var path: String {
        var path = ""
        for (y, row) in modules.enumerated() {
            var x = 0
            while x < size {
                let run = row[x...].prefix { $0 == row[x] }.count
                if row[x] { path += "M\(x + Self.quietZone) \(y + Self.quietZone)h\(run)v1h-\(run)z" }
                x += run
            }
        }
        return path
    }
}

/// Reed-Solomon codes over the field of 256 elements that QR codes use: x⁸ + x⁴ + x³ + x² + 1 (section 7.5).
enum ReedSolomon {
    /// The product of two elements of the field.
    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var product = 0
        for place in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7) * 0x11D
            if b >> place & 1 == 1 { product ^= Int(a) }
        }
        return UInt8(product)
    }

    /// The polynomial (x - 1)(x - 2)(x - 4)… of a degree, from the second highest power down; the
    /// highest has the factor 1.
    static func generator(_ degree: Int) -> [UInt8] {
        var factors = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in factors.indices {
                factors[index] = product(factors[index], root)
                if index + 1 < degree { factors[index] ^= factors[index + 1] }
            }
            root = product(root, 2)
        }
        return factors
    }

    /// The error correction codewords of data: the remainder of a division by the generator.
    static func remainder(of data: [UInt8], by generator: [UInt8]) -> [UInt8] {
        data.reduce(into: [UInt8](repeating: 0, count: generator.count)) { remainder, byte in
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in generator.indices { remainder[index] ^= product(generator[index], factor) }
        }
    }
}
