public import AtriumSDK
import ContentLine
import GRDB

/// A declaration that describes how a record stores people: a column for words, and a link kind.
public struct PeopleDeclaration: Sendable, Hashable, Codable {
    /// The link kind for links to people whom the vault contains.
    public var kind: String
    /// The collection that contains people.
    public var collection: CollectionID
    /// The column that contains the words, one per line.
    public var column: String
    /// A phrase that describes the people in a sentence: `the values that it serves`.
    public var words: String
    /// The singular noun for a linked record in messages: `person`, `value`.
    public var noun: String
    /// True if results hide the uids of records that the vault does not contain or no longer contains.
    public var hidesStrangers: Bool

    /// Declares people, or other records that a record names in the same way.
    public init(
        _ kind: String, among collection: CollectionID, column: String, _ words: String,
        noun: String = "person", hidesStrangers: Bool = false
    ) {
        self.noun = noun
        self.hidesStrangers = hidesStrangers
        self.kind = kind
        self.collection = collection
        self.column = column
        self.words = words
    }

    /// Returns the people whom a collection's records name, or nil in an export.
    ///
    /// An export does not look up people.
    func named(by owner: CollectionID, _ context: RecordContext) -> NamedPeople? {
        guard let links = context.links, let modules = context.modules else { return nil }
        return NamedPeople(kind, of: owner, among: collection, links, modules)
    }

    /// Returns the words in a cell; only the vault can determine which words name one person.
    static func words(ofCell text: String) -> [String] {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: ",")
        var seen: Set<String> = []
        return ContentLine(name: "X", value: line).list().compactMap(Words.line).filter {
            seen.insert($0).inserted
        }
    }

    /// Converts words from a file to the words that the vault stores.
    func resolved(_ words: [String], known: [String], by owner: CollectionID, _ context: RecordContext) throws
        -> [String]
    {
        guard !words.isEmpty else { return words }
        return try named(by: owner, context)?.resolved(words, known: known) ?? words
    }
}

/// The codec for people: words in a column, references in commands, and names in results.
struct PeopleCodec: ValueCodec {
    let people: PeopleDeclaration
    let owner: CollectionID
    private let fields: PeopleFields
    private let name: String
    private let header: String

    init(_ people: PeopleDeclaration, _ value: ValueDeclaration, of owner: CollectionID) {
        self.people = people
        self.owner = owner
        name = value.name
        header = value.cells.first?.header ?? value.name
        fields = PeopleFields(name, of: people.collection, words: people.words)
    }

    var initial: DataValue { .list([]) }
    var editFields: [FieldDeclaration] { fields.changes }

    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) -> DataValue {
        .texts(Words.names(column: String.fromDatabaseValue(columns[0])))
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) -> [DatabaseValue] {
        [Words.column(value.texts).databaseValue]
    }

    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) throws -> DataObject {
        let names = try people.named(by: owner, context)?.names(value.texts, of: record) ?? []
        return [name: .list(names.filter { !people.hidesStrangers || $0 != .text(NamedPeople.nobodyHere) })]
    }

    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue {
        let named = people.named(by: owner, context)
        let words = try named?.edited(given, fields, of: record, words: old.texts)?.words
        return words.map(DataValue.texts) ?? old
    }

    func value(of row: inout RowCells) -> DataValue? {
        row.text(header).map { .texts(PeopleDeclaration.words(ofCell: $0)) }
    }

    func cells(of value: DataValue) -> [String] { [TextValue.list(value.texts)] }

    func resolved(_ value: DataValue, over old: DataValue, _ context: RecordContext) throws -> DataValue {
        .texts(try people.resolved(value.texts, known: old.texts, by: owner, context))
    }

    func issues(imported: DataValue, _ context: RecordContext) throws -> [ImportIssue] {
        try people.named(by: owner, context)?.issues(imported.texts, in: header, noun: people.noun) ?? []
    }
}
