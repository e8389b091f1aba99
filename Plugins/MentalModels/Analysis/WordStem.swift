/// The stem of an English word: what its common forms share, so that *investing* finds *invest*, *invests* and *invested*.
///
/// A light stemmer of our own. It takes endings off and never looks a word up, so that a stem need not be a word:
/// *compounding* and *compounded* give `compound`, *moves* and *moving* give `mov`. Irregular forms (*sank*, *sunk*) stay
/// apart; list them as keywords of their own. Words of four bytes and fewer lose only a plural *s*. The rules, in order:
///
/// | ending | becomes | example |
/// |---|---|---|
/// | `ies`, `ied` | `y` | copies → copy |
/// | `sses`, `shes`, `ches`, `xes`, `zes` | without `es` | boxes → box |
/// | `s`, not after `s`, `u` or `i` | nothing | risks → risk |
/// | `ingly`, `edly`, `ly` | nothing | exceedingly → exceed |
/// | `ing`, `ed`, where a vowel and three bytes remain | nothing, of a doubled consonant one | stopped → stop |
/// | `ment`, `ments`, `ness`, where five bytes remain | nothing | investment → invest |
/// | `ation`, `ations` | `at`; `ion`, `ions` after `t` or `s`: nothing | negotiation → negotiat |
/// | a last `e`, where three bytes remain | nothing | negotiate → negotiat |
/// | a last `y` after a consonant, where three bytes remain | `i` | risky → riski |
///
/// Bytes are UTF-8 in lower case; a word with others than `a` to `z` is left as it is.
enum WordStem {
    /// The stem of a word in lower case.
    static func stem(of word: inout [UInt8]) {
        guard word.allSatisfy({ (0x61...0x7A).contains($0) }) else { return }
        takePlural(from: &word)
        guard word.count > 4 else { return takeLastVowel(from: &word) }
        if ends(word, "ingly", leaving: 3) || ends(word, "edly", leaving: 3) {
            word.removeLast(2)
        } else if ends(word, "ly", leaving: 4) {
            word.removeLast(2)
        }
        takeParticiple(from: &word)
        for ending: StaticString in ["ment", "ness"] where ends(word, ending, leaving: 5) {
            word.removeLast(ending.utf8CodeUnitCount)
        }
        if ends(word, "tion", leaving: 3) || ends(word, "sion", leaving: 3) { word.removeLast(3) }
        takeLastVowel(from: &word)
    }

    private static func takePlural(from word: inout [UInt8]) {
        guard word.count > 3 else { return }
        if ends(word, "ies", leaving: 2) || ends(word, "ied", leaving: 2) {
            word.removeLast(3)
            word.append(UInt8(ascii: "y"))
        } else if ends(word, "sses", leaving: 1) || ends(word, "shes", leaving: 1)
            || ends(word, "ches", leaving: 1)
            || ends(word, "xes", leaving: 1) || ends(word, "zes", leaving: 2)
        {
            word.removeLast(2)
        } else if word[word.count - 1] == UInt8(ascii: "s"), !"sui".utf8.contains(word[word.count - 2]) {
            word.removeLast()
        }
    }

    private static func takeParticiple(from word: inout [UInt8]) {
        let count = ends(word, "ing", leaving: 3) ? 3 : ends(word, "ed", leaving: 3) ? 2 : 0
        guard count > 0, word.dropLast(count).contains(where: isVowel) else { return }
        word.removeLast(count)
        let last = word[word.count - 1]
        if word[word.count - 2] == last, !isVowel(last), !"lsz".utf8.contains(last) { word.removeLast() }
    }

    private static func takeLastVowel(from word: inout [UInt8]) {
        guard word.count > 3, let last = word.last else { return }
        if last == UInt8(ascii: "e") {
            word.removeLast()
        } else if last == UInt8(ascii: "y"), !isVowel(word[word.count - 2]) {
            word[word.count - 1] = UInt8(ascii: "i")
        }
    }

    private static func isVowel(_ byte: UInt8) -> Bool { "aeiouy".utf8.contains(byte) }

    private static func ends(_ word: [UInt8], _ ending: StaticString, leaving count: Int) -> Bool {
        let length = ending.utf8CodeUnitCount
        guard word.count >= length + count else { return false }
        let start = word.count - length
        for index in 0..<length where word[start + index] != ending.utf8Start[index] { return false }
        return true
    }
}
