import AtriumSDK
import Foundation

/// Reads the files of an import, on a thread of its own: opens archives, recognises, reads, routes and maps.
///
/// Nothing here knows the vault, so that it runs beside the writing. Its events come in the order of the files.
final class ImportReader {
    private let inputs: [ImportInput]
    private let folders: [VaultFolder]
    private let recognition: FormatRecognition
    private let wanted: (any Format)?
    private let modules: ItemRouting.Modules
    /// What holds for all files.
    private let common: ImportOptions
    /// What holds for the file that is being read.
    private var options: ImportOptions
    private let queue: BoundedQueue<ReadBatch>
    private let budget = ArchiveBudget()
    private let maximumFiles: Int?
    private var fileCount = 0
    private var batch = ReadBatch()
    private var cost = 0

    /// How many bytes of items may wait for the writer: enough that neither thread waits for long, little memory.
    private static let maximumCost = 1 << 20
    private static let batchCost = 1 << 16
    /// What an item takes beside its text, about: a draft and the values of its record have some hundred bytes each, however short the row is that they come from.
    private static let itemCost = 1024

    private init(
        _ request: ImportRequest, formats: [any Format], modules: ItemRouting.Modules,
        options: ImportOptions, queue: BoundedQueue<ReadBatch>
    ) throws {
        inputs = request.inputs
        folders = request.folders
        maximumFiles = request.maximumFiles
        recognition = FormatRecognition(formats: formats)
        wanted = try request.format.map(recognition.format)
        self.modules = modules
        common = options
        self.options = options
        self.queue = queue
    }

    /// Reads on another thread and hands the batches to `body`, which ends where the queue does.
    ///
    /// When `body` has returned or thrown, the thread has ended.
    static func reading<Result>(
        _ request: ImportRequest, formats: [any Format], modules: ItemRouting.Modules,
        options: ImportOptions, _ body: (BoundedQueue<ReadBatch>) throws -> Result
    ) throws -> Result {
        let queue = BoundedQueue<ReadBatch>(maximumCost: maximumCost)
        // An unknown format is refused before anything is begun.
        _ = try request.format.map(FormatRecognition(formats: formats).format)
        let thread = Thread {
            do {
                try ImportReader(
                    request, formats: formats, modules: modules, options: options, queue: queue
                ).run()
                queue.finish()
            } catch {
                queue.finish(error)
            }
        }
        thread.name = "import reader"
        // Readers descend into components; as deep as on a process's first thread.
        thread.stackSize = 8 << 20
        thread.start()
        defer { queue.abandon() }
        return try body(queue)
    }

    private func run() throws {
        for input in inputs {
            options = common
            options.columns += input.columns
            try read(input.file, path: input.path, isFound: input.isFound, depth: 0)
        }
        try flush()
    }

    // MARK: - Files

    private func read(_ file: any ImportFile, path: String, isFound: Bool, depth: Int) throws {
        do {
            // A short table with a control character in it looks like no text: the manifest knows what it is.
            let known = folders.lazy.compactMap { $0.format(ofRecordsAt: path) }.first
            let format = wanted ?? known.flatMap { id in recognition.formats.first { $0.id == id } }
            switch try recognition.look(
                at: FormatRecognition.prefix(of: file), name: file.name, wanted: format)
            {
            case .format(let format): try read(file, as: format, path: path)
            case .archive: try readArchive(file, path: path, isFound: isFound, depth: depth)
            case .unknown(let error):
                try emit(
                    isFound
                        ? .passedOver(ImportReport.PassedOver(path: path, reason: error.message))
                        : .failed(path: path, error))
            }
        } catch let error as AtriumError where error.code != .internal {
            try emit(.failed(path: path, error))
        }
    }

    private func read(_ file: any ImportFile, as format: any Format, path: String) throws {
        let rewritten = try RewrittenFile(file, as: format.id, by: modules.asked)
        let counted = CountingFile(rewritten.file)
        batch.progress = ImportProgress(
            path: path, bytes: 0, byteCount: rewritten.file.byteCount, items: 0)
        try emit(.file(path: path, rewritten.file, format, options))
        for issue in rewritten.issues { try emit(.issue(issue)) }
        var container: Container?
        var routing: ItemRouting?
        let ofVault = folders.lazy.compactMap { $0.records(at: path) }.first
        var modules = modules
        modules.ofFile = ofVault?.collection?.module
        let encoding = try format.read(counted) { event in
            batch.progress.bytes = counted.bytesRead
            switch event {
            case .container(let begun):
                let found = try ItemRouting(of: begun, modules, options: options)
                (container, routing) = (begun, found)
                try emit(.container(begun, found))
            case .item(let item):
                guard let container, let routing else {
                    throw AtriumError(.internal, "a format returned a file's content out of order")
                }
                batch.progress.items += 1
                let item = rewritten.placed(item)
                let read = map(item, of: format, in: container, routing, isOfVault: ofVault != nil)
                try emit(.item(read), cost: read.draftCount * Self.itemCost + item.source.count)
            case .issue(let issue): try emit(.issue(rewritten.placed(issue)))
            }
        }
        batch.progress.bytes = counted.bytesRead
        try emit(.end(encoding: rewritten.encoding ?? encoding))
    }

    private func map(
        _ item: Item, of format: any Format, in container: Container, _ routing: ItemRouting, isOfVault: Bool
    ) -> ReadItem {
        func mapped(_ claim: ItemRouting.Claim) -> ReadItem.Mapped {
            Result { try claim.importer.map(item, in: container, options: options) }
        }
        let route: ReadItem.Route =
            switch routing.way(of: item.kind, item.mark) {
            case .to(let claim): .claimed(claim, mapped(claim))
            case .open(let claims): .open(claims.map { (claim: $0, mapped: mapped($0)) })
            case .nowhere(let module): .unclaimed(module: module)
            }
        return ReadItem(
            item, issues: item.issues + (isOfVault || item.recordUID == nil ? [] : [Self.foreignUID(item)]),
            recordUID: isOfVault ? item.recordUID : nil, route: route, of: format)
    }

    /// Anybody can write such a line: heeded, it would give the record of one item to another.
    private static func foreignUID(_ item: Item) -> ImportIssue {
        ImportIssue(
            line: item.line, property: "\(Item.recordUIDProperty)", code: "foreign-record-uid",
            message: "This line has a meaning only in an exported vault folder; it was skipped.",
            isKept: false)
    }

    // MARK: - Archives

    private func readArchive(_ file: any ImportFile, path: String, isFound: Bool, depth: Int) throws {
        try budget.checkDepth(depth)
        let archive = try ArchiveFile(Self.descriptorFile(file), budget: budget)
        var isUseful = false
        while let element = try archive.next() {
            switch element {
            case .encrypted(let name):
                isUseful = true
                try emit(
                    .failed(
                        path: path + "/" + name,
                        AtriumError(
                            .badData, "the file is encrypted", remedy: "unpack it yourself with its password")
                    ))
            case .oddity(let name, let reason):
                try emit(.passedOver(ImportReport.PassedOver(path: path + "/" + name, reason: reason)))
            case .entry(let entry):
                if try read(entry, of: archive, path: path, depth: depth) { isUseful = true }
            }
        }
        guard !isUseful else { return }
        let reason = "nothing in it can be imported"
        guard isFound else {
            throw AtriumError(.badData, reason, remedy: "check which files it contains, and export again")
        }
        try emit(.passedOver(ImportReport.PassedOver(path: path, reason: reason)))
    }

    /// Reads an entry and tells whether it was for the import.
    private func read(_ entry: ArchiveFile.Entry, of archive: ArchiveFile, path: String, depth: Int) throws
        -> Bool
    {
        let (label, name) = Self.names(of: entry, in: path)
        if let entryName = entry.name, Self.isHidden(entryName) {
            try emit(.passedOver(ImportReport.PassedOver(path: label, reason: "hidden")))
            return false
        }
        let finding = recognition.look(at: entry.prefix, name: name, wanted: wanted)
        if case .unknown(let error) = finding {
            // A compressed file stands for itself: what is in it is what was named.
            if entry.name == nil { throw error }
            try emit(.passedOver(ImportReport.PassedOver(path: label, reason: error.message)))
            return false
        }
        let content: SpoolFile
        do {
            content = try archive.content(of: entry, named: name)
        } catch let error as AtriumError where entry.name != nil && error.code == .badData {
            // The archive's next call tells whether it can be read on.
            try emit(.failed(path: label, error))
            return true
        }
        try read(content, path: label, isFound: entry.name != nil, depth: depth + 1)
        return true
    }

    /// The path by which reports name an archive's entry, and the name of the file that it is.
    ///
    /// A compressed file by itself goes by the name that it had.
    static func names(of entry: ArchiveFile.Entry, in path: String) -> (label: String, name: String) {
        let label = entry.name.map { path + "/" + $0 } ?? path
        let name = entry.name ?? (path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path)
        return (label, Folders.name(of: name))
    }

    /// Whether an archive's entry is of the kind that systems add.
    static func isHidden(_ name: String) -> Bool {
        name.split(separator: "/").contains {
            $0.hasPrefix(".") && $0 != "." && $0 != ".." || $0 == "__MACOSX"
        }
    }

    static func descriptorFile(_ file: any ImportFile) throws -> any DescriptorFile {
        if let file = file as? any DescriptorFile { return file }
        return try SpoolFile(copying: file)
    }

    // MARK: - Handing on

    private func emit(_ event: ReadEvent, cost: Int = 64) throws {
        switch event {
        case .file, .failed: try countFile()
        default: break
        }
        batch.events.append(event)
        self.cost += cost
        if self.cost >= Self.batchCost { try flush() }
    }

    /// Counts one more file of the report.
    private func countFile() throws {
        fileCount += 1
        guard let maximumFiles, fileCount > maximumFiles else { return }
        throw WholeImportError(
            error: AtriumError(
                .badData, "the import contains more than \(maximumFiles) files, so nothing was imported",
                remedy:
                    "split it into imports of at most \(maximumFiles) files, or put many items into one file"
            ))
    }

    private func flush() throws {
        try queue.push(batch, cost: cost)
        batch.events.removeAll(keepingCapacity: true)
        cost = 0
    }
}

extension SpoolFile {
    /// Copies a file that has no descriptor of its own.
    convenience init(copying file: any ImportFile) throws {
        try self.init(name: file.name) { append in try file.forEachPiece(append) }
    }
}

/// Counts what has been read of a file, for progress.
private final class CountingFile: ImportFile, @unchecked Sendable {
    // Unchecked: a format reads on the thread on which it was called.
    private let file: any ImportFile
    fileprivate var bytesRead: Int64 = 0

    init(_ file: any ImportFile) { self.file = file }

    var name: String { file.name }
    var byteCount: Int64? { file.byteCount }

    func open() throws -> any ImportFileReader {
        // A format may read a file twice: what counts is the last time.
        bytesRead = 0
        return Reader(reader: try file.open(), file: self)
    }

    private struct Reader: ImportFileReader {
        var reader: any ImportFileReader
        let file: CountingFile

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let count = try reader.read(into: buffer)
            file.bytesRead += Int64(count)
            return count
        }
    }
}
