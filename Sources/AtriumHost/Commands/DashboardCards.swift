import AtriumSDK
import Foundation

/// What a dashboard shows of lists in short: the cards that modules declare, and the quote of the day.
struct DashboardCards {
    let answers: ModuleAnswers
    let today: LocalDate
    let timeZone: TimeZone

    /// The fields of a card.
    static let fields: [FieldDeclaration] = [
        FieldDeclaration("module", .text, help: "The module of the card.", isRequired: true),
        FieldDeclaration("name", .text, help: "The card's name within its module.", isRequired: true),
        FieldDeclaration("title", .text, help: "The card's title.", isRequired: true),
        FieldDeclaration(
            "command", .text, help: "The words of the command that lists all records.", isRequired: true),
        FieldDeclaration(
            "items",
            .list(
                .object([
                    FieldDeclaration("title", .text, help: "The record's title.", isRequired: true),
                    FieldDeclaration(
                        "facts", .list(.text), help: "A few facts in words. Times are in your time zone.",
                        isRequired: true),
                    FieldDeclaration(
                        "done", .boolean, help: "True if the record is done, or null if it cannot be."),
                    FieldDeclaration(
                        "collection", .text,
                        help: "The record's collection, or null if the entry is not a record."),
                    FieldDeclaration(
                        "id", .integer(), help: "The record's id, or null if the entry is not a record."),
                ])), help: "The first records.", isRequired: true),
        FieldDeclaration("omitted", .integer(from: 1), help: "The number of further records."),
    ]

    /// The cards of the modules that are on, without those that have nothing to show, and what is to be said of those that
    /// could not be read.
    func all() throws -> (values: [DataValue], warnings: [String]) {
        var (values, warnings): ([DataValue], [String]) = ([], [])
        for module in answers.session.hub.registry.modules where answers.enabled.contains(module.id) {
            do {
                for card in module.cards {
                    if let value = try value(of: card, module) { values.append(.object(value)) }
                }
                for view in module.views {
                    if let value = try quote(view, module) { values.append(.object(value)) }
                }
            } catch {
                warnings.append(try ModuleAnswers.warning(of: error, from: module))
            }
        }
        return (values, warnings)
    }

    private func value(of card: Card, _ module: Module) throws -> DataObject? {
        guard let (command, collection) = module.command(card.command) else {
            throw AtriumError(
                .internal,
                "the card \(card.name) needs the command “\(card.command.joined(separator: " "))”, which does not exist"
            )
        }
        var input = card.input
        if input["limit"] == nil, command.declaration.fields.contains(where: { $0.name == "limit" }) {
            input["limit"] = .integer(Int64(card.limit))
        }
        let result = try run(command, input, module)
        let items = result["items"]?.listValue?.compactMap(\.objectValue) ?? []
        guard !items.isEmpty else { return nil }
        let shown = items.prefix(card.limit)
        let count = Int(result["total"]?.integerValue ?? Int64(items.count))
        return Self.value(
            module, card.name, card.title, card.command,
            items: shown.map { item(of: $0, command.declaration.result.fields, collection) },
            omitted: count > shown.count ? .integer(Int64(count - shown.count)) : .null)
    }

    /// The words that a module has for the day; nil if it has none.
    private func quote(_ view: View, _ module: Module) throws -> DataObject? {
        guard case .quote(let text, let by) = view.form,
            let (command, collection) = module.command(view.command)
        else { return nil }
        let found = try run(command, ["day": .text(today.description)], module)
        guard let item = found["items"]?.listValue?.first?.objectValue, let words = item[text]?.textValue
        else { return nil }
        return Self.value(
            module, view.name, view.title, view.command,
            items: [
                [
                    "title": .text(CardWords.line(words, limit: 600)),
                    "facts": .list(by.compactMap { item[$0]?.textValue }.map(DataValue.text)),
                    "done": .null,
                    "collection": .text(orNull: item["id"].flatMap { _ in collection?.id.description }),
                    "id": item["id"] ?? .null,
                ]
            ], omitted: .null)
    }

    private func run(_ command: Command, _ input: DataObject, _ module: Module) throws -> DataObject {
        let checked = try answers.session.decode(
            input, [:], command.declaration.fields, answers.db, answers.state)
        return try command.run(checked, answers.context(for: module)).objectValue ?? DataObject()
    }

    private static func value(
        _ module: Module, _ name: String, _ title: String, _ command: [String], items: [DataObject],
        omitted: DataValue
    ) -> DataObject {
        [
            "module": .text(module.id), "name": .text(name), "title": .text(title),
            "command": .text(command.joined(separator: " ")), "items": .list(items.map(DataValue.object)),
            "omitted": omitted,
        ]
    }

    /// A record in short, by the look of its own collection.
    private func item(
        of item: DataObject, _ fields: [FieldDeclaration], _ collection: Collection?
    ) -> DataObject {
        let named = item["collection"]?.textValue.flatMap { CollectionID($0) }
        let own = named.flatMap(answers.session.hub.registry.collection) ?? collection
        let words = CardWords(
            item: item, fields: fields, look: own?.look ?? RecordLook(), timeZone: timeZone)
        let id = item["id"]?.integerValue
        return [
            "title": .text(words.title ?? own?.recordTitle ?? "without a name"),
            "facts": .list(words.facts.map(DataValue.text)),
            "done": words.isDone.map(DataValue.bool) ?? .null,
            "collection": .text(orNull: id == nil ? nil : own?.id.description),
            "id": .integer(orNull: id),
        ]
    }
}

/// A record in a few words, by its look.
struct CardWords {
    let item: DataObject
    let fields: [FieldDeclaration]
    let look: RecordLook
    let timeZone: TimeZone

    /// Names of fields that say what a record is.
    private static let titles = ["name", "title", "summary", "text", "value", "label"]
    private static let mostFacts = 4

    private func field(_ name: String) -> FieldDeclaration? { fields.first { $0.name == name } }

    /// What the record is called; nil if nothing says it.
    var title: String? {
        let names = look.title.map { [$0] } ?? Self.titles
        return names.lazy.compactMap { item[$0]?.textValue }.map { Self.line($0, limit: 200) }
            .first { !$0.isEmpty }
    }

    /// The facts of its row: the day, the line below the title, the short value at the end.
    var facts: [String] {
        var facts: [String] = []
        if case .day(let name, _)? = look.lead, let text = item[name]?.textValue { facts.append(time(text)) }
        for name in look.facts + (look.key.map { [$0] } ?? []) {
            if let field = field(name), let value = item[name], let words = words(value, field) {
                facts.append(words)
            }
        }
        return Array(facts.prefix(Self.mostFacts))
    }

    /// Whether it is done; nil if it has no box.
    var isDone: Bool? {
        guard case .tick(_, let done, _, _)? = look.lead, let value = item[done] else { return nil }
        if case .bool(let flag) = value { return flag }
        return !value.isNull
    }

    /// A value in words; nil if there is nothing to say.
    private func words(_ value: DataValue, _ field: FieldDeclaration) -> String? {
        switch (value, field.type) {
        case (.null, _), (.bool(false), _), (.integer(0), _): return nil
        case (.bool, _): return field.title
        case (.integer(let number), _): return "\(field.title) \(number)"
        case (.decimal(let number), _):
            let isWhole = number == number.rounded() && abs(number) < 1e15
            return "\(field.title) \(isWhole ? String(Int64(number)) : String(number))"
        case (.text(let text), .choice): return field.title(ofChoice: text)
        case (.text(let text), .date), (.text(let text), .when), (.text(let text), .instant),
            (.text(let text), .localTime):
            return "\(field.title) \(time(text))"
        case (.text(let text), _):
            let line = Self.line(text, limit: 120)
            return line.isEmpty ? nil : line
        case (.list(let values), _):
            let texts = values.prefix(5).compactMap(name)
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        case (.object, _): return name(of: value)
        }
    }

    /// A text, or what an object is called.
    private func name(of value: DataValue) -> String? {
        guard let object = value.objectValue else {
            return value.textValue.map { Self.line($0, limit: 120) }
        }
        return Self.titles.lazy.compactMap { object[$0]?.textValue }.first
    }

    /// A day as it is, a time by the user's clock: `2026-03-01 09:30`.
    private func time(_ text: String) -> String {
        guard text.contains("T") else { return text }
        guard text.hasSuffix("Z"), let instant = Timestamp.date(text) else {
            return String(text.prefix(16)).replacing("T", with: " ")
        }
        let offset = TimeInterval(timeZone.secondsFromGMT(for: instant))
        return String(Timestamp.text(instant.addingTimeInterval(offset)).prefix(16)).replacing("T", with: " ")
    }

    /// The first line with words, cut to a number of characters.
    static func line(_ text: String, limit: Int) -> String {
        let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
        let trimmed = line.trimmingCharacters(in: .whitespaces)
        return trimmed.count > limit ? String(trimmed.prefix(limit - 1)) + "…" : trimmed
    }
}

extension Module {
    /// The command of some words, `habits list` or `mental-models observations list`, with its collection; nil if the module
    /// has none.
    func command(_ words: [String]) -> (Command, Collection?)? {
        guard words.first == id, let name = words.last, words.count == 2 || words.count == 3 else {
            return nil
        }
        let collection = collections.first {
            words.count == 2 ? $0.isMain : $0.id.name == words[1] && !$0.isMain
        }
        if let command = collection?.commands.first(where: { $0.declaration.name == name }) {
            return (command, collection)
        }
        guard words.count == 2 else { return nil }
        return queries.first { $0.declaration.name == name }.map { ($0, nil) }
    }
}
