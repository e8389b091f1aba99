import ContentLine

/// A picture, sound or key: its bytes, or where they are (RFC 6350, sections 6.2.4, 6.6.3, 6.7.5, 6.8.1).
public enum Media: Sendable, Hashable {
    /// The bytes, and their media type in lower case (`image/jpeg`), found by looking at them where possible.
    case data([UInt8], mediaType: String?)
    /// A URI, which is never fetched.
    case uri(String)
}

extension Media {
    /// Reads base64 in its three spellings, `data:` URIs in their odd forms, and URIs.
    static func read(_ line: ContentLine) throws(ValueProblem) -> Media? {
        guard !line.value.isEmpty else { return nil }
        let isEncoded = line.encoding == .base64
        if !isEncoded {
            let text = line.uri()
            if let data = dataURI(text) { return data }
            let scheme = text.prefix { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == "." }
            let isURI = scheme.utf8.count > 1 && text.dropFirst(scheme.count).first == ":"
            if isURI || line.hasValueType("URI") || line.hasValueType("URL") { return .uri(text) }
            // A key in vCard 4.0 may be text; pictures without an encoding are most likely base64 all the same.
            if line.hasValueType("TEXT") || text.isEmpty { return nil }
        }
        // Some programs put a data: URI after ENCODING=b all the same.
        if line.value.starts(with: "data:".utf8), let data = dataURI(line.uri()) { return data }
        guard let bytes = line.binary() else {
            throw ValueProblem(code: .badBase64, message: "The value is not base64. It was kept unchanged.")
        }
        return .data(bytes, mediaType: MediaType.sniff(bytes) ?? MediaType.named(by: line))
    }

    /// Reads a `data:` URI; Nextcloud escapes the comma, which is undone before.
    private static func dataURI(_ text: String) -> Media? {
        DataURI(text).map { .data($0.bytes, mediaType: MediaType.sniff($0.bytes) ?? $0.mediaType) }
    }

    func draft(name: String, _ context: WriteContext) -> PropertyDraft {
        switch self {
        case .uri(let uri):
            return PropertyDraft(
                name: name, parameters: context.uriParameter(isDefault: context.version == .v4),
                value: uri.withoutControls())
        case .data(let bytes, let mediaType):
            let text = Base64.encode(bytes)
            guard context.version < .v4 else {
                return PropertyDraft(
                    name: name,
                    value: "data:\(mediaType?.withoutControls() ?? "application/octet-stream");base64,\(text)"
                )
            }
            let encoding = Parameter("ENCODING", context.version == .v2 ? "BASE64" : "b")
            let type = mediaType.flatMap(MediaType.word).map { [Parameter("TYPE", $0)] } ?? []
            return PropertyDraft(name: name, parameters: [encoding] + type, value: text)
        }
    }
}

/// Media types: found in the first bytes, and as the words of TYPE in 2.1 and 3.0.
public enum MediaType {
    /// The media type that the first bytes tell, in lower case, or `nil`.
    ///
    /// Of images it tells those of pixels only: SVG, which can carry scripts, is not told.
    public static func sniff(_ bytes: [UInt8]) -> String? {
        func begins(_ prefix: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + prefix.count
                && bytes[offset..<offset + prefix.count].elementsEqual(prefix)
        }
        if begins([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) { return "image/gif" }
        if begins(Array("RIFF".utf8)) {
            if begins(Array("WEBP".utf8), at: 8) { return "image/webp" }
            if begins(Array("WAVE".utf8), at: 8) { return "audio/wav" }
        }
        if begins(Array("BM".utf8)), bytes.count > 26 { return "image/bmp" }
        if begins([0x49, 0x49, 0x2A, 0x00]) || begins([0x4D, 0x4D, 0x00, 0x2A]) { return "image/tiff" }
        if begins(Array("ftyp".utf8), at: 4), bytes.count >= 12 {
            // The brand of the container (ISO 23008-12, ISO 14496-12).
            switch String(decoding: bytes[8..<12], as: UTF8.self) {
            case "heic", "heix", "heim", "heis", "hevc", "hevx": return "image/heic"
            case "mif1", "msf1": return "image/heif"
            case "avif", "avis": return "image/avif"
            default: return nil
            }
        }
        if begins(Array("OggS".utf8)) { return "audio/ogg" }
        if begins(Array("ID3".utf8)) { return "audio/mpeg" }
        return nil
    }

    /// The media type that the parameters name: MEDIATYPE, or TYPE (`JPEG`, `image/jpeg`).
    static func named(by line: ContentLine) -> String? {
        if let type = line.parameter("MEDIATYPE") { return type.lowercased() }
        for type in Attributes(of: line).types {
            let type = type.lowercased()
            if type.contains("/") { return type }
            if isMedia(type) {
                switch line.canonicalName {
                case "SOUND": return "audio/\(type)"
                case "KEY": return "application/\(type)"
                default: return "image/\(type == "jpg" ? "jpeg" : type)"
                }
            }
        }
        return nil
    }

    /// The word for TYPE in 2.1 and 3.0: `JPEG` for `image/jpeg`.
    static func word(_ mediaType: String) -> String? {
        mediaType.split(separator: "/").last.map { $0.uppercased() }
    }

    /// Whether a type says what the data is, and not what it is for.
    static func isMedia(_ type: String) -> Bool {
        let words: Set<String> = [
            "jpeg", "jpg", "png", "gif", "webp", "bmp", "tiff", "heic", "heif", "avif", "svg+xml", "svg",
            "cgm",
            "wmf", "met",
            "pmb", "dib", "pict", "ps", "pdf", "mpeg", "mpeg2", "avi", "qtime", "wave", "wav", "pcm", "aiff",
            "ogg",
            "pgp", "x509", "octet-stream", "x-icon", "mp3",
        ]
        let type = type.lowercased()
        return type.contains("/") || words.contains(type)
    }
}

extension PropertyKind where Value == Media {
    /// A kind whose values are binary data.
    static func media(_ names: [String]) -> PropertyKind<Media> {
        PropertyKind(names, valueParameters: ["MEDIATYPE"]) { line, attributes in
            // Here TYPE says what the data is, which the value says already.
            attributes.types.removeAll(where: MediaType.isMedia)
        } read: { line, _ throws(ValueProblem) in
            try Media.read(line)
        } write: { property, context in
            var draft = property.value.draft(name: names[0], context)
            draft.replacesTypes = true
            return draft
        }
    }
}

extension VCardProperty {
    /// PHOTO: a picture of the person; also Outlook's X-MS-CARDPICTURE.
    public static let photo = PropertyKind<Media>.media(["PHOTO", "X-MS-CARDPICTURE"])
    /// LOGO: a picture of the organization.
    public static let logo = PropertyKind<Media>.media(["LOGO"])
    /// SOUND: how the name is pronounced.
    public static let sound = PropertyKind<Media>.media(["SOUND"])
    /// KEY: a public key or certificate.
    public static let key = PropertyKind<Media>.media(["KEY"])
}
