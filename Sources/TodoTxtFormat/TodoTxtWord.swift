import TextDecoding

/// What a word in the body of a task is.
public enum TodoTxtWord: Sendable, Hashable {
    /// A plain word.
    case text(String)
    /// `+name`: the name.
    case project(String)
    /// `@name`: the name.
    case context(String)
    /// `key:value`.
    ///
    /// A key begins with a letter and has letters, digits, `-` and `_`; so `10:23` is text, and so is an
    /// address, whose value would begin with two slashes.
    case pair(key: String, value: String)

    init(_ bytes: ArraySlice<UInt8>) {
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        switch bytes.first {
        case 0x2B where bytes.count > 1: self = .project(text(bytes.dropFirst()))
        case 0x40 where bytes.count > 1: self = .context(text(bytes.dropFirst()))
        default:
            guard let colon = bytes.firstIndex(of: 0x3A), Self.isKey(bytes[..<colon]),
                colon + 1 < bytes.endIndex, !bytes[(colon + 1)...].starts(with: [0x2F, 0x2F])
            else {
                self = .text(text(bytes))
                return
            }
            self = .pair(key: text(bytes[..<colon]), value: text(bytes[(colon + 1)...]))
        }
    }

    private static func isKey(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

/// What stands before the body of a line, and where.
struct Head: Sendable {
    /// Where the first word stands, behind an indentation.
    private(set) var start = 0
    private(set) var mark: Range<Int>?
    private(set) var priority: Range<Int>?
    private(set) var completion: Range<Int>?
    private(set) var creation: Range<Int>?
    /// Where the body begins.
    private(set) var body = 0

    init(_ line: [UInt8]) {
        line.withUnsafeBufferPointer { read($0) }
    }

    private mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
        start = Self.afterBlanks(line, from: 0)
        body = start
        guard let first = Self.word(line, from: start) else { return }
        if first.count == 1, line[start] == 0x78 {
            mark = first
            body = Self.afterBlanks(line, from: first.upperBound)
            readDone(line)
        } else {
            priority = takePriority(line)
            creation = takeDay(line)
        }
    }

    /// Behind `x`: a priority and two days in any order.
    ///
    /// One day alone is that of completion; behind a priority it is that of creation, since such a line is an
    /// open one that only got its `x`.
    private mutating func readDone(_ line: UnsafeBufferPointer<UInt8>) {
        var days: [Range<Int>] = []
        var isBehindPriority = false
        while true {
            if priority == nil, let found = takePriority(line) {
                priority = found
                isBehindPriority = days.isEmpty
            } else if days.count < 2, let found = takeDay(line) {
                days.append(found)
            } else {
                break
            }
        }
        switch days.count {
        case 2: (completion, creation) = (days[0], days[1])
        case 1 where isBehindPriority: creation = days[0]
        case 1: completion = days[0]
        default: break
        }
    }

    /// `(A)`.
    private mutating func takePriority(_ line: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard let word = Self.word(line, from: body), word.count == 3, line[body] == 0x28,
            (0x41...0x5A).contains(line[body + 1]), line[body + 2] == 0x29
        else { return nil }
        body = Self.afterBlanks(line, from: word.upperBound)
        return word
    }

    /// `2026-03-02`, or what has its form.
    private mutating func takeDay(_ line: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard let word = Self.word(line, from: body), word.count == 10 else { return nil }
        let isDay = word.allSatisfy { index in
            let place = index - word.lowerBound
            return place == 4 || place == 7 ? line[index] == 0x2D : (0x30...0x39).contains(line[index])
        }
        guard isDay else { return nil }
        body = Self.afterBlanks(line, from: word.upperBound)
        return word
    }

    private static func afterBlanks(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < line.count, LineWords.isBlank(line[index]) { index += 1 }
        return index
    }

    /// The word that begins at a place.
    private static func word(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
        var index = start
        while index < line.count, !LineWords.isBlank(line[index]) { index += 1 }
        return index > start ? start..<index : nil
    }

    /// The words from a place on.
    static func words(of line: [UInt8], from start: Int) -> [Range<Int>] {
        line.withUnsafeBufferPointer { line in
            var words: [Range<Int>] = []
            var index = start
            while let word = word(line, from: index) {
                words.append(word)
                index = afterBlanks(line, from: word.upperBound)
            }
            return words
        }
    }
}
