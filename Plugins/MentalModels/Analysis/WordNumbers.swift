/// The words of a text as numbers, one for each stem, so that models can be read without a string for each of their words.
///
/// First the text is read, which gives numbers, then the models, which do not. A word is a run of letters and digits, with
/// the apostrophes within: *don't* is `dont`; the *s* of a genitive falls away. A hyphen parts words. Letters are compared in
/// lower case.
struct WordNumbers: Sendable {
    /// What a word is to the text.
    enum Word: Sendable, Hashable {
        /// One of ``StopWords``.
        case stopWord
        /// One whose stem the text does not have.
        case unknown
        /// One whose stem has a number.
        case stem(Int)
    }

    /// The stems of the text, by number.
    private(set) var stems: [String] = []
    private var numbers: [String: Int] = [:]
    // Most words of many models have been seen before: their bytes say what they are.
    private var seen = ByteTable<Word>()

    /// Hands on each word of a text in order.
    ///
    /// - Parameter isNew: whether a stem that has no number gets one.
    mutating func read(_ text: some StringProtocol, isNew: Bool, _ body: (Word) -> Void) {
        var word: [UInt8] = []
        // How many bytes the word had at its last apostrophe; what stands behind it may be a genitive's s alone.
        var apostrophe: Int?
        func end() {
            guard !word.isEmpty else { return }
            if let apostrophe, word.count == apostrophe + 1, word[apostrophe] == 0x73 { word.removeLast() }
            apostrophe = nil
            body(meaning(of: word, isNew: isNew))
            word.removeAll(keepingCapacity: true)
        }
        func take(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x61...0x7A, 0x30...0x39: word.append(UInt8(truncatingIfNeeded: scalar.value))
            case 0x41...0x5A: word.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
            case 0x27, 0x2019: apostrophe = word.isEmpty ? nil : word.count
            case 0..<0x80: end()
            default:
                if Self.isPartOfWord(scalar) {
                    word += scalar.properties.lowercaseMapping.utf8
                } else {
                    end()
                }
            }
        }
        var codec = UTF8()
        var bytes = text.utf8.makeIterator()
        while case .scalarValue(let scalar) = codec.decode(&bytes) { take(scalar) }
        end()
    }

    private mutating func meaning(of word: [UInt8], isNew: Bool) -> Word {
        seen.value(of: word) {
            let text = String(decoding: word, as: UTF8.self)
            if StopWords.all.contains(text) { return .stopWord }
            var bytes = word
            WordStem.stem(of: &bytes)
            let stem = String(decoding: bytes, as: UTF8.self)
            if let number = numbers[stem] { return .stem(number) }
            guard isNew else { return .unknown }
            numbers[stem] = stems.count
            stems.append(stem)
            return .stem(stems.count - 1)
        }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
    }
}

/// Values by words in bytes, without a string for each look.
private struct ByteTable<Value: Sendable>: Sendable {
    private var entries: [(word: Range<Int>, hash: UInt, value: Value)] = []
    private var bytes: [UInt8] = []
    // The number of an entry plus one; 0 where there is none. As many as a power of two, at least half of them free.
    private var slots = [Int32](repeating: 0, count: 1024)

    /// The value of a word; made where it is looked for first.
    mutating func value(of word: [UInt8], make: () -> Value) -> Value {
        // FNV-1a: short words, and nobody who would choose them to collide.
        var hash: UInt = 0xcbf2_9ce4_8422_2325
        for byte in word { hash = (hash ^ UInt(byte)) &* 0x100_0000_01b3 }
        var slot = Int(hash & UInt(slots.count - 1))
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.hash == hash, bytes[entry.word].elementsEqual(word) { return entry.value }
            slot = (slot + 1) & (slots.count - 1)
        }
        let value = make()
        entries.append((bytes.count..<bytes.count + word.count, hash, value))
        bytes += word
        slots[slot] = Int32(entries.count)
        if entries.count * 2 > slots.count { grow() }
        return value
    }

    private mutating func grow() {
        slots = [Int32](repeating: 0, count: slots.count * 2)
        for (number, entry) in entries.enumerated() {
            var slot = Int(entry.hash & UInt(slots.count - 1))
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number + 1)
        }
    }
}
