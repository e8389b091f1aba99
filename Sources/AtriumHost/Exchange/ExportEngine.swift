public import AtriumSDK
import GRDB

/// What the user asks of an export.
public struct ExportRequest: Sendable {
    /// The module's id.
    public var module: String
    /// The name of the collection whose records are written; nil: that of the module's first exporter for the format.
    public var collection: String?
    /// The format; nil: the first of the collection.
    public var format: FormatID?
    /// The values of the options that the exporter declares.
    public var options: DataObject
    /// Which records to write.
    public var selection: ExportSelection
    /// True if the file is the content of a secret link; see ``ExportPurpose/feed``.
    public private(set) var isFeed = false

    /// Makes a request.
    public init(
        module: String, collection: String? = nil, format: FormatID? = nil, options: DataObject = [:],
        selection: ExportSelection = ExportSelection()
    ) {
        self.module = module
        self.collection = collection
        self.format = format
        self.options = options
        self.selection = selection
    }

    /// Makes a request for the content of a secret link.
    init(feed declaration: FeedDeclaration, of exporter: Exporter) {
        self.init(
            module: exporter.collection.module, collection: exporter.collection.name,
            format: exporter.format, options: declaration.options)
        isFeed = true
    }
}

extension Session {
    /// The exporters of enabled modules.
    public func exporters() throws -> [Exporter] {
        try enabledModules().flatMap(\.exporters)
    }

    /// Writes a module's records in a format, from one snapshot of the vault, in constant memory.
    ///
    /// - Parameter write: takes the bytes in order, a buffer at a time; what it throws ends the export.
    /// - Returns: what the user should know of the file, a sentence each without a full stop.
    /// - Throws: ``AtriumError``: `unavailable` where the module is off, `usage` where it has no such format, `notFound`
    ///   for a record that is named and not there.
    @discardableResult
    public func export(_ request: ExportRequest, write: ([UInt8]) throws -> Void) throws -> [String] {
        let exporter = try exporter(for: request)
        return try vault.read { db in
            let snapshot = try ExportSnapshot(self, db)
            let arguments = try snapshot.arguments(request.options, of: exporter)
            try snapshot.withCondition(of: request.selection, exporter) { condition in
                try snapshot.run(
                    exporter, arguments, where: condition, purpose: request.isFeed ? .feed : .file,
                    write: write)
            }
            return snapshot.warnings.all
        }
    }

    /// What ``exportFiles(_:to:)`` wrote.
    public struct ExportedFiles: Sendable {
        /// How many files.
        public var count = 0
        /// Their bytes together.
        public var bytes: Int64 = 0
        /// What the user should know of them.
        public var warnings: [String] = []
    }

    /// Writes a module's records into a folder, a file for each record with what belongs to it.
    ///
    /// Files are named after their records; see ``ItemFileNames``.
    /// - Parameter folder: made where there is none; refused where it holds anything.
    /// - Throws: ``AtriumError``: as ``export(_:write:)``, and `cannotCreate`. The files that were written before an error
    ///   stay, each of them whole.
    public func exportFiles(_ request: ExportRequest, to folder: String) throws -> ExportedFiles {
        let exporter = try exporter(for: request)
        try Folders.makeEmpty(folder)
        let suffix = exporter.fileName.split(separator: ".").last.map(String.init) ?? exporter.format.rawValue
        var names = ItemFileNames(
            fileExtension: suffix,
            fallback: hub.registry.collection(exporter.collection)?.recordName ?? "item")
        return try vault.read { db in
            let snapshot = try ExportSnapshot(self, db)
            let arguments = try snapshot.arguments(request.options, of: exporter)
            var result = ExportedFiles()
            try snapshot.withCondition(of: request.selection, exporter) { condition in
                try snapshot.forEachHead(exporter, where: condition) { title, uid, condition in
                    let name = names.name(title: title, uid: uid)
                    let file = try OutputFile(path: folder + "/" + name)
                    try snapshot.run(exporter, arguments, where: condition, write: file.write)
                    result.bytes += try file.finish(isDurable: false)
                    result.count += 1
                }
            }
            FileSystem.synchronizeAll()
            result.warnings = snapshot.warnings.all
            return result
        }
    }

    /// What a feed gives, as an export; nil if its module is off, or gives no such feed.
    public func exportRequest(of feed: Feed) throws -> ExportRequest? {
        guard let module = try enabledModules().first(where: { $0.id == feed.module }) else { return nil }
        for exporter in module.exporters {
            guard let declared = exporter.feeds.first(where: { $0.kind == feed.kind }) else { continue }
            return ExportRequest(feed: declared, of: exporter)
        }
        return nil
    }

    func exporter(for request: ExportRequest) throws -> Exporter {
        let module = try enabledModule(request.module)
        let exporters = module.exporters.filter {
            request.collection == nil || $0.collection.name == request.collection
        }
        let found = request.format.map { format in exporters.first { $0.format == format } }
        guard let exporter = found ?? exporters.first else {
            let names = exporters.map(\.format.rawValue).joined(separator: ", ")
            let what = ([module.id] + [request.collection].compactMap(\.self)).joined(separator: " ")
            // Each of the two is well-formed: that they do not go together is a matter of their values.
            throw AtriumError(
                .badData, "\(what) cannot be exported as \(request.format?.rawValue ?? "a file")",
                remedy: names.isEmpty
                    ? "the module has no exports" : "use \(field: "format") with one of: \(names)",
                field: "format")
        }
        return exporter
    }
}
