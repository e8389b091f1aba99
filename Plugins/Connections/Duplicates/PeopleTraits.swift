/// What people are compared by, for any number of them: about 130 bytes each.
///
/// People are numbered from 0 in the order in which they were added. All letters of names stand in one array, and so do
/// all addresses and all numbers, so that a hundred thousand people are a few arrays.
struct PeopleTraits: Sendable {
    /// The ids of the records.
    private(set) var ids: [Int64] = []
    /// The birthdays.
    private(set) var birthdays: [Birthday] = []
    private var kinds: [Int] = []
    private var letters: [UInt32] = []
    private var nameStarts: [(given: UInt32, family: UInt32)] = []
    /// The addresses of all people, hashed, and where each person's begin.
    private(set) var emails = Values()
    /// The numbers of all people, and where each person's begin.
    private(set) var phones = Values()
    /// The values that more people have than can be one person.
    var shared = Shared()

    /// Values of many people in one array.
    struct Values: Sendable {
        /// Of a person only so many are compared.
        static let most = 64
        fileprivate(set) var all: [UInt64] = []
        fileprivate var starts: [UInt32] = []

        /// Where the values of a person stand.
        func range(_ person: Int) -> Range<Int> {
            let end = person + 1 < starts.count ? Int(starts[person + 1]) : all.count
            return Int(starts[person])..<end
        }

        fileprivate mutating func add(_ values: Set<UInt64>) {
            starts.append(UInt32(all.count))
            all += values.sorted().prefix(Self.most)
        }
    }

    /// Values of which it is known that many people have them: a shared office number, `info@`, 1 January 1900.
    struct Shared: Sendable, Equatable {
        var emails: Set<UInt64> = []
        /// By ``PhoneKey/block``.
        var phones: Set<UInt64> = []
        var birthdays: Set<Birthday> = []
    }

    /// How many people there are.
    var count: Int { ids.count }

    /// Adds a person.
    mutating func add(
        id: Int64, name: NameKey, birthday: Birthday, kind: String?, emails: Set<UInt64>, phones: Set<UInt64>
    ) {
        ids.append(id)
        birthdays.append(birthday)
        kinds.append(kind?.hashValue ?? 0)
        let given = UInt32(letters.count)
        letters += name.given
        nameStarts.append((given, UInt32(letters.count)))
        letters += name.family
        self.emails.add(emails)
        self.phones.add(phones)
    }

    /// The address as ``add(id:name:birthday:kind:emails:phones:)`` takes it; nil where it cannot be compared.
    static func email(_ text: String) -> UInt64? {
        EmailKey.of(text).map { UInt64(bitPattern: Int64($0.hashValue)) }
    }

    /// The number as ``add(id:name:birthday:kind:emails:phones:)`` takes it; nil where it cannot be compared.
    static func phone(_ text: String) -> UInt64? { PhoneKey(text)?.packed }

    // MARK: Names

    private func givenRange(_ person: Int) -> Range<Int> {
        Int(nameStarts[person].given)..<Int(nameStarts[person].family)
    }

    private func familyRange(_ person: Int) -> Range<Int> {
        let end = person + 1 < nameStarts.count ? Int(nameStarts[person + 1].given) : letters.count
        return Int(nameStarts[person].family)..<end
    }

    /// What people of like names have in common, hashed: each word of the name, with the first letter of the other.
    ///
    /// None for a name of one word.
    func nameKeys(_ person: Int) -> [UInt64] {
        let (given, family) = (letters[givenRange(person)], letters[familyRange(person)])
        guard let givenFirst = given.first, let familyFirst = family.first else { return [] }
        let keys = [Self.hash(given, familyFirst), Self.hash(family, givenFirst)]
        return keys[0] == keys[1] ? [keys[0]] : keys
    }

    private static func hash(_ word: ArraySlice<UInt32>, _ letter: UInt32) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(word)
        hasher.combine(letter)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Whether a person comes before another one by name, birthday and id: in this order big blocks are searched.
    func isOrdered(_ left: Int, _ right: Int) -> Bool {
        for (one, other) in [
            (familyRange(left), familyRange(right)), (givenRange(left), givenRange(right)),
        ] where letters[one] != letters[other] {
            return letters[one].lexicographicallyPrecedes(letters[other])
        }
        return (birthdays[left].figures, ids[left]) < (birthdays[right].figures, ids[right])
    }

    // MARK: Comparison

    /// How likely it is that two people are one.
    func likeness(_ left: Int, _ right: Int) -> Likeness {
        let letters = letters.span
        let (match, hasCommonKey) = NameMatch.of(
            letters.extracting(givenRange(left)), letters.extracting(familyRange(left)),
            letters.extracting(givenRange(right)), letters.extracting(familyRange(right)))
        var comparison = Likeness.Comparison()
        comparison.name = match
        comparison.isSameKind = kinds[left] == kinds[right]
        comparison.hasSameEmail = hasSameEmail(left, right, countsShared: hasCommonKey)
        comparison.hasSamePhone = hasSamePhone(left, right, countsShared: hasCommonKey)
        comparison.birthday = birthdays[left].match(birthdays[right])
        if comparison.birthday == .sameDay, !hasCommonKey, shared.birthdays.contains(birthdays[left]) {
            comparison.birthday = .unknown
        }
        return Likeness(comparison)
    }

    /// Both lists are sorted: one pass finds what they have in common.
    private func hasSameEmail(_ left: Int, _ right: Int, countsShared: Bool) -> Bool {
        var (one, other) = (emails.range(left), emails.range(right))
        while let first = one.first, let second = other.first {
            let (value, otherValue) = (emails.all[first], emails.all[second])
            if value == otherValue, countsShared || !shared.emails.contains(value) { return true }
            if value <= otherValue { one.removeFirst() } else { other.removeFirst() }
        }
        return false
    }

    private func hasSamePhone(_ left: Int, _ right: Int, countsShared: Bool) -> Bool {
        for one in phones.range(left) {
            let number = PhoneKey(packed: phones.all[one])
            for other in phones.range(right) {
                let otherNumber = PhoneKey(packed: phones.all[other])
                if number.isSame(as: otherNumber),
                    countsShared || !shared.phones.contains(number.block)
                {
                    return true
                }
            }
        }
        return false
    }
}

extension PhoneKey {
    /// The key as one number.
    var packed: UInt64 { figures << 1 | (isInternational ? 1 : 0) }

    /// The key of such a number.
    init(packed: UInt64) {
        self.init(figures: packed >> 1, isInternational: packed & 1 == 1)
    }
}
