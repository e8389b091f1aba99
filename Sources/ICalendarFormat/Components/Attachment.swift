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
    /// The file name: FILENAME (RFC 8607, section 4.2), or a parameter that a program uses for it.
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
        let names = Self.fileNameParameters.lazy.compactMap { line.parameter($0) }
        // An empty name is kept if no other parameter has one.
        fileName = names.first { !trimmed($0).isEmpty } ?? names.first
    }

    /// The parameters with a file name: that of RFC 8607, which Google and Nextcloud write too; that of Outlook and Zimbra;
    /// that of Apple; that of KDE.
    private static let fileNameParameters = ["FILENAME", "X-FILENAME", "X-APPLE-FILENAME", "X-LABEL"]

    /// Writes the attachment over a line; a line with the same document keeps its other parameters.
    func write(to line: inout ContentLine) {
        let old = Attachment(line)
        guard old.content == content else {
            line = self.line
            return
        }
        if mediaType != old.mediaType { line.setParameter("FMTTYPE", to: mediaType.map { [$0] } ?? []) }
        if fileName != old.fileName {
            for name in Self.fileNameParameters.dropFirst() { line.setParameter(name, to: []) }
            line.setParameter("FILENAME", to: fileName.map { [$0] } ?? [])
        }
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
