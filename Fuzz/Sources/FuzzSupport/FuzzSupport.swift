public import TextDecoding

/// Ends the run with a finding where what must hold does not.
///
/// libFuzzer writes the input that led here to a file and prints its name.
public func require(_ holds: @autoclosure () -> Bool, _ message: @autoclosure () -> String) {
    if !holds() { fatalError("finding: " + message()) }
}

/// The first place in which two lists differ, for a finding's message.
public func firstDifference<Value: Equatable>(_ left: [Value], _ right: [Value]) -> String {
    let index = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset ?? min(left.count, right.count)
    let shown = [left, right].map { $0.indices.contains(index) ? "\($0[index])".debugDescription : "nothing" }
    return "at \(index): \(shown[0]) became \(shown[1])"
}

/// The first line in which two texts differ.
public func firstDifferentLine(_ left: [UInt8], _ right: [UInt8]) -> String {
    func lines(_ text: [UInt8]) -> [String] {
        text.split(separator: 10, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
    return firstDifference(lines(left), lines(right))
}

/// The first part in which two values differ.
public func firstDifferentPart(_ left: Any, _ right: Any) -> String {
    func parts(_ value: Any) -> [String] {
        var text = ""
        dump(value, to: &text)
        return text.split(separator: "\n").map(String.init)
    }
    return firstDifference(parts(left), parts(right))
}

/// Gives the bytes of an array a few at a time, so that what is read depends on them alone and not on the pieces.
public struct PiecewiseSource: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    /// Makes a source that gives at most `size` bytes at once.
    public init(_ bytes: [UInt8], size: Int) {
        rest = bytes[...]
        self.size = max(1, size)
    }

    /// Copies the next bytes into `buffer`.
    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = rest.prefix(min(size, buffer.count))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
