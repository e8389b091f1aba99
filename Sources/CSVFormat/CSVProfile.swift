/// The columns of one program's export: which header means which field.
///
/// A profile is a table, kept by the module that maps the rows. Names are compared without regard to case and white
/// space. A `#` in a name stands for a number, as in `E-mail # - Value`.
///
/// ```swift
/// let google = CSVProfile<ContactField>(
///     name: "Google Contacts", signature: ["First Name", "Last Name", "Labels"],
///     columns: [(.givenName, ["First Name", "Given Name"]), (.email, ["E-mail # - Value"])])
/// let match = google.match(reader.header)
/// ```
public struct CSVProfile<Field: Hashable & Sendable>: Sendable {
    /// The name to show in reports.
    public let name: String
    /// Columns that are all there in a file of this kind; it is not detected without them.
    public let signature: [String]
    /// What the columns mean, and the names under which they are found.
    public let columns: [(field: Field, names: [String])]
    private let fieldsByName: [String: [Field]]
    private let signatureKeys: [String]

    /// Makes a profile.
    ///
    /// Where several fields claim one name, the columns of that name have them in order, the last column the last: the
    /// header of a program may say `Titre` twice.
    public init(name: String, signature: [String] = [], columns: [(field: Field, names: [String])]) {
        self.name = name
        self.signature = signature
        self.columns = columns
        signatureKeys = signature.map(CSVHeader.key)
        var fieldsByName: [String: [Field]] = [:]
        for column in columns {
            for name in column.names { fieldsByName[CSVHeader.key(name), default: []].append(column.field) }
        }
        self.fieldsByName = fieldsByName
    }

    /// Finds the field of each column.
    public func match(_ header: CSVHeader) -> CSVProfileMatch<Field> {
        var columns: [CSVProfileMatch<Field>.Column?] = []
        var seen: [CSVProfileMatch<Field>.Column: [Int]] = [:]
        // How often each name stands in what is still to come: asking the header for each would take the square of the
        // columns where all are called the same.
        var later: [String: Int] = [:]
        for key in header.keys { later[key, default: 0] += 1 }
        for (index, key) in header.keys.enumerated() {
            later[key, default: 0] -= 1
            let column = column(named: key, later: later[key, default: 0])
            columns.append(column)
            if let column { seen[column, default: []].append(index) }
        }
        return CSVProfileMatch(
            profileName: name, columns: columns,
            unmapped: columns.indices.filter { columns[$0] == nil && !header.keys[$0].isEmpty },
            ambiguous: seen.filter { $0.value.count > 1 },
            hasSignature: signatureKeys.allSatisfy { later[$0] != nil })
    }

    /// Of `profiles`, the one that has its signature in `header` and most columns mapped; the first of equals.
    public static func best(of profiles: [CSVProfile], for header: CSVHeader) -> CSVProfileMatch<Field>? {
        var best: CSVProfileMatch<Field>?
        for profile in profiles {
            let match = profile.match(header)
            guard match.hasSignature && match.mappedCount > 0 else { continue }
            if match.mappedCount > best?.mappedCount ?? 0 { best = match }
        }
        return best
    }

    /// The meaning of a name, as it is compared, after which it stands `later` times again.
    private func column(named key: String, later: Int) -> CSVProfileMatch<Field>.Column? {
        if let fields = fieldsByName[key], let field = fields[clamping: fields.count - 1 - later] {
            return .init(field: field, number: nil)
        }
        // The first run of digits is the number: no known header has two that count.
        guard let start = key.firstIndex(where: \.isASCIIDigit) else { return nil }
        let digits = key[start...].prefix(while: \.isASCIIDigit)
        let pattern = key[..<start] + "#" + key[digits.endIndex...]
        guard let field = fieldsByName[String(pattern)]?.first, let number = Int(digits) else { return nil }
        return .init(field: field, number: number)
    }
}

/// What a profile makes of one header.
public struct CSVProfileMatch<Field: Hashable & Sendable>: Sendable {
    /// A field, and the number in its column's name.
    public struct Column: Hashable, Sendable {
        /// What the column means.
        public var field: Field
        /// The number that stands where the profile has `#`; nil for names without one.
        public var number: Int?

        /// Makes a column.
        public init(field: Field, number: Int? = nil) {
            self.field = field
            self.number = number
        }
    }

    /// The profile's name.
    public let profileName: String
    /// What each column of the header means, in its order; nil for those that the profile does not know.
    public let columns: [Column?]
    /// The indices of the columns that have a name and no meaning here.
    public let unmapped: [Int]
    /// Meanings that several columns have, with the indices of those.
    ///
    /// The first column is to be taken, or all.
    public let ambiguous: [Column: [Int]]
    /// Whether all columns of the profile's signature are there.
    public let hasSignature: Bool

    /// How many columns have a meaning.
    public var mappedCount: Int { columns.count { $0 != nil } }

    /// The index of the first column that means `field`, with `number` where the name has one.
    public func index(of field: Field, number: Int? = nil) -> Int? {
        columns.firstIndex(of: Column(field: field, number: number))
    }

    /// The numbers that columns of `field` have, ascending.
    public func numbers(of field: Field) -> [Int] {
        Set(columns.compactMap { $0?.field == field ? $0?.number : nil }).sorted()
    }
}

extension Array {
    /// The element at an index, or the first one where that is before it.
    fileprivate subscript(clamping index: Int) -> Element? { isEmpty ? nil : self[Swift.max(0, index)] }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
    /// The text without white space at either end.
    func trimmingBlanks() -> Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return self[first...last]
    }
}
