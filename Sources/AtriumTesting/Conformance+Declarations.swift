import AtriumHost
import AtriumSDK
import Foundation

/// The rules that need no vault, or an empty one.
extension ModuleConformance {
    func checkNamespace(_ findings: Findings) throws {
        let before = try Set(TemporaryHub(modules: required).session().tableNames())
        let after = try Set(emptyHub().session().tableNames())
        let own = after.subtracting(before)
        findings.expect(
            !own.isEmpty || module.collections.isEmpty, "the migrations make no table")
        findings.expect(
            !module.collections.isEmpty || !module.queries.isEmpty, "it has neither records nor questions")
        for table in own.sorted() where !table.hasPrefix(module.tablePrefix) {
            findings.note("the table \(table) does not begin with \(module.tablePrefix)")
        }
        for table in try emptyHub().session().tablesWithTwoOwners() where own.contains(table) {
            findings.note("the rows of \(table) cannot be without two others that they are deleted with")
        }
        for collection in module.collections {
            findings.expect(collection.id.module == module.id, "\(collection.id) is not in \(module.id)")
            findings.expect(
                own.contains(collection.table), "\(collection.id) has no table \(collection.table)")
        }
        let collections = Set(module.collections.map(\.id))
        for importer in module.importers where !collections.contains(importer.collection) {
            findings.note("an importer of \(importer.format) makes records of \(importer.collection)")
        }
        for exporter in module.exporters where !collections.contains(exporter.collection) {
            findings.note("an exporter to \(exporter.format) writes records of \(exporter.collection)")
        }
        let files = module.exporters.map(\.fileName)
        findings.expect(Set(files).count == files.count, "two exporters have one file name: \(files)")
    }

    // MARK: - Names

    func checkNames(_ findings: Findings) {
        for (name, what) in [(module.id, "module"), (module.manifest.icon, "icon")] where !Self.isKebab(name)
        {
            findings.note("the \(what) “\(name)” is not lower-case words joined by hyphens")
        }
        findings.expect(
            module.manifest.version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil,
            "the version is not MAJOR.MINOR.PATCH")
        for collection in module.collections {
            findings.expect(
                Self.isKebab(collection.id.name), "the collection “\(collection.id.name)” is malformed")
            checkFields(collection.recordFields, at: "\(collection.id)", findings)
            for (name, type) in [("id", FieldType.integer()), ("uid", .text)] {
                let isThere = collection.recordFields.contains {
                    $0.name == name && $0.type == type && $0.isRequired
                }
                findings.expect(isThere, "\(collection.id): a record has no required field \(name)")
            }
            for command in collection.commands.map(\.declaration) {
                checkNames(of: command, at: "\(collection.id) \(command.name)", collection.id, findings)
            }
        }
        for query in module.queries.map(\.declaration) {
            let place = "\(module.id) \(query.name)"
            findings.expect(query.kind == .query, "\(place): it is about no collection and yet no query")
            checkNames(of: query, at: place, nil, findings)
        }
        checkSettingNames(findings)
    }

    private func checkNames(
        of command: CommandDeclaration, at place: String, _ collection: CollectionID?, _ findings: Findings
    ) {
        findings.expect(Self.isKebab(command.name), "\(place): the name is malformed")
        if command.kind.takesRecord, let collection {
            let first = command.fields.first
            findings.expect(
                first?.type == .reference(collection) && first?.isPositional == true
                    && first?.isRequired == true,
                "\(place): the first field is not Collection.recordField")
        }
        let standard: [CommandDeclaration.Kind: String] = [
            .list: "list", .show: "show", .add: "add", .edit: "edit", .remove: "remove",
        ]
        if let name = standard[command.kind] {
            findings.expect(
                command.name == name, "\(place): a command of kind \(command.kind) is called \(name)")
        }
        if command.kind == .edit {
            for field in command.fields.dropFirst() where field.defaultValue != nil || field.isRequired {
                findings.note("\(place): \(field.name) would change whenever something else is edited")
            }
        }
        for field in command.fields + command.result.fields { checkFormat(field, at: place, findings) }
        findings.expect(
            ![.action, .recordAction].contains(command.kind) || command.past != nil,
            "\(place): what was done is not said: past")
        let hasBody = [.add, .edit, .action, .recordAction].contains(command.kind)
        for field in command.fields where !hasBody || field.type != .secret {
            findings.expect(
                field.type.element != .secret && !field.type.innerFields.contains { $0.type == .secret },
                "\(place): \(field.name) is a secret where it would be shown or written down")
        }
        checkFields(command.fields, at: place, findings)
        checkFields(command.result.fields, at: "\(place) (result)", findings)
        if command.isDueList { checkDueList(command, at: place, findings) }
        if command.isForSeveral {
            let isOfTimes = command.fields.dropFirst().allSatisfy {
                !$0.isPositional || [.date, .when].contains($0.type)
            }
            findings.expect(
                command.kind == .recordAction && isOfTimes,
                "\(place): it is for several records, and is no action with days and times alone behind them")
        }
        switch command.result {
        case .object: break
        case .page(let fields, let columns), .list(let fields, let columns):
            for column in columns where !fields.contains(where: { $0.name == column }) {
                findings.note("\(place): the column \(column) is no field")
            }
        }
        let options = command.fields.filter { !$0.isPositional }.map(\.optionName)
        findings.expect(Set(options).count == options.count, "\(place): two fields have one option")
        let positional = command.fields.filter(\.isPositional)
        for (field, next) in zip(positional, positional.dropFirst())
        where next.isRequired && !field.isRequired {
            findings.note("\(place): \(next.name) is required, but stands after \(field.name), which is not")
        }
    }

    private func checkDueList(_ command: CommandDeclaration, at place: String, _ findings: Findings) {
        let since = command.fields.first { $0.name == DueList.since.declaration.name }
        let isList = if case .list = command.result { true } else { false }
        findings.expect(
            command.kind == .query && isList && since?.type == .instant && since?.isRequired == false,
            "\(place): what comes due is a list that a query gives, and takes DueList.since")
        for field in DueList.fields {
            let isThere = command.result.fields.contains {
                $0.name == field.name && $0.type == field.type && $0.isRequired
            }
            findings.expect(isThere, "\(place): an item has no required field \(field.name)")
        }
    }

    private func checkFields(_ fields: [FieldDeclaration], at place: String, _ findings: Findings) {
        let names = fields.map(\.name)
        findings.expect(Set(names).count == names.count, "\(place): a field stands twice")
        for field in fields {
            findings.expect(
                field.name.wholeMatch(of: /[a-z][A-Za-z0-9]*/) != nil,
                "\(place): \(field.name) is not camelCase")
            findings.expect(
                Self.isKebab(field.optionName), "\(place): the option --\(field.optionName) is malformed")
            if case .choice(let words) = field.type.element {
                findings.expect(!words.isEmpty, "\(place): \(field.name) has no choices")
            }
            if let value = field.defaultValue {
                findings.note(field.type.differences(of: value, at: "\(field.name)'s default"), in: place)
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
            findings.expect(!text.isEmpty, "\(place) has no help")
            findings.expect(
                text.isEmpty || text.hasSuffix("."), "\(place): the help is no sentence: “\(text)”")
            findings.expect(!text.contains(where: \.isNewline), "\(place): the help has more than one line")
        }
        func check(_ fields: [FieldDeclaration], _ place: String) {
            for field in fields {
                check(field.help, "\(place) \(field.name)")
                check(field.type.innerFields, "\(place) \(field.name)")
            }
        }
        check(module.manifest.summary, "the module")
        findings.expect(!module.manifest.title.isEmpty, "the module has no title")
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
            check(importer.options + importer.columns, "import of \(importer.format)")
        }
        for exporter in module.exporters { check(exporter.options, "export to \(exporter.format)") }
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
        findings.expect(Set(titles).count == titles.count, "\(place): two fields have one title: \(titles)")
        for field in fields {
            check(field.title, of: "\(place) \(field.name)", findings)
            let hasCapitals = field.name.contains(/[A-Z][A-Z]/)
            findings.expect(
                !hasCapitals || field.ownTitle != nil, "\(place): \(field.name) needs a title of its own")
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
            "\(what): “\(title)” is no title, such as Times done")
    }

    // MARK: - README

    func checkReadme(_ findings: Findings) {
        guard let data = FileManager.default.contents(atPath: readme) else {
            return findings.note("there is no \(readme)")
        }
        let text = String(decoding: data, as: UTF8.self)
        do {
            let session = try emptyHub().session()
            for table in try session.tableNames() where table.hasPrefix(module.tablePrefix) {
                findings.expect(text.contains("`\(table)`"), "the table `\(table)` is not in the README")
            }
            for entry in try entries {
                let command = entry.path.joined(separator: " ")
                findings.expect(
                    text.contains("`\(command)`"), "the command `\(command)` is not in the README")
            }
        } catch {
            findings.note("\(error)")
        }
        for setting in module.settings {
            let key = "\(module.id).\(setting.name)"
            findings.expect(text.contains("`\(key)`"), "the setting `\(key)` is not in the README")
        }
        for format in Set(module.importers.map(\.format) + module.exporters.map(\.format)) {
            findings.expect(text.contains("`\(format)`"), "the format `\(format)` is not in the README")
        }
        checkFiles(in: text, findings)
        checkTables(in: text, findings)
    }

    /// Of the module's files the README names only those that there are.
    private func checkFiles(in text: String, _ findings: Findings) {
        let folder = readme.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let names = Set(paths.compactMap { $0.split(separator: "/").last.map(String.init) })
        for match in text.matches(of: /`([A-Za-z+]+\.swift)`/) {
            findings.expect(
                names.contains(String(match.1)), "the README names `\(match.1)`, which is not there")
        }
    }

    /// An empty line ends a table: rows behind it would be shown as text.
    private func checkTables(in text: String, _ findings: Findings) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.hasPrefix("|") {
            if index > 0, lines[index - 1].hasPrefix("|") { continue }
            let isHead = index + 1 < lines.count && lines[index + 1].hasPrefix("|--")
            findings.expect(isHead, "line \(index + 1) of the README is a row without the head of a table")
        }
    }

    /// A format is of what has texts, and usual words are of one line.
    private func checkFormat(_ field: FieldDeclaration, at place: String, _ findings: Findings) {
        let hasTexts: Bool =
            switch field.type.element {
            case .text, .longText, .object: true
            default: false
            }
        switch field.format {
        case .words?, .weekdays?:
            findings.expect(field.type == .list(.text), "\(place): \(field.name) is no list of words")
        case .recurrence?:
            findings.expect(
                hasTexts && field.type.innerFields.isEmpty, "\(place): \(field.name) has no texts of rules")
        case .email?, .phone?, .uri?, .whole?:
            findings.expect(hasTexts, "\(place): \(field.name) has no texts")
        case nil: break
        }
        guard let words = field.suggestions else { return }
        findings.expect(
            field.type == .text && !words.contains("other"),
            "\(place): usual words of \(field.name) are of no line, or one is “other”")
    }
}

extension FieldType {
    /// The type, or that of a list's elements.
    var element: FieldType {
        if case .list(let element) = self { return element.element }
        return self
    }

    /// The fields of the objects that a value of the type holds.
    var innerFields: [FieldDeclaration] {
        if case .object(let fields) = element { return fields }
        return []
    }
}
