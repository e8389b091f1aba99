import AtriumHost
import AtriumSDK
import Foundation

/// The conformance rules for imports and exports.
extension ModuleConformance {
    /// Checks the source programs that each importer declares.
    ///
    /// The import page shows one line for each source program.
    func checkPrograms(_ findings: Findings) {
        for importer in module.importers {
            let place = "the importer of \(importer.format) into \(importer.collection)"
            var names: Set<String> = []
            for program in importer.programs {
                let (name, steps) = (program.name, program.steps)
                findings.expect(
                    !name.allSatisfy(\.isWhitespace),
                    "\(place): a program has no name; its steps are “\(steps)”")
                findings.expect(
                    names.insert(name).inserted, "\(place) names \(name) twice; names must be unique")
                findings.expect(
                    !steps.allSatisfy(\.isWhitespace),
                    "\(place) does not say where \(name) exports; add its steps")
                findings.expect(
                    !steps.contains(where: \.isNewline),
                    "\(place): the steps of \(name) contain a line break")
                findings.expect(
                    steps.count <= Self.longestSteps,
                    "\(place): the steps of \(name) have more than \(Self.longestSteps) characters"
                )
                findings.expect(
                    program.profile?.isEmpty != true, "\(place): the profile of \(name) is empty; use nil")
            }
        }
    }

    /// The maximum length of a program's export steps.
    ///
    /// The import page shows the steps on one line.
    private static let longestSteps = 90

    func checkImportTwice(_ findings: Findings) throws {
        for importer in module.importers {
            findings.expect(
                !samples.files.isEmpty, "the importer of \(importer.format) has no sample file; add one")
        }
        for file in samples.files {
            let hub = try emptyHub()
            let first = try hub.importFile(file, module: module.id)
            let session = try hub.session()
            let once = try session.contents()
            findings.expect(first.items > 0, "\(file.name): the format found no items in the file")
            expect(first.added, of: first, "added", file.name, findings)
            findings.note(first.issues.map { "line \($0.line): \($0.code): \($0.message)" }, in: file.name)
            findings.note(try session.contradictions(), in: file.name)
            let second = try hub.importFile(file, module: module.id)
            expect(second.unchanged, of: second, "unchanged", "\(file.name), imported again", findings)
            findings.note(try session.contents().difference(from: once), in: "\(file.name), imported again")
        }
    }

    /// Checks that an import writer keeps no state from an item that was rolled back.
    ///
    /// After an item breaks a rule, the host continues the import with the same writer.
    func checkTakenBack(_ findings: Findings) throws {
        for file in samples.files {
            let (hub, other) = (try emptyHub(), try emptyHub())
            let once = try hub.importFile(file, module: module.id)
            var request = ImportRequest(files: [(file.name, file)], module: module.id)
            request.rollsBackEachItemFirst = true
            guard let again = try other.session().importFiles(request).files.first else { continue }
            if let error = again.error { throw error }
            expect(again.added, of: again, "added", file.name, findings)
            findings.expect(
                again.remarks == once.remarks,
                "\(file.name): undoing items changes the remarks from \(once.remarks) to \(again.remarks)")
            let contents = try other.session().contents().withoutRandomUIDs
            findings.note(
                contents.difference(from: try hub.session().contents().withoutRandomUIDs), in: file.name)
            findings.note(try other.session().contradictions(), in: file.name)
        }
    }

    /// Checks that all items in a file had the same import outcome.
    private func expect(
        _ count: Int, of report: ImportReport.File, _ what: String, _ place: String, _ findings: Findings
    ) {
        findings.expect(
            count == report.items,
            """
            \(place): of \(report.items) items, only \(count) were \(what): \(report.added) added, \
            \(report.updated) updated, \(report.unchanged) unchanged, \(report.conflicts) in conflict, \
            \(report.unclaimed.values.reduce(0) { $0 + $1.count }) unclaimed; an importer accepts CSV rows only if a \
            SignDeclaration matches the own names of the values, because `named` only suggests columns
            """)
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
            // Import into an empty vault.
            let other = try emptyHub()
            let report = try other.importFile(file, module: module.id)
            expect(report.added, of: report, "added", "\(exporter.fileName) in an empty vault", findings)
            let wanted = try comparable(exporter.collection, hub)
            let found = try comparable(exporter.collection, other)
            findings.expect(!wanted.isEmpty, "\(format): the samples leave no record to export; add one")
            if samples.lossyFormats.contains(format) {
                findings.expect(
                    wanted.count == found.count,
                    "\(exporter.fileName): \(wanted.count) exported records became \(found.count)")
            } else {
                for (uid, record) in wanted where found[uid] != record {
                    findings.note(
                        """
                        \(exporter.fileName) in an empty vault: the record \(record)
                          became \(found[uid] ?? "nothing; does a RowProfile recognize the exported file?")
                        """)
                }
                for uid in found.keys where wanted[uid] == nil {
                    findings.note(
                        """
                        \(exporter.fileName) in an empty vault: the import created a record that was not exported, \
                        \(found[uid] ?? ""); a RowProfile must not recognize a file with the column uid
                        """)
                }
            }
            // A second export and import changes nothing in this vault or in the other vault.
            let again = try other.export(module.id, collection: collection, format: format)
            let third = try emptyHub()
            try third.importFile(TextFile(exporter.fileName, again), module: module.id)
            findings.expect(
                try third.export(module.id, collection: collection, format: format) == again,
                "\(exporter.fileName): the file differs after a second export and import")
            // Without uids, an import cannot recognize the records.
            if samples.formatsWithoutUIDs.contains(format) { continue }
            let records = try hub.session().contents().rows.filter { $0.key.hasPrefix(module.tablePrefix) }
            let own = try hub.importFile(file, module: module.id)
            expect(
                own.unchanged + own.updated, of: own, "recognized",
                "\(exporter.fileName), imported into the vault that it is from", findings)
            findings.expect(
                try hub.session().contents().rows.filter { $0.key.hasPrefix(module.tablePrefix) } == records,
                "\(exporter.fileName), imported into the vault that it is from, changes records")
        }
    }

    /// Returns a collection's records by uid, without values that are specific to one vault.
    ///
    /// The `show` command returns the values, or the `list` command if the collection has no `show` command.
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

    /// Returns a copy of the record, without vault-specific values in the record or in its nested records.
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
        // A derived value depends on other records and settings, which the file does not contain.
        return field.isDerived || ["id", "createdAt", "updatedAt"].contains(field.name)
    }
}

extension VaultContents {
    /// A copy in which one fixed text replaces all random uids.
    ///
    /// Without this replacement, two vaults would always differ, because random uids are never equal.
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
