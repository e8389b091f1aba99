public import AtriumSDK
public import GRDB

/// A kind of record: a declaration combined with code for some values, which are identified by name.
///
/// ```swift
/// static let kind = RecordKind(declaration, rules: HabitRules())
///     .codec(ScheduleCodec(), of: "schedule")
/// // in the module: collections: [kind.collection(with: moreCommands)], importers: [kind.importer()]
/// ```
public struct RecordKind: Sendable {
    /// The declaration, as data.
    public let declaration: RecordDeclaration
    /// The rules that a declaration cannot express.
    public let rules: any RecordRules
    /// The values' codecs, in the declaration's order.
    var codecs: [any ValueCodec]
    /// The storage locations for values outside the row and the tags, in the declaration's order.
    var places: [(any ValuePlace)?]
    /// Additional help for commands, by command name.
    ///
    /// This help is added to the text that is derived from the declaration.
    var texts: [String: (title: String?, summary: String?, discussion: Guidance)] = [:]
    /// The profiles for other programs' files.
    var profiles: [RowProfile] = []
    /// The values' names, which all records share.
    let names: [String]
    /// The row layout, which is created on first use.
    private var layoutBox = RecordLayout.Box()
    /// The row layout.
    var layout: RecordLayout { layoutBox.layout(of: self) }

    /// Creates a kind from a declaration.
    public init(_ declaration: RecordDeclaration, rules: any RecordRules = NoRules()) {
        self.declaration = declaration
        self.rules = rules
        codecs = declaration.values.map { $0.codec(of: declaration) }
        places = declaration.values.map { value in
            guard case .days(let days) = value.place else { return nil }
            return DaysPlace(days, of: declaration.table, declaration.recordName)
        }
        names = declaration.values.map(\.name)
    }

    /// Returns a copy of this kind with a codec for a value.
    public func codec(_ codec: any ValueCodec, of name: String) -> RecordKind {
        with { $0.codecs[index(of: name)] = codec }
    }

    /// Returns a copy of this kind with a storage location for a value.
    public func place(_ place: any ValuePlace, of name: String) -> RecordKind {
        precondition(
            declaration.values[index(of: name)].place == .custom, "\(name) has a declared place")
        return with { $0.places[index(of: name)] = place }
    }

    /// Returns a copy of this kind with a word rule for a single-line text value.
    public func words(_ rule: WordRule, of name: String) -> RecordKind { plain(name) { $0.rule = rule } }

    /// Returns a copy of this kind that splits a text value over several columns.
    public func split(_ split: ColumnSplit, of name: String) -> RecordKind {
        plain(name) { $0.split = split }
    }

    private func plain(_ name: String, _ change: (inout PlainCodec) -> Void) -> RecordKind {
        with { kind in
            guard var codec = kind.codecs[index(of: name)] as? PlainCodec else {
                preconditionFailure("\(name) has a codec of its own")
            }
            change(&codec)
            kind.codecs[index(of: name)] = codec
        }
    }

    /// Returns a copy of this kind with additional help for a command, and optionally with a button title.
    public func describing(
        _ command: String, titled title: String? = nil, _ summary: String? = nil, _ discussion: Guidance = ""
    ) -> RecordKind {
        with { $0.texts[command] = (title, summary, discussion) }
    }

    /// Returns a copy of this kind with a profile for another program's files.
    public func reading(_ profile: RowProfile) -> RecordKind { with { $0.profiles.append(profile) } }

    private func with(_ change: (inout RecordKind) -> Void) -> RecordKind {
        var copy = self
        change(&copy)
        copy.layoutBox = RecordLayout.Box()
        return copy
    }

    private func index(of name: String) -> Int {
        guard let index = names.firstIndex(of: name) else {
            preconditionFailure("\(declaration.collection) has no value \(name)")
        }
        return index
    }

    /// The values for a new record if the input is empty.
    public var initial: RecordValues { RecordValues(codecs.map { $0.initial }, names: names) }

    /// Returns an SQL expression for a value in the form that results show, over the alias `r`.
    ///
    /// The value must be stored in one column. The expression takes linked records into account.
    ///
    /// - Parameter links: the link store from the context for a command or a figure.
    public func shownSQL(of name: String, _ links: any LinkStore) -> String {
        declaration.shownSQL(of: declaration.values[index(of: name)], links)
    }

    /// The result shape for commands that write a record.
    ///
    /// The result contains the record. If the rules may produce warnings, the result also contains the
    /// warnings.
    public var writtenResult: ResultShape {
        .object(
            recordFields
                + (rules.mayWarn
                    ? [
                        FieldDeclaration(
                            "warnings", .list(.text), help: "Warnings about the change.", isRequired: true)
                    ] : []))
    }

    /// Returns the command result for a written record in the shape ``writtenResult``.
    ///
    /// - Parameter table: the table that wrote the record.
    public func written(
        _ id: Int64, by table: RecordTable, _ context: CommandContext
    ) throws -> DataValue {
        let value = try value(table.record(id), context)
        guard rules.mayWarn, var object = value.objectValue else { return value }
        object["warnings"] = .texts(table.context.warnings)
        return .object(object)
    }

    /// The field by which a command's input identifies the record.
    public var recordField: Field<Int64> {
        Collection.recordField(of: declaration.collection, named: declaration.recordName)
    }

    /// Returns the collection with the declaration's commands, followed by additional commands.
    public func collection(with commands: [Command] = []) -> Collection {
        for (value, place) in zip(declaration.values, places) where value.place == .custom {
            precondition(place != nil, "\(value.name) of \(declaration.collection) has no place")
        }
        let recordFields = recordFields
        var collection = Collection(
            declaration.collection, recordName: declaration.recordName, isMain: declaration.isMain,
            table: declaration.table, titleSQL: declaration.titleSQL,
            searchFields: zip(declaration.values, places).filter(\.0.isSearched).flatMap { value, place in
                (place.map { [$0.searchSQL].compactMap(\.self) } ?? value.columns.map { "r.\($0)" })
                    .map { SearchField(value.name, sql: $0) }
            },
            recordFields: recordFields, commands: self.commands(giving: recordFields) + commands,
            look: declaration.look)
        collection.preferredSQL = declaration.preferredSQL
        return collection
    }
}

/// A rule that validates a single-line text, such as a color or a link, and converts it for storage.
public struct WordRule: Sendable {
    let message: String
    let remedy: Guidance
    /// True if the rule rejects invalid cells in files; false if an import stores invalid cells unchanged.
    let bindsFiles: Bool
    let parse: @Sendable (String) throws -> String?

    /// Creates a word rule.
    ///
    /// - Parameters:
    ///   - message: the message about an invalid cell, such as `the color is not a CSS name`.
    ///   - remedy: the remedy that a command's error message suggests; not needed if `parse` throws its own
    ///     errors.
    ///   - bindsFiles: true if the rule rejects invalid cells in files.
    ///   - parse: returns the stored form of the text; returns nil or throws an error if the text is invalid.
    public init(
        _ message: String, remedy: Guidance = "", bindsFiles: Bool = true,
        _ parse: @escaping @Sendable (String) throws -> String?
    ) {
        self.message = message
        self.remedy = remedy
        self.bindsFiles = bindsFiles
        self.parse = parse
    }

    /// Returns a rule that accepts every text and converts the text to another stored form.
    public static func form(_ form: @escaping @Sendable (String) -> String) -> WordRule {
        WordRule("", form)
    }

    /// A rule that requires a URI (RFC 3986, section 3) in commands, but accepts any link in files.
    public static let link = WordRule(
        "the link is not a URI", remedy: "it must be a complete link such as https://example.org",
        bindsFiles: false
    ) { text in
        let scheme = text.prefix { $0 != ":" }
        let isURI =
            scheme.count < text.count && scheme.first?.isLetter == true
            && scheme.utf8.allSatisfy {
                (97...122).contains($0 | 0x20) || (48...57).contains($0) || "+-.".utf8.contains($0)
            } && !text.contains(where: \.isWhitespace)
        return isURI ? text : nil
    }
}

/// A split that stores one single-line text in several columns, such as a position in two number columns.
public struct ColumnSplit: Sendable {
    let columns: @Sendable (String) -> [DatabaseValue]?
    let text: @Sendable ([DatabaseValue]) -> String?

    /// Creates a split from two functions: one from text to columns, and one from columns to text.
    ///
    /// Each function returns nil if there is no value.
    public init(
        columns: @escaping @Sendable (String) -> [DatabaseValue]?,
        text: @escaping @Sendable ([DatabaseValue]) -> String?
    ) {
        self.columns = columns
        self.text = text
    }
}

extension ValueDeclaration {
    /// Returns the default codec for the value's storage location.
    fileprivate func codec(of record: RecordDeclaration) -> any ValueCodec {
        switch place {
        case .moment(_, let zone, let zones):
            MomentCodec(declaration: self, table: record.table, zoneColumn: zone, zones: zones)
        case .people(let people): PeopleCodec(people, self, of: record.collection)
        case .days(let days): DaysCodec(days, self, record.recordName)
        case .columns, .tags, .custom: PlainCodec(self, of: record.recordName)
        }
    }
}

/// The rules that a kind of record needs and a declaration cannot express.
///
/// Each requirement has a default implementation that adds nothing.
public protocol RecordRules: Sendable {
    /// Checks a record's new values before they are written.
    ///
    /// Rules apply to new values, never to stored values.
    ///
    /// - Parameters:
    ///   - old: the stored record, or nil for a new record.
    ///   - door: the new values' origin. A command that breaks a rule fails. An invalid value from a file is
    ///     corrected, or the item is rejected.
    /// - Throws: ``AtriumError`` with code `badData`; the error names the field.
    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext)
        throws
    /// Corrects invalid values from a file, as a pure function.
    ///
    /// - Returns: the problems that were corrected.
    func mend(_ values: inout RecordValues) -> [RowCells.Problem]
    /// True if writing a record may produce warnings for the user; see ``RecordContext/warn(_:)``.
    var mayWarn: Bool { get }
    /// The input fields that `add` accepts in addition to the values' fields.
    var addFields: [FieldDeclaration] { get }
    /// The input fields that `edit` accepts in addition to the values' fields.
    var editFields: [FieldDeclaration] { get }
    /// Applies additional input fields, such as ``addFields``, to a record.
    ///
    /// - Throws: ``AtriumError`` with code `badData`; the error names the field.
    func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws
    /// Applies input that changes data outside the record's values, such as attachments.
    ///
    /// This function is called after the record's row exists.
    ///
    /// - Returns: true if any data changed, so that the record counts as edited.
    /// - Throws: ``AtriumError`` with code `badData`; the error names the field.
    func attach(_ input: Arguments, to record: StoredRecord, _ context: CommandContext) throws -> Bool
    /// The fields that ``willRemove(_:_:)`` adds to the result from `remove`.
    var removeFields: [FieldDeclaration] { get }
    /// Prepares a record's removal, and returns result fields about other data removed with the record.
    func willRemove(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject
    /// Returns a record's computed fields.
    func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject
    /// Returns the fields that appear only in the result for a single record.
    func details(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject
    /// Performs follow-up work after a record was written.
    func didWrite(_ record: StoredRecord, since old: StoredRecord?, _ context: RecordContext) throws
    /// Returns the existing record that matches a row with a new uid, or nil if the row is a new record.
    ///
    /// A matching record gets the row's uid.
    func adopted(by row: RecordDraft, _ context: RecordContext) throws -> Int64?
    /// Returns the record whose values are identical to an item's values, for formats without identifiers.
    ///
    /// Returns nil if no record has identical values, or if another item in the file already matches the
    /// record.
    func record(matching draft: RecordDraft, _ context: RecordContext) throws -> Int64?
    /// Completes a row's values with data that only the vault or the file's earlier rows contain.
    ///
    /// This data is the draft's clues and the record's old values; the old values are nil for a new record.
    func complete(
        _ values: inout RecordValues, over old: RecordValues?, by draft: RecordDraft, _ context: RecordContext
    ) throws
    /// Returns true if a file in the draft's format can represent a value.
    ///
    /// A value that the format cannot represent does not count as an edit that is missing from the file.
    func canRepresent(_ value: String, in draft: RecordDraft) -> Bool
    /// Informs the rules that a row in the file belongs to a record.
    ///
    /// This function is called after the row was written, for every row that has a record, including
    /// unchanged rows.
    func met(_ record: Int64, as draft: RecordDraft, _ context: RecordContext) throws
    /// Discards cached data about written rows, after the host has rolled back the most recent writes.
    func forget(_ context: RecordContext)
    /// Performs the work that requires all rows in the file.
    ///
    /// - Returns: sentences that the user sees.
    func finish(_ context: RecordContext) throws -> [String]
    /// Additional fingerprints for recognizing a draft, beginning with the most reliable fingerprint.
    ///
    /// The declared fingerprints remain in use.
    var fingerprints: [Fingerprint<RecordDraft>] { get }
}

extension RecordRules {
    /// By default, accepts every value that the value's type allows.
    public func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {}
    /// By default, corrects nothing.
    public func mend(_ values: inout RecordValues) -> [RowCells.Problem] { [] }
    /// By default, false.
    public var mayWarn: Bool { false }
    /// By default, empty.
    public var addFields: [FieldDeclaration] { [] }
    /// By default, empty.
    public var editFields: [FieldDeclaration] { [] }
    /// By default, does nothing and returns false.
    public func attach(_ input: Arguments, to record: StoredRecord, _ context: CommandContext) throws -> Bool
    {
        false
    }
    /// By default, does nothing.
    public func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws {}
    /// By default, empty.
    public var removeFields: [FieldDeclaration] { [] }
    /// By default, does nothing and returns no fields.
    public func willRemove(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject { [:] }
    /// By default, returns no fields.
    public func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject { [:] }
    /// By default, returns no fields.
    public func details(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject { [:] }
    /// By default, does nothing.
    public func didWrite(_ record: StoredRecord, since old: StoredRecord?, _ context: RecordContext) throws {}
    /// By default, returns nil, which makes a row with a new uid a new record.
    public func adopted(by row: RecordDraft, _ context: RecordContext) throws -> Int64? { nil }
    /// By default, returns nil, which is correct for formats with identifiers.
    public func record(matching draft: RecordDraft, _ context: RecordContext) throws -> Int64? { nil }
    /// By default, adds nothing, which is correct for complete rows.
    public func complete(
        _ values: inout RecordValues, over old: RecordValues?, by draft: RecordDraft, _ context: RecordContext
    ) throws {}
    /// By default, returns true.
    public func canRepresent(_ value: String, in draft: RecordDraft) -> Bool { true }
    /// By default, does nothing.
    public func met(_ record: Int64, as draft: RecordDraft, _ context: RecordContext) throws {}
    /// By default, does nothing, which is correct for rules without cached data.
    public func forget(_ context: RecordContext) {}
    /// By default, does nothing and returns no sentences.
    public func finish(_ context: RecordContext) throws -> [String] { [] }
    /// By default, empty.
    public var fingerprints: [Fingerprint<RecordDraft>] { [] }
}

/// An implementation of ``RecordRules`` that adds no rules.
public struct NoRules: RecordRules {
    /// Creates the rules.
    public init() {}
}
