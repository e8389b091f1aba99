import AtriumHost
import AtriumSDK

/// The conformance rule for a module's record looks and views.
extension ModuleConformance {
    func checkLooks(_ findings: Findings) {
        for collection in module.collections {
            checkSeries(collection, findings)
            guard let list = collection.declaration(.list) else { continue }
            guard let look = collection.look else {
                findings.note("\(collection.id) declares no look; add a RecordLook")
                continue
            }
            let place = "the look of \(collection.id)"
            checkRow(look, list.result.fields, collection, place, findings)
            let shown = collection.declaration(.show)?.result.fields ?? []
            let onPage =
                look.figures + look.groups.flatMap(\.fields) + look.hidden + (look.links.map { [$0] } ?? [])
            for name in onPage where !shown.contains(where: { $0.name == name }) {
                findings.note("\(place): \(name) is not a field of show")
            }
            findings.expect(
                look.figures.count <= 3, "\(place): more than three figures; a page shows at most three")
            for name in look.actions {
                let command = collection.commands.map(\.declaration).first { $0.name == name }
                findings.expect(
                    command?.kind == .recordAction || command?.kind == .recordQuery,
                    "\(place): \(name) is not a record action or a record query")
            }
            for part in look.parts { checkPart(part, collection, place, findings) }
        }
        let names = module.views.map(\.name)
        findings.expect(Set(names).count == names.count, "two views have the same name: \(names)")
        for view in module.views { checkView(view, findings) }
    }

    /// Checks that commands that change a part of a series fit to what `show` returns of an occurrence.
    private func checkSeries(_ collection: Collection, _ findings: Findings) {
        let show = collection.declaration(.show)
        for command in collection.commands.map(\.declaration) where command.kind != .show {
            let roles = Set(command.fields.compactMap(\.role))
            guard !roles.isEmpty else { continue }
            let place = "\(collection.id) \(command.name)"
            findings.expect(
                roles.contains(.occurrence),
                "\(place): no field names one occurrence; give one the role .occurrence")
            findings.expect(
                show?.fields.first(.occurrence) != nil,
                "\(place): show has no field with the role .occurrence")
            for role in [SeriesRole.occurrence, .series, .repeats]
            where show?.result.fields.first(role) == nil {
                findings.note("\(place): the result of show has no field with the role .\(role.rawValue)")
            }
        }
        for field in collection.commands.flatMap(\.declaration.result.fields) {
            guard let remedy = field.countWords?.remedy else { continue }
            let edit = collection.declaration(.edit)?.fields.first { $0.name == remedy }
            findings.expect(
                edit?.type == .boolean, "\(collection.id): \(remedy) is not a Boolean field of edit")
        }
    }

    private func checkRow(
        _ look: RecordLook, _ fields: [FieldDeclaration], _ collection: Collection, _ place: String,
        _ findings: Findings
    ) {
        func expect(_ name: String?, _ what: String, _ fits: (FieldType) -> Bool = { _ in true }) {
            guard let name else { return }
            let field = fields.first { $0.name == name }
            findings.expect(
                field.map { fits($0.type) } ?? false, "\(place): \(name) is not a \(what) of list")
        }
        expect(look.title, "field")
        expect(look.untitled, "field")
        for fact in look.facts { expect(fact, "field") }
        expect(look.key, "field")
        expect(look.text, "text") { $0 == .text || $0 == .longText }
        expect(look.meter, "whole number") { if case .integer = $0 { true } else { false } }
        switch look.lead {
        case .face(let photo)?:
            expect(photo, "picture") { $0.innerFields.contains { $0.name == "sha256" } }
        case .day(let name, let until)?:
            for name in [name, until] { expect(name, "day or time") { $0.isOfDay } }
        case .color(let name)?: expect(name, "text") { $0 == .text }
        case .tick(let command, let done, let undo, let occurrence)?:
            expect(done, "field")
            expect(occurrence, "day or time") { $0.isOfDay }
            findings.expect(
                occurrence == nil || collection.takesOccurrence(command),
                "\(place): \(command) has no field “occurrence”")
            for name in [command, undo ?? command] {
                findings.expect(
                    collection.asksForNoMore(name),
                    "\(place): \(name) is not a record action that a tap can run without input")
            }
        case nil: break
        }
        if let quick = look.quick {
            let isForm = quick == .form(quick.command)
            findings.expect(
                isForm ? collection.isRecordAction(quick.command) : collection.asksForNoMore(quick.command),
                "\(place): \(quick.command) at the end of a row is not a record action for a tap or a form")
        }
        if case .either(let name, let other)? = look.quick {
            let field = collection.commands.first { $0.declaration.name == name }?.declaration.fields
                .first { $0.name == other }
            findings.expect(field?.type == .boolean, "\(place): \(other) is not a Boolean field of \(name)")
        }
        if case .tap(_, let condition?)? = look.quick {
            expect(condition, "Boolean") { $0 == .boolean }
        }
        switch look.grouping {
        case .month(let name)?: expect(name, "day or time") { $0.isOfDay }
        case .value(let name)?: expect(name, "field")
        case .letter?, nil: break
        }
    }

    private func checkPart(
        _ part: RecordLook.Part, _ collection: Collection, _ place: String, _ findings: Findings
    ) {
        switch part {
        case .query(let name):
            let command = collection.commands.map(\.declaration).first { $0.name == name }
            findings.expect(command?.kind == .recordQuery, "\(place): \(name) is not a record query")
        case .view(let name):
            let view = module.views.first { $0.name == name }
            let command = view.flatMap { declaration(at: $0.command, in: [collection]) }
            let isMap =
                switch view?.form {
                case .heatMap?, .board?: true
                default: false
                }
            findings.expect(
                isMap && command?.kind == .recordQuery,
                "\(place): \(name) is not a heat map or board with a record query")
        }
    }

    /// Returns the command with the given path, or nil if there is no such command.
    ///
    /// Searches only the given collections. If `collections` is nil, searches all of the module's collections
    /// and queries.
    private func declaration(
        at path: [String], in collections: [Collection]? = nil
    ) -> CommandDeclaration? {
        for collection in collections ?? module.collections {
            let parent = collection.isMain ? [module.id] : [module.id, collection.id.name]
            guard Array(path.dropLast()) == parent else { continue }
            if let command = collection.commands.map(\.declaration).first(where: { $0.name == path.last }) {
                return command
            }
        }
        guard collections == nil, path.count == 2, path.first == module.id else { return nil }
        return module.queries.map(\.declaration).first { $0.name == path.last }
    }

    private func checkPairs(
        _ pairs: View.PairFields, of view: View, _ result: [FieldDeclaration], _ findings: Findings
    ) {
        let place = "the view \(view.name)"
        func expect(
            _ name: String, in fields: [FieldDeclaration], _ what: String, _ fits: (FieldType) -> Bool
        ) {
            let field = fields.first { $0.name == name }
            findings.expect(field.map { fits($0.type) } ?? false, "\(place): \(name) is not a \(what)")
        }
        let item = result.first { $0.name == "items" }?.type.innerFields ?? result
        for name in [pairs.first, pairs.second] {
            expect(name, in: item, "record's id") { if case .integer = $0 { true } else { false } }
        }
        expect(pairs.reasons, in: item, "list of texts") { $0 == .list(.text) }
        for name in [pairs.merge, pairs.dismiss] {
            let action = declaration(at: view.command.dropLast() + [name])
            findings.expect(action?.kind == .recordAction, "\(place): \(name) is not a record action")
            expect(pairs.other, in: action?.fields ?? [], "record") { type in
                if case .reference = type { true } else { false }
            }
        }
        let merge = declaration(at: view.command.dropLast() + [pairs.merge])
        expect(pairs.take, in: merge?.fields ?? [], "list of choices") { type in
            if case .list(.choice) = type { true } else { false }
        }
        if let all = pairs.all { expect(all, in: merge?.fields ?? [], "Boolean") { $0 == .boolean } }
        if let count = pairs.count {
            expect(count, in: item, "whole number") { if case .integer = $0 { true } else { false } }
        }
    }

    private func checkSheet(_ sheet: View.SheetFields, of view: View, _ findings: Findings) {
        let place = "the view \(view.name)"
        let main = module.collections.filter(\.isMain)
        let add = declaration(at: [module.id, sheet.add], in: main)
        findings.expect(
            add?.kind == .add && add?.fields.contains { $0.name == sheet.field } == true,
            "\(place): \(sheet.add) is not an add command with the field \(sheet.field)")
        if let name = sheet.preview {
            let preview = declaration(at: [module.id, name], in: main)
            findings.expect(
                preview?.kind == .query && preview?.fields.contains { $0.name == sheet.field } == true,
                "\(place): \(name) is not a query with the field \(sheet.field)")
        }
        for section in sheet.sections {
            let command = declaration(at: section.command)
            findings.expect(command?.kind == .query, "\(place): the section \(section.title) has no query")
            for name in section.values.keys {
                findings.expect(
                    command?.fields.contains { $0.name == name } == true,
                    "\(place): \(name) is not a field of the section \(section.title)")
            }
            if let done = section.done {
                findings.expect(
                    command?.result.fields.contains { $0.name == done && $0.type == .boolean } == true,
                    "\(place): \(done) is not a Boolean in the section \(section.title)")
            }
            for name in [section.order, section.action].compactMap(\.self) {
                findings.expect(
                    declaration(at: [module.id, name], in: main)?.kind == .action,
                    "\(place): \(name) is not an action of the module")
            }
        }
    }

    private func checkHours(
        _ hours: View.HourFields, of view: View, _ query: CommandDeclaration, _ findings: Findings
    ) {
        let place = "the view \(view.name)"
        findings.expect(
            query.kind == .query && query.fields.contains { $0.name == "day" && $0.type == .date },
            "\(place): its command is not a query with the field day")
        for name in ["entries", "allDay", "unscheduled"] {
            let field = query.result.fields.first { $0.name == name }
            findings.expect(
                field.map { !$0.type.innerFields.isEmpty } ?? false,
                "\(place): \(name) is not a list of objects")
        }
        let main = [module.id]
        let blocks = [hours.blocks.module, hours.blocks.name]
        let ways: [(path: [String], kind: CommandDeclaration.Kind, fields: [String])] = [
            (blocks + [hours.add.command], .add, [hours.add.field]),
            (blocks + [hours.move.command], .recordAction, [hours.move.field]),
            (blocks + [hours.resize.command], .recordAction, [hours.resize.field]),
            (main + [hours.suggest.command], .query, [hours.suggest.field, hours.feeling.field]),
            (main + [hours.take], .recordAction, [hours.suggest.field, hours.feeling.field]),
            (main + [hours.plan.command], .action, [hours.plan.field]),
        ]
        for way in ways {
            let command = declaration(at: way.path)
            let names = Set(command?.fields.map(\.name) ?? [])
            findings.expect(
                command?.kind == way.kind && names.isSuperset(of: way.fields),
                "\(place): \(way.path.joined(separator: " ")) must be of kind \(way.kind) with \(way.fields)")
        }
    }

    private func checkView(_ view: View, _ findings: Findings) {
        let place = "the view \(view.name)"
        guard let command = declaration(at: view.command) else {
            findings.note("\(place): there is no command \(view.command.joined(separator: " "))")
            return
        }
        let (input, result) = (command.fields, command.result.fields)
        func expect(
            _ name: String, in fields: [FieldDeclaration], _ what: String, _ fits: (FieldType) -> Bool
        ) {
            let field = fields.first { $0.name == name }
            findings.expect(field.map { fits($0.type) } ?? false, "\(place): \(name) is not a \(what)")
        }
        switch view.form {
        case .calendar(let calendar):
            findings.expect(command.kind == .query, "\(place): its command is not a query")
            for name in [calendar.from, calendar.to] { expect(name, in: input, "day") { $0 == .date } }
            for name in [calendar.start, calendar.end] {
                expect(name, in: result, "day or time") { $0.isOfDay }
            }
            for name in [calendar.title, calendar.place].compactMap(\.self) {
                expect(name, in: result, "text") { $0 == .text }
            }
            for name in [calendar.isAllDay, calendar.isBusy].compactMap(\.self) {
                expect(name, in: result, "Boolean") { $0 == .boolean }
            }
            if let color = calendar.color { expect(color, in: result, "text") { $0 == .text } }
        case .quote(let text, let by):
            findings.expect(command.kind == .query, "\(place): its command is not a query")
            expect("day", in: input, "day") { $0 == .date }
            for name in [text] + by { expect(name, in: result, "text") { $0 == .text || $0 == .longText } }
        case .pairs(let pairs):
            findings.expect(command.kind == .query, "\(place): its command is not a query")
            checkPairs(pairs, of: view, result, findings)
        case .board(let name, _):
            findings.expect(command.kind == .recordQuery, "\(place): its command is not a record query")
            expect(name, in: result, "text") { $0 == .text }
        case .sheet(let sheet): checkSheet(sheet, of: view, findings)
        case .hours(let hours): checkHours(hours, of: view, command, findings)
        case .heatMap(let map):
            findings.expect(command.kind == .recordQuery, "\(place): its command is not a record query")
            switch map.span {
            case .month(let name): expect(name, in: input, "month") { $0 == .text }
            case .year(let name):
                expect(name, in: input, "year") { if case .integer = $0 { true } else { false } }
            }
            expect(map.items, in: result, "list of days") { type in
                let fields = type.innerFields
                let levels = fields.first { $0.name == map.level }?.type
                guard fields.contains(where: { $0.name == map.day && $0.type == .date }) else { return false }
                if case .choice(let words)? = levels { return Set(map.levels).isSubset(of: words) }
                return false
            }
            if let name = map.toggledBy { checkToggle(name, of: view, findings) }
        }
    }

    private func checkToggle(_ name: String, of view: View, _ findings: Findings) {
        let toggle = declaration(at: view.command.dropLast() + [name])
        findings.expect(
            toggle?.kind == .recordAction
                && toggle?.fields.contains { $0.name == "day" && $0.type == .date } == true,
            "the view \(view.name): \(name) is not a record action with the field day")
    }
}

extension Collection {
    /// Returns true if the collection has a record action with the given name.
    fileprivate func isRecordAction(_ name: String) -> Bool {
        commands.contains { $0.declaration.name == name && $0.declaration.kind == .recordAction }
    }

    /// Returns true if the named command is a record action that requires only a record as input.
    fileprivate func asksForNoMore(_ name: String) -> Bool {
        commands.contains { command in
            command.declaration.name == name && command.declaration.kind == .recordAction
                && !command.declaration.fields.dropFirst().contains {
                    $0.isRequired && $0.defaultValue == nil
                }
        }
    }

    /// Returns true if the named command has a day or time field called `occurrence`.
    fileprivate func takesOccurrence(_ name: String) -> Bool {
        commands.contains { command in
            command.declaration.name == name
                && command.declaration.fields.contains { $0.name == "occurrence" && $0.type.isOfDay }
        }
    }

    /// Returns the declaration of the collection's first command with the given kind.
    fileprivate func declaration(_ kind: CommandDeclaration.Kind) -> CommandDeclaration? {
        commands.map(\.declaration).first { $0.kind == kind }
    }
}

extension FieldType {
    /// True if a value of this type can contain a day.
    fileprivate var isOfDay: Bool {
        switch self {
        case .date, .when, .instant, .localTime: true
        default: false
        }
    }
}
