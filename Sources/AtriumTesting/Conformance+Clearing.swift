import AtriumHost
import AtriumSDK

/// The conformance rule that an edit command must not ignore a null value.
///
/// A client sends null over HTTP as in RFC 7396. In a terminal, the option `--clear` sends null.
extension ModuleConformance {
    /// Runs each edit command on each sample record and sets each field to null.
    ///
    /// Null may leave a single record unchanged, because a field that is never empty may already have its
    /// default value. But if a field has a value in any sample record, null must change at least one record,
    /// or the edit command must reject null.
    func checkClearing(_ findings: Findings) throws {
        // Retain the hub too, because the attachment files are deleted with the hub.
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

/// A trial that sets one field to null.
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
                    """
                    \(command): the error for null in \(field) must name a field and a remedy, unlike “\(error)”; if it \
                    names a missing module, pass a stand-in in `enhanced:`, such as PeopleModule.module for connections
                    """)
                isHeard = true
                continue
            }
            guard try shown(id) != before else { continue }
            isHeard = true
            try session.run(SampleCommand("undo"))
        }
        findings.expect(
            isHeard || !hasValue,
            "\(command): null for \(field) is ignored; empty the field or reject null")
    }

    /// Returns the record's values without the field `updatedAt`.
    private func shown(_ id: Int64) throws -> DataObject {
        var object = try session.run(show, values: [show.subject: .integer(id)]).objectValue ?? [:]
        object["updatedAt"] = nil
        return object
    }
}

extension CatalogEntry {
    /// The name of the input field that identifies the record.
    fileprivate var subject: String { declaration.subject?.name ?? "" }
}

extension DataValue {
    /// True if the value is null, an empty list or false.
    ///
    /// False is the default value of a Boolean field.
    fileprivate var saysNothing: Bool { isNull || self == .bool(false) || listValue?.isEmpty == true }
}
