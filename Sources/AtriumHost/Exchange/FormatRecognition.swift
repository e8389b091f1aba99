import AtriumSDK

/// Finds a file's format: by its content first, by its name where that leaves a tie.
struct FormatRecognition {
    let formats: [any Format]
    static let prefixLength = 64 << 10

    /// The format of a file.
    ///
    /// - Parameter wanted: the format that the user named; the content is not asked then.
    /// - Throws: ``AtriumError``: `usage` for an unknown name, `badData` where no format fits.
    func format(of file: any ImportFile, wanted: FormatID?) throws -> any Format {
        if let wanted {
            guard let format = formats.first(where: { $0.id == wanted }) else {
                throw AtriumError(
                    .usage, "there is no format “\(wanted)”",
                    remedy: "use one of: " + formats.map(\.id.rawValue).joined(separator: ", "),
                    field: "format")
            }
            return format
        }
        let prefix = try Self.prefix(of: file)
        let fileExtension = file.name.split(separator: ".").dropFirst().last.map { $0.lowercased() }
        let ranked = formats.map { format in
            (
                format, format.confidence(in: prefix),
                fileExtension.map(format.fileExtensions.contains) ?? false
            )
        }
        // A name settles a tie, and what the content leaves open.
        let best = ranked.max { ($0.1, $0.2 ? 1 : 0) < ($1.1, $1.2 ? 1 : 0) }
        guard let best, best.1 >= .likely || best.2 && (best.1 == .possible || best.0.accepts(prefix)) else {
            throw AtriumError(
                .badData,
                prefix.isEmpty
                    ? "the file is empty"
                    : "the file is none of " + formats.map(\.id.rawValue).joined(separator: ", "),
                remedy: prefix.isEmpty
                    ? "check the export" : "name its format with --format if it is one of them")
        }
        return best.0
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
