import AtriumHost
import AtriumSDK
import Foundation

/// The rules of import and export.
extension ModuleConformance {
    /// The page of imports shows a line for each program.
    func checkPrograms(_ findings: Findings) {
        for importer in module.importers {
            let place = "the importer of \(importer.format) into \(importer.collection)"
            var names: Set<String> = []
            for program in importer.programs {
                let (name, steps) = (program.name, program.steps)
                findings.expect(
                    !name.allSatisfy(\.isWhitespace), "\(place): a program has no name: “\(steps)”")
                findings.expect(names.insert(name).inserted, "\(place) names \(name) twice")
                findings.expect(
                    !steps.allSatisfy(\.isWhitespace), "\(place) does not say where \(name) exports")
                findings.expect(
                    !steps.contains(where: \.isNewline), "\(place): the steps of \(name) are several lines")
                findings.expect(
                    steps.count <= Self.longestSteps,
                    "\(place): the steps of \(name) have more than \(Self.longestSteps) characters"
                )
                findings.expect(
                    program.profile?.isEmpty != true, "\(place): the profile of \(name) is empty, not nil")
            }
        }
    }

    /// How many characters fit into the line of a program.
    private static let longestSteps = 90

    func checkImportTwice(_ findings: Findings) throws {
        for importer in module.importers {
            findings.expect(
                !samples.files.isEmpty, "there is no sample file for the importer of \(importer.format)")
        }
        for file in samples.files {
            let hub = try emptyHub()
            let first = try hub.importFile(file, module: module.id)
            let session = try hub.session()
            let once = try session.contents()
            findings.expect(first.items > 0, "\(file.name) has no items")
            expect(first.added, of: first, "added", file.name, findings)
            findings.note(first.issues.map { "line \($0.line): \($0.code): \($0.message)" }, in: file.name)
            findings.note(try session.contradictions(), in: file.name)
            let second = try hub.importFile(file, module: module.id)
            expect(second.unchanged, of: second, "unchanged", "\(file.name), again", findings)
            findings.note(try session.contents().difference(from: once), in: "\(file.name), again")
        }
    }

    /// The host takes back what breaks a rule, and goes on with the same writer.
    func checkTakenBack(_ findings: Findings) throws {
        for file in samples.files {
            let (hub, other) = (try emptyHub(), try emptyHub())
            let once = try hub.importFile(file, module: module.id)
            var request = ImportRequest(files: [(file.name, file)], module: module.id)
            request.takesEachItemBack = true
            guard let again = try other.session().importFiles(request).files.first else { continue }
            if let error = again.error { throw error }
            expect(again.added, of: again, "added", file.name, findings)
            findings.expect(
                again.remarks == once.remarks,
                "\(file.name): it remarks \(again.remarks), not \(once.remarks)")
            let contents = try other.session().contents().withoutRandomUIDs
            findings.note(
                contents.difference(from: try hub.session().contents().withoutRandomUIDs), in: file.name)
            findings.note(try other.session().contradictions(), in: file.name)
        }
    }

    /// Expects that all items of a file came to the same.
    private func expect(
        _ count: Int, of report: ImportReport.File, _ what: String, _ place: String, _ findings: Findings
    ) {
        findings.expect(
            count == report.items,
            "\(place): \(report.items) items, not all of them \(what): \(report.added) added, \(report.updated) updated, "
                + "\(report.unchanged) unchanged, \(report.conflicts) in conflict, "
                + "\(report.unclaimed.values.reduce(0) { $0 + $1.count }) unclaimed")
    }

    // MARK: - Round trip

    func checkRoundTrip(_ findings: Findings) throws {
        for exporter in module.exporters {
            let format = exporter.format
            let hub = try filledHub()
            let collection = exporter.collection.name
            let text = try hub.export(module.id, collection: collection, format: format)
            let file = TextFile(exporter.fileName, text)
            guard
                module.importers.contains(where: {
                    $0.format == format && $0.collection == exporter.collection
                })
            else { continue }
            // Into an empty vault.
            let other = try emptyHub()
            let report = try other.importFile(file, module: module.id)
            expect(report.added, of: report, "added", "\(format) into an empty vault", findings)
            let wanted = try comparable(exporter.collection, hub)
            let found = try comparable(exporter.collection, other)
            findings.expect(!wanted.isEmpty, "\(format): the samples leave no record to export")
            if samples.lossyFormats.contains(format) {
                findings.expect(
                    wanted.count == found.count, "\(format): \(wanted.count) became \(found.count) records")
            } else {
                for (uid, record) in wanted where found[uid] != record {
                    findings.note("\(format): \(record)\n  became \(found[uid] ?? "nothing")")
                }
                for uid in found.keys where wanted[uid] == nil {
                    findings.note("\(format): a new record came from nowhere: \(found[uid] ?? "")")
                }
            }
            // A second round changes nothing more, neither here nor there.
            let again = try other.export(module.id, collection: collection, format: format)
            let third = try emptyHub()
            try third.importFile(TextFile(exporter.fileName, again), module: module.id)
            findings.expect(
                try third.export(module.id, collection: collection, format: format) == again,
                "\(format): a second round differs")
            // Records that a file does not name cannot be known again.
            if samples.formatsWithoutUIDs.contains(format) { continue }
            let records = try hub.session().contents().rows.filter { $0.key.hasPrefix(module.tablePrefix) }
            let own = try hub.importFile(file, module: module.id)
            expect(
                own.unchanged + own.updated, of: own, "known", "\(format): the own export, imported again",
                findings)
            findings.expect(
                try hub.session().contents().rows.filter { $0.key.hasPrefix(module.tablePrefix) } == records,
                "\(format): the own export, imported again, changes records")
        }
    }

    /// The records of a collection by uid, as `show` (or `list`) gives them, without what belongs to one vault only.
    func comparable(_ collection: CollectionID, _ hub: TemporaryHub) throws -> [String: String] {
        let session = try hub.session()
        let show = try command(.show, of: collection)
        var result: [String: String] = [:]
        for listed in try records(of: collection, session) {
            var record = listed
            if let show, let name = show.declaration.subject?.name, let id = listed["id"] {
                record = try session.run(show, values: [name: id]).objectValue ?? listed
            }
            let uid = record["uid"]?.textValue ?? "?"
            let fields = show?.declaration.result.fields ?? []
            result[uid] = DataValue.object(Self.portable(record, fields)).json
        }
        return result
    }

    /// A record, and the records nested in it, without what belongs to one vault only.
    private static func portable(_ record: DataObject, _ fields: [FieldDeclaration]) -> DataObject {
        var record = record
        for field in fields {
            if belongsToVault(field) {
                record[field.name] = nil
            } else if case .list(let values)? = record[field.name] {
                record[field.name] = .list(
                    values.map { value in
                        value.objectValue.map { .object(portable($0, field.type.innerFields)) } ?? value
                    })
            }
        }
        return record
    }

    private static func belongsToVault(_ field: FieldDeclaration) -> Bool {
        if case .reference = field.type { return true }
        // What is derived follows from other records and settings, which one file does not hold.
        return field.isDerived || ["id", "createdAt", "updatedAt"].contains(field.name)
    }
}

extension VaultContents {
    /// The same with one text in the place of all random uids, which two vaults never share.
    fileprivate var withoutRandomUIDs: VaultContents {
        let digits = "[0-9a-fA-F]"
        let uid = ["{8}", "{4}", "{4}", "{4}", "{12}"].map { digits + $0 }.joined(separator: "-")
        var contents = self
        contents.rows = rows.mapValues { rows in
            rows.map { $0.replacingOccurrences(of: uid, with: "uid", options: .regularExpression) }.sorted()
        }
        return contents
    }
}
