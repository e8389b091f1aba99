import AtriumSDK
import RecordKit

/// Where the tasks of one file go, as far as it has been asked: most of them are in the project of the task before.
final class FilePlaces {
    /// Tasks that stand in one order.
    enum Group: Hashable {
        /// Those of a project, or of the inbox, or the parts of a task.
        case list(String?, Int64?)
        /// Those of a day.
        case day(String)
    }

    /// The projects by their titles as the file has them.
    var projects: [String: Int64] = [:]
    /// The uids of projects that it names with them, since others have their titles.
    var namedByUID: Set<String> = []
    private var ends: [Group: Int64] = [:]
    /// The projects that new tasks have gone to, by their titles.
    var used: Set<String> = []

    /// The places of the file that is imported; nil: commands look each time.
    static func of(_ context: RecordContext) -> FilePlaces? {
        context.isOfFile ? context.once { _ in FilePlaces() } : nil
    }

    /// Takes the place behind the last task of a group.
    ///
    /// - Parameter end: looks where that is.
    func take(in group: Group, _ end: () throws -> Int64) rethrows -> Int64 {
        let place = try ends[group] ?? end()
        ends[group] = place + 1
        return place
    }

    /// Forgets where groups end: a task has a place that was not taken here.
    func forgetEnds() { ends = [:] }

    /// Forgets all: the last task is not there after all, nor is what it brought.
    func forget() {
        projects = [:]
        ends = [:]
    }
}
