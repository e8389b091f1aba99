/// A phone number as a program dials it: read from what people write.
///
/// What is no part of the number is left out: separators, the zero in brackets of `+43 (0) 664`, what is dialled after a
/// pause, and words. Letters that stand for figures, as in `1-800-FLOWERS`, become figures (E.161).
struct DialledNumber: Hashable, Sendable {
    /// The figures, with `+` in front if they begin with the code of a country; of a service also `*` and `#`.
    let digits: String
    /// The extension, dialled after the call is taken.
    let extensionDigits: String?

    private static let fewest = 3
    /// E.164 has 15 figures at most; what is dialled within a country or a house may have a few more.
    private static let most = 20

    /// Reads a number; nil if the text is none.
    init?(_ text: String) {
        var digits: String
        var hasPlus: Bool
        if let plain = Self.plain(text) {
            (digits, hasPlus, extensionDigits) = (plain.digits, plain.hasPlus, nil)
        } else {
            var reader = Reader(text.droppingScheme("tel"))
            reader.read()
            (digits, hasPlus, extensionDigits) = (
                reader.digits, reader.hasPlus, reader.extensionDigits.nonEmpty
            )
        }
        if !hasPlus, digits.hasPrefix("00"), digits.utf8.count > 7 {
            digits.removeFirst(2)
            hasPlus = true
        }
        let isService = digits.utf8.contains { $0 == 0x2A || $0 == 0x23 }
        let count = digits.utf8.count
        guard (Self.fewest...Self.most).contains(count), !(hasPlus && isService) else { return nil }
        self.digits = (hasPlus ? "+" : "") + digits
    }

    /// The figures of a number of ASCII figures and separators, as most are: lists have many of them.
    private static func plain(_ text: String) -> (digits: String, hasPlus: Bool)? {
        var digits: [UInt8] = []
        var hasPlus = false
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39: digits.append(byte)
            case 0x2B: if digits.isEmpty { hasPlus = true }
            case 0x20, 0x29, 0x2D, 0x2E, 0x2F: break
            default: return nil
            }
        }
        return (String(decoding: digits, as: UTF8.self), hasPlus)
    }

    /// Whether the number begins with the code of a country: it is dialled so from anywhere.
    var isInternational: Bool { digits.hasPrefix("+") }

    /// The figures without the sign in front.
    var figures: String { isInternational ? String(digits.dropFirst()) : digits }

    /// The link that calls the number (RFC 3966).
    ///
    /// A number without the code of a country has no `phone-context`: in which country it is dialled is not known.
    var call: String {
        "tel:" + PercentEncoding.encoded(digits, keeping: "+*")
            + (extensionDigits.map { ";ext=\($0)" } ?? "")
    }

    /// The link that writes to the number (RFC 5724); nil for a service, and for an extension, which no message reaches.
    var message: String? {
        guard extensionDigits == nil, !digits.contains(where: { $0 == "*" || $0 == "#" }) else { return nil }
        return "sms:\(digits)"
    }

    /// Reads a text character by character.
    private struct Reader {
        private let scalars: [Unicode.Scalar]
        private var place = 0
        var digits = ""
        var extensionDigits = ""
        var hasPlus = false

        init(_ text: String) { scalars = Array(text.unicodeScalars) }

        mutating func read() {
            while place < scalars.count {
                let scalar = scalars[place]
                if let figure = Self.figure(scalar) {
                    digits.append(figure)
                } else if scalar == "*" || scalar == "#" {
                    // Behind a number `#` begins an extension.
                    if scalar == "#", !digits.isEmpty, !digits.contains("*"),
                        follows({ Self.figure($0) != nil })
                    {
                        return readExtension()
                    }
                    digits.unicodeScalars.append(scalar)
                } else if scalar == "+" || scalar == "\u{FF0B}" {
                    if digits.isEmpty { hasPlus = true }
                } else if scalar == "(", hasPlus, isZeroInBrackets {
                    place += 2
                } else if scalar == "," || scalar == ";" {
                    // A pause, or a parameter: what follows is dialled later, if at all.
                    return scalar == ";" ? readExtension(after: "ext=") : ()
                } else if scalar.properties.isAlphabetic, !digits.isEmpty {
                    guard readLetters() else { return readExtension() }
                    continue
                }
                place += 1
            }
        }

        private static func figure(_ scalar: Unicode.Scalar) -> Character? {
            guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else {
                return nil
            }
            return Character(String(Int(value)))
        }

        private var isZeroInBrackets: Bool {
            place + 2 < scalars.count && scalars[place + 1] == "0" && scalars[place + 2] == ")"
        }

        private func follows(_ condition: (Unicode.Scalar) -> Bool) -> Bool {
            place + 1 < scalars.count && condition(scalars[place + 1])
        }

        /// Three capital letters or more stand for figures; others are words.
        private mutating func readLetters() -> Bool {
            let word = scalars[place...].prefix { ("A"..."Z").contains($0) }
            let isWhole =
                place + word.count == scalars.count || !scalars[place + word.count].properties.isAlphabetic
            guard word.count >= 3, isWhole, digits.utf8.count + word.count <= 15,
                word.elementsEqual("EXT".unicodeScalars) == false
            else { return false }
            let keys = Array("22233344455566677778889999")
            digits += word.map { keys[Int($0.value - 0x41)] }
            place += word.count
            return true
        }

        /// Reads `x12`, `ext. 12`, `#12`: a mark of an extension and its figures, of which there are few.
        private mutating func readExtension(after mark: String? = nil) {
            let rest = String(String.UnicodeScalarView(scalars[place...])).lowercased()
            let marks = mark.map { [";" + $0] } ?? ["extension", "ext.", "ext", "x", "#"]
            guard let found = marks.first(where: rest.hasPrefix) else { return }
            let figures = rest.dropFirst(found.count).drop(while: \.isWhitespace).prefix {
                ("0"..."9").contains($0)
            }
            if (1...7).contains(figures.count) { extensionDigits = String(figures) }
        }
    }
}
