import AtriumSDK
import TextDecoding

/// A file that the host reads, as the codecs' kind of byte source.
struct FileByteSource: ByteSource {
    private var reader: any ImportFileReader

    init(_ file: any ImportFile) throws {
        reader = try file.open()
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try reader.read(into: buffer)
    }
}

/// The name of a content-line file's encoding, for reports.
///
/// Values may have charsets of their own (CHARSET), and folds may cut characters, so that such a file is not decoded as
/// a whole: it is UTF-16 by its beginning, or UTF-8 if all its items are, or mixed.
struct ItemEncodings {
    private let detected: TextEncoding
    private var isUTF8 = true

    init(_ file: any ImportFile) throws {
        var source = try FileByteSource(file)
        var prefix = [UInt8](repeating: 0, count: EncodingDetection.prefixLength)
        var count = 0
        while count < prefix.count {
            let read = try prefix.withUnsafeMutableBytes {
                try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
            }
            if read == 0 { break }
            count += read
        }
        let detection = EncodingDetection(prefix: Array(prefix.prefix(count)))
        let isDeclared = detection.evidence == .byteOrderMark || detection.evidence == .nulPattern
        detected = isDeclared ? detection.encoding : .utf8
    }

    mutating func note(isUTF8: Bool) {
        if !isUTF8 { self.isUTF8 = false }
    }

    var name: String {
        isUTF8 ? detected.name : "not utf-8: read by CHARSET, otherwise as windows-1252"
    }
}
