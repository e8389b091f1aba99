public import TextDecoding

/// Reads an OPML file event by event, in constant memory whatever its size.
///
/// OPML 1.0 and 2.0. What is well-formed XML is read as it is; what is not is mended while it streams, and each
/// repair is an issue: see `docs/formats.md`. No entity is expanded beyond those of XML and HTML, nothing is fetched.
/// The encoding is found by byte order mark, by the XML declaration, and by looking where those are wrong.
///
///     var reader = OPMLReader(source)
///     while let event = try reader.next() { … }
public struct OPMLReader<Source: ByteSource> {
    private static var chunk: Int { 64 << 10 }

    private var source: DecodingByteSource<PrefixedSource<Source>>?
    private let base: Source?
    private var input: [UInt8] = []
    private var inputStart = 0
    private var wanted = OPMLReader.chunk
    private var isAtEnd = false
    private var repair = MarkupRepair()
    private var builder: OutlineBuilder
    private let maximumItemSize: Int
    private var parser: XMLParser?
    private var events: ArraySlice<OPMLEvent> = []
    private var hasFinished = false
    private var hasToldEncoding = false

    /// The encoding, as far as it is known; nil before the first event.
    ///
    /// It is final when the end has been read.
    public var encoding: EncodingDetection? { source?.detection }

    /// Makes a reader of a file from its beginning.
    ///
    /// - Parameter maximumItemSize: how many bytes one outline's tag, one comment, one head or one unknown element may
    ///   have.
    public init(_ source: Source, maximumItemSize: Int = OPMLLimits.itemSize) {
        base = source
        self.maximumItemSize = maximumItemSize
        builder = OutlineBuilder(maximumItemSize: maximumItemSize)
    }

    /// The next event, or nil at the end.
    ///
    /// - Throws: ``OPMLError`` where the file is not OPML or breaks a limit, and what the source throws. After an error
    ///   there is nothing more to read.
    public mutating func next() throws -> OPMLEvent? {
        while true {
            if let event = events.popFirst() { return event }
            if hasFinished { return nil }
            do {
                try advance()
            } catch {
                hasFinished = true
                throw error
            }
            events = builder.events[...]
            builder.events = []
        }
    }

    // MARK: Reading on

    private mutating func advance() throws {
        if source == nil { try open() }
        try fill()
        let taken = try Self.take(input, with: &repair, isLast: isAtEnd)
        let rest = input.count - taken
        inputStart = taken
        if repair.isAtNextDocument {
            try parse(isLast: true)
            builder.flushIssues(all: true)
            let events = builder.events
            builder = OutlineBuilder(maximumItemSize: maximumItemSize)
            builder.events = events
            parser = nil
            repair.beginDocument()
            return
        }
        // Twice as much where the end of something is not there yet, so that it is not looked at again and again.
        wanted = taken == 0 ? max(Self.chunk, rest * 2) : max(Self.chunk, rest + Self.chunk)
        wanted = max(rest + 1, min(wanted, maximumItemSize + 1))
        if rest > maximumItemSize {
            throw OPMLError.itemTooLarge(line: repair.line, limit: maximumItemSize)
        }
        if isAtEnd && rest == 0 {
            try finish()
        } else {
            try parse(isLast: false)
        }
    }

    private static func take(_ input: [UInt8], with repair: inout MarkupRepair, isLast: Bool) throws -> Int {
        try input.withUnsafeBufferPointer { try repair.take($0, isLast: isLast) }
    }

    private mutating func finish() throws {
        hasFinished = true
        repair.finish()
        guard repair.hasRoot else {
            throw OPMLError(
                .notOPML, "The file has no element “opml”.",
                remedy: "Check that the file was exported completely, and as OPML.")
        }
        try parse(isLast: true)
        builder.flushIssues(all: true)
    }

    /// Hands on what the repair has made.
    private mutating func parse(isLast: Bool) throws {
        builder.prepare(repair)
        if parser == nil { parser = XMLParser(builder) }
        let isSound = parser?.parse(repair.output, isLast: isLast) ?? false
        if let failure = builder.failure { throw failure }
        guard isSound else {
            throw OPMLError(
                .notWellFormed, line: repair.line,
                "The XML parser stopped near line \(repair.line) (error \(parser?.errorCode ?? 0)).",
                remedy: "Check the file near that line.")
        }
        builder.flushIssues()
        repair.clear()
    }

    // MARK: Bytes

    private mutating func open() throws {
        guard let base else { return }
        var prefixed = try PrefixedSource(base, lookingAt: EncodingDetection.prefixLength)
        if EncodingChoice.needsLonger(prefix: prefixed.lookedAt) {
            try prefixed.lookAhead(EncodingChoice.prefixLength)
        }
        let choice = EncodingChoice(prefix: prefixed.lookedAt)
        if let issue = choice.issue {
            builder.events.append(.issue(issue))
            hasToldEncoding = true
        }
        source = DecodingByteSource(prefixed, encoding: choice.encoding)
    }

    private mutating func fill() throws {
        if inputStart > 0 {
            input.removeFirst(inputStart)
            inputStart = 0
        }
        var total = input.count
        let target = max(wanted, total + 1)
        guard !isAtEnd else { return }
        input.reserveCapacity(target)
        while total < target && !isAtEnd {
            let count = try Self.read(&source, target - total, onto: &input)
            isAtEnd = count == 0
            total += count
        }
        tellEncoding()
    }

    private static func read(
        _ source: inout DecodingByteSource<PrefixedSource<Source>>?, _ count: Int, onto input: inout [UInt8]
    ) throws -> Int {
        let more = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try source?.read(into: UnsafeMutableRawBufferPointer(buffer)) ?? 0
        }
        input += more
        return more.count
    }

    /// Tells of what was found wrong with the encoding.
    private mutating func tellEncoding() {
        guard let found = source?.detection else { return }
        if case .notUTF8 = found.evidence, !hasToldEncoding {
            hasToldEncoding = true
            builder.events.append(.issue(EncodingChoice.wrong(.utf8, isReadAs: found.encoding)))
        }
        for issue in source?.takeIssues() ?? [] {
            builder.events.append(
                .issue(OPMLIssue(.undecodableBytes, line: repair.line, message: issue.message)))
        }
    }
}
