/// What a surface knows of one thing that can be done: pure data.
///
/// The terminal's help and completion, the HTTP route and its OpenAPI schema are made from it. The kind decides the
/// route:
///
/// | kind | terminal | HTTP |
/// |---|---|---|
/// | `list` | `habits list` | `GET /habits` |
/// | `show` | `habits show RECORD` | `GET /habits/{id}` |
/// | `add` | `habits add` | `POST /habits` |
/// | `edit` | `habits edit RECORD` | `PATCH /habits/{id}` |
/// | `remove` | `habits remove RECORD` | `DELETE /habits/{id}` |
/// | `query` | `habits summary` | `GET /habits/summary` |
/// | `recordQuery` | `habits month RECORD` | `GET /habits/{id}/month` |
/// | `action` | `habits tidy` | `POST /habits/tidy` |
/// | `recordAction` | `habits toggle RECORD` | `POST /habits/{id}/toggle` |
///
/// Kinds with a record have, as their first field, ``Collection/recordField(of:named:)``.
public struct CommandDeclaration: Sendable, Hashable {
    /// What the command does to records, and so its route.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Gives records, a page at a time.
        case list
        /// Gives one record.
        case show
        /// Makes a record and gives it.
        case add
        /// Changes a record and gives it.
        case edit
        /// Removes a record.
        case remove
        /// Answers a question.
        case query
        /// Answers a question about one record.
        case recordQuery
        /// Changes something.
        case action
        /// Changes something about one record.
        case recordAction

        /// Whether the command writes, and so makes a change set.
        public var writes: Bool {
            switch self {
            case .add, .edit, .remove, .action, .recordAction: true
            case .list, .show, .query, .recordQuery: false
            }
        }

        /// Whether the command is about one record, its first field.
        public var takesRecord: Bool {
            switch self {
            case .show, .edit, .remove, .recordQuery, .recordAction: true
            case .list, .add, .query, .action: false
            }
        }
    }

    /// The word after the module (and collection): a lower-case word, or words joined by hyphens.
    public var name: String
    /// What it does to records.
    public var kind: Kind
    /// What people read on a button or a menu, if the name's words are not it; see ``title``.
    public var ownTitle: String?
    /// What is said of a record after it: `put off`; nil where the kind says it (`added`, `changed`, `removed`), and for what
    /// a module does not declare.
    public var past: String?
    /// One sentence for lists of commands.
    public var summary: String
    /// More help: rules, units, an example.
    ///
    /// May be empty.
    public var discussion: Guidance
    /// The fields of the input, in the order of help.
    public var fields: [FieldDeclaration]
    /// The shape of the result.
    public var result: ResultShape
    /// Whether it is a query whose items come due as time goes on: ``DueList``.
    public var isDueList = false
    /// Whether it is an action that means the same for several records, in any order: ``takesSeveral``.
    public var isForSeveral = false

    /// Declares a command.
    public init(
        _ name: String, _ kind: Kind, title: String? = nil, past: String? = nil, summary: String,
        discussion: Guidance = "", fields: [FieldDeclaration] = [], result: ResultShape
    ) {
        self.name = name
        self.kind = kind
        ownTitle = title
        self.past = past
        self.summary = summary
        self.discussion = discussion
        self.fields = fields
        self.result = result
    }
}

extension CommandDeclaration {
    /// What people read on a button or a menu: `Follow up`.
    public var title: String { ownTitle ?? name.titleOfWords }

    /// The field that names the record; nil if the command is about none.
    public var subject: FieldDeclaration? { kind.takesRecord ? fields.first : nil }

    /// Whether a terminal accepts several records, as in `tasks complete Essay Tax`.
    ///
    /// Removals do, and actions that are ``Command/forSeveral``. All records are one change.
    public var takesSeveral: Bool { kind == .remove || isForSeveral }

    /// The fields of an edit that null empties, or brings back to what holds where nothing is said; none of other commands.
    ///
    /// They are what is kept of the record: not what adds to a list or takes from it (`addTags` beside `tags`), and not what
    /// only says how to change it (a boolean that the record does not have).
    public var clearableFields: [FieldDeclaration] {
        guard kind == .edit else { return [] }
        let shown = Set(result.fields.map(\.name))
        let names = Set(fields.map(\.name))
        return fields.dropFirst().filter { field in
            switch field.type {
            case .file, .secret: false
            case _ where shown.contains(field.name): true
            case .boolean: false
            default: field.listThatItChanges.map { !names.contains($0) } ?? true
            }
        }
    }
}

extension FieldDeclaration {
    /// `tags` for `addTags` and `removeTags`; nil for other names.
    package var listThatItChanges: String? {
        guard let verb = ["add", "remove"].first(where: name.hasPrefix) else { return nil }
        let rest = name.dropFirst(verb.count)
        guard rest.first?.isUppercase == true else { return nil }
        return rest.prefix(1).lowercased() + rest.dropFirst()
    }
}

/// One thing that a module can do, declared once and offered on every surface.
public struct Command: Sendable {
    /// What surfaces know of it.
    public var declaration: CommandDeclaration
    /// Does the work: on a read, on a snapshot; on a write, inside the one transaction that becomes a change set.
    public var run: @Sendable (Arguments, CommandContext) throws -> DataValue

    /// Declares a command with its work.
    public init(
        _ name: String, _ kind: CommandDeclaration.Kind, title: String? = nil, past: String? = nil,
        summary: String, discussion: Guidance = "", fields: [FieldDeclaration] = [], result: ResultShape,
        run: @escaping @Sendable (Arguments, CommandContext) throws -> DataValue
    ) {
        declaration = CommandDeclaration(
            name, kind, title: title, past: past, summary: summary, discussion: discussion, fields: fields,
            result: result)
        self.run = run
    }

    /// The same command, whose items come due as time goes on: ``DueList``.
    public var asDueList: Command {
        var copy = self
        copy.declaration.isDueList = true
        return copy
    }

    /// The same action for several records at once: ``CommandDeclaration/takesSeveral``.
    ///
    /// It runs for each of them, inside one change. So declare an action that does not depend on what it does to the others:
    /// `complete`, not `move`. Arguments behind the record can be days and times only.
    public var forSeveral: Command {
        var copy = self
        copy.declaration.isForSeveral = true
        return copy
    }
}

/// The shape of a command's result.
public enum ResultShape: Sendable, Hashable {
    /// One record or answer: an object of these fields.
    case object([FieldDeclaration])
    /// A page: `{"items":[…],"total":N,"next":CURSOR-or-null}`, each item an object of the fields.
    ///
    /// `columns` names the fields that a terminal's table shows, in order.
    case page([FieldDeclaration], columns: [String])
    /// All of them at once: `{"items":[…]}`, each item an object of the fields; `columns` as for a page.
    ///
    /// Beside the items there may be `warnings`: what the user should know of the list, a sentence each without a full
    /// stop, as where items are missing. A terminal prints them on standard error.
    case list([FieldDeclaration], columns: [String])

    /// The fields of the object, or of each item.
    public var fields: [FieldDeclaration] {
        switch self {
        case .object(let fields), .page(let fields, _), .list(let fields, _): fields
        }
    }

    /// The fields that a table shows, in order; all of an object.
    public var columns: [String] {
        switch self {
        case .object(let fields): fields.map(\.name)
        case .page(_, let columns), .list(_, let columns): columns
        }
    }

    /// The result of a removal: `{"removed":true,"id":…,"uid":…}`.
    public static let removal = ResultShape.object([
        FieldDeclaration("removed", .boolean, help: "Always true.", isRequired: true),
        FieldDeclaration("id", .integer(), help: "The id that the record had.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid that the record had.", isRequired: true),
    ])
}
