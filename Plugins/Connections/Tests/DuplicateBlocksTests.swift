import SeededRandom
import Testing

@testable import Connections

/// The search by blocks, against a comparison of all with all.
@Suite struct DuplicateBlocksTests {
    private static let given = [
        "Anna", "Anne", "Maria", "Marie", "Jon", "John", "Katharine", "Katherine", "Peter", "Petra", "Zoë",
        "Bo",
    ]
    private static let family = [
        "Huber", "Hubert", "Mueller", "Müller", "Smith", "Smyth", "Johnson", "Johnsen", "O'Brien", "García",
        "Garcia", "Ng", "Maria", "Peter",
    ]

    /// People with names, addresses, numbers and birthdays out of small sets, so that many meet in several ways.
    private func people(_ count: Int, seed: UInt64, syllables: Int) -> PeopleTraits {
        var random = SeededGenerator(seed: seed)
        var traits = PeopleTraits()
        for id in 1...count {
            func name(_ names: [String]) -> String {
                // With a tail of one's own, so that the blocks of names stay small.
                let tail = (0..<syllables).map { _ in ["ba", "ke", "li", "mo", "tu"][random.next(5)] }
                    .joined()
                return names[random.next(names.count)] + tail
            }
            let hasTwoWords = random.next(10) > 0
            let key = NameKey(
                given: hasTwoWords ? name(Self.given) : nil,
                family: random.next(12) > 0 ? name(Self.family) : nil, displayName: "", isDerived: false)
            let day = "\(10 + random.next(18))"
            let birthday = [
                nil, "19\(50 + random.next(40))-0\(1 + random.next(9))-\(day)",
                "--0\(1 + random.next(9))-\(day)",
            ][random.next(3)]
            let emails = (0..<random.next(3)).compactMap { _ in
                PeopleTraits.email("a\(random.next(count))@example.org")
            }
            let phones = (0..<random.next(3)).compactMap { _ in
                let number = 6_641_000_000 + random.next(count * 2)
                return PeopleTraits.phone(["+43 \(number)", "0\(number)", "+49 \(number)"][random.next(3)])
            }
            traits.add(
                id: Int64(id), name: key, birthday: Birthday(birthday),
                kind: random.next(20) == 0 ? "org" : nil,
                emails: Set(emails), phones: Set(phones))
        }
        return traits
    }

    private func allPairs(_ traits: PeopleTraits) -> [DuplicateBlocks.Pair] {
        var traits = traits
        traits.shared = DuplicateBlocks.shared(in: traits)
        var pairs: [DuplicateBlocks.Pair] = []
        for first in 0..<traits.count {
            for second in (first + 1)..<traits.count {
                let likeness = traits.likeness(first, second)
                guard likeness.thousandths >= Likeness.threshold else { continue }
                pairs.append(
                    .init(
                        thousandths: Int16(likeness.thousandths), reasons: likeness.reasons,
                        first: UInt32(first),
                        second: UInt32(second)))
            }
        }
        return pairs.sorted { ($1.thousandths, $0.first, $0.second) < ($0.thousandths, $1.first, $1.second) }
    }

    @Test(arguments: [(1, 2000), (2, 500), (3, 500)] as [(UInt64, Int)])
    func blocksFindEveryPairThatComparingAllFinds(seed: UInt64, count: Int) {
        let traits = people(count, seed: seed, syllables: 1)
        let found = DuplicateBlocks.pairs(among: traits)
        #expect(found == allPairs(traits))
        guard count == 2000 else { return }
        for reason: Likeness.Reasons in [.email, .phone, .name, .swappedName, .similarName, .birthday] {
            #expect(found.contains { $0.reasons.contains(reason) }, "no pair has the reason \(reason.words)")
        }
    }

    /// One number and one name's block that are far larger than what is compared in full.
    @Test func largeBlocksLoseNoPairWithStrongEvidence() {
        var traits = PeopleTraits()
        let office = Set([PeopleTraits.phone("+43 1 5550100")].compactMap(\.self))
        func add(_ id: Int64, _ given: String, _ family: String, mail: String? = nil, phones: Set<UInt64>) {
            traits.add(
                id: id, name: NameKey(given: given, family: family, displayName: "", isDerived: false),
                birthday: .unknown, kind: nil,
                emails: Set([mail.flatMap(PeopleTraits.email)].compactMap(\.self)),
                phones: phones)
        }
        // 500 people with one number, whose surnames differ; 500 with one surname and initial.
        let letters = Array("abcdefghijklmnopqrstuvwxyz").map(String.init)
        for id in 0..<500 {
            let word = letters[id % 26] + letters[id / 26] + letters[id * 7 % 26]
            add(Int64(id), word, String((word + "ovic").reversed()), phones: office)
            add(Int64(1000 + id), "Jo" + String(word.reversed()), "Smith", phones: [])
        }
        // Each of these pairs is one person: by the address, or by the shared number and the name.
        add(3000, "Joachim", "Smith", mail: "jo@example.org", phones: [])
        add(3001, "Jonathan", "Smith", mail: "jo@example.org", phones: [])
        add(3002, "Wilhelmina", "Oberhuber", phones: office)
        add(3003, "Wilhelmine", "Oberhuber", phones: office)
        let found = Set(
            DuplicateBlocks.pairs(among: traits).map {
                [traits.ids[Int($0.first)], traits.ids[Int($0.second)]]
            })
        #expect(found.contains([3000, 3001]))
        #expect(found.contains([3002, 3003]))
        // The number alone makes no pairs.
        #expect(!found.contains { $0[0] < 500 && $0[1] < 500 })
    }

    @Test func manyAlikeCostNoMoreThanTheirNumber() {
        var traits = PeopleTraits()
        let name = NameKey(given: "John", family: "Smith", displayName: "", isDerived: false)
        for id in 0..<1000 {
            traits.add(
                id: Int64(id), name: name, birthday: Birthday("1970-01-01"), kind: nil,
                emails: [1], phones: [2])
        }
        let found = DuplicateBlocks.pairs(among: traits)
        // Each with the next fifty, not with all.
        #expect(
            found.count == 1000 * DuplicateBlocks.mostHolders - (1...DuplicateBlocks.mostHolders).reduce(0, +)
        )
        #expect(found.allSatisfy { $0.first < $0.second })
    }

    @Test func aHugeRecordIsComparedInPart() {
        var traits = PeopleTraits()
        for id in 1...2 {
            traits.add(
                id: Int64(id), name: NameKey(given: nil, family: nil, displayName: "", isDerived: true),
                birthday: .unknown, kind: nil, emails: Set((1...100_000).map(UInt64.init)), phones: [])
        }
        #expect(traits.emails.range(0).count == PeopleTraits.Values.most)
        #expect(DuplicateBlocks.pairs(among: traits).count == 1)
    }
}

extension SeededGenerator {
    /// A number from 0 to below a bound.
    mutating func next(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }
}
