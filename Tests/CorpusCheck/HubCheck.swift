import AtriumHost
import AtriumSDK
import AtriumTesting
import ICalendarFormat

/// The way through a vault: import into an empty one, export, compare; import the export, and nothing changes.
struct HubCheck {
    private let formats: [any Format]
    private let hub: TemporaryHub
    private let session: Session
    private var report: ImportReport.File?

    init(modules: [Module], formats: [any Format]) throws {
        self.formats = formats
        hub = try TemporaryHub(modules: modules, formats: formats)
        session = try hub.session()
    }

    /// Imports the file and tells its format; nil where it was refused.
    mutating func importFirst(_ file: MemoryFile, _ outcome: inout Outcome) throws -> FormatID? {
        let report = try imported(file)
        self.report = report
        outcome.items = report.items
        if let error = report.error { outcome.add(.refused, "\(error.message); \(error.remedy)") }
        return report.error == nil ? report.format : nil
    }

    /// Exports what the import has made, compares, and imports it again.
    func checkExports(of file: MemoryFile, _ format: any Format, _ outcome: inout Outcome) throws {
        guard let report, report.added > 0 else { return }
        var all: [(CollectionID, MemoryFile)] = []
        for exporter in try session.exporters() where exporter.format == format.id {
            let exported = try export(exporter)
            guard !exported.bytes.isEmpty else { continue }
            all.append((exporter.collection, exported))
            if format.id == .todoTxt || format.id == .taskPaper, exported.bytes != file.bytes {
                outcome.add(.hub, "the export is another file")
            }
            let again = try imported(exported)
            if let error = again.error { outcome.add(.hub, "the export cannot be read: \(error.message)") }
            if again.added + again.updated + again.conflicts > 0 {
                outcome.add(
                    .hub,
                    "importing the export: \(again.added) added, \(again.updated) updated, "
                        + "\(again.conflicts) conflicts, \(again.unchanged) unchanged")
            }
            if try export(exporter).bytes != exported.bytes {
                outcome.add(.hub, "a second export differs")
            }
        }
        if format.id == .vcard || format.id == .icalendar { try compare(file, all, format, &outcome) }
    }

    /// Every item that became a record has to be in an export with the same lines: which one, its kind does not say, since
    /// modules share kinds.
    private func compare(
        _ file: MemoryFile, _ exports: [(of: CollectionID, file: MemoryFile)], _ format: any Format,
        _ outcome: inout Outcome
    ) throws {
        let collections = Set(exports.map(\.of))
        let importers = try session.importers().filter {
            $0.format == format.id && collections.contains($0.collection)
        }
        let taken = Set(importers.flatMap(\.kinds))
        var missing = try said(file, format, taken, except: changedUIDs(in: file, format))
        for exported in exports {
            for (item, count) in try said(exported.file, format, taken) { missing[item, default: 0] -= count }
        }
        if let item = missing.first(where: { $0.value > 0 })?.key {
            outcome.add(.hub, "not in the export: \(item.joined(separator: " / "))")
        }
    }

    /// The UIDs of events of which the file has several versions, or that a message changes: the vault has one of them.
    private func changedUIDs(in file: MemoryFile, _ format: any Format) throws -> Set<String> {
        let versions = Set((report?.issues ?? []).filter { $0.code == "second-version" }.map(\.line))
        var uids: Set<String> = []
        var isMessage = false
        _ = try format.read(file) { event in
            switch event {
            case .container(let container):
                let method = (container.value as? CalendarContainer)?.method
                isMessage = !["PUBLISH", "REQUEST", nil].contains(method)
            case .item(let item):
                guard isMessage || versions.contains(item.line) else { return }
                if let uid = (item.value as? CalendarComponent)?.uid { uids.insert(uid) }
            case .issue: break
            }
        }
        return uids
    }

    /// The items with the number of their appearances; copies of an event with a UID, which may differ in DTSTAMP, are one.
    private func said(
        _ file: MemoryFile, _ format: any Format, _ kinds: Set<ItemKind>, except uids: Set<String> = []
    ) throws -> [[String]: Int] {
        var items: [[String]: Int] = [:]
        _ = try format.read(file) { event in
            guard case .item(let item) = event, kinds.contains(item.kind),
                let component = ContentLineCheck.component(of: item)
            else { return }
            guard let calendar = item.value as? CalendarComponent, calendar.event != nil,
                let uid = calendar.uid
            else {
                items[component.said, default: 0] += 1
                return
            }
            if !uids.contains(uid) { items[component.said.filter { !$0.hasPrefix("DTSTAMP") }] = 1 }
        }
        return items
    }

    private func imported(_ file: MemoryFile) throws -> ImportReport.File {
        let request = ImportRequest(files: [(file.name, file)])
        guard let report = try session.importFiles(request).files.first else {
            throw AtriumError(.internal, "the import gave no report")
        }
        return report
    }

    private func export(_ exporter: Exporter) throws -> MemoryFile {
        var bytes: [UInt8] = []
        let request = ExportRequest(
            module: exporter.collection.module, collection: exporter.collection.name, format: exporter.format)
        try session.export(request) { bytes += $0 }
        return MemoryFile(name: exporter.fileName, bytes: bytes)
    }
}
