import Glibc
import Synchronization

/// Open conversion descriptors, kept for reuse, and the labels that were found before.
///
/// `iconv_open` reads tables and may load a library; `iconv` itself is cheap. A descriptor serves one caller at a
/// time: it is taken out of the pool and given back.
final class IconvPool: Sendable {
    static let shared = IconvPool()

    /// Beyond this many idle descriptors the next one given back is closed instead.
    private static let maximumIdle = 32
    /// Beyond this many labels no further one is remembered: files name few, hostile files name many.
    private static let maximumLabels = 256

    private struct State: Sendable {
        /// Idle descriptors by charset.
        ///
        /// A descriptor is an address; as a number it may cross threads.
        var idle: [String: [UInt]] = [:]
        var idleCount = 0
        var labels = TextEncoding.aliases
    }

    private let state = Mutex(State())

    /// The charset of a label that is already in lower case and free of blanks, or nil.
    func encoding(normalizedLabel label: String) -> TextEncoding? {
        if let known = state.withLock({ $0.labels[label] }) { return known }
        let candidate = TextEncoding(name: label, iconvName: label.uppercased())
        guard let converter = IconvConverter(candidate) else { return nil }
        _ = consume converter
        state.withLock { if $0.labels.count < Self.maximumLabels { $0.labels[label] = candidate } }
        return candidate
    }

    /// Takes an idle descriptor for `charset`, or opens one; nil where `iconv` does not know the name.
    fileprivate func take(_ charset: String) -> iconv_t? {
        let pooled: UInt? = state.withLock { state in
            guard let number = state.idle[charset]?.popLast() else { return nil }
            state.idleCount -= 1
            return number
        }
        if let pooled { return iconv_t(bitPattern: pooled) }
        guard let opened = iconv_open("UTF-8", charset), UInt(bitPattern: opened) != UInt.max else {
            return nil
        }
        return opened
    }

    /// Gives back a descriptor in its initial state.
    fileprivate func giveBack(_ descriptor: iconv_t, _ charset: String) {
        _ = iconv(descriptor, nil, nil, nil, nil)
        let number = UInt(bitPattern: descriptor)
        let kept = state.withLock { state in
            guard state.idleCount < Self.maximumIdle else { return false }
            state.idle[charset, default: []].append(number)
            state.idleCount += 1
            return true
        }
        if !kept { iconv_close(descriptor) }
    }
}

/// One conversion to UTF-8 that is under way.
final class IconvConverter {
    private let descriptor: iconv_t
    private let encoding: TextEncoding

    /// Nil where `iconv` does not know the charset.
    init?(_ encoding: TextEncoding) {
        guard let descriptor = IconvPool.shared.take(encoding.iconvName) else { return nil }
        self.descriptor = descriptor
        self.encoding = encoding
    }

    deinit {
        IconvPool.shared.giveBack(descriptor, encoding.iconvName)
    }

    /// Converts what it can of `input`, appends it to `output`, and returns how many bytes of input that took.
    ///
    /// Bytes that stand for nothing become U+FFFD and are told to `report` (position in `input`, bytes). A sequence
    /// that `input` ends in the middle of is left, unless it is the last input.
    func convert(
        _ input: UnsafeRawBufferPointer, isLast: Bool, into output: inout [UInt8],
        report: (_ position: Int, _ bytes: [UInt8]) -> Void
    ) -> Int {
        var position = 0
        while position < input.count {
            let (consumed, failure) = step(
                UnsafeRawBufferPointer(rebasing: input[position...]), into: &output)
            position += consumed
            switch failure {
            case 0:
                break
            case E2BIG where consumed > 0:
                break
            case EINVAL where !isLast:
                return position
            case EINVAL:
                report(position, Array(input[position...].prefix(8)))
                output.append(contentsOf: IconvConverter.replacement)
                position = input.count
            default:
                let end = min(position + encoding.unitSize, input.count)
                report(position, Array(input[position..<end]))
                output.append(contentsOf: IconvConverter.replacement)
                position = end
            }
        }
        if isLast { flush(into: &output) }
        return position
    }

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// One call of `iconv`: how many bytes it took, and its error number, 0 for none.
    private func step(_ input: UnsafeRawBufferPointer, into output: inout [UInt8]) -> (Int, Int32) {
        // iconv never writes to its input; its C signature merely lacks the const.
        var source = UnsafeMutablePointer(mutating: input.bindMemory(to: CChar.self).baseAddress)
        var remaining = input.count
        var failure: Int32 = 0
        appending(capacity: input.count * 3 + 64, to: &output) { target, room in
            if iconv(descriptor, &source, &remaining, &target, &room) == -1 { failure = errno }
        }
        return (input.count - remaining, failure)
    }

    /// Writes what a charset with memory (ISO-2022-JP, Big5-HKSCS) still holds back.
    private func flush(into output: inout [UInt8]) {
        appending(capacity: 64, to: &output) { target, room in
            _ = iconv(descriptor, nil, nil, &target, &room)
        }
    }

    /// Lends `body` room behind the end of `output` and keeps what it wrote there.
    private func appending(
        capacity: Int, to output: inout [UInt8],
        _ body: (inout UnsafeMutablePointer<CChar>?, inout Int) -> Void
    ) {
        let written = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            var room = buffer.count
            buffer.withMemoryRebound(to: CChar.self) { target in
                var pointer = target.baseAddress
                body(&pointer, &room)
            }
            count = buffer.count - room
        }
        output.append(contentsOf: written)
    }
}
