import AtriumHost
import AtriumSDK
import HTTPTypes

extension Job {
    /// The import and its log, if this is a rehearsal that has ended.
    ///
    /// - Throws: ``HTTPFailure`` with status 409 if it is not.
    var rehearsal: (course: ImportCourse, log: ItemLog) {
        get throws(HTTPFailure) {
            guard status.state == .done, let course, let log = course.outcome?.log else {
                throw HTTPFailure(
                    .conflict, "conflict", "this job is not a completed dry run",
                    remedy: "start a dry run, and wait until it is done")
            }
            return (course, log)
        }
    }

    /// What is told of it, but for the report.
    var summary: DataObject { summary(status) }

    private func summary(_ status: Status) -> DataObject {
        var progress = DataValue.null
        if let done = status.progress {
            progress = .object([
                "file": .text(done.path), "bytes": .integer(done.bytes),
                "byteCount": .integer(orNull: done.byteCount),
                "items": .integer(Int64(done.items)), "finishing": .bool(done.isFinishing),
            ])
        }
        let error = status.failure.map { failure in
            DataValue.object([
                "code": .text(failure.code), "message": .text(failure.message),
                "remedy": .text(failure.remedy),
                "field": .text(orNull: failure.field),
            ])
        }
        return [
            "id": .text(id), "state": .text(status.state.rawValue), "createdAt": .text(createdAt),
            "finishedAt": .text(orNull: status.finishedAt.map(Timestamp.text)),
            "keptUntil": .text(orNull: course?.outcome == nil ? nil : course?.keptUntil.map(Timestamp.text)),
            "successor": .text(orNull: course?.successor),
            "changed": .list((course?.outcome?.changed ?? []).map { .integer(Int64($0)) }),
            "progress": progress,
            "error": error ?? .null,
        ]
    }

    /// All that is told of it, with the report as it was printed when the job ended.
    func json(_ status: Status) -> String {
        DataValue.object(summary(status)).json.dropLast() + ",\"report\":\(status.report ?? "null")}"
    }
}
