/// The store for links between records, including records in different modules.
///
/// `atrium links` shows these links. Exports and imports preserve links, a merge moves a record's links, and
/// removing a record removes its links. Each module defines its own link kinds, such as `for`.
public protocol LinkStore {
    /// Returns the records to which a record links with a given kind, in the order in which the links were
    /// created.
    ///
    /// The result omits records in disabled modules.
    func targets(of record: RecordReference, kind: String) throws -> [RecordReference]
    /// Returns the records that link to a record with a given kind, in the order in which the links were
    /// created.
    ///
    /// The result omits records in disabled modules.
    func origins(of record: RecordReference, kind: String) throws -> [RecordReference]
    /// Replaces the targets to which a record links in a collection with a given kind, without duplicates.
    ///
    /// Links to other collections are kept. An unchanged list writes nothing.
    /// - Throws: ``AtriumError`` with code `unavailable` if the collection's module is off and `targets` is
    ///   not empty.
    func setTargets(_ targets: [Int64], in collection: CollectionID, of record: RecordReference, kind: String)
        throws
    /// Returns an SQL condition that is true if a record in `collection` links to a record in `target`.
    ///
    /// The link must have the given kind. The linking record's id is in `idColumn`, and the target record's
    /// id is the condition's next argument.
    func condition(
        idColumn: String, in collection: CollectionID, linkedTo target: CollectionID, kind: String
    ) -> String
    /// Returns an SQL condition that is true if any record in `origin` links to a record in `collection`.
    ///
    /// The link must have the given kind. The linked record's id is in `idColumn`.
    ///
    /// While the module that declares `origin` is disabled, the condition is false for every record.
    /// - Parameter since: the instant of the earliest link to consider, as the stored text of ``Timestamp``;
    ///   nil considers all links.
    func condition(
        idColumn: String, in collection: CollectionID, linkedFrom origin: CollectionID, kind: String,
        since: String?
    ) -> String
}
