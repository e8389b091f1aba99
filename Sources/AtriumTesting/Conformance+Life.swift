import AtriumHost
import AtriumSDK

/// The conformance rules for a module's lifecycle: migrations, missing modules, disabling and erasing.
extension ModuleConformance {
    func checkMigrations(_ findings: Findings) throws {
        findings.expect(
            !module.migrations.isEmpty || module.collections.isEmpty,
            "the module has collections, but no migrations")
        let names = module.migrations.map(\.name)
        findings.expect(Set(names).count == names.count, "two migrations have the same name: \(names)")
        for sample in samples.rows where !names.contains(sample.migration) {
            findings.note("the sample rows are for the migration “\(sample.migration)”, which does not exist")
        }
        let wanted = try emptyHub().session().schema(of: module)
        let indexes = wanted.map { $0.split(whereSeparator: \.isWhitespace).prefix(3).map(String.init) }
        for name in module.indexesUnusedByImports where !indexes.contains(["CREATE", "INDEX", name]) {
            findings.note("indexesUnusedByImports names \(name), which is UNIQUE or not an own index")
        }
        for count in 1..<max(module.migrations.count, 1) {
            let place = "migrated from “\(names[count - 1])”"
            var earlier = module
            earlier.migrations = Array(module.migrations.prefix(count))
            // Collections need the newest tables.
            earlier.collections = []
            earlier.importers = []
            earlier.exporters = []
            let old = try TemporaryHub(modules: required + [earlier], formats: formats)
            for sample in samples.rows where names.prefix(count).contains(sample.migration) {
                try old.session().execute(sample.sql)
            }
            let session = try old.reopened(with: required + [module]).session()
            let found = try session.schema(of: module)
            for sql in wanted where !found.contains(sql) {
                findings.note("\(place): the schema lacks \(sql)")
            }
            for sql in found where !wanted.contains(sql) {
                findings.note("\(place): the schema has, unlike a new vault, \(sql)")
            }
            findings.note(try session.contradictions(), in: place)
            for entry in try entries where entry.declaration.kind == .list {
                findings.note(
                    entry.declaration.result.differences(of: try session.run(entry, values: [:])), in: place)
            }
        }
    }

    // MARK: - Soft dependencies

    func checkSoftDependencies(_ findings: Findings) throws {
        for id in module.manifest.enhances {
            findings.expect(
                !module.manifest.requires.contains(id),
                "the manifest has \(id) in both `requires` and `enhances`; remove one")
            let standIn = enhanced.first { $0.id == id } ?? Module.standIn(id)
            for isEnabled in [true, false] {
                let hub = try emptyHub(with: [standIn])
                if !isEnabled { try hub.run("modules disable", ["id": .text(id)]) }
                try play(on: hub, "with the module \(id) \(isEnabled ? "empty" : "off")", findings)
            }
        }
        try play(on: emptyHub(), "without the enhanced modules", findings)
    }

    private func play(on hub: TemporaryHub, _ place: String, _ findings: Findings) throws {
        let session = try hub.session()
        do {
            for sample in samples.commands { try session.run(sample) }
            for file in samples.files { try hub.importFile(file, module: module.id) }
            for exporter in module.exporters { _ = try hub.export(module.id, format: exporter.format) }
        } catch {
            findings.note("\(place): \(error)")
        }
    }

    // MARK: - Disable

    func checkDisable(_ findings: Findings) throws {
        let hub = try filledHub()
        let session = try hub.session()
        let titles = try session.titles(of: module)
        findings.expect(
            !titles.isEmpty || module.collections.isEmpty,
            "the samples leave no record with a title; add one")
        for title in titles {
            findings.expect(
                try session.finds(title, of: module), "search does not find the record “\(title)”")
        }
        try setOtherValues(hub)
        let before = try session.contents()
        try hub.run("modules disable", ["id": .text(module.id)])
        findings.expect(
            try !session.catalog().contains { $0.module == module.id },
            "while the module is off, its commands are still there")
        for entry in try entries {
            findings.expect(
                try isUnavailable { _ = try session.run(entry, values: [:]) },
                "while the module is off, “\(entry.path.joined(separator: " "))” still runs")
        }
        for exporter in module.exporters {
            findings.expect(
                try isUnavailable { _ = try hub.export(module.id, format: exporter.format) },
                "while the module is off, it is still exported as \(exporter.format)")
        }
        findings.expect(
            try session.importers().isEmpty && session.exporters().isEmpty,
            "while the module is off, its importers or exporters are still there")
        for file in samples.files {
            let report = try hub.importFiles([file], isDryRun: true).files.first
            findings.expect(
                report?.added == 0 && report?.unclaimed.values.allSatisfy { $0.module == module.id } == true,
                "while the module is off, \(file.name) is imported, or the report does not name the module")
        }
        for title in titles {
            findings.expect(
                try !session.finds(title, of: module), "while the module is off, search finds “\(title)”")
        }
        try checkOtherValues(hub, areThere: false, "while the module is off", findings)
        try hub.run("modules enable", ["id": .text(module.id)])
        try checkOtherValues(hub, areThere: true, "after switching off and on", findings)
        findings.note(try session.contents().difference(from: before), in: "after switching off and on")
    }

    private func isUnavailable(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return false
        } catch let error as AtriumError {
            return error.code == .unavailable
        }
    }

    // MARK: - Erase

    func checkErase(_ findings: Findings) throws {
        // A vault that never had the module, even if new users start with it.
        var idle = module
        idle.manifest.isEnabledAtFirst = false
        let untouched = try TemporaryHub(modules: required + [idle], isEnabled: false)
        for other in required { try untouched.run("modules enable", ["id": .text(other.id)]) }
        let wanted = try untouched.session()
        let hub = try filledHub()
        let session = try hub.session()
        let collections = module.collections.map(\.id)
        let uids = try collections.flatMap { try records(of: $0, session) }.compactMap {
            $0["uid"]?.textValue
        }
        if !collections.isEmpty { try hub.run("undo") }
        try setOtherValues(hub)
        try hub.run("modules erase", ["id": .text(module.id), "yes": .bool(true)])
        for table in try session.tableNames() where table.hasPrefix(module.tablePrefix) {
            findings.note("the table \(table) is left after the erasure")
        }
        findings.note(
            try session.contents(.everything).difference(from: wanted.contents(.everything)),
            in: "left after the erasure")
        findings.note(try session.contradictions(), in: "left after the erasure")
        findings.note(try session.attachmentFiles(), in: "an attachment's file is left after the erasure")
        let bytes = String(decoding: try session.storedBytes(), as: UTF8.self)
        for text in uids + (try erasedTitles()) where text.utf8.count > 7 && bytes.contains(text) {
            findings.note("after the erasure, the vault's file still contains “\(text)”")
        }
    }

    private func erasedTitles() throws -> [String] {
        try filledHub().session().titles(of: module)
    }
}

extension Session {
    /// Returns the record titles that the search index contains for a module.
    fileprivate func titles(of module: Module) throws -> [String] {
        try module.collections.flatMap { collection in
            try titles(of: collection.id)
        }.filter { $0.contains(where: \.isLetter) }
    }

    /// Returns true if a search for the title finds a record in the module.
    fileprivate func finds(_ title: String, of module: Module) throws -> Bool {
        let words = title.split { !$0.isLetter && !$0.isNumber }.map { DataValue.text(String($0)) }
        let items =
            try run(SampleCommand("search", ["text": .list(words)])).objectValue?["items"]?.listValue ?? []
        return items.contains { item in
            item.objectValue?["title"]?.textValue == title
                && item.objectValue?["collection"]?.textValue?.hasPrefix(module.id + "/") == true
        }
    }
}
