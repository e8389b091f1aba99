import TextDecoding

/// Finds the words and the tags of a line.
struct TagScanner {
    /// A word, or a tag with its value, which may have blanks.
    struct Word {
        let range: Range<Int>
        /// The tag's name; nil for a plain word.
        var name: Range<Int>?
        /// The tag's value, without parentheses; nil without one.
        var value: Range<Int>?
    }

    private let line: UnsafeBufferPointer<UInt8>

    /// Hands each word of a line to `body`, in order.
    ///
    /// There is no array of them: most callers look at each word once.
    static func forEachWord(of line: [UInt8], from start: Int, _ body: (Word) -> Void) {
        line.withUnsafeBufferPointer { TagScanner(line: $0).forEachWord(from: start, body) }
    }

    private func forEachWord(from start: Int, _ body: (Word) -> Void) {
        var index = start
        while index < line.count {
            if LineWords.isBlank(line[index]) {
                index += 1
                continue
            }
            let word = tag(at: index) ?? Word(range: index..<wordEnd(from: index))
            body(word)
            index = word.range.upperBound
        }
    }

    private func wordEnd(from start: Int) -> Int {
        var index = start
        while index < line.count, !LineWords.isBlank(line[index]) { index += 1 }
        return index
    }

    /// The tag that begins at a place, behind which a blank or the line's end has to stand.
    private func tag(at start: Int) -> Word? {
        guard line[start] == 0x40 else { return nil }
        var index = start + 1
        while index < line.count, Self.isOfName(line[index]) { index += 1 }
        let name = start + 1..<index
        var value: Range<Int>?
        if index < line.count, line[index] == 0x28 {
            let close = close(from: index + 1)
            guard close < line.count else { return nil }
            value = index + 1..<close
            index = close + 1
        }
        guard !name.isEmpty, index == line.count || LineWords.isBlank(line[index]) else { return nil }
        return Word(range: start..<index, name: name, value: value)
    }

    /// Where the value that begins at a place ends: at a closing parenthesis without a backslash before it; the
    /// line's end if there is none.
    ///
    /// Nor may an opening one stand there: a value that is never closed would take in the next tag, and each of
    /// many such values would be read to the line's end.
    private func close(from start: Int) -> Int {
        var index = start
        while index < line.count, line[index] != 0x29, line[index] != 0x28 {
            index += line[index] == 0x5C ? 2 : 1
        }
        return index < line.count && line[index] == 0x29 ? index : line.count
    }

    static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: true
        default: false
        }
    }
}
