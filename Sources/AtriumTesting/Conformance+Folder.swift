import AtriumHost
import AtriumSDK
import Foundation

/// The conformance rules for exporting single records and for exporting the whole vault.
extension ModuleConformance {
    /// The maximum number of records that the check exports one by one from each collection.
    private static let triedRecords = 8

    /// Checks that an export for one record contains only this record and its related records.
    func checkSelection(_ findings: Findings) throws {
        let hub = try filledHub()
        for exporter in module.exporters {
            guard
                module.importers.contains(where: {
                    $0.format == exporter.format && $0.collection == exporter.collection
                })
            else { continue }
            let place = "\(exporter.fileName) (\(exporter.format))"
            let uids = try uids(of: exporter.collection, hub)
            findings.expect(
                uids.count > 1, "\(place): the samples leave fewer than two records to select from; add one")
            var groups: Set<Set<String>> = []
            for uid in uids.prefix(Self.triedRecords) {
                let text = try hub.export(
                    module.id, collection: exporter.collection.name, format: exporter.format,
                    selection: ExportSelection(ids: [uid]))
                let other = try emptyHub()
                try other.importFile(TextFile(exporter.fileName, text), module: module.id)
                let group = try Set(self.uids(of: exporter.collection, other))
                let isNamed = !samples.formatsWithoutUIDs.contains(exporter.format)
                findings.expect(
                    isNamed ? group.contains(uid) : !group.isEmpty,
                    "\(place): an export of the record “\(uid)” does not restore it in an empty vault; "
                        + "does a RowProfile recognize the exported file?")
                groups.insert(group)
            }
            findings.expect(
                uids.count < 2 || groups.allSatisfy { $0.count < uids.count },
                "\(place): an export of one record contains all records; filter by `context.condition`")
            findings.expect(
                groups.reduce(0) { $0 + $1.count } == groups.reduce(into: Set()) { $0.formUnion($1) }.count,
                "\(place): the exports of two records overlap; always export related records together")
        }
    }

    private func uids(of collection: CollectionID, _ hub: TemporaryHub) throws -> [String] {
        try hub.session().uids(of: collection)
    }

    // MARK: - The whole vault

    /// Exports the whole vault, erases the module's data and imports the exported folder.
    ///
    /// Then repeats the import and the export three times, each time with a new empty vault.
    func checkWholeVault(_ findings: Findings) throws {
        guard !module.exporters.isEmpty else { return }
        let work = TemporaryFolder()
        let hub = try filledHub()
        try decorate(hub)
        try setOtherValues(hub)
        let wanted = try comparable(hub)
        let first = try export(hub, to: work.path + "/1")
        try hub.run("modules erase", ["id": .text(module.id), "yes": .bool(true)])
        try hub.run("modules enable", ["id": .text(module.id)])
        try importFolder(work.path + "/1", into: hub, "after an erasure", findings)
        compare(wanted, try comparable(hub), "after an erasure", findings)
        try checkOtherValues(hub, areThere: true, "after an erasure", findings)
        var last = first
        for round in 1...3 {
            // The module is disabled, because importing the folder must enable the module.
            let other = try TemporaryHub(modules: required + [module], formats: formats, isEnabled: false)
            let place = "round \(round)"
            try importFolder(work.path + "/\(round)", into: other, place, findings)
            compare(wanted, try comparable(other), place, findings)
            try checkOtherValues(other, areThere: true, place, findings)
            findings.note(try other.session().contradictions(), in: place)
            let before = try other.session().contents()
            try importFolder(work.path + "/\(round)", into: other, "\(place), imported again", findings)
            findings.note(
                try other.session().contents().difference(from: before), in: "\(place), imported again")
            let next = try export(other, to: work.path + "/\(round + 1)")
            for (name, text) in last where next[name] != text {
                findings.note("\(place): the exported file \(name) differs from the previous one")
            }
            for name in next.keys where last[name] == nil {
                findings.note("\(place): the previous export has no file \(name)")
            }
            last = next
        }
    }

    /// Adds tags and links to records.
    ///
    /// A format does not need to support tags or links.
    private func decorate(_ hub: TemporaryHub) throws {
        for collection in module.collections {
            let uids = try uids(of: collection.id, hub)
            guard let first = uids.first, let last = uids.last, isExported(collection.id) else { continue }
            let name = DataValue.text(collection.id.description)
            try hub.run(
                "tags add",
                [
                    "collection": name, "record": .text(last),
                    "tags": .list([.text("Whole"), .text("vault, too")]),
                ])
            guard first != last else { continue }
            try hub.run(
                "links add",
                [
                    "fromCollection": name, "fromRecord": .text(first), "toCollection": name,
                    "toRecord": .text(last), "kind": .text("stands by"),
                ])
        }
    }

    private func isExported(_ collection: CollectionID) -> Bool {
        module.exporters.contains { $0.collection == collection }
    }

    /// Exports a vault to a folder and returns the exported files by name.
    private func export(_ hub: TemporaryHub, to path: String) throws -> [String: Data] {
        _ = try hub.session().exportAll(to: path, includesDisabled: false)
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            files[name] = FileManager.default.contents(atPath: path + "/" + name)
        }
        return files
    }

    private func importFolder(
        _ path: String, into hub: TemporaryHub, _ place: String, _ findings: Findings
    ) throws {
        for file in try hub.importWholeVault(path).files {
            if let error = file.error { findings.note("\(place): \(file.path): \(error)") }
            findings.note(
                file.issues.filter { $0.code != "module-enabled" }
                    .map { "line \($0.line): \($0.code): \($0.message)" }, in: "\(place): \(file.path)")
            findings.expect(
                file.conflicts == 0,
                "\(place): \(file.path): \(file.conflicts) conflicts, although nothing was edited")
        }
    }

    /// Returns the records in all exported collections, grouped by collection and keyed by uid.
    private func comparable(_ hub: TemporaryHub) throws -> [String: [String: String]] {
        var result: [String: [String: String]] = [:]
        for exporter in module.exporters {
            let isLossy = samples.lossyFormats.contains(exporter.format)
            let id = exporter.collection
            if result[id.description] != nil { continue }
            let records = try comparable(id, hub)
            result[id.description] = isLossy ? records.mapValues { _ in "" } : records
        }
        // Some collections, such as calendars, are exported in another collection's file.
        for collection in module.collections where result[collection.id.description] == nil {
            let listed = try records(of: collection.id, hub.session())
            guard !listed.isEmpty else { continue }
            result[collection.id.description] = try comparable(collection.id, hub)
        }
        return result
    }

    private func compare(
        _ wanted: [String: [String: String]], _ found: [String: [String: String]], _ place: String,
        _ findings: Findings
    ) {
        for (collection, records) in wanted {
            for (uid, record) in records where found[collection]?[uid] != record {
                findings.note(
                    """
                    \(place): the record \(uid) of \(collection), \(record)
                      became \(found[collection]?[uid] ?? "nothing; does a RowProfile recognize the exported file?")
                    """)
            }
        }
        for (collection, records) in found {
            for uid in records.keys where wanted[collection]?[uid] == nil {
                findings.note("\(place): the record \(uid) of \(collection) is new, and was not exported")
            }
        }
    }
}

/// A temporary folder that is deleted when this object is deallocated.
private final class TemporaryFolder {
    let path: String

    init() {
        path =
            FileManager.default.temporaryDirectory.appendingPathComponent("atrium-test-\(UUID().uuidString)")
            .path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
