public import AtriumSDK

/// An empty link store for tests that run a module's commands without a host.
public struct NoLinks: LinkStore {
    /// Creates the store.
    public init() {}
    /// Returns an empty list of link targets.
    public func targets(of record: RecordReference, kind: String) -> [RecordReference] { [] }
    /// Returns an empty list of link origins.
    public func origins(of record: RecordReference, kind: String) -> [RecordReference] { [] }
    /// Throws an error if `targets` is not empty, because tests that use links need a host.
    public func setTargets(
        _ targets: [Int64], in collection: CollectionID, of record: RecordReference, kind: String
    ) throws {
        if !targets.isEmpty {
            throw AtriumError(.internal, "a test without a host cannot link records; use TemporaryHub")
        }
    }
    /// Returns an SQL condition that is always false.
    public func condition(
        idColumn: String, in collection: CollectionID, linkedTo target: CollectionID, kind: String
    ) -> String { "0 = ?" }
    /// Returns an SQL condition that is always false.
    public func condition(
        idColumn: String, in collection: CollectionID, linkedFrom origin: CollectionID, kind: String,
        since: String?
    ) -> String { "0" }
}

/// An empty module directory for tests that run a module's commands without a host.
public struct NoModules: ModuleDirectory {
    /// Creates an empty module directory.
    public init() {}
    /// Returns nil, as if the module were disabled.
    public func answer(_ command: String, of collection: CollectionID, _ values: DataObject) -> DataValue? {
        nil
    }
    /// Returns an empty list of day entries.
    public func entries(on days: ClosedRange<LocalDate>, of roles: Set<DayEntry.Kind.Role>) -> DayEntries {
        DayEntries([])
    }
    /// Returns an empty list of happenings.
    public func happenings(about subject: Subject) -> Happenings { Happenings([]) }
    /// Returns nil, as if the module were disabled.
    public func record(of uid: String, in collection: CollectionID) -> Int64? { nil }
    /// Returns false, as if the module were disabled.
    public func isOn(_ module: String) -> Bool { false }
    /// Returns nil, as if the record had been deleted.
    public func title(of record: RecordReference) -> String? { nil }
}

/// A record store without records, for tests that run a module's commands without a host.
public struct NoRecords: RecordStore {
    /// Creates the store.
    public init() {}
    /// Throws an error, because merging records needs a host.
    ///
    /// Use `TemporaryHub` to test a merge.
    public func merge(
        _ other: RecordReference, into record: RecordReference, identifier: (uid: String, part: String)?
    ) throws -> RecordMerge {
        throw AtriumError(.internal, "a test without a host cannot merge records; use TemporaryHub")
    }
    /// Copies nothing, because without a host no record has links or original texts.
    public func copy(
        from record: RecordReference, to copy: RecordReference, format: FormatID,
        rewriting: ([UInt8]) throws -> [UInt8]
    ) throws {}
    /// Returns nil, as if the record had been created in Atrium.
    public func originalText(of record: RecordReference, in format: FormatID) throws -> [UInt8]? { nil }
}
