import ContentLine

/// A `data:` URI (RFC 2397) with base64 in it; in any case, and in the odd forms that programs write.
struct DataURI {
    /// The media type with its parameters, as written; nil where none is.
    var type: String?
    var bytes: [UInt8]
    /// Whether it is written as RFC 2397 has it, so that it can be made again of type and bytes.
    var isPlain: Bool

    /// Reads a URI; nil where it is none of base64.
    init?(_ text: String) {
        guard text.utf8.count > 5, String(text.prefix(5)).asciiUppercased() == "DATA:" else { return nil }
        let rest = text.utf8.dropFirst(5)
        guard let comma = rest.firstIndex(of: 0x2C) else { return nil }
        var head = Substring(decoding: rest[..<comma], as: UTF8.self)
        let body = Array(rest[rest.index(after: comma)...])
        guard String(head.suffix(6)).asciiUppercased() == "BASE64", let bytes = Base64.decode(body[...])
        else {
            return nil
        }
        head.removeLast(6)
        let hasSemicolon = head.last == ";"
        if hasSemicolon { head.removeLast() }
        type = head.isEmpty ? nil : String(head)
        self.bytes = bytes
        isPlain = hasSemicolon && Base64.encode(bytes).utf8.elementsEqual(body)
    }

    /// The media type alone, in lower case; nil where none is given.
    var mediaType: String? {
        let word = type?.split(separator: ";").first?.lowercased()
        return word.flatMap { $0.contains("/") ? $0 : nil }
    }
}
