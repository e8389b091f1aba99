/// A command's description, as pure data.
///
/// Surfaces derive the terminal help and completion, the HTTP route and the OpenAPI schema from the
/// description. The command's kind determines the route:
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
/// In a command about one record, the first field is ``Collection/recordField(of:named:)``.
public struct CommandDeclaration: Sendable, Hashable {
    /// A command's effect on records, which determines the command's route.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Lists records, one page at a time.
        case list
        /// Returns one record.
        case show
        /// Adds a record and returns it.
        case add
        /// Changes a record and returns it.
        case edit
        /// Removes a record.
        case remove
        /// Answers a question without changing anything.
        case query
        /// Answers a question about one record without changing anything.
        case recordQuery
        /// Changes data in a way that does not add, edit or remove a single record.
        case action
        /// Changes data, starting from one record.
        case recordAction

        /// True if the command writes and therefore creates a change set.
        public var writes: Bool {
            switch self {
            case .add, .edit, .remove, .action, .recordAction: true
            case .list, .show, .query, .recordQuery: false
            }
        }

        /// True if the command's first field names the one record that the command is about.
        public var takesRecord: Bool {
            switch self {
            case .show, .edit, .remove, .recordQuery, .recordAction: true
            case .list, .add, .query, .action: false
            }
        }
    }

    /// The command's name, which follows the names of the module and the collection.
    ///
    /// The name is a lower-case word, or several words joined by hyphens.
    public var name: String
    /// The command's effect on records.
    public var kind: Kind
    /// The label for a button or a menu, or nil to derive the label from the name; see ``title``.
    public var ownTitle: String?
    /// The past participle that describes the record after the command, such as `put off`.
    ///
    /// The value is nil for the host's commands, and if the kind implies a participle (`added`, `changed`,
    /// `removed`).
    public var past: String?
    /// A one-sentence summary for command lists.
    public var summary: String
    /// Additional help: rules, units, an example.
    ///
    /// The text may be empty.
    public var discussion: Guidance
    /// The input fields, in the order in which the help lists the fields.
    public var fields: [FieldDeclaration]
    /// The result's shape.
    public var result: ResultShape
    /// True for a query whose records become due as time passes; see ``DueList``.
    public var isDueList = false
    /// True for an action that has the same effect on each of several records, in any order; see
    /// ``takesSeveral``.
    public var isForSeveral = false

    /// The record field that is true or has a value if the action no longer applies to the record; see
    /// ``Command/offered(unless:)``.
    public var doneField: String?

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
    /// The label for a button or a menu: `Follow up`.
    public var title: String { ownTitle ?? name.titleOfWords }

    /// The field that identifies the record, or nil if the command is not about one record.
    public var subject: FieldDeclaration? { kind.takesRecord ? fields.first : nil }

    /// Returns true if web pages offer the action for a record.
    ///
    /// - Parameter record: the record, in the form of the action's result.
    public func isOffered(for record: DataObject) -> Bool {
        guard let doneField, let value = record[doneField] else { return true }
        return value.isNull || value == .bool(false)
    }

    /// True if a terminal accepts several records, as in `tasks complete Essay Tax`.
    ///
    /// Removals and actions that are marked with ``Command/forSeveral`` accept several records. All changed
    /// records belong to one change.
    public var takesSeveral: Bool { kind == .remove || isForSeveral }

    /// The edit command's fields that accept null to clear or reset a value; empty for other commands.
    ///
    /// These fields are the record's stored fields; null resets a field that has a default. The array does
    /// not contain fields that change list elements (`addTags` beside `tags`) or only control the edit (a
    /// Boolean that the record does not have).
    public var clearableFields: [FieldDeclaration] {
        guard kind == .edit else { return [] }
        let shown = Set(result.fields.map(\.name))
        let names = Set(fields.map(\.name))
        return fields.dropFirst().filter { field in
            switch field.type {
            case .file, .secret: false
            // This field selects a part of the series; it is not a value of the record.
            case _ where field.role != nil: false
            case _ where shown.contains(field.name): true
            case .boolean: false
            default: field.listThatItChanges.map { !names.contains($0) } ?? true
            }
        }
    }
}

extension FieldDeclaration {
    /// The name of the list that a field changes: `tags` for `addTags` and `removeTags`; nil for other names.
    package var listThatItChanges: String? {
        guard let verb = ["add", "remove"].first(where: name.hasPrefix) else { return nil }
        let rest = name.dropFirst(verb.count)
        guard rest.first?.isUppercase == true else { return nil }
        return rest.prefix(1).lowercased() + rest.dropFirst()
    }
}

/// One command of a module, declared once and available on every surface.
public struct Command: Sendable {
    /// The description for surfaces.
    public var declaration: CommandDeclaration
    /// Performs the command.
    ///
    /// A read command runs on a snapshot. A write command runs inside the one transaction that becomes a
    /// change set.
    public var run: @Sendable (Arguments, CommandContext) throws -> DataValue

    /// Declares a command with the function that performs it.
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

    /// A copy of the command that is marked as a ``DueList``.
    public var asDueList: Command {
        var copy = self
        copy.declaration.isDueList = true
        return copy
    }

    /// Returns a copy of the action that web pages offer only if a record's field is false or has no value.
    ///
    /// If the action fails when it is repeated, pass the field that the action sets: `sealedAt` for `seal`.
    public func offered(unless field: String) -> Command {
        var copy = self
        copy.declaration.doneField = field
        return copy
    }

    /// A copy of the action that accepts several records at once; see ``CommandDeclaration/takesSeveral``.
    ///
    /// The action runs once for each record, inside one change. Use this property only for actions whose
    /// effect on a record is independent of other records: `complete`, not `move`. Arguments after the record
    /// may be only days and times.
    public var forSeveral: Command {
        var copy = self
        copy.declaration.isForSeveral = true
        return copy
    }
}

/// The shape of a command's result.
public enum ResultShape: Sendable, Hashable {
    /// One record or answer, as an object with these fields.
    case object([FieldDeclaration])
    /// A page, `{"items":[…],"total":N,"next":CURSOR-or-null}`, in which each item is an object with these
    /// fields.
    ///
    /// `columns` names the fields that a terminal's table shows, in order.
    case page([FieldDeclaration], columns: [String])
    /// A complete list, `{"items":[…]}`, in which each item is an object with these fields.
    ///
    /// `columns` names the fields that a terminal's table shows, in order.
    ///
    /// The result may also contain `warnings`, for instance about missing items: each warning is a sentence
    /// without a full stop. A terminal prints the warnings on standard error.
    case list([FieldDeclaration], columns: [String])

    /// The fields of the object or, in a page or list, of each item.
    public var fields: [FieldDeclaration] {
        switch self {
        case .object(let fields), .page(let fields, _), .list(let fields, _): fields
        }
    }

    /// The fields that a table shows, in order; for an object, all fields.
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
