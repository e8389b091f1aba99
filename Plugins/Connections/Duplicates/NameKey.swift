/// A person's name as it is compared: given and family name, folded to letters.
///
/// Folded means lower case, without diacritics, with spaces for what is neither letter nor figure; `Müller-Lüdenscheidt`
/// is `muller ludenscheidt`.
struct NameKey: Hashable, Sendable {
    /// The given names; empty where there is one word only.
    var given: [UInt32]
    /// The family name, or the only word.
    var family: [UInt32]

    /// The name of a person: the structured one, else the one to show; empty where that is made of other values.
    ///
    /// Of a name to show the last word is the family name, or what stands before a comma.
    init(given: String?, family: String?, displayName: String, isDerived: Bool) {
        self.given = given.map(Self.folded) ?? []
        self.family = family.map(Self.folded) ?? []
        if self.family.isEmpty { (self.given, self.family) = ([], self.given) }
        guard self.family.isEmpty, !isDerived else { return }
        if let comma = displayName.firstIndex(of: ",") {
            self.given = Self.folded(String(displayName[displayName.index(after: comma)...]))
            self.family = Self.folded(String(displayName[..<comma]))
            if self.family.isEmpty { (self.given, self.family) = ([], self.given) }
            return
        }
        let letters = Self.folded(displayName)
        let space = letters.lastIndex(of: Self.space)
        self.given = space.map { Array(letters[..<$0]) } ?? []
        self.family = space.map { Array(letters[($0 + 1)...]) } ?? letters
    }

    private static let space: UInt32 = 0x20

    /// Letters that a decomposition leaves as they are, and how they are written without them.
    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    ]

    /// A text, folded.
    static func folded(_ text: String) -> [UInt32] {
        var letters: [UInt32] = []
        letters.reserveCapacity(text.utf8.count)
        var isApart = false
        func append(_ letter: UInt32) {
            if isApart, !letters.isEmpty { letters.append(space) }
            isApart = false
            letters.append(letter)
        }
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            for byte in text.utf8 {
                switch byte {
                case 0x41...0x5A: append(UInt32(byte | 0x20))
                case 0x61...0x7A, 0x30...0x39: append(UInt32(byte))
                case 0x27: break
                default: isApart = true
                }
            }
            return letters
        }
        for scalar in SortKey.folded(text).unicodeScalars {
            if let plain = plain[scalar] {
                for letter in plain.unicodeScalars { append(letter.value) }
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                append(scalar.value)
            } else if scalar != "'" && scalar != "\u{2019}" {
                isApart = true
            }
        }
        return letters
    }
}

/// How two names fit together.
enum NameMatch: Sendable, Hashable {
    /// One of them is not known.
    case unknown
    /// Both words are equal.
    case same
    /// Both words are equal, but stand in each other's place.
    case swapped
    /// One word is equal, the other begins with the same letter and is nearly the same: `Jon` and `John`.
    case similar
    /// Both words are alike.
    case alike
    /// Both have one word, the same.
    case sameWord
    /// Nothing speaks for or against: `J. Smith` and `John Smith`, `Ada` and `Ada Lovelace`.
    case compatible
    /// They are different names.
    case different

    /// From which similarity on a word is nearly another one.
    static let nearly = 0.93
    /// From which similarity on a word is like another one.
    static let like = 0.8

    /// Compares two names.
    ///
    /// `hasCommonKey` tells whether one word is equal and the other begins with the same letter.
    static func of(
        _ given: Span<UInt32>, _ family: Span<UInt32>, _ otherGiven: Span<UInt32>, _ otherFamily: Span<UInt32>
    ) -> (match: NameMatch, hasCommonKey: Bool) {
        if family.isEmpty || otherFamily.isEmpty { return (.unknown, false) }
        if given.isEmpty || otherGiven.isEmpty {
            if given.isEmpty, otherGiven.isEmpty {
                return (isEqual(family, otherFamily) ? .sameWord : .different, false)
            }
            let word = given.isEmpty ? family : otherFamily
            let (one, two) = given.isEmpty ? (otherGiven, otherFamily) : (given, family)
            return (isEqual(word, one) || isEqual(word, two) ? .compatible : .different, false)
        }
        let straight = of(pairs: (given, otherGiven), (family, otherFamily))
        if straight.match == .same { return straight }
        let crossed = of(pairs: (given, otherFamily), (family, otherGiven))
        if crossed.match == .same { return (.swapped, true) }
        let match = straight.match.rank <= crossed.match.rank ? straight.match : crossed.match
        return (match, straight.hasCommonKey || crossed.hasCommonKey)
    }

    private static func of(
        pairs one: (Span<UInt32>, Span<UInt32>), _ two: (Span<UInt32>, Span<UInt32>)
    ) -> (match: NameMatch, hasCommonKey: Bool) {
        let (isOneEqual, isTwoEqual) = (isEqual(one.0, one.1), isEqual(two.0, two.1))
        if isOneEqual && isTwoEqual { return (.same, true) }
        let hasCommonKey =
            isOneEqual && two.0[0] == two.1[0] || isTwoEqual && one.0[0] == one.1[0]
        let first = isOneEqual ? 1 : JaroWinkler.similarity(one.0, one.1)
        if first < like {
            return (isTwoEqual && isInitial(one.0, one.1) ? .compatible : .different, hasCommonKey)
        }
        let second = isTwoEqual ? 1 : JaroWinkler.similarity(two.0, two.1)
        if second < like {
            return (isOneEqual && isInitial(two.0, two.1) ? .compatible : .different, hasCommonKey)
        }
        return (hasCommonKey && min(first, second) >= nearly ? .similar : .alike, hasCommonKey)
    }

    /// Whether one word is just the first letter of the other.
    private static func isInitial(_ left: Span<UInt32>, _ right: Span<UInt32>) -> Bool {
        min(left.count, right.count) == 1 && left[0] == right[0]
    }

    private var rank: Int {
        switch self {
        case .same, .swapped: 0
        case .similar: 1
        case .alike: 2
        case .sameWord, .compatible, .unknown: 3
        case .different: 4
        }
    }

    static func isEqual(_ left: Span<UInt32>, _ right: Span<UInt32>) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where left[index] != right[index] { return false }
        return true
    }
}
