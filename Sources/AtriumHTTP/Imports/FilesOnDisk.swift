import AtriumHost
import AtriumSDK
import HTTPTypes

/// Puts the files of a form on the disk as they come; its other fields stay in memory.
///
/// Nobody else can open what is written, and no name that was sent is used as a path: names are labels.
struct FilesOnDisk: MultipartSink {
    /// The fields and files of a request that has come to its end.
    struct Received: Sendable {
        var fields: [(name: String, value: String)] = []
        var files: [(path: String, file: any ImportFile)] = []
    }

    /// The largest number of parts of a form: one for each file, and a few other fields.
    static let mostParts = ImportWork.fileLimit + 100
    /// How many bytes all fields may have together that are no files.
    private static let textLimit = 256 << 10
    private static let tooManyFiles = HTTPFailure(
        .contentTooLarge, "too-large", "the form has more than \(ImportWork.fileLimit) files",
        remedy: "split it into several imports, or put many items into one file",
        headers: [.connection: "close"])
    /// As long as a file on the disk holds less, the next one is put behind it: each takes one of the server's descriptors.
    private static let sharedSize: Int64 = 16 << 20

    /// A file that has come.
    private struct Entry {
        let path: String
        let spool: Spool
        var range: Range<Int64>
    }

    private let makeSpool: @Sendable () throws -> Spool
    private var spool: Spool?
    private var entries: [Entry] = []
    /// What files are called in reports.
    private var labels = UniqueLabels()
    private var part: MultipartForm.Part?
    private var fields: [(name: String, value: String)] = []
    private var textBytes = 0

    /// - Parameter makeSpool: makes an empty file on the disk.
    init(makeSpool: @escaping @Sendable () throws -> Spool) { self.makeSpool = makeSpool }

    mutating func begin(_ part: MultipartForm.Part) throws {
        self.part = part
        guard let name = part.filePath else { return }
        guard entries.count < ImportWork.fileLimit else { throw Self.tooManyFiles }
        if spool.map({ $0.byteCount >= Self.sharedSize }) ?? true { spool = try makeSpool() }
        guard let spool else { return }
        let start = spool.byteCount
        entries.append(
            Entry(path: labels.next(name.isEmpty ? "file" : name), spool: spool, range: start..<start))
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) throws {
        if part?.filePath != nil {
            try bytes.withUnsafeBytes { try spool?.append($0) }
        } else {
            textBytes += bytes.count
            guard textBytes <= Self.textLimit else { throw HTTPFailure.tooLarge(Self.textLimit) }
            part?.content += bytes
        }
    }

    mutating func end() throws {
        guard let part else { return }
        if part.filePath == nil {
            guard let text = String(validating: part.content, as: UTF8.self) else {
                throw MultipartForm.broken
            }
            fields.append((part.name, text))
        } else if let last = entries.indices.last {
            let end = entries[last].spool.byteCount
            entries[last].range = entries[last].range.lowerBound..<end
            // Browsers send an empty one where nobody chose a file.
            if part.filePath == "", entries[last].range.isEmpty { entries.removeLast() }
        }
        self.part = nil
    }

    /// What has come.
    var received: Received {
        Received(
            fields: fields,
            files: entries.map { entry in
                let name = entry.path.split(separator: "/").last.map(String.init) ?? entry.path
                let file = SpoolFile(name: name, entry.spool)
                let isAlone = entry.range == 0..<entry.spool.byteCount
                return (entry.path, isAlone ? file : file.part(named: name, entry.range))
            })
    }
}
