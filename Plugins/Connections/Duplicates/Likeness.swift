/// How likely it is that two records are one person, and why.
///
/// Each thing that two people have in common is evidence that they are one, with a weight; several together are surer
/// than each: the score is 1 − (1 − w₁)(1 − w₂)… What speaks against it (different names, different birthdays, a person
/// and an organization) takes 40 % off, each.
///
/// | in common | weight |
/// |---|---|
/// | an e-mail address | 0.9 |
/// | a phone number | 0.75 |
/// | the name, also with given and family name exchanged | 0.6 |
/// | nearly the name: one word is equal, the other one begins alike and is nearly the same | 0.5 |
/// | the only word of the name | 0.4 |
/// | both words of the name are alike | 0.35 |
/// | the birthday with its year | 0.3 |
/// | the birthday without it | 0.15 |
///
/// A value that many people have is nobody's own: see ``PeopleTraits/shared``. It counts only where one word of the
/// name is equal and the other one begins with the same letter.
struct Likeness: Hashable, Sendable {
    /// The reasons, for people; each is one bit.
    struct Reasons: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let email = Reasons(rawValue: 1)
        static let phone = Reasons(rawValue: 2)
        static let name = Reasons(rawValue: 4)
        static let swappedName = Reasons(rawValue: 8)
        static let similarName = Reasons(rawValue: 16)
        static let birthday = Reasons(rawValue: 32)

        /// The reasons in words, the strongest first.
        var words: [String] {
            let all: [(Reasons, String)] = [
                (.email, "same e-mail"), (.phone, "same phone"), (.name, "same name"),
                (.swappedName, "same name, given and family name swapped"), (.similarName, "similar name"),
                (.birthday, "same birthday"),
            ]
            return all.filter { contains($0.0) }.map(\.1)
        }
    }

    /// The score in thousandths, 0 to 1000: whole numbers sort and compare exactly.
    let thousandths: Int
    /// Why.
    let reasons: Reasons

    /// The score from which on a pair is listed.
    static let threshold = 500

    private static let againstFactor = 0.6

    /// What two people have in common, and what not.
    struct Comparison {
        var name = NameMatch.unknown
        var hasSameEmail = false
        var hasSamePhone = false
        var birthday = Birthday.Match.unknown
        var isSameKind = true
    }

    /// Weighs a comparison.
    init(_ comparison: Comparison) {
        var doubt = 1.0
        var against = 1.0
        var reasons: Reasons = []
        func add(_ weight: Double, _ reason: Reasons) {
            doubt *= 1 - weight
            reasons.insert(reason)
        }
        if comparison.hasSameEmail { add(0.9, .email) }
        if comparison.hasSamePhone { add(0.75, .phone) }
        switch comparison.name {
        case .same: add(0.6, .name)
        case .swapped: add(0.6, .swappedName)
        case .similar: add(0.5, .similarName)
        case .sameWord: add(0.4, .name)
        case .alike: add(0.35, .similarName)
        case .unknown, .compatible: break
        case .different: against *= Self.againstFactor
        }
        switch comparison.birthday {
        case .sameDay: add(0.3, .birthday)
        case .sameDayOfYear: add(0.15, .birthday)
        case .unknown: break
        case .different: against *= Self.againstFactor
        }
        if !comparison.isSameKind { against *= Self.againstFactor }
        thousandths = Int(((1 - doubt) * against * 1000).rounded())
        self.reasons = reasons
    }
}

/// A birthday as it is compared.
struct Birthday: Hashable, Sendable {
    /// The day as the figures of its date, `19850412`; `412` where the year is not known; 0: no day is known.
    let figures: Int32

    /// Not known.
    static let unknown = Birthday(figures: 0)

    /// How two birthdays fit together.
    enum Match: Sendable, Hashable {
        case unknown, sameDay, sameDayOfYear, different
    }

    init(figures: Int32) {
        self.figures = figures
    }

    /// Reads a date as ``DateText`` has it; unknown where it says no day.
    init(_ text: String?) {
        let bytes = Array((text ?? "").utf8)
        let isDate: Bool =
            switch bytes.count {
            case 10: bytes[4] == 0x2D && bytes[7] == 0x2D
            case 7: bytes[0] == 0x2D && bytes[1] == 0x2D && bytes[4] == 0x2D
            default: false
            }
        let figures = bytes.filter { $0 != 0x2D }
        guard isDate, figures.count == (bytes.count == 10 ? 8 : 4),
            figures.allSatisfy({ (48...57).contains($0) })
        else {
            self = .unknown
            return
        }
        self.figures = figures.reduce(0) { $0 * 10 + Int32($1 - 48) }
    }

    /// Whether the year is known.
    var hasYear: Bool { figures >= 10_000 }

    /// Compares two birthdays.
    func match(_ other: Birthday) -> Match {
        if figures == 0 || other.figures == 0 { return .unknown }
        if hasYear, other.hasYear { return figures == other.figures ? .sameDay : .different }
        return figures % 10_000 == other.figures % 10_000 ? .sameDayOfYear : .different
    }
}
