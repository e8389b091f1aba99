import SeededRandom
import Testing
import TextDecoding

/// What decoding promises of any text and any bytes.
@Suite struct AnyTextTests {
    private func text(upTo count: Int, _ random: inout SeededGenerator) -> String {
        var result = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...count, using: &random) {
            let limit: UInt32 = [0x7F, 0x7FF, 0xFFFF, 0x10FFFF][Int.random(in: 0..<4, using: &random)]
            if let scalar = Unicode.Scalar(UInt32.random(in: 1...limit, using: &random)) {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private func bytes(_ value: UInt32, count: Int, isBigEndian: Bool) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    @Test func anyTextComesOutOfEveryFormOfUnicode() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            let text = text(upTo: 60, &random)
            for isBigEndian in [false, true] {
                let utf16 = text.utf16.flatMap { bytes(UInt32($0), count: 2, isBigEndian: isBigEndian) }
                let utf32 = text.unicodeScalars.flatMap {
                    bytes($0.value, count: 4, isBigEndian: isBigEndian)
                }
                let decoded16 = (isBigEndian ? TextEncoding.utf16BigEndian : .utf16LittleEndian).decode(utf16)
                let decoded32 = (isBigEndian ? TextEncoding.utf32BigEndian : .utf32LittleEndian).decode(utf32)
                #expect(decoded16.text.unicodeScalars.elementsEqual(text.unicodeScalars))
                #expect(decoded32.text.unicodeScalars.elementsEqual(text.unicodeScalars))
                #expect(decoded16.issues.isEmpty && decoded32.issues.isEmpty)
            }
            let utf8 = TextEncoding.decodeUnlabelled(Array(text.utf8))
            #expect(utf8.text.utf8.elementsEqual(text.utf8) && utf8.issues.isEmpty && utf8.encoding == .utf8)
        }
    }

    @Test(arguments: [
        "utf-8", "windows-1252", "shift_jis", "gb18030", "big5", "utf-16le", "utf-32be", "iso-2022-jp",
    ])
    func anyBytesAreDecodedAndEveryBadOneIsTold(label: String) throws {
        let encoding = try TextEncoding(label: label)
        var random = SeededGenerator(seed: 12)
        for _ in 0..<300 {
            let bytes = random.bytes(upTo: 64, from: Array(0...255))
            let decoded = encoding.decode(bytes)
            var end = 0
            for issue in decoded.issues {
                #expect(issue.offset >= end && issue.offset + issue.bytes.count <= bytes.count)
                #expect(!issue.bytes.isEmpty && bytes[issue.offset...].starts(with: issue.bytes))
                end = issue.offset + issue.bytes.count
            }
            #expect(decoded.encoding == encoding)
            #expect(decoded.text.isEmpty == bytes.isEmpty || label == "iso-2022-jp")
        }
    }

    @Test func memoryDoesNotGrowWithTheText() throws {
        /// Gives `left` bytes, and keeps the largest number that it was asked for.
        final class Letters: ByteSource {
            var left: Int
            var asked = 0

            init(_ count: Int) { left = count }

            func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
                asked = max(asked, buffer.count)
                let count = min(left, buffer.count)
                for index in 0..<count { buffer[index] = (left - index) % 70 == 0 ? 0xE9 : 0x61 }
                left -= count
                return count
            }
        }
        for count in [1000, 4_000_000] {
            let letters = Letters(count)
            var source = DecodingByteSource(letters)
            var buffer = [UInt8](repeating: 0, count: 8192)
            var total = 0
            while true {
                let read = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
                if read == 0 { break }
                total += read
            }
            // Each é of Windows-1252 has two bytes in UTF-8.
            #expect(total == count + count / 70)
            #expect(letters.asked <= 64 * 1024)
        }
    }
}
