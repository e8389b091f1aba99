public import AtriumSDK
import ContentLine
import GRDB

/// People whom records name: where the words for them are kept, and by which links they are found.
public struct PeopleDeclaration: Sendable, Hashable, Codable {
    /// The kind of the links that lead to those whom the vault has.
    public var kind: String
    /// The collection that people are in.
    public var collection: CollectionID
    /// The column of the words, a line each.
    public var column: String
    /// Who they are to the record, as a sentence has it: `those whom it is good for`.
    public var words: String
    /// Whether results pass over the uids of records that the vault does not have, or has no more.
    public var hidesStrangers: Bool

    /// Declares people, or other records that are named like people.
    public init(
        _ kind: String, among collection: CollectionID, column: String, _ words: String,
        hidesStrangers: Bool = false
    ) {
        self.hidesStrangers = hidesStrangers
        self.kind = kind
        self.collection = collection
        self.column = column
        self.words = words
    }

    /// The people, as records of a collection name them; nil in an export, which asks for nobody.
    func named(by owner: CollectionID, _ context: RecordContext) -> NamedPeople? {
        guard let links = context.links, let modules = context.modules else { return nil }
        return NamedPeople(kind, of: owner, among: collection, links, modules)
    }

    /// The words of a cell; which of them mean one person, only the vault knows.
    static func words(ofCell text: String) -> [String] {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: ",")
        var seen: Set<String> = []
        return ContentLine(name: "X", value: line).list().compactMap(Words.line).filter {
            seen.insert($0).inserted
        }
    }

    /// Words of a file as the vault has them.
    func resolved(_ words: [String], known: [String], by owner: CollectionID, _ context: RecordContext) throws
        -> [String]
    {
        guard !words.isEmpty else { return words }
        return try named(by: owner, context)?.resolved(words, known: known) ?? words
    }
}

/// The codec of people whom records name: words in a column, references in commands, names in results.
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

    func issues(said: DataValue, _ context: RecordContext) throws -> [ImportIssue] {
        try people.named(by: owner, context)?.issues(said.texts, in: header) ?? []
    }
}
