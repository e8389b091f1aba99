/// A line as words with blanks between, of which some are replaced and all others keep their bytes and their
/// order.
///
/// Codecs of formats in which a line is an item edit with it: a word that is not touched stays as it stands,
/// and so do the blanks around it.
public struct LineWords: Sendable, Hashable {
    /// The line's bytes, without its end.
    public private(set) var line: [UInt8]
    /// Where the words stand in ``line``, in order; they do not overlap.
    public private(set) var ranges: [Range<Int>]
    /// Where words begin that are added to a line that has none.
    private let start: Int

    /// Makes a line of its words; what stands before the first and behind the last is not touched.
    ///
    /// - Parameter start: where the first word stands, or would.
    public init(line: [UInt8], ranges: [Range<Int>], start: Int) {
        self.line = line
        self.ranges = ranges
        self.start = start
    }

    /// Whether a byte parts words: a blank, or one of the ASCII characters from tab to carriage return.
    @inlinable
    public static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// A word's text.
    public func text(_ index: Int) -> String { String(decoding: line[ranges[index]], as: UTF8.self) }

    /// Takes words out, each with the blanks before it, and puts others in, each behind a blank.
    ///
    /// - Parameter position: the number of the word before which the new ones stand; the count of words for
    ///   the end.
    public mutating func replace(
        where isDropped: (Int) -> Bool, with added: [String] = [], at position: Int
    ) {
        guard !added.isEmpty || ranges.indices.contains(where: isDropped) else { return }
        var changed = Array(line[..<(ranges.first?.lowerBound ?? start)])
        var places: [Range<Int>] = []
        func append(_ word: some Collection<UInt8>, behind blanks: some Collection<UInt8>) {
            // The first word stands where the first one stood.
            if !places.isEmpty {
                changed += blanks
            } else if let last = changed.last, !Self.isBlank(last) {
                changed.append(0x20)
            }
            places.append(changed.count..<changed.count + word.count)
            changed += word
        }
        for index in 0...ranges.count {
            if index == position { for word in added { append(Array(word.utf8), behind: [0x20]) } }
            guard index < ranges.count, !isDropped(index) else { continue }
            let before = index == 0 ? 0..<0 : ranges[index - 1].upperBound..<ranges[index].lowerBound
            // A word that was the first one has no blanks before it.
            append(line[ranges[index]], behind: before.isEmpty ? [0x20] : line[before])
        }
        changed += line[(ranges.last?.upperBound ?? start)...]
        line = changed
        ranges = places
    }

    /// Makes the words of a text those of another, and keeps what both begin and end with.
    ///
    /// - Parameters:
    ///   - text: the new text; blanks and line ends part its words.
    ///   - isOfText: whether a word belongs to the text, as opposed to marks that stand among it.
    public mutating func setText(_ text: String, isOfText: (Int) -> Bool) {
        let places = ranges.indices.filter(isOfText)
        let old = places.map { line[ranges[$0]] }
        let new = text.utf8.split(whereSeparator: Self.isBlank).map { ArraySlice(Array($0)) }
        let head = zip(old, new).prefix { $0.elementsEqual($1) }.count
        let most = min(old.count, new.count) - head
        let tail = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0.elementsEqual($1) }.count
        let dropped = Set(places[head..<places.count - tail])
        let position = dropped.min() ?? (head == 0 ? 0 : places[head - 1] + 1)
        replace(
            where: dropped.contains,
            with: new[head..<new.count - tail].map { String(decoding: $0, as: UTF8.self) }, at: position)
    }
}
