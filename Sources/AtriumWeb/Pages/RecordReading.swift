import AtriumHTTP
import AtriumHost
import AtriumSDK

/// A record as its own page shows it, and the state in which it is.
struct RecordReading {
    let site: Site
    /// A command about the record.
    let entry: CatalogEntry
    let record: String?

    /// What the collection's `show` gives.
    struct Shown: Sendable {
        let value: DataObject
        let version: String
        let fields: [FieldDeclaration]
    }

    func read() throws -> Shown {
        guard let show = entry.collection.flatMap({ site.service.installed.entry(.show, of: $0) }),
            let field = show.declaration.fields.first
        else { throw AtriumError(.internal, "\(entry.path.joined(separator: " ")) has no record to show") }
        let value = try site.session.run(show, values: [field.name: .text(record ?? "")])
        return Shown(
            value: value.objectValue ?? DataObject(), version: RecordVersion.tag(of: value.jsonBytes),
            fields: show.declaration.result.fields)
    }
}

extension [FieldDeclaration] {
    /// The field with a record's defect; see ``TextFormat/problem``.
    var problem: FieldDeclaration? { first { $0.format == .problem } }
}
