import AtriumSDK
import Foundation
import GRDB

/// The import of one file: what it has met, who takes it, and the report that grows.
final class FileImport {
    private var report: ImportReport.File
    private let index: Int
    private let run: Int64
    private let modules: [Module]
    private let options: ImportOptions
    private let request: ImportRequest
    private let session: Session
    private let db: Database
    private let scope: WriteScope
    private let usesSavepoints: Bool
    private let tags: RecordTags

    /// Who takes the items of the container that is being read, by kind.
    private var claims: [ItemKind: Claim] = [:]
    /// One writer for each importer, for the whole file.
    private var writers: [WriterKey: ItemWriter] = [:]
    private var container: Container?
    private var sources: SourceFile?

    private struct WriterKey: Hashable {
        let module: String
        let importer: Int
    }

    private struct Claim {
        let importer: Importer
        let writer: ItemWriter
    }

    init(
        path: String, index: Int, run: Int64, modules: [Module], options: ImportOptions,
        request: ImportRequest,
        session: Session, db: Database, scope: WriteScope, usesSavepoints: Bool
    ) {
        report = ImportReport.File(path: path)
        self.index = index
        self.run = run
        self.modules = modules
        self.options = options
        self.request = request
        self.session = session
        self.db = db
        self.scope = scope
        self.usesSavepoints = usesSavepoints
        tags = RecordTags(db, collections: scope.collections)
    }

    /// Reads the file to its end and gives its report.
    ///
    /// - Throws: what the vault throws. What the file itself gives rise to stands in the report; a file that fails in
    ///   its middle has changed nothing.
    func read(_ file: any ImportFile, progress: (ImportProgress) -> Void) throws -> ImportReport.File {
        let empty = report
        do {
            try db.inSavepoint {
                let format = try FormatRecognition(formats: session.hub.formats).format(
                    of: file, wanted: request.format)
                report.format = format.id
                sources = SourceFile(run: run, name: file.name, format: format.id, db: db)
                let counted = CountingFile(file)
                report.encoding = try format.read(counted) { event in
                    try take(event)
                    if report.items % 256 == 1 {
                        progress(
                            ImportProgress(path: report.path, bytes: counted.bytesRead, items: report.items))
                    }
                }
                for writer in writers.values { try writer.finish() }
                return .commit
            }
        } catch let error as AtriumError
            where error.code != .internal && !(error.code == .badData && !usesSavepoints && isInItem)
        {
            let format = report.format
            report = empty
            report.format = format
            report.error = error
        }
        return report
    }

    /// Whether an error came out of an item, so that a savepoint can confine it.
    private var isInItem = false

    private func take(_ event: ImportEvent) throws {
        switch event {
        case .container(let container): try begin(container)
        case .item(let item): try take(item)
        case .issue(let issue): try note(issue)
        }
    }

    // MARK: - Routing

    private func begin(_ container: Container) throws {
        self.container = container
        sources?.begin(container)
        claims = [:]
        var best: [ItemKind: (recognition: Importer.Recognition, claim: [(Module, Int)])] = [:]
        for module in modules {
            for (number, importer) in module.importers.enumerated() where importer.format == container.format
            {
                guard let recognition = importer.recognise(container, options), recognition.confidence > .none
                else { continue }
                for kind in importer.kinds {
                    if let other = best[kind]?.recognition.confidence, other > recognition.confidence {
                        continue
                    }
                    let isTie = best[kind]?.recognition.confidence == recognition.confidence
                    best[kind] = (recognition, (isTie ? best[kind]?.claim ?? [] : []) + [(module, number)])
                }
            }
        }
        for (kind, found) in best {
            guard found.claim.count == 1, let (module, number) = found.claim.first else {
                let names = found.claim.map(\.0.id).joined(separator: ", ")
                throw AtriumError(
                    .badData, "more than one module takes this file: \(names)",
                    remedy: "choose one with --module")
            }
            let importer = module.importers[number]
            let writer = try writer(of: importer, WriterKey(module: module.id, importer: number))
            try writer.begin(container)
            claims[kind] = Claim(importer: importer, writer: writer)
            report.profile = found.recognition.profile
            report.unmappedColumns = found.recognition.unmappedColumns
        }
    }

    private func writer(of importer: Importer, _ key: WriterKey) throws -> ItemWriter {
        if let writer = writers[key] { return writer }
        let context = ImportContext(
            db: db, now: session.vault.environment.now(),
            settings: try UserSettings(db, environment: session.vault.environment), options: options,
            tags: tags,
            attachments: RecordAttachments(
                db: db, collections: scope.collections, folder: session.vault.filesFolder,
                content: scope.content))
        let writer = try ItemWriter(
            writer: importer.makeWriter(context), format: importer.format,
            collection: scope.collections.number(importer.collection), db: db)
        writers[key] = writer
        return writer
    }

    // MARK: - Items

    private func take(_ item: Item) throws {
        report.items += 1
        for issue in item.issues { try note(issue) }
        guard let container, let sources else {
            throw AtriumError(.internal, "a format gave an item before its container")
        }
        guard let claim = claims[item.kind] else {
            let module = report.unclaimed[item.kind]?.module ?? moduleThatWouldTake(item.kind)
            report.unclaimed[item.kind, default: .init(count: 0, module: module)].count += 1
            return
        }
        isInItem = true
        if usesSavepoints {
            try db.inSavepoint {
                do {
                    try put(item, claim, container, sources)
                    return .commit
                } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                    try refuse(item, because: "its values break a rule of the vault")
                } catch let error as AtriumError where error.code == .badData {
                    try refuse(item, because: error.message)
                }
                tags.forget()
                return .rollback
            }
            try keepRefused(sources)
        } else {
            try put(item, claim, container, sources)
        }
        isInItem = false
    }

    private func put(_ item: Item, _ claim: Claim, _ container: Container, _ sources: SourceFile) throws {
        let mapped = try claim.importer.map(item, in: container, options: options)
        for issue in mapped.issues { try note(issue) }
        switch try claim.writer.put(mapped, of: item, sources: sources) {
        case .added: report.added += 1
        case .addedAgain:
            report.added += 1
            try note(
                ImportIssue(
                    line: item.line, property: "UID", code: "duplicate-uid",
                    message: "another item has the same identifier; both are kept, this one under a new uid"))
        case .updated: report.updated += 1
        case .unchanged: report.unchanged += 1
        case .conflict:
            report.conflicts += 1
            try note(
                ImportIssue(
                    line: item.line, code: "conflict",
                    message: "the record was edited here and differs in the file; it was kept as it is here",
                    isKept: false))
        }
    }

    private var refused: (item: Item, reason: String)?

    private func refuse(_ item: Item, because reason: String) throws {
        refused = (item, reason)
    }

    /// Keeps the text of an item that could not become a record; outside of the savepoint that was rolled back.
    private func keepRefused(_ sources: SourceFile) throws {
        guard let (item, reason) = refused else { return }
        refused = nil
        guard let collection = claims[item.kind]?.writer.collection else { return }
        try sources.keep(item.source, collection: collection)
        try note(ImportIssue(line: item.line, code: "unusable-item", message: reason))
    }

    private func note(_ issue: ImportIssue) throws {
        var issue = issue
        if issue.item == nil, report.items > 0, issue.line > 0 { issue.item = report.items }
        try ImportRuns.note(issue, file: index, run: run, db)
        if report.issues.count < ImportReport.shownIssues {
            report.issues.append(issue)
        } else {
            report.omittedIssues += 1
        }
    }

    /// The installed module that would take a kind of item, were it enabled.
    private func moduleThatWouldTake(_ kind: ItemKind) -> String? {
        session.hub.registry.modules.first { module in
            module.importers.contains { importer in
                guard importer.format == container?.format, importer.kinds.contains(kind), let container
                else {
                    return false
                }
                return importer.recognise(container, options) != nil
            }
        }?.id
    }
}

/// Counts what has been read of a file, for progress.
private final class CountingFile: ImportFile, @unchecked Sendable {
    // Unchecked: the import reads and asks on one thread only.
    private let file: any ImportFile
    fileprivate var bytesRead: Int64 = 0

    init(_ file: any ImportFile) { self.file = file }

    var name: String { file.name }

    func open() throws -> any ImportFileReader {
        Reader(reader: try file.open(), file: self)
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
