/// Decodes bytes to UTF-8 chunk after chunk: one way for whole values and for streams.
struct ChunkDecoder {
    private enum Way {
        case damagedUTF8
        case windows1252
        case iconv(IconvConverter)
    }

    private let way: Way

    init(_ encoding: TextEncoding) {
        if encoding == .windows1252 {
            way = .windows1252
        } else if encoding != .utf8, let converter = IconvConverter(encoding) {
            way = .iconv(converter)
        } else {
            // An encoding is only made of a name that iconv has opened, so UTF-8 alone comes here.
            way = .damagedUTF8
        }
    }

    /// Appends the UTF-8 of `input`, which stands at `offset` in the whole, and returns how many bytes that took.
    ///
    /// Leaves a sequence that is cut off at the end of `input`, at most a few bytes, unless `isLast`.
    func decode(
        _ input: UnsafeRawBufferPointer, at offset: Int, isLast: Bool, into output: inout [UInt8],
        report: (DecodingIssue) -> Void
    ) -> Int {
        switch way {
        case .windows1252:
            Windows1252.append(input, to: &output) { position, byte in
                report(ChunkDecoder.issue(offset + position, CollectionOfOne(byte)))
            }
            return input.count
        case .damagedUTF8:
            return decodeDamagedUTF8(input, at: offset, isLast: isLast, into: &output, report: report)
        case .iconv(let converter):
            return converter.convert(input, isLast: isLast, into: &output) { position, bytes in
                report(DecodingIssue(offset: offset + position, bytes: bytes, replacement: "\u{FFFD}"))
            }
        }
    }

    /// UTF-8 in which some bytes are not: those are read as Windows-1252, one character each.
    ///
    /// That is right for the most frequent damage, a name in an 8-bit charset put into a UTF-8 file, and can be
    /// undone for every other.
    private func decodeDamagedUTF8(
        _ input: UnsafeRawBufferPointer, at offset: Int, isLast: Bool, into output: inout [UInt8],
        report: (DecodingIssue) -> Void
    ) -> Int {
        var position = 0
        while position < input.count {
            let rest = UnsafeRawBufferPointer(rebasing: input[position...])
            let scan = UTF8Scan(rest)
            output.append(contentsOf: rest[..<scan.validCount])
            position += scan.validCount
            let badCount: Int
            switch scan.stop {
            case nil: return position
            case .incomplete:
                guard isLast else { return position }
                badCount = input.count - position
            case .invalid(let length): badCount = length
            }
            let bad = UnsafeRawBufferPointer(rebasing: input[position..<position + badCount])
            report(ChunkDecoder.issue(offset + position, bad))
            Windows1252.append(bad, to: &output) { _, _ in }
            position += badCount
        }
        return position
    }

    private static func issue(_ offset: Int, _ bytes: some Collection<UInt8>) -> DecodingIssue {
        var characters: [UInt8] = []
        let kept = Array(bytes.prefix(8))
        kept.withUnsafeBytes { Windows1252.append($0, to: &characters) { _, _ in } }
        return DecodingIssue(
            offset: offset, bytes: kept, replacement: String(decoding: characters, as: UTF8.self))
    }
}

/// Windows-1252, by table.
///
/// The five bytes that it leaves undefined become the C1 control of the same number, as in the WHATWG Encoding
/// Standard, so that every byte has a character of its own and none is lost; glibc would refuse them.
enum Windows1252 {
    /// The characters of 0x80 to 0x9F.
    private static let high: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]

    /// Appends the UTF-8 of `input`; tells `undefined` of each byte that the charset has no character for.
    static func append(
        _ input: UnsafeRawBufferPointer, to output: inout [UInt8],
        undefined: (_ position: Int, _ byte: UInt8) -> Void
    ) {
        guard let base = input.baseAddress else { return }
        var position = 0
        while position < input.count {
            let end = UTF8Scan.endOfASCII(base, from: position, to: input.count)
            output.append(contentsOf: input[position..<end])
            position = end
            guard position < input.count else { return }
            let byte = input[position]
            let scalar = byte < 0xA0 ? high[Int(byte) - 0x80] : UInt16(byte)
            if byte < 0xA0 && scalar == UInt16(byte) { undefined(position, byte) }
            if scalar < 0x800 {
                output.append(0xC0 | UInt8(scalar >> 6))
            } else {
                output.append(0xE0 | UInt8(scalar >> 12))
                output.append(0x80 | UInt8(scalar >> 6 & 0x3F))
            }
            output.append(0x80 | UInt8(scalar & 0x3F))
            position += 1
        }
    }
}
