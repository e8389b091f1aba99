public import AtriumSDK
public import GRDB

/// A kind of record: its declaration, and the code that it adds by the names of its values.
///
/// ```swift
/// static let kind = RecordKind(declaration, rules: HabitRules())
///     .codec(ScheduleCodec(), of: "schedule")
/// // in the module: collections: [kind.collection(with: moreCommands)], importers: [kind.importer()]
/// ```
public struct RecordKind: Sendable {
    /// What it is, as data.
    public let declaration: RecordDeclaration
    /// What no declaration says.
    public let rules: any RecordRules
    /// The codecs of the values, in the order of the declaration.
    var codecs: [any ValueCodec]
    /// Where values are that are neither in the row nor among the tags, in the order of the declaration.
    var places: [(any ValuePlace)?]
    /// What help says of commands beyond what follows from the declaration, by their names.
    var texts: [String: (title: String?, summary: String?, discussion: Guidance)] = [:]
    /// How rows of other programs are read.
    var profiles: [RowProfile] = []
    /// The names of the values, shared by all records.
    let names: [String]
    /// How rows of it are read and written, once it is asked for.
    private var layoutBox = RecordLayout.Box()
    /// How rows of it are read and written.
    var layout: RecordLayout { layoutBox.layout(of: self) }

    /// Makes a kind of a declaration.
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

    /// The kind with a codec of a value.
    public func codec(_ codec: any ValueCodec, of name: String) -> RecordKind {
        with { $0.codecs[index(of: name)] = codec }
    }

    /// The kind with the place of a value.
    public func place(_ place: any ValuePlace, of name: String) -> RecordKind {
        precondition(
            declaration.values[index(of: name)].place == .custom, "\(name) has a place that is declared")
        return with { $0.places[index(of: name)] = place }
    }

    /// The kind with a rule for the words of a value of one line.
    public func words(_ rule: WordRule, of name: String) -> RecordKind { plain(name) { $0.rule = rule } }

    /// The kind with how several columns hold the words of a value.
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

    /// The kind with more help for a command, and perhaps a title on its button.
    public func describing(
        _ command: String, titled title: String? = nil, _ summary: String? = nil, _ discussion: Guidance = ""
    ) -> RecordKind {
        with { $0.texts[command] = (title, summary, discussion) }
    }

    /// The kind with how rows of another program are read.
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

    /// The values of a record of which nothing is said.
    public var initial: RecordValues { RecordValues(codecs.map { $0.initial }, names: names) }

    /// SQL over the alias `r` for a value of one column as results show it: with what is linked to the record.
    ///
    /// - Parameter links: those that a command or a figure is lent.
    public func shownSQL(of name: String, _ links: any LinkStore) -> String {
        declaration.shownSQL(of: declaration.values[index(of: name)], links)
    }

    /// The result of a command that writes a record: the record, and what the user should know of the rest.
    public var writtenResult: ResultShape {
        .object(
            recordFields
                + (rules.mayWarn
                    ? [
                        FieldDeclaration(
                            "warnings", .list(.text), help: "What should be known of it.", isRequired: true)
                    ] : []))
    }

    /// A record that was written in the shape of ``writtenResult``.
    ///
    /// - Parameter table: by which it was written.
    public func written(
        _ id: Int64, by table: RecordTable, _ context: CommandContext
    ) throws -> DataValue {
        let value = try value(table.record(id), context)
        guard rules.mayWarn, var object = value.objectValue else { return value }
        object["warnings"] = .texts(table.context.warnings)
        return .object(object)
    }

    /// The field that names a record in commands about one.
    public var recordField: Field<Int64> {
        Collection.recordField(of: declaration.collection, named: declaration.recordName)
    }

    /// The collection, with the commands that its declaration gives and others behind them.
    public func collection(with commands: [Command] = []) -> Collection {
        for (value, place) in zip(declaration.values, places) where value.place == .custom {
            precondition(place != nil, "\(value.name) of \(declaration.collection) is in no place")
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

/// What words a line of text may be, such as a colour or a link, and how they are kept.
public struct WordRule: Sendable {
    let message: String
    let remedy: Guidance
    /// Whether cells of files are held to it; else they are kept as they are.
    let bindsFiles: Bool
    let parse: @Sendable (String) throws -> String?

    /// Declares a rule.
    ///
    /// - Parameters:
    ///   - message: what is said of a cell that breaks it: `the colour is no name`.
    ///   - remedy: what a command is told to give; not needed if `parse` throws what it is told.
    ///   - bindsFiles: whether cells of files are held to it.
    ///   - parse: the words in the form in which they are kept; nil if they break the rule, or what a command is told.
    public init(
        _ message: String, remedy: Guidance = "", bindsFiles: Bool = true,
        _ parse: @escaping @Sendable (String) throws -> String?
    ) {
        self.message = message
        self.remedy = remedy
        self.bindsFiles = bindsFiles
        self.parse = parse
    }

    /// A rule by which all words are right, and kept in another form.
    public static func form(_ form: @escaping @Sendable (String) -> String) -> WordRule {
        WordRule("", form)
    }

    /// A link that a command gives is a URI (RFC 3986, section 3); files have links of all kinds.
    public static let link = WordRule(
        "the link is no URI", remedy: "write it whole, such as https://example.org", bindsFiles: false
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

/// How several columns hold one line of text: the two numbers of a place, say.
public struct ColumnSplit: Sendable {
    let columns: @Sendable (String) -> [DatabaseValue]?
    let text: @Sendable ([DatabaseValue]) -> String?

    /// Declares how: from text to columns and back, each nil if there is nothing.
    public init(
        columns: @escaping @Sendable (String) -> [DatabaseValue]?,
        text: @escaping @Sendable ([DatabaseValue]) -> String?
    ) {
        self.columns = columns
        self.text = text
    }
}

extension ValueDeclaration {
    /// The codec that follows from where the value is.
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

/// What no declaration says of a kind of record.
///
/// Each has a default that adds nothing.
public protocol RecordRules: Sendable {
    /// Checks new values of a record before they are written; rules bind what is new, never what was kept.
    ///
    /// - Parameters:
    ///   - old: the record as it is; nil: it is new.
    ///   - door: a command is refused what breaks a rule; of a file it is mended, or the item is refused.
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext)
        throws
    /// Mends what a file says and no record can have; pure.
    ///
    /// - Returns: what was mended.
    func mend(_ values: inout RecordValues) -> [RowCells.Problem]
    /// Whether writing a record may do what the user should know of: ``RecordContext/warn(_:)``.
    var mayWarn: Bool { get }
    /// Fields that `add` takes beside the values'.
    var addFields: [FieldDeclaration] { get }
    /// Fields that `edit` takes beside the values'.
    var editFields: [FieldDeclaration] { get }
    /// Does what an input asks for beyond the values that it gives: by the fields of ``addFields``, say.
    ///
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws
    /// Does what an input asks for beside the record's values, when its row is there: to its attachments, say.
    ///
    /// - Returns: whether anything was changed; the record then counts as edited.
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    func attach(_ input: Arguments, to record: StoredRecord, _ context: CommandContext) throws -> Bool
    /// Fields of the result of `remove` that ``willRemove(_:_:)`` gives.
    var removeFields: [FieldDeclaration] { get }
    /// Does what is to be done before a record goes, and says what goes with it.
    func willRemove(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject
    /// The computed fields of a record.
    func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject
    /// The fields of the result about one record.
    func details(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject
    /// Does what follows when a record was written.
    func didWrite(_ record: StoredRecord, since old: StoredRecord?, _ context: RecordContext) throws
    /// The record that a row of a new uid is about all the same; nil: there is none. It gets the uid.
    func adopted(by row: RecordDraft, _ context: RecordContext) throws -> Int64?
    /// The record that says just what an item of a format without names for records does; nil: there is none, or another item
    /// of the file is that one.
    func record(saying draft: RecordDraft, _ context: RecordContext) throws -> Int64?
    /// Adds to the values of a file's row what only the vault, or the file's rows before it, can tell: by the draft's clues, and
    /// what the record was; nil: it is new.
    func complete(
        _ values: inout RecordValues, over old: RecordValues?, by draft: RecordDraft, _ context: RecordContext
    ) throws
    /// Whether a file of the draft's format can say a value; what it cannot say is no edit that the file leaves open.
    func canSay(_ value: String, _ draft: RecordDraft) -> Bool
    /// A row of the file is this record; called of each row that has one, also of those that are unchanged, after it was put.
    func met(_ record: Int64, as draft: RecordDraft, _ context: RecordContext) throws
    /// Forgets what it keeps of rows that were written: what was done for the last one has been taken back.
    func forget(_ context: RecordContext)
    /// Does what needed all rows of a file.
    ///
    /// - Returns: what the user should know of it, a sentence each.
    func finish(_ context: RecordContext) throws -> [String]
    /// Keys of a draft by which it is known again, beside those that are declared; the surest first.
    var fingerprints: [Fingerprint<RecordDraft>] { get }
}

extension RecordRules {
    /// Nothing: every value that its type allows is right.
    public func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {}
    /// Nothing.
    public func mend(_ values: inout RecordValues) -> [RowCells.Problem] { [] }
    /// False.
    public var mayWarn: Bool { false }
    /// None.
    public var addFields: [FieldDeclaration] { [] }
    /// None.
    public var editFields: [FieldDeclaration] { [] }
    /// Nothing.
    public func attach(_ input: Arguments, to record: StoredRecord, _ context: CommandContext) throws -> Bool
    {
        false
    }
    /// Nothing.
    public func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws {}
    /// None.
    public var removeFields: [FieldDeclaration] { [] }
    /// Nothing.
    public func willRemove(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject { [:] }
    /// None.
    public func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject { [:] }
    /// None.
    public func details(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject { [:] }
    /// Nothing.
    public func didWrite(_ record: StoredRecord, since old: StoredRecord?, _ context: RecordContext) throws {}
    /// Nil: a row of a new uid is about a new record.
    public func adopted(by row: RecordDraft, _ context: RecordContext) throws -> Int64? { nil }
    /// Nil: its formats have names for records.
    public func record(saying draft: RecordDraft, _ context: RecordContext) throws -> Int64? { nil }
    /// Nothing: a row says all by itself.
    public func complete(
        _ values: inout RecordValues, over old: RecordValues?, by draft: RecordDraft, _ context: RecordContext
    ) throws {}
    /// True.
    public func canSay(_ value: String, _ draft: RecordDraft) -> Bool { true }
    /// Nothing.
    public func met(_ record: Int64, as draft: RecordDraft, _ context: RecordContext) throws {}
    /// Nothing is kept.
    public func forget(_ context: RecordContext) {}
    /// Nothing.
    public func finish(_ context: RecordContext) throws -> [String] { [] }
    /// None beside those that are declared.
    public var fingerprints: [Fingerprint<RecordDraft>] { [] }
}

/// The rules of a kind that has none.
public struct NoRules: RecordRules {
    /// Makes them.
    public init() {}
}
