import AtriumSDK
import DatePhrases
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// `tasks add` in words: what a phrase says of a task becomes the fields of the command that adds one.
enum TaskWords {
    private static let text = Field<[String]>.texts(
        "text",
        help: "The title and any details, in words: “essay by friday 18:00, 2h, must-do #uni +Thesis”."
    ).required.positional.titled("Task").hinted(
        "In words, such as: essay by friday 18:00, 2h, must-do #uni.")
    private static let plain = Field<Bool>.boolean(
        "plain", help: "Use the whole text as the title; read no details from it."
    ).defaulting(to: .bool(false))

    private static let addedFields: [FieldDeclaration] = [
        FieldDeclaration(
            "understood", .list(.text), help: "The words that were read as details, not as the title.",
            isRequired: true),
        FieldDeclaration(
            "leftInText", .list(.text),
            help:
                "Words of the title that look like a time, a length or a project but were not understood.",
            isRequired: true),
        FieldDeclaration(
            "near", .list(.text),
            help: "Projects with a similar name, if no project has the given name.",
            isRequired: true, title: "Projects with a similar name"),
    ]

    /// The collection of tasks, whose command `add` reads words.
    static func reading(_ collection: Collection) -> Collection {
        var collection = collection
        collection.commands = collection.commands.map { $0.declaration.kind == .add ? reading($0) : $0 }
        return collection
    }

    private static func reading(_ add: Command) -> Command {
        var command = add
        command.declaration.fields =
            [text.declaration] + add.declaration.fields.filter { $0.name != "title" } + [plain.declaration]
        command.declaration.result = .object(taskKind.writtenResult.fields + addedFields)
        command.declaration.discussion = """
            A day sets the planned day; after by, due, until or before, it sets the deadline. A time always belongs to the \
            deadline. The text can also contain a length (2h, 45 min), must-do or flexible, low energy, #tag, @context, \
            +Project, //section, a priority from ! to !!!, a repetition, and top for the day’s top three. Words that are \
            not understood stay in the title, and the result lists them. Words between quotation marks stay in the title, \
            too. With \(flag: "plain") the whole text is the title.
            """
        command.run = { input, context in
            let words = try input.required(text).joined(separator: " ")
            guard Words.line(words) != nil else { throw emptyTitle }
            var values = input.values
            (values["text"], values["plain"]) = (nil, nil)
            var reading = Reading()
            if input[plain] == true {
                values["title"] = .text(words)
            } else {
                let phrase = try read(words, context, &reading)
                try take(phrase, words, into: &values, context)
            }
            var result = try add.run(Arguments(checked: values), context).objectValue ?? [:]
            reading.add(to: &result)
            return .object(result)
        }
        return command
    }

    /// What a phrase says, field by field, without a task.
    static let understand: Command = {
        let fieldNames = [
            "title", "planned", "due", "zone", "repeat", "estimate", "kind", "energy", "priority", "project",
            "section", "tags",
        ]
        let fields = fieldNames.compactMap { name in
            taskKind.listedFields.first { $0.name == name }.map { field in
                var field = field
                field.isRequired = false
                return field
            }
        }
        return Command(
            "understand", .query, title: "Preview",
            summary: "Preview how the text of a task is understood, without adding the task.",
            fields: [text.declaration],
            result: .object(fields + [TaskRules.top.declaration] + addedFields)
        ) { input, context in
            let words = try input.required(text).joined(separator: " ")
            guard Words.line(words) != nil else { throw emptyTitle }
            var (values, reading) = (DataObject(), Reading())
            let phrase = try read(words, context, &reading)
            try take(phrase, words, into: &values, context)
            if let project = phrase.project {
                values["project"] = .text(
                    orNull: try Projects(RecordContext(context)).open(named: project.name)?.title)
            }
            var result = DataObject()
            for name in fieldNames + ["top"] { result[name] = values[name] ?? .null }
            if let due = values["due"]?.textValue, phrase.dueTime != nil {
                result["due"] = .text(due + ":00")
            }
            result["tags"] = values["tags"] ?? .list([])
            result["top"] = .bool(phrase.isTop)
            reading.add(to: &result)
            return .object(result)
        }
    }()

    private static var emptyTitle: AtriumError {
        AtriumError(.badData, "the title cannot be empty", remedy: "write what to do", field: "text")
    }

    // MARK: - Reading

    /// What was made of the words of a task, as the results say it.
    private struct Reading {
        var understood: [String] = []
        var leftInText: [String] = []
        var near: [String] = []

        /// Adds it to a result, as ``TaskWords/addedFields`` declare it.
        func add(to result: inout DataObject) {
            result["understood"] = .texts(understood)
            result["leftInText"] = .texts(leftInText)
            result["near"] = .texts(near)
        }
    }

    /// Reads a phrase on the user's clock; if it says a zone and no day, on the clock of that.
    ///
    /// The words of a project stay in the title if there is none that is called so.
    private static func read(
        _ words: String, _ context: CommandContext, _ reading: inout Reading
    ) throws -> TaskPhrase {
        var phrase = try PhraseMoment.reading(
            context, { try TaskPhrase(words, at: $0) }, zone: { $0.saysDay ? nil : $0.zone })
        let projects = Projects(RecordContext(context))
        if let project = phrase.project, try projects.open(named: project.name) == nil {
            phrase = phrase.keepingInText(project)
            reading.near = try projects.open(near: project.name)
        }
        (reading.understood, reading.leftInText) = (phrase.understood, phrase.leftInText)
        return phrase
    }

    /// Puts what a phrase says into the fields of the command.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if a field is given too.
    private static func take(
        _ phrase: TaskPhrase, _ words: String, into values: inout DataObject, _ context: CommandContext
    ) throws {
        func set(_ name: String, _ value: DataValue) throws {
            guard !value.isNull else { return }
            let given = values[name]
            if let given, !given.isNull, given != .bool(false) {
                throw AtriumError(
                    .badData, "\(name) is also in the text",
                    remedy: "leave one of them out, or use the text as the title with \(flag: "plain")",
                    field: name)
            }
            values[name] = value
        }
        guard Words.line(phrase.text) != nil else {
            throw AtriumError(
                .badData, "the text has no title",
                remedy: "write what to do, or use the text as the title with \(flag: "plain")",
                field: "text")
        }
        values["title"] = .text(phrase.text)
        if values["today"] == .bool(true), phrase.planned != nil {
            throw AtriumError(
                .badData, "the text contains a day, too", remedy: "leave out \(flag: "today")",
                field: "today")
        }
        try set("planned", .text(orNull: phrase.planned?.description))
        if let due = phrase.due {
            try set("due", .text(phrase.dueTime.map { "\(due)T\($0)" } ?? due.description))
            if phrase.dueTime != nil { try set("zone", .text(orNull: phrase.zone)) }
        }
        try set("estimate", .integer(orNull: phrase.estimate.map(Int64.init)))
        // The kind has a default, which says nothing.
        if let kind = phrase.kind { values["kind"] = .text(kind.rawValue) }
        try set("energy", .text(orNull: phrase.energy?.rawValue))
        try set("priority", .integer(orNull: phrase.priority.map(Int64.init)))
        try set("section", .text(orNull: phrase.section?.name))
        if let project = phrase.project {
            try set(
                "project",
                .integer(orNull: try Projects(RecordContext(context)).open(named: project.name)?.id)
            )
        }
        if !phrase.tags.isEmpty {
            values["tags"] = .texts(((values["tags"] ?? .null).texts + phrase.tags).unique)
        }
        if phrase.isTop { values["top"] = .bool(true) }
        try set("repeat", .text(orNull: try rule(of: phrase, context)))
    }

    /// The rule of a phrase; UNTIL beside a time is an instant.
    private static func rule(of phrase: TaskPhrase, _ context: CommandContext) throws -> String? {
        guard let rule = phrase.rule else { return nil }
        guard let time = phrase.dueTime else { return rule.text }
        let zone = phrase.zone.flatMap(Zones.system.zone) ?? Zones.viewer(context.settings)
        return rule.text(endingIn: zone, at: time)
    }
}
