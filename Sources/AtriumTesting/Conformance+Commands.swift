import AtriumHost
import AtriumSDK

/// The conformance rules that run the module's commands.
extension ModuleConformance {
    func checkResults(_ findings: Findings) throws {
        let hub = try emptyHub()
        let session = try hub.session()
        var ran: Set<String> = []
        for sample in samples.commands {
            guard let entry = try session.entry(sample.command) else {
                findings.note("unknown command “\(sample.command)” in a sample; correct its words")
                continue
            }
            ran.insert(sample.command)
            let outcome = try session.run(entry) {
                var input = CommandInput(sample.values, files: sample.files)
                input.wantsVersion = true
                return input
            }
            findings.note(entry.declaration.result.differences(of: outcome.value), in: sample.command)
            try checkVersion(outcome, of: entry, session, findings)
            try checkReads(session, &ran, findings)
        }
        for file in samples.files { try hub.importFile(file, module: module.id) }
        try checkReads(session, &ran, findings)
        try checkTotals(session, findings)
        for entry in try entries where !ran.contains(entry.path.joined(separator: " ")) {
            findings.note("no sample runs “\(entry.path.joined(separator: " "))”; add a SampleCommand")
        }
    }

    /// Checks that a write command and the `show` command return the same version tag for a record.
    private func checkVersion(
        _ outcome: CommandOutcome, of entry: CatalogEntry, _ session: Session, _ findings: Findings
    ) throws {
        guard [.add, .edit].contains(entry.declaration.kind),
            let show = try command(.show, of: entry.collection),
            let field = show.declaration.fields.first, let id = outcome.value.objectValue?["id"]
        else { return }
        let shown = try session.run(show, values: [field.name: id])
        findings.expect(
            outcome.version == RecordVersion.tag(of: shown.jsonBytes),
            "“\(entry.path.joined(separator: " "))” returns a version tag that differs from that of `show`")
    }

    /// Runs each read command that requires only a record as input, for every record.
    private func checkReads(_ session: Session, _ ran: inout Set<String>, _ findings: Findings) throws {
        for entry in try entries where !entry.declaration.kind.writes {
            let others = entry.declaration.fields.dropFirst(entry.declaration.kind.takesRecord ? 1 : 0)
            guard !others.contains(where: { $0.isRequired && $0.defaultValue == nil }) else { continue }
            var inputs: [DataObject] = [[:]]
            if entry.declaration.kind.takesRecord, let field = entry.declaration.fields.first {
                inputs = try ids(in: entry, session).map { [field.name: .integer($0)] }
            }
            let command = entry.path.joined(separator: " ")
            for input in inputs {
                let result = try session.run(entry, values: input)
                findings.note(entry.declaration.result.differences(of: result), in: command)
                ran.insert(command)
            }
        }
    }

    private func ids(in entry: CatalogEntry, _ session: Session) throws -> [Int64] {
        try records(of: entry.collection, session).compactMap { $0["id"]?.integerValue }
    }

    /// Returns all records that the collection's `list` command returns, from all pages.
    func records(of collection: CollectionID?, _ session: Session) throws -> [DataObject] {
        guard let list = try command(.list, of: collection) else { return [] }
        return try records(in: list, session).records
    }

    /// Returns the collection's first command with the given kind.
    func command(_ kind: CommandDeclaration.Kind, of collection: CollectionID?) throws -> CatalogEntry? {
        let commands = InstalledCommands(try ModuleRegistry(required + [module]))
        return collection.flatMap { commands.entry(kind, of: $0) }
    }

    /// Returns the records from all pages of a list command, and the total that the command reports.
    private func records(
        in list: CatalogEntry, _ session: Session
    ) throws -> (records: [DataObject], total: Int64?) {
        var records: [DataObject] = []
        var input: DataObject = [:]
        // Include the records that the list omits by default.
        for field in list.declaration.fields {
            if case .choice(let words) = field.type, words.contains("all") { input[field.name] = "all" }
        }
        while true {
            guard let page = try session.run(list, values: input).objectValue else { return (records, nil) }
            records += page["items"]?.listValue?.compactMap(\.objectValue) ?? []
            guard let next = page["next"], !next.isNull else {
                return (records, page["total"]?.integerValue)
            }
            input["cursor"] = next
        }
    }

    /// Checks that every list command reports the correct total number of records.
    private func checkTotals(_ session: Session, _ findings: Findings) throws {
        for entry in try entries where entry.declaration.kind == .list {
            let (records, total) = try records(in: entry, session)
            findings.expect(
                total == Int64(records.count),
                "“\(entry.path.joined(separator: " "))” reports a total of \(total ?? -1), "
                    + "but returns \(records.count) records")
        }
    }

    // MARK: - Refusals

    func checkUnknownFields(_ findings: Findings) throws {
        let session = try emptyHub().session()
        for entry in try entries {
            let command = entry.path.joined(separator: " ")
            do {
                _ = try session.run(entry, values: ["noSuchField": .integer(1)])
                findings.note("\(command) accepts the undeclared field “noSuchField”")
            } catch let error as AtriumError {
                findings.expect(
                    error.code == .usage && error.field == "noSuchField",
                    "\(command) must reject “noSuchField” with the code usage, not with “\(error)”")
            }
        }
    }

    func checkWrongTypes(_ findings: Findings) throws {
        let session = try filledHub().session()
        let before = try session.contents()
        for entry in try entries {
            let command = entry.path.joined(separator: " ")
            let sample = samples.commands.last { $0.command == command }
            for field in entry.declaration.fields {
                guard let wrong = field.type.wrongValue else { continue }
                var input = sample?.values ?? [:]
                input[field.name] = wrong
                do {
                    _ = try session.run(entry, values: input, files: sample?.files ?? [:])
                    findings.note("\(command) accepts \(wrong.json), a wrong type, for \(field.name)")
                } catch let error as AtriumError {
                    // The command may reject another field first, such as a deleted record's id.
                    findings.expect(
                        error.code != .internal && error.field != nil,
                        "\(command): an error for \(field.name) must name a field, unlike “\(error)”")
                }
            }
        }
        findings.note(
            try session.contents().difference(from: before), in: "a rejected command changed the vault")
    }

    // MARK: - Undo

    func checkUndo(_ findings: Findings) throws {
        let hub = try emptyHub()
        let session = try hub.session()
        var writing = try Set(
            entries.filter(\.declaration.kind.writes).map { $0.path.joined(separator: " ") })
        for sample in samples.commands {
            let isWrite = try session.entry(sample.command)?.declaration.kind.writes ?? false
            if try checkUndo("“\(sample.command)”", session, findings, write: { try session.run(sample) }) {
                writing.remove(sample.command)
                findings.expect(
                    isWrite, "“\(sample.command)” is declared as a query, but writes; declare an action")
            }
        }
        for command in writing.sorted() {
            findings.note("no sample of “\(command)” changes anything; add one")
        }
        for file in samples.files {
            _ = try checkUndo("import of \(file.name)", session, findings) {
                try hub.importFile(file, module: module.id)
            }
        }
    }

    /// Runs a write operation, undoes and redoes the change, and compares all rows after each step.
    ///
    /// Returns true if the write operation changed anything.
    private func checkUndo<Result>(
        _ what: String, _ session: Session, _ findings: Findings, write: () throws -> Result
    ) throws -> Bool {
        let before = try session.contents()
        let last = try session.newestChange()
        _ = try write()
        let after = try session.contents()
        guard let change = try session.newestChange(), change != last else {
            findings.note(
                after.difference(from: before), in: "\(what) wrote rows that its change does not record")
            return false
        }
        findings.note(try session.contradictions(), in: "after \(what)")
        let undo = try session.run(SampleCommand("undo")).objectValue?["change"]
        findings.note(try session.contents().difference(from: before), in: "after the undo of \(what)")
        findings.note(try session.contradictions(), in: "after the undo of \(what)")
        guard let undo else { return true }
        try session.run(SampleCommand("undo", ["change": undo]))
        findings.note(try session.contents().difference(from: after), in: "after the redo of \(what)")
        findings.note(try session.contradictions(), in: "after the redo of \(what)")
        return true
    }
}

extension Session {
    /// Returns the newest change's id, or nil if the history is empty.
    func newestChange() throws -> Int64? {
        try run(SampleCommand("history", ["limit": .integer(1)])).objectValue?["items"]?.listValue?.first?
            .objectValue?["id"]?.integerValue
    }
}
