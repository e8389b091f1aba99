import AtriumSDK

/// Something is wrong with a file that is imported: it fails, and the import goes on with the others.
///
/// What the vault throws ends the import instead. Without a type of its own the two could not be told apart: a file that
/// cannot be read and a full disk both say `inputOutput`.
struct InputError: Error {
    let error: AtriumError

    /// Reads of a file; what goes wrong is the file's fault.
    static func marking<Result>(_ read: () throws -> Result) throws -> Result {
        do {
            return try read()
        } catch let error as AtriumError where error.code != .internal {
            throw InputError(error: error)
        }
    }
}

extension AtriumError {
    /// Whether it can only come from what was handed in, wherever it is thrown: a value that breaks a rule.
    ///
    /// The other kinds say that the vault or the machine cannot go on.
    var isOfInput: Bool {
        switch code {
        case .badData, .usage, .notFound, .ambiguous, .conflict: true
        case .changedSince, .unavailable, .notAuthenticated, .notPermitted, .cannotCreate, .inputOutput,
            .diskFull,
            .readOnly, .tryAgain, .tooManyRequests, .internal:
            false
        }
    }
}

/// A file whose failures are marked as its own, where it is read beside the vault.
struct InputFile: ImportFile {
    private let file: any ImportFile

    init(_ file: any ImportFile) { self.file = file }

    var name: String { file.name }
    var byteCount: Int64? { file.byteCount }

    func open() throws -> any ImportFileReader {
        Reader(reader: try InputError.marking { try file.open() })
    }

    private struct Reader: ImportFileReader {
        var reader: any ImportFileReader

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            try InputError.marking { try reader.read(into: buffer) }
        }
    }
}
