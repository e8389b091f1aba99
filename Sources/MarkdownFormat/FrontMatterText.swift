/// Values of front matter as text, both ways.
enum FrontMatterText {
    // MARK: - Reading

    /// The value that stands behind a key, and on the lines below it; nil where it is none that is read.
    static func value(_ rest: String, below: [String]) -> FrontMatter.Value? {
        let text = trimmed(rest)
        let further = below.filter { !isBlank($0) && trimmed($0).first != "#" }
        if text.isEmpty || text.first == "#" {
            return further.isEmpty ? .text("") : list(further).map(FrontMatter.Value.list)
        }
        if text.first == "|" { return literal(text, below).map(FrontMatter.Value.text) }
        guard further.isEmpty else { return nil }
        var scanner = Scanner(text)
        if text.first == "[" { return scanner.list().map(FrontMatter.Value.list) }
        guard let scalar = scanner.scalar(endingAt: []), scanner.isAtEnd else { return nil }
        return .text(scalar)
    }

    /// Items, one a line.
    private static func list(_ lines: [String]) -> [String]? {
        var items: [String] = []
        for line in lines {
            let text = trimmed(line)
            guard text == "-" || text.hasPrefix("- ") else { return nil }
            var scanner = Scanner(trimmed(String(text.dropFirst())))
            guard let item = scanner.scalar(endingAt: []), scanner.isAtEnd else { return nil }
            items.append(item)
        }
        return items
    }

    /// Lines below a bar, without their indentation.
    private static func literal(_ head: String, _ lines: [String]) -> String? {
        guard ["|", "|-", "|+"].contains(head) else { return nil }
        let indents = lines.filter { !isBlank($0) }.map { $0.prefix { $0 == " " }.count }
        guard let indent = indents.min(), indent > 0 else { return indents.isEmpty ? "" : nil }
        var body = lines.map { isBlank($0) ? "" : String($0.dropFirst(indent)) }.joined(separator: "\n")
        while body.last == "\n" { body.removeLast() }
        return head == "|-" ? body : body + "\n"
    }

    private static func trimmed(_ text: String) -> String {
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(text.drop(while: blank).reversed().drop(while: blank).reversed())
    }

    private static func isBlank(_ line: String) -> Bool { trimmed(line).isEmpty }

    /// Reads scalars from the front of a line.
    ///
    /// It looks at Unicode's scalars: a quote with a combining mark behind it is one character, and still a quote.
    private struct Scanner {
        private let text: [Unicode.Scalar]
        private var index = 0

        init(_ text: String) { self.text = Array(text.unicodeScalars) }

        /// Whether nothing but a comment is left.
        var isAtEnd: Bool {
            let rest = text[min(index, text.count)...].drop { $0 == " " || $0 == "\t" }
            // A comment has a blank before it.
            return rest.isEmpty || rest.first == "#" && Self.isBlank(text[rest.startIndex - 1])
        }

        mutating func list() -> [String]? {
            index = 1
            var items: [String] = []
            while true {
                skipBlanks()
                if take("]") { return isAtEnd ? items : nil }
                guard let item = scalar(endingAt: [",", "]"]) else { return nil }
                items.append(item)
                skipBlanks()
                if take(",") { continue }
                return take("]") && isAtEnd ? items : nil
            }
        }

        /// A scalar: quoted, or up to one of some characters or a comment.
        mutating func scalar(endingAt stops: Set<Unicode.Scalar>) -> String? {
            skipBlanks()
            guard index < text.count else { return "" }
            switch text[index] {
            case "\"": return doubleQuoted()
            case "'": return singleQuoted()
            case "&", "*", "!", "{", "}", "[", "]", ">", "|", "%", "@", "`": return nil
            default: break
            }
            var found = String.UnicodeScalarView()
            while index < text.count, !stops.contains(text[index]) {
                if text[index] == "#", let last = found.last, Self.isBlank(last) { break }
                // A mapping within a value.
                if text[index] == ":", index + 1 == text.count || text[index + 1] == " " { return nil }
                found.append(text[index])
                index += 1
            }
            let word = FrontMatterText.trimmed(String(found))
            return word == "~" || word.lowercased() == "null" ? "" : word
        }

        private mutating func singleQuoted() -> String? {
            index += 1
            var found = String.UnicodeScalarView()
            while index < text.count {
                let character = text[index]
                index += 1
                guard character == "'" else {
                    found.append(character)
                    continue
                }
                if !take("'") { return String(found) }
                found.append("'")
            }
            return nil
        }

        private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
            "n": "\n", "t": "\t", "r": "\r", "\"": "\"", "\\": "\\", "/": "/", " ": " ", "0": "\0",
            "e": "\u{1B}",
        ]
        private static let hexadecimal: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]

        private mutating func doubleQuoted() -> String? {
            index += 1
            var found = String.UnicodeScalarView()
            while index < text.count {
                let character = text[index]
                index += 1
                if character == "\"" { return String(found) }
                guard character == "\\" else {
                    found.append(character)
                    continue
                }
                guard index < text.count else { return nil }
                let escaped = text[index]
                index += 1
                if let plain = Self.escapes[escaped] {
                    found.append(plain)
                } else if let length = Self.hexadecimal[escaped], index + length <= text.count,
                    let code = UInt32(
                        String(String.UnicodeScalarView(text[index..<index + length])), radix: 16),
                    let scalar = Unicode.Scalar(code)
                {
                    found.append(scalar)
                    index += length
                } else {
                    return nil
                }
            }
            return nil
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard index < text.count, text[index] == character else { return false }
            index += 1
            return true
        }

        private mutating func skipBlanks() {
            while index < text.count, Self.isBlank(text[index]) { index += 1 }
        }

        private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
    }

    // MARK: - Writing

    /// A value as it stands behind its key.
    static func written(_ value: FrontMatter.Value) -> String {
        switch value {
        case .text(let text): scalar(text)
        case .list(let items): "[" + items.map(scalar).joined(separator: ", ") + "]"
        }
    }

    /// Words that YAML takes for something else than text.
    private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

    /// A text, quoted unless every reader of YAML takes it for just this text, or for the day or time that it is.
    private static func scalar(_ text: String) -> String {
        let isTime =
            text.count >= 10 && text.first?.isNumber == true
            && text.utf8.allSatisfy { (48...57).contains($0) || "-:TZ".utf8.contains($0) }
        let isPlain =
            beginsWithLetter(text) && !contains(": ", text) && !contains(" #", text)
            && text.unicodeScalars.last != " " && text.unicodeScalars.last != ":"
            && !reserved.contains(text.lowercased())
            && !text.unicodeScalars.contains {
                $0.value < 0x20 || $0.value == 0x7F || ",[]{}\"'".unicodeScalars.contains($0)
                    || (0x80...0x9F).contains($0.value) || $0.value == 0x2028 || $0.value == 0x2029
            }
        if isTime || isPlain { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                quoted += "\\x" + (digits.count < 2 ? "0" : "") + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Whether a text begins with a letter that does not join the blank before it to one character.
    private static func beginsWithLetter(_ text: String) -> Bool {
        guard text.first?.isLetter == true, let first = text.unicodeScalars.first else { return false }
        return first.properties.isAlphabetic && !first.properties.isGraphemeExtend
    }

    /// Whether two scalars stand in a text one after the other, whatever marks are behind them.
    private static func contains(_ pair: String, _ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return zip(scalars, scalars.dropFirst()).contains { [$0, $1].elementsEqual(pair.unicodeScalars) }
    }
}
