/// Finds the likely pairs among people, without comparing all with all.
///
/// Compared are people who have something in common that can make a pair likely, a block: an e-mail address, the last
/// seven figures of a phone number, a birthday with its year, or a word of the name together with the first letter of
/// the other word. No pair that reaches ``Likeness/threshold`` is without such a block.
///
/// A value that more than ``mostHolders`` people have is shared. Its block is split: only those are compared who have
/// a word of the name and the other's first letter in common too, which is also where a shared value counts. A block of
/// names that is larger is put in order of name and birthday, and each is compared with the next ``mostHolders`` in it. So
/// the work grows with the number of people, not with its square. What can be missed is a pair whose names are near and
/// stand farther apart in that order, where nothing else than the name (or than a shared value) speaks for it; those
/// of one name stand beside each other.
struct DuplicateBlocks {
    /// How many people a block may have, all of whom are compared with each other.
    static let mostHolders = 50
    /// How many pairs are given at most: the likeliest.
    static let mostPairs = 500_000

    /// A likely pair.
    struct Pair: Hashable, Sendable {
        /// The score in thousandths.
        let thousandths: Int16
        /// Why.
        let reasons: Likeness.Reasons
        /// The person with the lower number, in the traits' count.
        let first: UInt32
        /// The person with the higher number.
        let second: UInt32
    }

    /// A person in a block.
    private struct Entry {
        let block: UInt64
        let person: UInt32
    }

    private var traits: PeopleTraits
    private var pairs: [Pair] = []

    /// Prepares people to be compared.
    init(_ traits: PeopleTraits) {
        self.traits = traits
    }

    /// The likely pairs, each once: the likeliest first, then by the people's numbers.
    static func pairs(among traits: PeopleTraits) -> [Pair] {
        var blocks = DuplicateBlocks(traits)
        blocks.run()
        return blocks.pairs
    }

    /// The values that many people have.
    static func shared(in traits: PeopleTraits) -> PeopleTraits.Shared {
        var shared = PeopleTraits.Shared()
        forEachBlock(entries(traits, traits.emails) { $0 }) { block, people in
            if people.count > mostHolders { shared.emails.insert(block) }
        }
        forEachBlock(entries(traits, traits.phones) { PhoneKey(packed: $0).block }) { block, people in
            if people.count > mostHolders { shared.phones.insert(block) }
        }
        forEachBlock(birthdayEntries(traits)) { block, people in
            if people.count > mostHolders { shared.birthdays.insert(Birthday(figures: Int32(block))) }
        }
        return shared
    }

    private mutating func run() {
        traits.shared = Self.shared(in: traits)
        compare(Self.entries(traits, traits.emails) { $0 })
        compare(Self.entries(traits, traits.phones) { PhoneKey(packed: $0).block })
        compare(Self.birthdayEntries(traits))
        var names: [Entry] = []
        names.reserveCapacity(traits.count * 2)
        for person in 0..<traits.count {
            for key in traits.nameKeys(person) { names.append(Entry(block: key, person: UInt32(person))) }
        }
        Self.forEachBlock(names) { compareInOrder($1) }
        settle()
    }

    // MARK: Blocks

    private static func entries(
        _ traits: PeopleTraits, _ values: PeopleTraits.Values, block: (UInt64) -> UInt64
    ) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(values.all.count)
        for person in 0..<traits.count {
            for value in values.range(person) {
                entries.append(Entry(block: block(values.all[value]), person: UInt32(person)))
            }
        }
        return entries
    }

    private static func birthdayEntries(_ traits: PeopleTraits) -> [Entry] {
        traits.birthdays.enumerated().compactMap { person, birthday in
            birthday.hasYear ? Entry(block: UInt64(birthday.figures), person: UInt32(person)) : nil
        }
    }

    /// Hands over each block of two people or more, each person once.
    private static func forEachBlock(_ entries: [Entry], _ body: (UInt64, [UInt32]) -> Void) {
        let entries = entries.sorted { ($0.block, $0.person) < ($1.block, $1.person) }
        var people: [UInt32] = []
        for (index, entry) in entries.enumerated() {
            if people.last != entry.person { people.append(entry.person) }
            if index + 1 == entries.count || entries[index + 1].block != entry.block {
                if people.count > 1 { body(entry.block, people) }
                people.removeAll(keepingCapacity: true)
            }
        }
    }

    // MARK: Comparisons

    /// Compares the people of each block; those of a shared value only where their names meet.
    private mutating func compare(_ entries: [Entry]) {
        var split: [Entry] = []
        Self.forEachBlock(entries) { block, people in
            if people.count <= Self.mostHolders { return compareAll(people) }
            for person in people {
                for key in traits.nameKeys(Int(person)) {
                    var hasher = Hasher()
                    hasher.combine(block)
                    hasher.combine(key)
                    split.append(
                        Entry(block: UInt64(bitPattern: Int64(hasher.finalize())), person: person))
                }
            }
        }
        Self.forEachBlock(split) { compareInOrder($1) }
    }

    private mutating func compareAll(_ people: [UInt32]) {
        for (index, person) in people.enumerated() {
            for other in people[(index + 1)...] { compare(person, other) }
        }
    }

    /// Compares all in a small block; in a large one each with those that follow it in the order of names.
    private mutating func compareInOrder(_ people: [UInt32]) {
        if people.count <= Self.mostHolders { return compareAll(people) }
        let ordered = people.sorted { traits.isOrdered(Int($0), Int($1)) }
        for (index, person) in ordered.enumerated() {
            for other in ordered[(index + 1)...].prefix(Self.mostHolders) {
                compare(min(person, other), max(person, other))
            }
        }
    }

    private mutating func compare(_ first: UInt32, _ second: UInt32) {
        let likeness = traits.likeness(Int(first), Int(second))
        guard likeness.thousandths >= Likeness.threshold else { return }
        pairs.append(
            Pair(
                thousandths: Int16(likeness.thousandths), reasons: likeness.reasons, first: first,
                second: second))
        if pairs.count >= 2 * Self.mostPairs { settle() }
    }

    /// Leaves each pair once, the likeliest first, and no more than are given.
    private mutating func settle() {
        pairs.sort {
            ($1.thousandths, $0.first, $0.second) < ($0.thousandths, $1.first, $1.second)
        }
        var last: Pair?
        pairs.removeAll { pair in
            defer { last = pair }
            return pair == last
        }
        if pairs.count > Self.mostPairs { pairs.removeLast(pairs.count - Self.mostPairs) }
    }
}
