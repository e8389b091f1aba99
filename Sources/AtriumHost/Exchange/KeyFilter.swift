/// A Bloom filter of texts: it never misses one that was put in, and rarely takes another for one of them.
///
/// It takes half a megabyte, however many there are, and nothing while it is empty: of a hundred thousand texts, one in four hundred
/// others is taken for one of them, of a million one in seven.
struct KeyFilter {
    private static let bitsOfIndex: UInt64 = 22
    private var words: [UInt64] = []

    /// Puts a text into it.
    mutating func insert(_ text: String) {
        if words.isEmpty { words = Array(repeating: 0, count: 1 << (Self.bitsOfIndex - 6)) }
        let (first, second) = Self.places(of: text)
        words[Int(first >> 6)] |= 1 << (first & 63)
        words[Int(second >> 6)] |= 1 << (second & 63)
    }

    /// Whether a text may be in it; false: it is not.
    func mayContain(_ text: String) -> Bool {
        guard !words.isEmpty else { return false }
        let (first, second) = Self.places(of: text)
        return words[Int(first >> 6)] & 1 << (first & 63) != 0
            && words[Int(second >> 6)] & 1 << (second & 63) != 0
    }

    private static func places(of text: String) -> (UInt64, UInt64) {
        let hash = UInt64(bitPattern: Int64(text.hashValue))
        let mask: UInt64 = 1 << bitsOfIndex - 1
        return (hash & mask, hash >> bitsOfIndex & mask)
    }
}
