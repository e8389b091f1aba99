/// Ids of zones that were damaged on their way, and those that say a distance from UTC.
enum ZoneSpelling {
    /// The id that a text was before its UTF-8 was taken for Windows-1252, once or twice; nil where it was not.
    static func repaired(_ id: String) -> String? {
        var text = id
        for _ in 0..<2 {
            guard let before = undone(text) else { break }
            text = before
        }
        return text == id ? nil : text
    }

    private static func undone(_ text: String) -> String? {
        guard text.utf8.count <= 256, !text.unicodeScalars.allSatisfy(\.isASCII) else { return nil }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.value < 0x100 {
                bytes.append(UInt8(scalar.value))
            } else if let byte = windows1252[scalar] {
                bytes.append(byte)
            } else {
                return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// What Windows-1252 has where ISO 8859-1 has control characters.
    private static let windows1252: [Unicode.Scalar: UInt8] = {
        let scalars = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
        return Dictionary(uniqueKeysWithValues: zip(scalars, UInt8(0x80)...UInt8(0x9F)))
    }()

    /// The seconds ahead of UTC that a name in lower case says: `utc+02:00`, `gmt-5`, `utc+0530`; nil for others.
    ///
    /// `Etc/GMT+5` counts the other way, and is found by its name before.
    static func offset(_ name: String) -> Int? {
        guard name.hasPrefix("utc") || name.hasPrefix("gmt") else { return nil }
        let text = name.dropFirst(3)
        guard text.first == "+" || text.first == "-" else { return nil }
        return VCalendarZone.offset(String(text))
    }
}
