/// The links between records, also of different modules.
///
/// The same links that `atrium links` shows: they survive export and import, move with a merge and go with their records.
/// A module gives its links a kind of its own, such as `for`.
public protocol LinkStore {
    /// The records to which links of a kind lead, in the order in which they were made.
    ///
    /// What is in a module that is off is left out.
    func targets(of record: RecordReference, kind: String) throws -> [RecordReference]
    /// The records from which links of a kind lead to a record, in the order in which they were made.
    ///
    /// What is in a module that is off is left out.
    func origins(of record: RecordReference, kind: String) throws -> [RecordReference]
    /// Makes these, without repeats, the records of a collection to which links of a kind lead.
    ///
    /// Links to other collections stay. An unchanged list writes nothing.
    /// - Throws: ``AtriumError`` with code `unavailable` where the collection's module is off and `targets` is not empty.
    func setTargets(_ targets: [Int64], in collection: CollectionID, of record: RecordReference, kind: String)
        throws
    /// SQL for a WHERE clause that holds where the record `idColumn` of `collection` has a link of a kind to the record of
    /// `target` whose id is the next argument.
    func condition(
        idColumn: String, in collection: CollectionID, linkedTo target: CollectionID, kind: String
    ) -> String
    /// SQL for a WHERE clause that holds where a link of a kind leads from any record of `origin` to the record `idColumn` of
    /// `collection`.
    ///
    /// No record has one while the module of `origin` is off.
    /// - Parameter since: only links that were made at this instant or later, as stored text of ``Instant``; nil: all.
    func condition(
        idColumn: String, in collection: CollectionID, linkedFrom origin: CollectionID, kind: String,
        since: String?
    ) -> String
}
