import TextDecoding

/// How sure it is, by a file's first bytes, that the file is OPML.
public enum OPMLRecognition: Hashable, Sendable {
    /// Its document element is `opml`.
    case certain
    /// The tag of `opml` stands after text that should not be there.
    case likely
    /// It may be: it is XML, but its document element does not stand in the bytes that were looked at.
    case possible
    /// It is something else: other XML such as RSS, HTML, or no markup at all.
    case none

    /// Looks at a file's first bytes, in whatever encoding.
    public init(prefix: [UInt8]) {
        var source = DecodingByteSource(ArrayByteSource(prefix))
        var text: [UInt8] = []
        while let piece = try? [UInt8](
            unsafeUninitializedCapacity: 1 << 16,
            initializingWith: { buffer, count in
                count = try source.read(into: UnsafeMutableRawBufferPointer(buffer))
            }), !piece.isEmpty
        {
            text += piece
        }
        self = text.withUnsafeBufferPointer { OPMLRecognition(text: $0) }
    }

    private init(text: UnsafeBufferPointer<UInt8>) {
        var position = 0
        var hasStrayText = false
        while position < text.count {
            guard text[position] == UInt8(ascii: "<") else {
                hasStrayText = hasStrayText || !XMLCharacters.isBlank(text[position])
                position += 1
                continue
            }
            let rest = text[position...]
            let terminator: String
            if rest.starts(with: "<!--".utf8) {
                terminator = "-->"
            } else if rest.starts(with: "<?".utf8) {
                terminator = "?>"
            } else if rest.starts(with: "<!".utf8) {
                // An internal subset holds tags of declarations, and ends with a bracket.
                let line = rest.prefix { $0 != UInt8(ascii: ">") }
                terminator = line.contains(UInt8(ascii: "[")) ? "]>" : ">"
            } else {
                let end = XMLCharacters.endOfName(text, from: position + 1)
                let name = UnsafeBufferPointer(rebasing: text[position + 1..<end])
                if name.isEmpty {
                    hasStrayText = true
                    position += 1
                    continue
                }
                let isOPML = MarkupRepair.isSame(name, "opml")
                // Where text stands before it, an element may be a part of that text.
                self = isOPML ? hasStrayText ? .likely : .certain : .none
                return
            }
            guard let end = Self.end(of: terminator, in: rest) else {
                self = hasStrayText ? .none : .possible
                return
            }
            position = end
        }
        self = .none
    }

    private static func end(of terminator: String, in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let wanted = Array(terminator.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: wanted) }.map { $0 + wanted.count }
    }
}
