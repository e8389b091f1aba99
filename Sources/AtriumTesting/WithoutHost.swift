public import AtriumSDK

/// No links: for tests of a module's commands without a host.
public struct NoLinks: LinkStore {
    /// Makes the store.
    public init() {}
    /// None.
    public func targets(of record: RecordReference, kind: String) -> [RecordReference] { [] }
    /// None.
    public func origins(of record: RecordReference, kind: String) -> [RecordReference] { [] }
    /// Refuses: what is linked takes a host to be tested.
    public func setTargets(
        _ targets: [Int64], in collection: CollectionID, of record: RecordReference, kind: String
    ) throws {
        if !targets.isEmpty { throw AtriumError(.internal, "a test without a host tried to link records") }
    }
    /// A condition that nothing meets.
    public func condition(
        idColumn: String, in collection: CollectionID, linkedTo target: CollectionID, kind: String
    ) -> String { "0 = ?" }
    /// A condition that nothing meets.
    public func condition(
        idColumn: String, in collection: CollectionID, linkedFrom origin: CollectionID, kind: String,
        since: String?
    ) -> String { "0" }
}

/// No other modules: for tests of a module's commands without a host.
public struct NoModules: ModuleDirectory {
    /// Makes the directory.
    public init() {}
    /// Nil, as of a module that is off.
    public func answer(_ command: String, of collection: CollectionID, _ values: DataObject) -> DataValue? {
        nil
    }
    /// None.
    public func entries(on days: ClosedRange<LocalDate>, of roles: Set<DayEntry.Kind.Role>) -> DayEntries {
        DayEntries([])
    }
    /// None.
    public func happenings(about subject: Subject) -> Happenings { Happenings([]) }
    /// Nil, as of a module that is off.
    public func record(of uid: String, in collection: CollectionID) -> Int64? { nil }
    /// False, as of a module that is off.
    public func isOn(_ module: String) -> Bool { false }
    /// Nil, as of a record that is gone.
    public func title(of record: RecordReference) -> String? { nil }
}

/// The host's side of a merge, which takes a host: for tests of a module's commands without one.
public struct NoRecords: RecordStore {
    /// Makes the store.
    public init() {}
    /// Refuses: `TemporaryHub` has a host.
    public func merge(_ other: RecordReference, into record: RecordReference) throws -> RecordMerge {
        throw AtriumError(.internal, "a test without a host tried to merge records")
    }
}
