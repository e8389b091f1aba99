public import AtriumSDK

/// What a record shows of the records of another module that are linked to it: their titles.
///
/// The other module makes the links, from its records to this one; while it is off, nothing is shown.
///
/// ```swift
/// LinkedDeclaration(
///     "projects", "project", from: .projects, kind: "embodies",
///     "The titles of the projects that stand for it.")
/// ```
public struct LinkedDeclaration: Sendable, Hashable, Codable {
    /// What a value is shown as while there is such a record.
    public struct Turn: Sendable, Hashable, Codable {
        /// The value.
        public var value: String
        /// The word that the value has.
        public var from: String
        /// The word that is shown in its place, in results and filters.
        public var to: String

        /// Declares a turn.
        public init(_ value: String, from: String, to: String) {
            self.value = value
            self.from = from
            self.to = to
        }
    }

    /// The name of the field.
    public var name: String
    /// What one of the other records is called.
    public var recordName: String
    /// The collection of the other records.
    public var origin: CollectionID
    /// The kind of the links that lead from them.
    public var kind: String
    /// The field's help.
    public var help: String
    /// Whether the field is the title of the first one, and no list.
    public var isOne: Bool
    /// What a value is shown as while there is one.
    public var turn: Turn?

    /// Declares what is shown.
    public init(
        _ name: String, _ recordName: String, from origin: CollectionID, kind: String, isOne: Bool = false,
        turning turn: Turn? = nil, _ help: String
    ) {
        self.name = name
        self.recordName = recordName
        self.origin = origin
        self.kind = kind
        self.help = help
        self.isOne = isOne
        self.turn = turn
    }

    /// The field of results.
    var field: FieldDeclaration {
        FieldDeclaration(name, isOne ? .text : .list(.text), help: help, isRequired: !isOne).derived
    }

    /// SQL over the alias `r` that holds where a record has one.
    ///
    /// - Parameter since: only links that were made at this instant or later, as stored text of `Instant`.
    public func condition(in collection: CollectionID, _ links: any LinkStore, since: String? = nil) -> String
    {
        links.condition(idColumn: "r.id", in: collection, linkedFrom: origin, kind: kind, since: since)
    }

    /// The titles of the records that are linked to one, in the order in which the links were made.
    func titles(
        of record: RecordReference, _ links: any LinkStore, _ modules: any ModuleDirectory
    ) throws -> [String] {
        try links.origins(of: record, kind: kind).filter { $0.collection == origin }.compactMap(
            modules.title(of:))
    }

    /// Puts what is linked to a record into its result.
    func show(in result: inout DataObject, of record: RecordReference, _ context: CommandContext) throws {
        let titles = try titles(of: record, context.links, context.modules)
        result.append(name, isOne ? .text(orNull: titles.first) : .texts(titles))
        if let turn, !titles.isEmpty, result[turn.value] == .text(turn.from) {
            result[turn.value] = .text(turn.to)
        }
    }
}
