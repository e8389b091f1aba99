/// A text in sentences, each as the stems of its words without those of ``StopWords``.
struct AnalyzedText: Sendable {
    /// One sentence.
    struct Sentence: Sendable, Hashable {
        /// The sentence as it stands, in one line.
        let text: String
        /// The numbers of its stems, in order.
        let stems: [Int]
        /// The same without repeats.
        let distinctStems: Set<Int>
    }

    /// The sentences, in order.
    private(set) var sentences: [Sentence] = []
    /// The number of each stem that occurs.
    private(set) var numbers: [String: Int] = [:]
    /// Of each stem, by its number, whether it is one of ``WeakWords``.
    private(set) var isWeak: [Bool] = []
    /// How many words it has, those of ``StopWords`` too.
    private(set) var wordCount = 0

    init(_ text: String) {
        for sentence in Sentences.split(text) {
            var stems: [Int] = []
            Words.forEach(in: sentence) { word in
                wordCount += 1
                guard let stem = word else { return }
                if let number = numbers[stem] {
                    stems.append(number)
                } else {
                    stems.append(isWeak.count)
                    numbers[stem] = isWeak.count
                    isWeak.append(WeakWords.stems.contains(stem))
                }
            }
            sentences.append(Sentence(text: sentence, stems: stems, distinctStems: Set(stems)))
        }
    }
}

/// The words of a text.
enum Words {
    /// Hands on the stem of each word in order, nil for one of ``StopWords``.
    ///
    /// A word is a run of letters and digits, with the apostrophes within: *don't* is `dont`; the *s* of a genitive falls
    /// away. A hyphen parts words. Letters are compared in lower case.
    static func forEach(in text: some StringProtocol, _ body: (String?) -> Void) {
        var word: [UInt8] = []
        // How many bytes the word had at its last apostrophe; what stands behind it may be a genitive's s alone.
        var apostrophe: Int?
        func end() {
            guard !word.isEmpty else { return }
            if let apostrophe, word.count == apostrophe + 1, word[apostrophe] == 0x73 { word.removeLast() }
            apostrophe = nil
            handOn(&word, body)
        }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x61...0x7A, 0x30...0x39: word.append(UInt8(truncatingIfNeeded: scalar.value))
            case 0x41...0x5A: word.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
            case 0x27, 0x2019: apostrophe = word.isEmpty ? nil : word.count
            case 0..<0x80: end()
            default:
                if isPartOfWord(scalar) {
                    word += scalar.properties.lowercaseMapping.utf8
                } else {
                    end()
                }
            }
        }
        end()
    }

    private static func handOn(_ word: inout [UInt8], _ body: (String?) -> Void) {
        let text = String(decoding: word, as: UTF8.self)
        if StopWords.all.contains(text) {
            body(nil)
        } else {
            WordStem.stem(of: &word)
            body(String(decoding: word, as: UTF8.self))
        }
        word.removeAll(keepingCapacity: true)
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
    }
}
