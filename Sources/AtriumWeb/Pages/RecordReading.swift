import AtriumHTTP
import AtriumHost
import AtriumSDK

/// Reads a record, or one occurrence of it, as its own page shows it, with the state in which it is.
struct RecordReading {
    let site: Site
    /// A command about the record.
    let entry: CatalogEntry
    let record: String?
    /// The name of the occurrence that is asked for, or nil.
    var occurrence: String?

    /// The field of an address that names an occurrence.
    static let occurrenceName = "occurrence"

    /// The values that the collection's `show` returns.
    struct Shown: Sendable {
        var value: DataObject
        /// The tag of the record; of an occurrence, the tag of its series.
        let version: String
        let fields: [FieldDeclaration]
        /// The occurrence whose values are shown, or nil if they are those of the whole record.
        var occurrence: Occurrence?

        /// True if these are the values of a whole series.
        var isSeries: Bool {
            occurrence == nil && fields.first(.repeats).map { value[$0.name] == .bool(true) } ?? false
        }
    }

    /// An occurrence of a series.
    struct Occurrence: Sendable {
        /// The id of the series.
        let series: Int64
        /// The name of the occurrence.
        let name: String
        /// The values of the series.
        let whole: DataObject

        /// The part of an address that names the occurrence.
        var parameters: [(String, String)] { [(RecordReading.occurrenceName, name)] }
    }

    /// Reads the record; one that changes an occurrence of a series is read as that occurrence.
    func read() throws -> Shown {
        guard let show = entry.collection.flatMap({ site.service.installed.entry(.show, of: $0) }),
            let field = show.declaration.fields.first
        else { throw AtriumError(.internal, "\(entry.path.joined(separator: " ")) has no record to show") }
        let fields = show.declaration.result.fields
        func run(_ record: DataValue, _ more: DataObject = [:]) throws -> DataObject {
            var values = more
            values[field.name] = record
            return try site.session.run(show, values: values).objectValue ?? DataObject()
        }
        func shown(_ value: DataObject) -> Shown {
            Shown(
                value: value, version: RecordVersion.tag(of: DataValue.object(value).jsonBytes),
                fields: fields)
        }
        let own = try run(.text(record ?? ""))
        guard let named = show.declaration.fields.first(.occurrence), let id = own["id"]?.integerValue,
            let (series, name) = occurrence(of: own, fields)
        else { return shown(own) }
        do {
            let day = try run(.integer(series ?? id), [named.name: .text(name)])
            let whole = try series.map { try run(.integer($0)) } ?? own
            var shown = shown(whole)
            shown.value = day
            shown.occurrence = Occurrence(
                series: series ?? id,
                name: fields.first(.occurrence).flatMap { day[$0.name]?.textValue } ?? name, whole: whole)
            return shown
        } catch is AtriumError where occurrence == nil {
            // A change of a time that its series does not have is shown as the record that it is.
            return shown(own)
        }
    }

    /// The series and the name of the occurrence to show, or nil to show the record itself.
    private func occurrence(
        of own: DataObject, _ fields: [FieldDeclaration]
    ) -> (series: Int64?, name: String)? {
        let changed = fields.first(.occurrence).flatMap { own[$0.name]?.textValue }
        guard let changed else { return occurrence.map { (nil, $0) } }
        // A changed occurrence whose series is not in the vault is a record of its own.
        guard let series = fields.first(.series).flatMap({ own[$0.name]?.integerValue }) else { return nil }
        return (series, occurrence ?? changed)
    }
}

extension [FieldDeclaration] {
    /// The field with a record's defect; see ``TextFormat/problem``.
    var problem: FieldDeclaration? { first { $0.format == .problem } }
}
