import AtriumSDK
import Foundation
import Synchronization

/// What several commands share that make one answer, such as a page: the time of day, and what modules said of the same days.
///
/// Each command still reads in a transaction of its own. It is kept for that answer alone: nobody tells it of what is written
/// meanwhile.
final class SharedAnswers: Sendable {
    /// The time of day that all of its commands see.
    let now: Date
    private let found = Mutex<[Asked: DayEntries]>([:])

    /// What a module was asked.
    struct Asked: Hashable {
        let module: String
        /// Which of the module's sources, in the order of its declaration.
        let source: Int
        let days: ClosedRange<LocalDate>
    }

    init(now: Date) { self.now = now }

    /// What a source gives for some days: asked of it the first time, and by two at once of both.
    func entries(_ asked: Asked, first: () throws -> DayEntries) throws -> DayEntries {
        if let known = found.withLock({ $0[asked] }) { return known }
        let entries = try first()
        found.withLock { $0[asked] = entries }
        return entries
    }
}
