/// A content line whose parameters may say nothing (`;;`, `TYPE=`, `TYPE=home,,work`), for tests of the codecs that read
/// such lines.
public struct SampleLine: Sendable {
    /// How the line is written down.
    public enum Encoding: Sendable, CaseIterable {
        /// In UTF-8.
        case utf8
        /// In UTF-8, with a fold within a character.
        case foldedUTF8
        /// In windows-1252, which the line does not say.
        case windows1252
        /// In windows-1252, which CHARSET says.
        case namedWindows1252
        /// In QUOTED-PRINTABLE of UTF-8.
        case quotedPrintable
        /// In QUOTED-PRINTABLE of windows-1252.
        case quotedPrintableWindows1252

        /// Whether only vCard 2.1 and vCalendar 1.0 have the encoding.
        public var isQuotedPrintable: Bool {
            self == .quotedPrintable || self == .quotedPrintableWindows1252
        }
    }

    /// The line as it stands in the file, with its line end.
    public let bytes: [UInt8]
    /// What stands before the colon when the line is written in UTF-8.
    public let head: String
    /// What the line says, without its transfer encoding.
    public let value: String

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - name: with its group if it has one.
    ///   - parameters: each with its semicolon.
    ///   - place: how many of the parameters stand in front of those that name the encoding.
    init(name: String, parameters: [String], value: String, encoding: Encoding, place: Int) {
        let isLatin = [.windows1252, .namedWindows1252, .quotedPrintableWindows1252].contains(encoding)
        func head(charset: String) -> String {
            var own: [String] = []
            if encoding == .namedWindows1252 || encoding.isQuotedPrintable { own = [";CHARSET=\(charset)"] }
            if encoding.isQuotedPrintable {
                own.append(place % 2 == 0 ? ";ENCODING=QUOTED-PRINTABLE" : ";QUOTED-PRINTABLE")
            }
            return name + (parameters[..<place] + own + parameters[place...]).joined()
        }
        func encoded(_ text: String) -> [UInt8] {
            isLatin ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
        }
        self.head = head(charset: "UTF-8")
        self.value = value
        var content = encoded(value)
        if encoding.isQuotedPrintable {
            content = content.flatMap { byte in
                (0x20..<0x7F).contains(byte) && byte != 0x3D
                    ? [byte] : Array("=\(String(byte, radix: 16, uppercase: true))".utf8)
            }
        } else if encoding == .foldedUTF8, let first = content.firstIndex(where: { $0 >= 0xC0 }) {
            content.insert(contentsOf: Array("\r\n ".utf8), at: first + 1)
        }
        let text = head(charset: isLatin ? "windows-1252" : "UTF-8")
        bytes = encoded(text) + [0x3A] + content + [0x0D, 0x0A]
    }

    /// Whether a line that was written, with its folds, has the same name and parameters, to the letter.
    public func hasHead(of written: some Sequence<UInt8>) -> Bool {
        var text: [UInt8] = []
        for byte in written {
            text.append(byte)
            if text.suffix(3) == [0x0D, 0x0A, 0x20] { text.removeLast(3) }
        }
        return text.starts(with: Array((head + ":").utf8))
    }
}

extension SeededGenerator {
    /// A line with one of some names, and with parameters as programs write them, many of which say nothing.
    ///
    /// - Parameters:
    ///   - words: parameters that are a value alone, as vCard 2.1 and vCalendar 1.0 have them.
    ///   - encoding: how the line is written down.
    public mutating func line(
        named names: [String], words: [String] = [], in encoding: SampleLine.Encoding
    ) -> SampleLine {
        let parameters = (0..<int(0...5)).map { _ in parameter(words: words) }
        return SampleLine(
            name: pick(names), parameters: parameters,
            value: pick(["Zürich", ";;Hauptstraße 1;Köln;;", "é: 1 = ü, è", "mailto:jürgen@example.org"]),
            encoding: encoding, place: int(0...parameters.count))
    }

    /// A parameter with its semicolon: empty, a value alone, or a list of which any value may be empty.
    private mutating func parameter(words: [String]) -> String {
        switch int(0...5) {
        case 0, 1: return ";"
        case 2: return words.isEmpty ? "; " : ";" + pick(words)
        default:
            let values = (0..<int(1...4)).map { _ in
                pick(["", "", "home", "Büro", "a b", "\"a:b;c,d\"", "\"\"", "x^y", "Doe\\, John"])
            }
            return ";\(pick(["TYPE", "LANGUAGE", "X-A", "x-b", ""]))=" + values.joined(separator: ",")
        }
    }
}
