/// Another source's bytes as UTF-8 text, decoded while they stream.
///
/// The charset is found by looking, in this order: byte order mark (which is taken off), NUL pattern of UTF-16 and
/// UTF-32, strict UTF-8. UTF-8 goes through at memory speed, validated on the way, without a copy.
///
/// Where the first bytes that are not UTF-8 come, be it after gigabytes of ASCII, the next 64 KiB are looked at: if
/// there are fewer valid multi-byte sequences, in them and in all that came before, than invalid ones, the text is
/// Windows-1252 from there on. What has been given out before stays right, since ASCII is the same in both. If there
/// are more, the file is UTF-8 with damaged bytes: each of those is read as Windows-1252 and told as an issue. So
/// the result depends on the bytes alone and never on how they came in pieces, and the source is read only once.
///
/// Memory is constant. ``detection`` says what was found; it is final when the end has been read.
public struct DecodingByteSource<Base: ByteSource>: ByteSource {
    /// What happens to 8-bit text that is not UTF-8.
    public enum EightBitText: Sendable {
        /// It is validated and decoded as described above: what comes out is UTF-8.
        case decode
        /// It is passed on as it is, unexamined; only UTF-16 and UTF-32 are decoded. For formats in which each
        /// value may have a charset of its own, or in which lines may be folded within a character.
        case keep
    }

    private enum State {
        case start
        case passing(validate: Bool)
        case decoding(ChunkDecoder)
    }

    /// The bytes looked at where text turns out not to be UTF-8.
    private static var lookAhead: Int { 64 * 1024 }
    private static var chunk: Int { 64 * 1024 }
    private static var maximumPass: Int { 1024 * 1024 }
    /// Issues kept for ``takeIssues()``; beyond, they are counted only.
    private static var maximumIssues: Int { 10_000 }

    private var base: Base
    private let eightBitText: EightBitText
    private let declared: TextEncoding?
    private var state = State.start
    /// Bytes that were read from `base` and not yet decoded or passed on, from `inputStart` on.
    private var input: [UInt8] = []
    private var inputStart = 0
    private var baseEnded = false
    /// The offset in the file of the next byte of `input`.
    private var offset = 0
    private var multibyteCount = 0
    /// Decoded bytes that the caller has not had yet, from `outputStart` on.
    private var output: [UInt8] = []
    private var outputStart = 0
    private var issues: [DecodingIssue] = []

    /// The charset, as far as it is known; nil before the first read.
    public private(set) var detection: EncodingDetection?
    /// How many pieces of the file could not be decoded so far.
    public private(set) var issueCount = 0

    /// Wraps `base`.
    ///
    /// With `encoding` the charset is not looked for, but a byte order mark is still taken off.
    public init(_ base: Base, encoding: TextEncoding? = nil, eightBitText: EightBitText = .decode) {
        self.base = base
        self.declared = encoding
        self.eightBitText = eightBitText
    }

    /// Gives the issues since the last call, in order, and forgets them.
    ///
    /// At most 10,000 are kept between two calls; ``issueCount`` counts all.
    public mutating func takeIssues() -> [DecodingIssue] {
        guard !issues.isEmpty else { return [] }
        defer { issues = [] }
        return issues
    }

    /// Reads the next bytes of text: UTF-8, unless 8-bit text is kept as it is.
    ///
    /// A piece may end within a character.
    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !buffer.isEmpty else { return 0 }
        while true {
            if outputStart < output.count { return takeOutput(into: buffer) }
            switch state {
            case .start:
                try start()
            case .passing(let validate):
                // A buffer too small for a whole character is served from a larger one.
                let count =
                    buffer.count >= 16
                    ? try pass(into: buffer, validate: validate) : try passByOutput(validate: validate)
                if let count { return count }
            case .decoding(let decoder):
                guard try decodeChunk(decoder) else { return 0 }
            }
        }
    }

    // MARK: Beginning

    private mutating func start() throws {
        try fill(upTo: EncodingDetection.prefixLength)
        var found = EncodingDetection(prefix: input)
        if let declared {
            let markLength = found.evidence == .byteOrderMark ? found.byteOrderMarkLength : 0
            // A mark tells more than a label: "UTF-16" with one of either order is what it says.
            let encoding = markLength > 0 ? found.encoding : declared
            found = EncodingDetection(
                encoding: encoding, evidence: .declared, byteOrderMarkLength: markLength)
        }
        let isEightBit = found.encoding == .utf8 || found.encoding == .windows1252
        if isEightBit && declared == nil && eightBitText == .keep {
            if found.evidence != .byteOrderMark { found.evidence = .unexamined }
            found.encoding = .utf8
            state = .passing(validate: false)
        } else if isEightBit && (declared == nil || found.encoding == .utf8) {
            // Windows-1252 is not settled by the prefix alone: validation decides where it fails.
            if declared == nil && found.evidence != .byteOrderMark {
                found = EncodingDetection(encoding: .utf8, evidence: .ascii)
            }
            state = .passing(validate: true)
        } else {
            state = .decoding(ChunkDecoder(found.encoding))
        }
        detection = found
        dropInput(found.byteOrderMarkLength)
    }

    // MARK: Passing UTF-8 on

    /// Reads straight into `buffer` and validates there.
    ///
    /// Nil means: nothing yet, look at the state again.
    private mutating func pass(into buffer: UnsafeMutableRawBufferPointer, validate: Bool) throws -> Int? {
        // Bounded, so that what is left of it when UTF-8 ends is bounded too.
        let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Self.maximumPass))
        var count = takeInput(into: buffer)
        if count < buffer.count && !baseEnded {
            let read = try base.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            baseEnded = read == 0
            count += read
        }
        guard validate && count > 0 else {
            offset += count
            return count == 0 && !baseEnded ? nil : count
        }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        let scan = UTF8Scan(bytes)
        noteValid(scan)
        offset += scan.validCount
        if let stop = scan.stop {
            input.insert(contentsOf: bytes[scan.validCount...], at: inputStart)
            if stop != .incomplete || baseEnded { try leaveUTF8() }
        }
        return scan.validCount > 0 ? scan.validCount : nil
    }

    private mutating func passByOutput(validate: Bool) throws -> Int? {
        var result: Int? = 0
        output = try [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
            result = try pass(into: UnsafeMutableRawBufferPointer(buffer), validate: validate)
            count = result ?? 0
        }
        outputStart = 0
        return result == 0 ? 0 : nil
    }

    private mutating func noteValid(_ scan: UTF8Scan) {
        multibyteCount += scan.multibyteCount
        if multibyteCount > 0 && detection?.evidence == .ascii { detection?.evidence = .validUTF8 }
    }

    /// Decides, at the first bytes that are not UTF-8, what the text is from here on.
    private mutating func leaveUTF8() throws {
        try fill(upTo: Self.lookAhead)
        let tally = input[inputStart...].prefix(Self.lookAhead).withUnsafeBytes { UTF8Tally($0) }
        let isMarked = detection?.evidence == .byteOrderMark || detection?.evidence == .declared
        let isMostlyUTF8 = isMarked || multibyteCount + tally.multibyte > tally.invalid
        var found = EncodingDetection.withoutLabel(offset: offset, isMostlyUTF8: isMostlyUTF8)
        found.byteOrderMarkLength = detection?.byteOrderMarkLength ?? 0
        detection = found
        state = .decoding(ChunkDecoder(found.encoding))
    }

    // MARK: Decoding

    /// Decodes the next chunk to `output`; false at the end.
    private mutating func decodeChunk(_ decoder: ChunkDecoder) throws -> Bool {
        try fill(upTo: Self.chunk)
        guard inputStart < input.count else { return false }
        output.removeAll(keepingCapacity: true)
        outputStart = 0
        var found: [DecodingIssue] = []
        let isLast = baseEnded && input.count - inputStart <= Self.chunk
        let consumed = input[inputStart...].prefix(Self.chunk).withUnsafeBytes { bytes in
            decoder.decode(bytes, at: offset, isLast: isLast, into: &output) { found.append($0) }
        }
        issueCount += found.count
        issues.append(contentsOf: found.prefix(max(0, Self.maximumIssues - issues.count)))
        dropInput(consumed)
        return true
    }

    // MARK: Buffers

    /// Reads from `base` until `count` bytes of input are there or it ends.
    private mutating func fill(upTo count: Int) throws {
        if inputStart > 0 {
            input.removeFirst(inputStart)
            inputStart = 0
        }
        while input.count < count && !baseEnded {
            let missing = count - input.count
            let more = try [UInt8](unsafeUninitializedCapacity: missing) { buffer, filled in
                filled = try base.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            baseEnded = more.isEmpty
            input.append(contentsOf: more)
        }
    }

    private mutating func dropInput(_ count: Int) {
        inputStart += count
        offset += count
    }

    private mutating func takeInput(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, input.count - inputStart)
        guard count > 0 else { return 0 }
        buffer.copyBytes(from: input[inputStart..<inputStart + count])
        inputStart += count
        if inputStart == input.count {
            input.removeAll(keepingCapacity: true)
            inputStart = 0
        }
        return count
    }

    private mutating func takeOutput(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, output.count - outputStart)
        buffer.copyBytes(from: output[outputStart..<outputStart + count])
        outputStart += count
        return count
    }
}
