/// The words of a text as numbers, one for each stem, so that models can be read without a string for each of their words.
///
/// First the text is read, which gives numbers, then the models, which do not. A word is a run of letters and digits, with
/// the apostrophes within: *don't* is `dont`; the *s* of a genitive falls away. A hyphen parts words. Letters are compared as
/// ``PlainLetters``.
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
    // Most words of many models have been seen before.
    private var seen = SeenWords()
    // The word that is being read.
    private var word: [UInt8] = []

    /// Hands on each word of a text in order.
    ///
    /// - Parameter isNew: whether a stem that has no number gets one.
    mutating func read(_ text: some StringProtocol, isNew: Bool, _ body: (Word) -> Void) {
        let isRead: Void? = text.utf8.withContiguousStorageIfAvailable { read($0, isNew: isNew, body) }
        if isRead == nil { Array(text.utf8).withUnsafeBufferPointer { read($0, isNew: isNew, body) } }
    }

    /// Reads the words of a text in UTF-8.
    mutating func read(_ text: UnsafeBufferPointer<UInt8>, isNew: Bool, _ body: (Word) -> Void) {
        // How many bytes the word had at its last apostrophe; what stands behind it may be a genitive's s alone.
        var apostrophe = -1
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            switch byte {
            case 0x61...0x7A, 0x30...0x39: word.append(byte)
            case 0x41...0x5A: word.append(byte | 0x20)
            case 0x27: if !word.isEmpty { apostrophe = word.count }
            case 0..<0x80: end(&apostrophe, isNew: isNew, body)
            default:
                let rest = UnsafeBufferPointer(rebasing: text[(index - 1)...])
                let scalar = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first ?? " "
                index += UTF8.width(scalar) - 1
                if scalar.value == 0x2019 {
                    if !word.isEmpty { apostrophe = word.count }
                } else if Self.isPartOfWord(scalar) {
                    if let letter = PlainLetters.letter(scalar) {
                        word += letter.properties.lowercaseMapping.utf8
                    }
                } else {
                    end(&apostrophe, isNew: isNew, body)
                }
            }
        }
        end(&apostrophe, isNew: isNew, body)
    }

    private mutating func end(_ apostrophe: inout Int, isNew: Bool, _ body: (Word) -> Void) {
        guard !word.isEmpty else { return }
        if word.count == apostrophe + 1, word[apostrophe] == 0x73 { word.removeLast() }
        apostrophe = -1
        body(meaning(isNew: isNew))
        word.removeAll(keepingCapacity: true)
    }

    /// What the word that was read is.
    private mutating func meaning(isNew: Bool) -> Word {
        let short = ShortWord(word)
        if let short, let known = seen[short] { return known }
        let text = String(decoding: word, as: UTF8.self)
        var meaning = Word.unknown
        if StopWords.all.contains(text) {
            meaning = .stopWord
        } else {
            WordStem.stem(of: &word)
            let stem = String(decoding: word, as: UTF8.self)
            if let number = numbers[stem] {
                meaning = .stem(number)
            } else if isNew {
                meaning = .stem(stems.count)
                numbers[stem] = stems.count
                stems.append(stem)
            }
        }
        if let short { seen.insert(meaning, of: short) }
        return meaning
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
    }
}

/// A word of at most sixteen bytes, none of them 0, as two numbers.
private struct ShortWord: Sendable, Equatable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Nil where the word is longer.
    init?(_ word: [UInt8]) {
        guard word.count <= 16 else { return nil }
        for (place, byte) in word.enumerated() {
            if place < 8 {
                low |= UInt64(byte) << UInt64(8 * place)
            } else {
                high |= UInt64(byte) << UInt64(8 * place - 64)
            }
        }
    }

    /// A number that differs for most words.
    var hash: UInt64 {
        let product = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}

/// What words are, without a string for each look.
private struct SeenWords: Sendable {
    /// As many as a power of two, at least half of them nil.
    private var slots = [(word: ShortWord, meaning: WordNumbers.Word)?](repeating: nil, count: 1024)
    private var count = 0

    /// What a word is; nil where it is not known yet.
    subscript(word: ShortWord) -> WordNumbers.Word? { slots[slot(of: word)]?.meaning }

    mutating func insert(_ meaning: WordNumbers.Word, of word: ShortWord) {
        slots[slot(of: word)] = (word, meaning)
        count += 1
        guard count * 2 > slots.count else { return }
        let old = slots
        slots = Array(repeating: nil, count: old.count * 2)
        for case let entry? in old { slots[slot(of: entry.word)] = entry }
    }

    /// Where a word stands, or would.
    private func slot(of word: ShortWord) -> Int {
        var slot = Int(truncatingIfNeeded: word.hash) & (slots.count - 1)
        while let entry = slots[slot], entry.word != word { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}
