import AtriumHost
import AtriumSDK
import Foundation

/// The conformance rules that need no vault or only an empty vault.
extension ModuleConformance {
    func checkNamespace(_ findings: Findings) throws {
        let before = try Set(TemporaryHub(modules: required).session().tableNames())
        let after = try Set(emptyHub().session().tableNames())
        let own = after.subtracting(before)
        findings.expect(
            !own.isEmpty || module.collections.isEmpty, "the migrations create no table")
        findings.expect(
            !module.collections.isEmpty || !module.queries.isEmpty,
            "the module declares no collections and no queries")
        for table in own.sorted() where !table.hasPrefix(module.tablePrefix) {
            findings.note("rename the table \(table): its name must begin with \(module.tablePrefix)")
        }
        for table in try emptyHub().session().tablesWithTwoOwners() where own.contains(table) {
            findings.note(
                "the rows of \(table) have two owners; make one reference with ON DELETE CASCADE optional")
        }
        for collection in module.collections {
            findings.expect(
                collection.id.module == module.id, "\(collection.id) does not begin with \(module.id)")
            findings.expect(
                own.contains(collection.table),
                "\(collection.id) has no table \(collection.table); create it in a migration")
        }
        let collections = Set(module.collections.map(\.id))
        for importer in module.importers where !collections.contains(importer.collection) {
            findings.note(
                "the importer of \(importer.format) creates \(importer.collection), which is not declared")
        }
        for exporter in module.exporters where !collections.contains(exporter.collection) {
            findings.note(
                "the exporter to \(exporter.format) writes \(exporter.collection), which is not declared")
        }
        let files = module.exporters.map(\.fileName)
        findings.expect(Set(files).count == files.count, "two exporters have the same file name: \(files)")
    }

    // MARK: - Names

    func checkNames(_ findings: Findings) {
        for (name, what) in [(module.id, "module"), (module.manifest.icon, "icon")] where !Self.isKebab(name)
        {
            findings.note("the \(what) “\(name)” is not kebab-case, such as mental-models")
        }
        findings.expect(
            module.manifest.version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil,
            "the version “\(module.manifest.version)” is not MAJOR.MINOR.PATCH")
        for collection in module.collections {
            findings.expect(
                Self.isKebab(collection.id.name),
                "the collection “\(collection.id.name)” is not kebab-case, such as check-ins")
            checkFields(collection.recordFields, at: "\(collection.id)", findings)
            for (name, type) in [("id", FieldType.integer()), ("uid", .text)] {
                let isThere = collection.recordFields.contains {
                    $0.name == name && $0.type == type && $0.isRequired
                }
                findings.expect(isThere, "\(collection.id): recordFields has no required field \(name)")
            }
            for command in collection.commands.map(\.declaration) {
                checkNames(of: command, at: "\(collection.id) \(command.name)", collection.id, findings)
            }
        }
        for query in module.queries.map(\.declaration) {
            let place = "\(module.id) \(query.name)"
            findings.expect(query.kind == .query, "\(place): a command outside a collection must be a query")
            checkNames(of: query, at: place, nil, findings)
        }
        checkSettingNames(findings)
    }

    private func checkAction(_ command: CommandDeclaration, at place: String, _ findings: Findings) {
        findings.expect(
            ![.action, .recordAction].contains(command.kind) || command.past != nil,
            "\(place): the action has no past participle; declare `past`")
        if let field = command.doneField {
            findings.expect(
                command.result.fields.contains { $0.name == field },
                "\(place): offered(unless:) names \(field), which the result does not have")
        }
        guard command.isForSeveral else { return }
        let isOfTimes = command.fields.dropFirst().allSatisfy {
            !$0.isPositional || [.date, .when].contains($0.type)
        }
        findings.expect(
            command.kind == .recordAction && isOfTimes,
            "\(place): for several records, it must be a record action whose arguments are days or times")
    }

    private func checkNames(
        of command: CommandDeclaration, at place: String, _ collection: CollectionID?, _ findings: Findings
    ) {
        findings.expect(Self.isKebab(command.name), "\(place): the name is not kebab-case, such as check-in")
        if command.kind.takesRecord, let collection {
            let first = command.fields.first
            findings.expect(
                first?.type == .reference(collection) && first?.isPositional == true
                    && first?.isRequired == true,
                "\(place): the first field is not Collection.recordField; put it first")
        }
        let standard: [CommandDeclaration.Kind: String] = [
            .list: "list", .show: "show", .add: "add", .edit: "edit", .remove: "remove",
        ]
        if let name = standard[command.kind] {
            findings.expect(
                command.name == name, "\(place): a command of kind \(command.kind) must be named \(name)")
        }
        if command.kind == .edit {
            for field in command.fields.dropFirst() where field.defaultValue != nil || field.isRequired {
                findings.note("\(place): in an edit, \(field.name) must be optional and have no default")
            }
        }
        for field in command.fields + command.result.fields { checkFormat(field, at: place, findings) }
        checkAction(command, at: place, findings)
        let hasBody = [.add, .edit, .action, .recordAction].contains(command.kind)
        for field in command.fields where !hasBody || field.type != .secret {
            findings.expect(
                field.type.element != .secret && !field.type.innerFields.contains { $0.type == .secret },
                "\(place): \(field.name) is a secret; only a field of add, edit or an action can be one")
        }
        checkFields(command.fields, at: place, findings)
        checkFields(command.result.fields, at: "\(place) (result)", findings)
        if command.isDueList { checkDueList(command, at: place, findings) }
        switch command.result {
        case .object: break
        case .page(let fields, let columns), .list(let fields, let columns):
            for column in columns where !fields.contains(where: { $0.name == column }) {
                findings.note("\(place): the column \(column) is not a field of the result")
            }
        }
        let options = command.fields.filter { !$0.isPositional }.map(\.optionName)
        findings.expect(Set(options).count == options.count, "\(place): two fields have the same option")
        let positional = command.fields.filter(\.isPositional)
        for (field, next) in zip(positional, positional.dropFirst())
        where next.isRequired && !field.isRequired {
            findings.note("\(place): the required \(next.name) must precede the optional \(field.name)")
        }
    }

    private func checkDueList(_ command: CommandDeclaration, at place: String, _ findings: Findings) {
        let since = command.fields.first { $0.name == DueList.since.declaration.name }
        let isList = if case .list = command.result { true } else { false }
        findings.expect(
            command.kind == .query && isList && since?.type == .instant && since?.isRequired == false,
            "\(place): a due list must be a query that returns a list, with the field DueList.since")
        for field in DueList.fields {
            let isThere = command.result.fields.contains {
                $0.name == field.name && $0.type == field.type && $0.isRequired
            }
            findings.expect(isThere, "\(place): the result lacks \(field.name); add DueList.fields")
        }
    }

    private func checkFields(_ fields: [FieldDeclaration], at place: String, _ findings: Findings) {
        let names = fields.map(\.name)
        findings.expect(Set(names).count == names.count, "\(place): two fields have the same name: \(names)")
        for field in fields {
            findings.expect(
                field.name.wholeMatch(of: /[a-z][A-Za-z0-9]*/) != nil,
                "\(place): the field name \(field.name) is not camelCase")
            findings.expect(
                Self.isKebab(field.optionName),
                "\(place): the option --\(field.optionName) is not kebab-case")
            if case .choice(let words) = field.type.element {
                findings.expect(!words.isEmpty, "\(place): the choice \(field.name) has no values")
            }
            if let value = field.defaultValue {
                findings.note(field.type.differences(of: value, at: "default of \(field.name)"), in: place)
            }
            checkFields(field.type.innerFields, at: "\(place).\(field.name)", findings)
        }
    }

    static func isKebab(_ name: String) -> Bool {
        name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil
    }

    // MARK: - Help

    func checkHelp(_ findings: Findings) {
        func check(_ text: String, _ place: String) {
            findings.expect(!text.isEmpty, "\(place) has no help; describe it in one sentence")
            findings.expect(
                text.isEmpty || text.hasSuffix("."),
                "\(place): the help does not end with a full stop: “\(text)”")
            findings.expect(
                !text.contains(where: \.isNewline), "\(place): the help contains a line break: “\(text)”")
        }
        func check(_ fields: [FieldDeclaration], _ place: String) {
            for field in fields {
                check(field.help, "\(place) \(field.name)")
                check(field.type.innerFields, "\(place) \(field.name)")
            }
        }
        check(module.manifest.summary, "the summary of the module")
        findings.expect(!module.manifest.title.isEmpty, "the manifest has no title")
        for collection in module.collections {
            check(collection.recordFields, "\(collection.id)")
            for command in collection.commands.map(\.declaration) {
                let place = "\(collection.id) \(command.name)"
                check(command.summary, place)
                check(command.fields, place)
                check(command.result.fields, "\(place) (result)")
            }
        }
        for query in module.queries.map(\.declaration) {
            let place = "\(module.id) \(query.name)"
            check(query.summary, place)
            check(query.fields, place)
            check(query.result.fields, "\(place) (result)")
        }
        for importer in module.importers {
            check(importer.options + importer.columns, "the import of \(importer.format)")
        }
        for exporter in module.exporters { check(exporter.options, "the export to \(exporter.format)") }
        check(module.settings.map(\.field), "the setting")
    }

    // MARK: - Titles

    func checkTitles(_ findings: Findings) {
        for collection in module.collections {
            check(collection.title, of: "\(collection.id)", findings)
            check(collection.recordTitle, of: "a record of \(collection.id)", findings)
            checkTitles(of: collection.recordFields, at: "\(collection.id)", findings)
            for command in collection.commands.map(\.declaration) {
                checkTitles(of: command, at: "\(collection.id) \(command.name)", findings)
            }
        }
        for query in module.queries.map(\.declaration) {
            checkTitles(of: query, at: "\(module.id) \(query.name)", findings)
        }
        checkTitles(of: module.settings.map(\.field), at: "the settings", findings)
    }

    private func checkTitles(of command: CommandDeclaration, at place: String, _ findings: Findings) {
        check(command.title, of: place, findings)
        checkTitles(of: command.fields, at: place, findings)
        checkTitles(of: command.result.fields, at: "\(place) (result)", findings)
    }

    private func checkTitles(of fields: [FieldDeclaration], at place: String, _ findings: Findings) {
        let titles = fields.map(\.title)
        findings.expect(
            Set(titles).count == titles.count, "\(place): two fields have the same title: \(titles)")
        for field in fields {
            check(field.title, of: "\(place) \(field.name)", findings)
            let hasCapitals = field.name.contains(/[A-Z][A-Z]/)
            findings.expect(
                !hasCapitals || field.ownTitle != nil,
                "\(place): \(field.name) contains an abbreviation; give it a title with titled(_:)")
            if case .choice(let words) = field.type.element {
                for word in words {
                    check(field.title(ofChoice: word), of: "\(place) \(field.name) \(word)", findings)
                }
            }
            checkTitles(of: field.type.innerFields, at: "\(place) \(field.name)", findings)
        }
    }

    private func check(_ title: String, of what: String, _ findings: Findings) {
        findings.expect(
            title.first.map { $0.isUppercase || $0.isNumber } ?? false && !title.hasSuffix("."),
            "\(what): the title “\(title)” must begin with a capital letter and have no full stop")
    }

    // MARK: - README

    func checkReadme(_ findings: Findings) {
        guard let data = FileManager.default.contents(atPath: readme) else {
            return findings.note("there is no \(readme); write a README for the module")
        }
        let text = String(decoding: data, as: UTF8.self)
        do {
            let session = try emptyHub().session()
            for table in try session.tableNames() where table.hasPrefix(module.tablePrefix) {
                findings.expect(text.contains("`\(table)`"), "the README does not name the table `\(table)`")
            }
            for entry in try entries {
                let command = entry.path.joined(separator: " ")
                findings.expect(
                    text.contains("`\(command)`"), "the README does not name the command `\(command)`")
            }
        } catch {
            findings.note("\(error)")
        }
        for setting in module.settings {
            let key = "\(module.id).\(setting.name)"
            findings.expect(text.contains("`\(key)`"), "the README does not name the setting `\(key)`")
        }
        for format in Set(module.importers.map(\.format) + module.exporters.map(\.format)) {
            findings.expect(text.contains("`\(format)`"), "the README does not name the format `\(format)`")
        }
        checkFiles(in: text, findings)
        checkTables(in: text, findings)
    }

    /// Checks that every Swift file named in the README exists in the module's folder.
    private func checkFiles(in text: String, _ findings: Findings) {
        let folder = readme.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let names = Set(paths.compactMap { $0.split(separator: "/").last.map(String.init) })
        for match in text.matches(of: /`([A-Za-z+]+\.swift)`/) {
            findings.expect(
                names.contains(String(match.1)), "the README names `\(match.1)`, which does not exist")
        }
    }

    /// Checks that each table in the README has a header row.
    ///
    /// An empty line ends a Markdown table, and any later row would be rendered as plain text.
    private func checkTables(in text: String, _ findings: Findings) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.hasPrefix("|") {
            if index > 0, lines[index - 1].hasPrefix("|") { continue }
            let isHead = index + 1 < lines.count && lines[index + 1].hasPrefix("|--")
            findings.expect(
                isHead,
                "line \(index + 1) of the README is a table row without a header, or after an empty line")
        }
    }

    /// Checks that only text fields have a format, and that only one-line text fields have suggestions.
    private func checkFormat(_ field: FieldDeclaration, at place: String, _ findings: Findings) {
        let hasTexts: Bool =
            switch field.type.element {
            case .text, .longText, .object: true
            default: false
            }
        switch field.format {
        case .words?, .weekdays?:
            findings.expect(
                field.type == .list(.text),
                "\(place): \(field.name) has a format of words, but is not a list of texts")
        case .recurrence?:
            findings.expect(
                hasTexts && field.type.innerFields.isEmpty,
                "\(place): \(field.name) has the format of a rule, but is not a text")
        case .problem?:
            findings.expect(
                field.type == .text && !field.isRequired,
                "\(place): \(field.name) has the format of a problem, but is not an optional text")
        case .email?, .phone?, .uri?, .whole?:
            findings.expect(hasTexts, "\(place): \(field.name) has a format of texts, but is not a text")
        case nil: break
        }
        guard let words = field.suggestions else { return }
        findings.expect(
            field.type == .text && !words.contains("other"),
            "\(place): \(field.name) has suggestions, but is not a one-line text, or suggests “other”")
    }
}

extension FieldType {
    /// The element type if this type is a list, or this type itself if it is not a list.
    var element: FieldType {
        if case .list(let element) = self { return element.element }
        return self
    }

    /// The fields that the type's objects declare, or an empty array if the type contains no objects.
    var innerFields: [FieldDeclaration] {
        if case .object(let fields) = element { return fields }
        return []
    }
}
