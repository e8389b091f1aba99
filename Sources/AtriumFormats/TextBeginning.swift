import TextDecoding

/// The beginning of a file in UTF-8.
func decodedText(of prefix: [UInt8]) -> [UInt8] {
    var source = DecodingByteSource(ArrayByteSource(prefix))
    var text = [UInt8](repeating: 0, count: min(prefix.count * 2 + 16, 1 << 17))
    var count = 0
    while count < text.count {
        let read = try? text.withUnsafeMutableBytes {
            try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
        }
        guard let read, read > 0 else { break }
        count += read
    }
    return Array(text.prefix(count))
}

/// Whether bytes are text: hardly any are control characters.
func isText(_ bytes: [UInt8]) -> Bool {
    let controls = bytes.count { $0 < 0x20 && !(0x09...0x0D).contains($0) }
    return !bytes.isEmpty && controls * 100 <= bytes.count
}

extension EncodingDetection? {
    /// The byte order mark of UTF-8 if the file has one: an export in UTF-8 begins with it again.
    var byteOrderMark: [UInt8] {
        guard let self, self.evidence == .byteOrderMark, self.encoding == .utf8 else { return [] }
        return [0xEF, 0xBB, 0xBF]
    }
}
