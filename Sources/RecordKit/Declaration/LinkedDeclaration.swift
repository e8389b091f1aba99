public import AtriumSDK

/// A result field that shows the titles of linked records from another module.
///
/// The other module creates the links, from its records to this record. While the other module is disabled,
/// the field is empty.
///
/// ```swift
/// LinkedDeclaration(
///     "projects", "project", from: .projects, kind: "embodies",
///     "The titles of the projects that embody it.")
/// ```
public struct LinkedDeclaration: Sendable, Hashable, Codable {
    /// A word that replaces a value's stored word while at least one record is linked.
    public struct Replacement: Sendable, Hashable, Codable {
        /// The value's name.
        public var value: String
        /// The stored word.
        public var from: String
        /// The word that results and filters show instead of the stored word.
        public var to: String

        /// Declares a replacement.
        public init(_ value: String, from: String, to: String) {
            self.value = value
            self.from = from
            self.to = to
        }
    }

    /// The field's name.
    public var name: String
    /// The singular name for a linked record in messages.
    public var recordName: String
    /// The collection that contains the linked records.
    public var origin: CollectionID
    /// The link kind; the links begin at the linked records.
    public var kind: String
    /// The field's help text.
    public var help: String
    /// True if the field contains only the first linked record's title instead of a list of titles.
    public var isOne: Bool
    /// The word that replaces a value's stored word while at least one record is linked.
    public var replacement: Replacement?

    private enum CodingKeys: String, CodingKey {
        case name, recordName, origin, kind, help, isOne
        case replacement = "turn"
    }

    /// Declares a field that shows linked records.
    public init(
        _ name: String, _ recordName: String, from origin: CollectionID, kind: String, isOne: Bool = false,
        replacing replacement: Replacement? = nil, _ help: String
    ) {
        self.name = name
        self.recordName = recordName
        self.origin = origin
        self.kind = kind
        self.help = help
        self.isOne = isOne
        self.replacement = replacement
    }

    /// The result field.
    var field: FieldDeclaration {
        FieldDeclaration(name, isOne ? .text : .list(.text), help: help, isRequired: !isOne).derived
    }

    /// Returns an SQL condition over the alias `r` that is true if at least one record is linked.
    ///
    /// - Parameter since: the earliest creation time for links that count, as stored `Timestamp` text; nil
    ///   counts all links.
    public func condition(in collection: CollectionID, _ links: any LinkStore, since: String? = nil) -> String
    {
        links.condition(idColumn: "r.id", in: collection, linkedFrom: origin, kind: kind, since: since)
    }

    /// Returns the linked records' titles, in the order in which the links were created.
    func titles(
        of record: RecordReference, _ links: any LinkStore, _ modules: any ModuleDirectory
    ) throws -> [String] {
        try links.origins(of: record, kind: kind).filter { $0.collection == origin }.compactMap(
            modules.title(of:))
    }

    /// Adds the linked records' titles to a record's result.
    func show(in result: inout DataObject, of record: RecordReference, _ context: CommandContext) throws {
        let titles = try titles(of: record, context.links, context.modules)
        result.append(name, isOne ? .text(orNull: titles.first) : .texts(titles))
        if let replacement, !titles.isEmpty, result[replacement.value] == .text(replacement.from) {
            result[replacement.value] = .text(replacement.to)
        }
    }
}
