import AtriumSDK
import CSVFormat

/// The headers of contacts in CSV that are known, and what their columns mean.
enum ContactProfiles {
    /// A profile with the way in which its cells are written.
    struct Dialect: Sendable {
        /// Header names and their meaning.
        let profile: CSVProfile<ContactColumn>
        /// Whether another program wrote it, whose dates, numbers and line breaks are read; Atrium's own are taken as they
        /// stand.
        let isForeign: Bool
        /// Whether a cell may hold several values with ` ::: ` between them.
        let splitsAtColons: Bool
        /// The program that writes it, for people who look for theirs.
        ///
        /// Nil for Atrium's own file, for a file that no program exports, and for the other languages and
        /// former files of a program that another profile names.
        var program: SourceProgram?
    }

    /// Columns: what they mean, and the names under which they are found.
    typealias Columns = [(field: ContactColumn, names: [String])]

    /// All of them.
    static let all: [Dialect] =
        [own, google, googleOld, googleSections] + outlook + thunderbird
        + [linkedIn, yahoo, kAddressBook, windows, windowsGerman, apple, monica]

    /// The programs that write these files.
    static let programs = all.compactMap(\.program)

    /// The profile of a header, or nil where none fits.
    static func best(for header: CSVHeader) -> Dialect? {
        guard let match = CSVProfile.best(of: all.map(\.profile), for: header) else { return nil }
        return all.first { $0.profile.name == match.profileName && $0.profile.match(header).hasSignature }
    }

    /// A column of a value of which a person has one.
    static func single(_ column: SingleColumn) -> ContactColumn {
        ContactColumn(meaning: .single(column))
    }
    /// A column of a part of a detail.
    static func detail(
        _ kind: DetailKind, _ part: ContactColumn.DetailPart, _ types: [String] = []
    ) -> ContactColumn {
        ContactColumn(meaning: .detail(kind, part), types: types)
    }

    /// Columns of addresses that are named `Home Street`, `Home City`.
    static func typedAddresses(
        _ parts: [(ContactColumn.AddressPart, [String])], of places: [(name: String, types: [String])]
    ) -> Columns {
        var columns: Columns = []
        for place in places {
            for (part, names) in parts {
                columns.append(
                    (
                        ContactColumn(meaning: .address(part), types: place.types),
                        names.map { "\(place.name) \($0)" }
                    ))
            }
        }
        return columns
    }
}
