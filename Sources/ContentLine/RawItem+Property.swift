extension RawItem {
    /// The first of the item's own lines with a name, unfolded; nil where there is none.
    ///
    /// Lines of inner components are not the item's own. Only lines that begin with the name, in just this case, are
    /// found: a look for what one's own exports write, not a reading of the item.
    public func property(_ name: StaticString) -> ContentLine? {
        range(of: name).flatMap { ContentLine(reading: Array(bytes[$0])) }
    }

    /// Takes out the line that ``property(_:)`` finds, with its line end.
    public mutating func take(_ name: StaticString) -> ContentLine? {
        guard let range = range(of: name) else { return nil }
        let line = ContentLine(reading: Array(bytes[range]))
        bytes.removeSubrange(range)
        return line
    }

    /// The text for a new file, as ``normalized(fallback:)`` gives it, with one more line of the item's own.
    ///
    /// It stands behind BEGIN, or behind the VERSION that follows it: there it belongs to no inner component, and a card
    /// has its version first (RFC 6350, section 6.7.9).
    public func normalized(adding line: ContentLine) -> [UInt8] {
        var text = normalized()
        let place = text.withUnsafeBytes { buffer in
            let first = buffer.nextLine(after: 0)
            return buffer.hasPrefix("version:", at: first, before: buffer.count)
                ? buffer.nextLine(after: first) : first
        }
        text.insert(contentsOf: line.written(), at: place)
        return text
    }

    /// Where the first own line with a name stands, with the lines that it is folded into.
    private func range(of name: StaticString) -> Range<Int>? {
        bytes.withUnsafeBytes { buffer in
            var index = 0
            // By the first letter: most items have no such line, and are not read for it.
            while let start = buffer.firstIndex(of: name.utf8Start[0], in: index..<buffer.count) {
                index = start + 1
                guard start > 0, buffer[start - 1] == 0x0A || buffer[start - 1] == 0x0D,
                    buffer.isName(name, at: start), buffer.depth(before: start) == 1
                else { continue }
                var end = buffer.nextLine(after: start)
                while end < buffer.count, buffer[end] == 0x20 || buffer[end] == 0x09 {
                    end = buffer.nextLine(after: end)
                }
                return start..<end
            }
            return nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Where the line after the one that holds `index` begins.
    fileprivate func nextLine(after index: Int) -> Int {
        var end = index
        while end < count, self[end] != 0x0A, self[end] != 0x0D { end += 1 }
        if end < count, self[end] == 0x0D { end += 1 }
        if end < count, self[end] == 0x0A { end += 1 }
        return end
    }

    /// Whether a line that begins at `start` has a name.
    fileprivate func isName(_ name: StaticString, at start: Int) -> Bool {
        let end = start + name.utf8CodeUnitCount
        guard end < count, self[end] == 0x3A || self[end] == 0x3B else { return false }
        return (0..<name.utf8CodeUnitCount).allSatisfy { self[start + $0] == name.utf8Start[$0] }
    }

    /// In how many components the line that begins at `end` stands.
    fileprivate func depth(before end: Int) -> Int {
        var (depth, start) = (0, 0)
        while start < end {
            let next = nextLine(after: start)
            if let mark = ComponentMark(self, trimmedLine(start..<next)) {
                depth += mark.kind == .begin ? 1 : -1
            }
            start = next
        }
        return depth
    }
}
