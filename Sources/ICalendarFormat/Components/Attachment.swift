import ContentLine

/// A document that belongs to a component: ATTACH.
///
/// See RFC 5545, section 3.8.1.1, and RFC 8607.
public struct Attachment: Sendable, Hashable {
    /// Where the document is.
    public enum Content: Sendable, Hashable {
        /// It is elsewhere; the URI as written.
        case uri(String)
        /// It is here, in base64 as written; ``Attachment/data()`` decodes it.
        case base64(ArraySlice<UInt8>)
    }

    /// The document, or where it is.
    public var content: Content
    /// FMTTYPE: the media type, such as `application/pdf`.
    public var mediaType: String?
    /// FILENAME, or one of its older spellings with `X-`: the name to save it by.
    public var fileName: String?

    /// Makes an attachment.
    public init(content: Content, mediaType: String? = nil, fileName: String? = nil) {
        self.content = content
        self.mediaType = mediaType
        self.fileName = fileName
    }

    /// Makes an attachment that carries its bytes.
    public init(data: [UInt8], mediaType: String? = nil, fileName: String? = nil) {
        self.init(
            content: .base64(ArraySlice(Base64.encode(data).utf8)), mediaType: mediaType, fileName: fileName)
    }

    /// The bytes of an inline attachment, or nil where it is elsewhere or no base64.
    public func data() -> [UInt8]? {
        guard case .base64(let text) = content else { return nil }
        return Base64.decode(text)
    }

    init(_ line: ContentLine) {
        let isInline = line.encoding == .base64 || line.parameter("VALUE")?.asciiUppercased() == "BINARY"
        content = isInline ? .base64(line.value) : .uri(line.uri())
        mediaType = line.parameter("FMTTYPE")
        fileName =
            line.parameter("FILENAME") ?? line.parameter("X-FILENAME") ?? line.parameter("X-APPLE-FILENAME")
    }

    /// The attachment as a new line.
    var line: ContentLine {
        var parameters: [Parameter] = []
        if let mediaType { parameters.append(Parameter("FMTTYPE", mediaType)) }
        if let fileName { parameters.append(Parameter("FILENAME", fileName)) }
        switch content {
        case .uri(let uri):
            return ContentLine(name: "ATTACH", parameters: parameters, value: PropertyValue.uri(uri))
        case .base64(let text):
            parameters += [Parameter("ENCODING", "BASE64"), Parameter("VALUE", "BINARY")]
            // Blanks and line ends within base64 mean nothing, and would break the line.
            let digits = text.filter { $0 > 0x20 && $0 < 0x7F }
            return ContentLine(
                name: "ATTACH", parameters: parameters, value: String(decoding: digits, as: UTF8.self))
        }
    }
}
