import AtriumHost
import AtriumSDK

/// The rule that null is heard: RFC 7396 over HTTP, `--clear` in a terminal.
extension ModuleConformance {
    /// Gives null for each field of each edit, to each record of the samples.
    ///
    /// Of a record it may change nothing: a field that is never empty has already what holds where nothing is said. But of a
    /// field that has any value in the samples null must change one record, or be refused.
    func checkClearing(_ findings: Findings) throws {
        // Not only its session: the files of attachments go with the hub.
        let hub = try filledHub(with: enhanced)
        let session = try hub.session()
        defer { withExtendedLifetime(hub) {} }
        for entry in try entries {
            guard let show = try command(.show, of: entry.collection) else { continue }
            for field in entry.declaration.clearableFields {
                let trial = ClearingTrial(field: field.name, edit: entry, show: show, session: session)
                let ids = try records(of: entry.collection, session).compactMap { $0["id"]?.integerValue }
                try trial.run(on: ids, findings)
            }
        }
    }
}

/// What null does to one field.
private struct ClearingTrial {
    let field: String
    let edit: CatalogEntry
    let show: CatalogEntry
    let session: Session

    func run(on ids: [Int64], _ findings: Findings) throws {
        let command = edit.path.joined(separator: " ")
        let isShown = show.declaration.result.fields.contains { $0.name == field }
        var (hasValue, isHeard) = (!isShown, false)
        for id in ids {
            let before = try shown(id)
            if let value = before[field], !value.saysNothing { hasValue = true }
            do {
                _ = try session.run(edit, values: [edit.subject: .integer(id), field: .null])
            } catch let error as AtriumError {
                findings.expect(
                    error.code != .internal && error.field != nil && !error.remedy.isEmpty,
                    "\(command), null for \(field): “\(error)”")
                isHeard = true
                continue
            }
            guard try shown(id) != before else { continue }
            isHeard = true
            try session.run(SampleCommand("undo"))
        }
        findings.expect(isHeard || !hasValue, "\(command): null for \(field) is passed over")
    }

    /// The record, without the time of the change.
    private func shown(_ id: Int64) throws -> DataObject {
        var object = try session.run(show, values: [show.subject: .integer(id)]).objectValue ?? [:]
        object["updatedAt"] = nil
        return object
    }
}

extension CatalogEntry {
    /// The name of the field that names the record.
    fileprivate var subject: String { declaration.subject?.name ?? "" }
}

extension DataValue {
    /// Whether there is nothing: null, a list of nothing, or false, which is what holds where nothing is said.
    fileprivate var saysNothing: Bool { isNull || self == .bool(false) || listValue?.isEmpty == true }
}
