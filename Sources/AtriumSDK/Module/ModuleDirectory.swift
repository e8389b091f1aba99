/// The interface through which a module calls the user's other modules.
///
/// A module may call only modules that the calling module's manifest lists in `requires` or `enhances`. If
/// such a module is disabled or not installed, the result is nil. The calling module must work without the
/// result; ModuleConformance tests this. Queries to all modules about a day or a record need no entry in the
/// manifest.
public protocol ModuleDirectory {
    /// Runs another module's read command on the current snapshot, after the usual input checks.
    ///
    /// - Returns: the command's result, or nil if the command's module is disabled or not installed.
    /// - Throws: the command's errors. An ``AtriumError`` with code `internal` is thrown if the calling
    ///   module's manifest does not list the other module, if the command is unknown, or if the command is a
    ///   write command.
    func answer(_ command: String, of collection: CollectionID, _ values: DataObject) throws -> DataValue?
    /// Returns the other enabled modules' entries for a range of days, sorted by day and time.
    ///
    /// Within a day, all-day entries precede entries with a time.
    ///
    /// Calls only the sources that declare a kind with one of the given roles.
    func entries(on days: ClosedRange<LocalDate>, of roles: Set<DayEntry.Kind.Role>) throws -> DayEntries
    /// Returns the other enabled modules' happenings for a subject, in no particular order.
    ///
    /// The calling module adds its own happenings and sorts the list. If a module's happenings are
    /// unavailable, the result contains a warning.
    func happenings(about subject: Subject) throws -> Happenings
    /// Returns the id of the record with a uid.
    ///
    /// The uid of a record that was merged into another record finds the remaining record.
    ///
    /// Returns nil if the record does not exist or if the collection's module is disabled.
    ///
    /// - Throws: ``AtriumError`` with code `internal` if the calling module's manifest does not list the
    ///   other module.
    func record(of uid: String, in collection: CollectionID) throws -> Int64?
    /// Returns true if another module is installed and enabled.
    ///
    /// - Throws: ``AtriumError`` with code `internal` if the calling module's manifest does not list the
    ///   other module.
    func isOn(_ module: String) throws -> Bool
    /// Returns a record's title, or nil if the record no longer exists or the record's module is disabled.
    func title(of record: RecordReference) throws -> String?
}

extension ModuleDirectory {
    /// Returns the other enabled modules' entries for a range of days, with all roles.
    public func entries(on days: ClosedRange<LocalDate>) throws -> DayEntries {
        try entries(on: days, of: Set(DayEntry.Kind.Role.allCases))
    }
}
