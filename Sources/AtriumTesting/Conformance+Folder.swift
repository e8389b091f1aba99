import AtriumHost
import AtriumSDK
import Foundation

/// The rules of exports of some records, and of all that there is.
extension ModuleConformance {
    /// More records than this of one collection are not tried one by one.
    private static let triedRecords = 8

    /// Exports record after record: what comes out holds that record and falls apart from the others.
    func checkSelection(_ findings: Findings) throws {
        let hub = try filledHub()
        for exporter in module.exporters {
            guard
                module.importers.contains(where: {
                    $0.format == exporter.format && $0.collection == exporter.collection
                })
            else { continue }
            let place = "\(exporter.format)"
            let uids = try uids(of: exporter.collection, hub)
            findings.expect(
                uids.count > 1, "\(place): the samples leave fewer than two records to choose from")
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
                    "\(place): an export of “\(uid)” does not hold it")
                groups.insert(group)
            }
            findings.expect(
                uids.count < 2 || groups.allSatisfy { $0.count < uids.count },
                "\(place): an export of one record holds all of them")
            findings.expect(
                groups.reduce(0) { $0 + $1.count } == groups.reduce(into: Set()) { $0.formUnion($1) }.count,
                "\(place): what belongs together is not exported together")
        }
    }

    private func uids(of collection: CollectionID, _ hub: TemporaryHub) throws -> [String] {
        try hub.session().uids(of: collection)
    }

    // MARK: - The whole vault

    /// Exports everything, erases the module, imports the folder; then goes three rounds through empty vaults.
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
            // Not enabled: an import of the folder does it.
            let other = try TemporaryHub(modules: required + [module], formats: formats, isEnabled: false)
            let place = "round \(round)"
            try importFolder(work.path + "/\(round)", into: other, place, findings)
            compare(wanted, try comparable(other), place, findings)
            try checkOtherValues(other, areThere: true, place, findings)
            findings.note(try other.session().contradictions(), in: place)
            let before = try other.session().contents()
            try importFolder(work.path + "/\(round)", into: other, "\(place), again", findings)
            findings.note(try other.session().contents().difference(from: before), in: "\(place), again")
            let next = try export(other, to: work.path + "/\(round + 1)")
            for (name, text) in last where next[name] != text {
                findings.note("\(place): \(name) differs from the round before")
            }
            for name in next.keys where last[name] == nil {
                findings.note("\(place): \(name) was not there in the round before")
            }
            last = next
        }
    }

    /// Gives records what no format need carry: tags, links.
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

    /// The folder's files by name.
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
            findings.expect(file.conflicts == 0, "\(place): \(file.path): \(file.conflicts) in conflict")
        }
    }

    /// The records of all collections that come out, by collection and uid.
    private func comparable(_ hub: TemporaryHub) throws -> [String: [String: String]] {
        var result: [String: [String: String]] = [:]
        for exporter in module.exporters {
            let isLossy = samples.lossyFormats.contains(exporter.format)
            let id = exporter.collection
            if result[id.description] != nil { continue }
            let records = try comparable(id, hub)
            result[id.description] = isLossy ? records.mapValues { _ in "" } : records
        }
        // Collections that another one's file carries: calendars.
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
                    "\(place): \(collection): \(uid) \(record)\n  became \(found[collection]?[uid] ?? "nothing")"
                )
            }
        }
        for (collection, records) in found {
            for uid in records.keys where wanted[collection]?[uid] == nil {
                findings.note("\(place): \(collection): \(uid) came from nowhere")
            }
        }
    }
}

/// A folder that goes with its value.
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
