import ContentLine

/// Texts of vCalendar 1.0, which has QUOTED-PRINTABLE where iCalendar has `\n` and UTF-8.
enum VCalendarText {
    /// A text whose semicolons and backslashes are escaped; line ends are left to ``encode(_:)``.
    static func escape(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars where character != "\0" {
            if character == "\\" || character == ";" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(character)
        }
        return result
    }

    /// Writes a line's value, which is plain UTF-8, as QUOTED-PRINTABLE where it has anything but printable ASCII.
    static func encode(_ line: inout ContentLine) {
        guard line.value.contains(where: { $0 < 0x20 || $0 > 0x7E }) else { return }
        let text = String(decoding: line.value, as: UTF8.self)
        line.value = ArraySlice(QuotedPrintable.encode(text))
        line.parameters += [Parameter("CHARSET", "UTF-8"), Parameter("ENCODING", "QUOTED-PRINTABLE")]
    }
}
