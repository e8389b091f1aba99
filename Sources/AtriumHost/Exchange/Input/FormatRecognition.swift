import AtriumSDK

/// Finds out what a file is: by its content first, by its name where that leaves a tie.
struct FormatRecognition {
    let formats: [any Format]
    static let prefixLength = 64 << 10

    /// What a file turned out to be.
    enum Finding {
        /// A file of a format.
        case format(any Format)
        /// An archive or a compressed file, to be looked into.
        case archive
        /// None of what can be imported, and why.
        case unknown(AtriumError)
    }

    /// Looks at a file.
    ///
    /// - Parameter wanted: the format that the user named; archives are opened all the same, and what another format knows
    ///   for certain as its own is refused.
    /// - Throws: ``AtriumError``: `usage` for an unknown name, and what reading the file throws.
    func look(at file: any ImportFile, wanted: FormatID?) throws -> Finding {
        look(at: try Self.prefix(of: file), name: file.name, wanted: try wanted.map(format))
    }

    /// Looks at the first bytes of a file.
    func look(at prefix: [UInt8], name: String, wanted: (any Format)?) -> Finding {
        guard !prefix.isEmpty else {
            return .unknown(AtriumError(.badData, "the file is empty", remedy: "check the export"))
        }
        let foreign = ForeignContent(prefix)
        if foreign == nil, Self.isArchive(prefix) { return .archive }
        if let wanted {
            let isOwn = wanted.confidence(in: prefix) > .none
            guard !isOwn, let other = formats.first(where: { $0.confidence(in: prefix) == .certain }) else {
                return .format(wanted)
            }
            return .unknown(
                AtriumError(
                    .badData, "the file is \(other.id), not \(wanted.id)",
                    remedy: "import it without \(field: "format")"))
        }
        let ranked = formats.map { format in
            (
                format: format, confidence: format.confidence(in: prefix),
                isNamed: format.isNamed(name)
            )
        }
        // A name settles a tie.
        let best = ranked.max { ($0.confidence, $0.isNamed ? 1 : 0) < ($1.confidence, $1.isNamed ? 1 : 0) }
        if let best, best.confidence == .certain { return .format(best.format) }
        if let foreign { return .unknown(foreign.error) }
        if let best, best.confidence >= .likely { return .format(best.format) }
        // What the content leaves open, a name says.
        let candidates = ranked.filter {
            $0.isNamed && ($0.confidence == .possible || $0.format.accepts(prefix))
        }
        guard let named = candidates.max(by: { $0.confidence < $1.confidence }) else {
            return .unknown(
                AtriumError(
                    .badData, "unknown file format",
                    remedy:
                        "if it is one of these, name it with \(field: "format"): \(formats.map(\.id.rawValue).joined(separator: ", "))"
                ))
        }
        return .format(named.format)
    }

    /// The format that the user named.
    func format(_ wanted: FormatID) throws -> any Format {
        guard let format = formats.first(where: { $0.id == wanted }) else {
            throw AtriumError(
                .usage, "unknown format “\(wanted)”",
                remedy: "use one of: \(formats.map(\.id.rawValue).joined(separator: ", "))", field: "format")
        }
        return format
    }

    /// Whether a file is a zip, gzip or tar.
    static func isArchive(_ prefix: [UInt8]) -> Bool {
        prefix.starts(with: [0x50, 0x4B, 3, 4]) || prefix.starts(with: [0x50, 0x4B, 5, 6])
            || prefix.starts(with: [0x1F, 0x8B]) || prefix.dropFirst(257).starts(with: Array("ustar".utf8))
    }

    /// The first bytes of a file, at most ``prefixLength``.
    static func prefix(of file: any ImportFile) throws -> [UInt8] {
        var reader = try file.open()
        var bytes = [UInt8](repeating: 0, count: prefixLength)
        var count = 0
        while count < prefixLength {
            let read = try bytes.withUnsafeMutableBytes {
                try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
            }
            if read == 0 { break }
            count += read
        }
        return Array(bytes.prefix(count))
    }
}
