public import AtriumSDK
import Foundation
import GRDB

/// What the user asks of an export.
public struct ExportRequest: Sendable {
    /// The module's id.
    public var module: String
    /// The format; nil: the module's first.
    public var format: FormatID?
    /// The values of the options that the exporter declares.
    public var options: DataObject

    /// Makes a request.
    public init(module: String, format: FormatID? = nil, options: DataObject = [:]) {
        self.module = module
        self.format = format
        self.options = options
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
    /// - Throws: ``AtriumError``: `unavailable` where the module is off, `usage` where it has no such format.
    @discardableResult
    public func export(_ request: ExportRequest, write: ([UInt8]) throws -> Void) throws -> [String] {
        let module = try enabledModule(request.module)
        let found = request.format.map { format in module.exporters.first { $0.format == format } }
        guard let exporter = found ?? module.exporters.first else {
            let names = module.exporters.map(\.format.rawValue).joined(separator: ", ")
            throw AtriumError(
                .usage, "\(module.id) is not exported as \(request.format?.rawValue ?? "a file")",
                remedy: names.isEmpty ? "it has no exporter" : "use --format with one of: \(names)",
                field: "format")
        }
        let warnings = ExportWarnings()
        try run(exporter, options: request.options, warnings, write: write)
        return warnings.all
    }

    /// Writes every enabled module's records into a folder: one file for each of its exporters, with a manifest.
    ///
    /// - Parameters:
    ///   - folder: made where there is none; refused where it holds anything.
    ///   - includesDisabled: whether modules that are switched off are exported too.
    /// - Returns: the files, and the modules that were left out because they are off.
    public func exportAll(to folder: String, includesDisabled: Bool) throws -> DataValue {
        let present = try? FileManager.default.contentsOfDirectory(atPath: folder)
        guard present?.isEmpty ?? true else {
            throw AtriumError(
                .cannotCreate, "\(folder) is not empty", remedy: "name a new or an empty folder")
        }
        try Folders.make(folder)
        let enabledOnce = try vault.read { db in
            try String.fetchSet(db, sql: "SELECT module FROM host_module")
        }
        let status = try moduleStatus()
        let warnings = ExportWarnings()
        var files: [DataValue] = []
        var leftOut: [DataValue] = []
        for module in status where enabledOnce.contains(module.manifest.id) {
            guard module.isEnabled || includesDisabled else {
                leftOut.append(.text(module.manifest.id))
                continue
            }
            for exporter in hub.registry.module(module.manifest.id)?.exporters ?? [] {
                let output = try OutputFile(path: folder + "/" + exporter.fileName)
                try run(exporter, options: [:], warnings, write: output.write)
                let byteCount = try output.finish()
                files.append(
                    .object([
                        "module": .text(module.manifest.id), "format": .text(exporter.format.rawValue),
                        "file": .text(exporter.fileName), "bytes": .integer(byteCount),
                    ]))
            }
        }
        var manifest: DataObject = [
            "atrium": .integer(1), "madeAt": .text(Instant.text(vault.environment.now())),
            "files": .list(files),
            "leftOut": .list(leftOut),
        ]
        let output = try OutputFile(path: folder + "/manifest.json")
        try output.write(Array(DataValue.object(manifest).json.utf8) + [10])
        _ = try output.finish()
        manifest["warnings"] = .list(warnings.all.map(DataValue.text))
        return .object(manifest)
    }

    private func run(
        _ exporter: Exporter, options: DataObject, _ warnings: ExportWarnings,
        write: ([UInt8]) throws -> Void
    ) throws {
        try vault.read { db in
            let settings = try UserSettings(db, environment: vault.environment)
            let now = vault.environment.now()
            let decoder = InputDecoder(fields: exporter.options, today: LocalDate(now, in: settings.timeZone))
            {
                text, id, field in
                guard let collection = self.hub.registry.collection(id) else {
                    throw AtriumError(.internal, "the option \(field) refers to \(id)")
                }
                return try RecordResolver(db: db).resolve(text, in: collection, field: field)
            }
            let arguments = try decoder.decode(options, files: [:])
            let collections = try CollectionNumbers(db)
            try withoutActuallyEscaping(write) { write in
                var buffer: [UInt8] = []
                buffer.reserveCapacity(1 << 16)
                let context = ExportContext(
                    db: db, now: now, settings: settings, arguments: arguments,
                    tags: RecordTags(db, collections: collections),
                    attachments: RecordAttachments(
                        db: db, collections: collections, folder: vault.filesFolder, content: nil),
                    sources: RecordSources(db: db, collections: collections, registry: hub.registry),
                    warn: warnings.add
                ) { bytes in
                    buffer.append(contentsOf: bytes)
                    if buffer.count >= 1 << 16 {
                        try write(buffer)
                        buffer.removeAll(keepingCapacity: true)
                    }
                }
                try exporter.run(context)
                if !buffer.isEmpty { try write(buffer) }
            }
        }
    }
}
