/// What the other modules of a user can answer: the door through which modules reach each other.
///
/// A module asks only those that its manifest names in `requires` or `enhances`, and gets nil from one that is off or not
/// installed: what it does without that answer is its own affair, and ModuleConformance tries it. What all modules
/// have to say, of a day or of a record, needs no names.
public protocol ModuleDirectory {
    /// Runs another module's command that reads, on the same snapshot, with its input checked as from any surface.
    ///
    /// - Returns: the command's result; nil where its module is off or not installed.
    /// - Throws: ``AtriumError``: what the command throws; `internal` where the asking module's manifest does not name the
    ///   other one, or the command is unknown or writes.
    func answer(_ command: String, of collection: CollectionID, _ values: DataObject) throws -> DataValue?
    /// What stands on some days in the other modules that are on: by day, then all-day things, then by time.
    ///
    /// Only the sources are asked that give kinds of these roles.
    func entries(on days: ClosedRange<LocalDate>, of roles: Set<DayEntry.Kind.Role>) throws -> DayEntries
    /// What happened with a subject in the other modules that are on, in no order: the asking one adds its own, and sorts.
    ///
    /// Where a module's part cannot be had, a warning says so.
    func happenings(about subject: Subject) throws -> Happenings
    /// The id of the record that has a uid, or had it before it was merged into another; nil where there is none, or its
    /// module is off.
    ///
    /// - Throws: ``AtriumError``: `internal` where the asking module's manifest does not name the other one.
    func record(of uid: String, in collection: CollectionID) throws -> Int64?
    /// Whether another module is installed and on.
    ///
    /// - Throws: ``AtriumError``: `internal` where the asking module's manifest does not name the other one.
    func isOn(_ module: String) throws -> Bool
    /// A record's title; nil where it is gone or in a module that is off.
    func title(of record: RecordReference) throws -> String?
}

extension ModuleDirectory {
    /// All that stands on some days in the other modules that are on.
    public func entries(on days: ClosedRange<LocalDate>) throws -> DayEntries {
        try entries(on: days, of: Set(DayEntry.Kind.Role.allCases))
    }
}
