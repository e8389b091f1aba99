import AtriumSDK
import CSVFormat

/// What the columns of one file mean: found once for a header, used for each of its rows.
struct ContactColumns: Sendable {
    /// The name for the report: `google-contacts`, or `mapped` where only the user's own mapping holds.
    let profile: String
    /// The meaning of each column, with the number in its name; nil for those that become custom fields.
    let columns: [CSVProfileMatch<ContactColumn>.Column?]
    /// The names of the columns.
    let names: [String]
    /// Whether another program wrote it, whose dates, numbers and line breaks are read; Atrium's own are taken as they
    /// stand.
    let isForeign: Bool
    /// Whether a cell may hold several values with ` ::: ` between them.
    let splitsAtColons: Bool

    /// Finds the meaning of a header's columns, or nil where the header is not known and nothing is mapped.
    init?(_ header: CSVHeader, mapped: [(column: String, field: String)]) {
        let known = ContactProfiles.best(for: header)
        guard known != nil || !mapped.isEmpty else { return nil }
        var columns =
            known?.profile.match(header).columns
            ?? Array(repeating: nil, count: header.count)
        for (column, field) in mapped {
            guard let meaning = MappedField.all.first(where: { $0.declaration.name == field })?.meaning else {
                return nil
            }
            for index in header.indices(of: column) {
                // Each mapped e-mail is an e-mail of its own; the parts of an address are parts of one, as are an
                // organization and its unit.
                var number = 0
                if case .detail(let kind, .value) = meaning, kind != .organization { number = 1000 + index }
                columns[index] = .init(field: ContactColumn(meaning: meaning), number: number)
            }
        }
        self.columns = columns
        profile = known?.profile.name ?? "mapped"
        names = header.names
        isForeign = known?.isForeign ?? true
        splitsAtColons = known?.splitsAtColons ?? false
    }

    /// The names of the columns that become custom fields.
    var unmapped: [String] {
        zip(names, columns).filter { $1 == nil && !$0.allSatisfy(\.isWhitespace) }.map(\.0)
    }
}
