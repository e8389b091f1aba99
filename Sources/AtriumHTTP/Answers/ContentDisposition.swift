/// The value of Content-Disposition for files that a client saves (RFC 6266).
///
/// File names can come from other people's files. A name therefore loses its folders, control characters and characters
/// that turn the direction of text, and can contain nothing that ends the parameter or the header.
enum ContentDisposition {
    /// The largest number of bytes of a name; file systems allow 255.
    private static let longestName = 200

    /// The value for a file name.
    ///
    /// `filename` has ASCII characters only. If these cannot represent the name, `filename*` has the name in UTF-8 (RFC
    /// 8187), which clients prefer.
    ///
    /// - Parameter fallback: the name if nothing remains of `name`.
    static func attachment(_ name: String, orIfEmpty fallback: String = "download") -> String {
        let safe = safeName(name)
        let name = safe.isEmpty ? fallback : safe
        // Percent-encoding leaves only characters that RFC 8187 allows as they are.
        let plain = String(name.map { isPlain($0) ? $0 : "_" })
        let value = "attachment; filename=\"\(plain)\""
        return plain == name ? value : value + "; filename*=UTF-8''\(PercentEncoding.encoded(name))"
    }

    /// The last part of a path, without characters that could mislead a person or a program.
    private static func safeName(_ name: String) -> String {
        let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: last.unicodeScalars.filter { !isHostile($0) })
        var text = String(scalars).drop { $0 == "." || $0.isWhitespace }
        while text.last == "." || text.last?.isWhitespace == true { text.removeLast() }
        return shortened(String(text))
    }

    /// A name that fits, with its extension.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        let end = name.lastIndex(of: ".").map { name[$0...] } ?? ""
        let ending = end.utf8.count <= 20 ? end : ""
        var stem = name.prefix(longestName)
        while stem.utf8.count + ending.utf8.count > longestName { stem.removeLast() }
        return String(stem) + ending
    }

    private static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        // Characters without a shape, such as those that turn the direction; joiners belong to words and emoji.
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        default: false
        }
    }

    /// A Boolean value that indicates whether a quoted string can contain a character in every client.
    private static func isPlain(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return false }
        // A percent sign is decoded by some clients, although it has no meaning here.
        return (0x20..<0x7F).contains(byte) && !["\"", "\\", "%"].contains(character)
    }
}
