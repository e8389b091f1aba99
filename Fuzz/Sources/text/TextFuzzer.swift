import FuzzSupport
import TextDecoding

private func decoded(_ source: some ByteSource, _ encoding: TextEncoding?) -> [UInt8] {
    var source = DecodingByteSource(source, encoding: encoding)
    var output: [UInt8] = []
    while true {
        let piece = try? [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = try source.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        guard let piece, !piece.isEmpty else { return output }
        output += piece
    }
}

private let encodings: [TextEncoding?] =
    [nil, .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .windows1252]
    + ["shift_jis", "iso-2022-jp", "gb18030", "koi8-r", "euc-kr", "big5", "utf-7"].map {
        try? TextEncoding(label: $0)
    }

/// Whatever bytes are decoded, valid UTF-8 comes out, the same however the bytes come in pieces.
///
/// The first byte chooses the charset.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let choice = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    let encoding = encodings[Int(choice) % encodings.count]
    let whole = decoded(ArrayByteSource(bytes), encoding)
    require(whole.withUnsafeBytes(TextEncoding.isValidUTF8), "what was decoded is not UTF-8")
    let pieces = decoded(PiecewiseSource(bytes, size: 1 + count % 5), encoding)
    require(whole == pieces, "pieces differ " + firstDifference(whole, pieces))
    let value = TextEncoding.decodeUnlabelled(bytes)
    require(!value.text.isEmpty || bytes.isEmpty, "text was dropped")
    _ = TextEncoding.windows1252.decode(bytes)
    return 0
}
