import AtriumSDK
import CSVExchange
import CSVFormat

/// The fields that `--map COLUMN=FIELD` may name.
struct MappedField: Sendable {
    /// The field's name and help.
    let declaration: FieldDeclaration
    /// What a column that is mapped to it means.
    let meaning: ContactColumn.Meaning

    private init(_ name: String, _ help: String, _ meaning: ContactColumn.Meaning) {
        declaration = FieldDeclaration(name, .text, help: help)
        self.meaning = meaning
    }

    /// All of them.
    static let all: [MappedField] =
        SingleColumn.allCases.map { MappedField($0.rawValue, singleHelp($0), .single($0)) }
        + DetailKind.allCases.filter { $0 != .custom }.map { kind in
            let declaration = kind.declaration
            return MappedField(
                PersonFields.camelCase(declaration.option), declaration.help, .detail(kind, .value))
        } + [
            MappedField("unit", "The unit of the organization.", .detail(.organization, .qualifier)),
            MappedField("tags", "Tags, separated by semicolons.", .tags(separator: .semicolon)),
        ]
        + PersonFields.addressFields.compactMap { field in
            guard let part = ContactColumn.AddressPart(rawValue: field.name), part.path != nil else {
                return nil
            }
            return MappedField(field.name, "Address: " + field.help, .address(part))
        }

    private static func singleHelp(_ column: SingleColumn) -> String {
        switch column {
        case .uid: "The identifier that matches the person when the file is imported again."
        case .name: "The display name."
        default: PersonFields.add.first { $0.name == column.rawValue }?.help ?? column.rawValue
        }
    }

    // MARK: Guesses

    /// What the columns of an unknown header probably mean, as fields of this list.
    ///
    /// Knows the names that the columns have in all profiles, in all their languages.
    static func guesses(for header: CSVHeader, rows: [CSVRow]) -> [ColumnGuess] {
        guesser.columnGuesses(for: header, rows: rows, name: \.self)
    }

    private static let guesser = CSVColumnGuesser<String>(
        all.map { field in
            var names = moreNames[field.declaration.name] ?? []
            for column in ContactProfiles.all.flatMap(\.profile.columns)
            where column.field.meaning == field.meaning {
                names += column.names.map { $0.replacing("#", with: "") }
            }
            return .init(
                field.declaration.name, names: names + [field.declaration.name], look: field.look,
                isRepeatable: field.isRepeatable)
        })

    /// What people call columns in tables of their own.
    private static let moreNames: [String: [String]] = [
        "name": [
            "Full name", "Contact", "Person", "Kunde", "Nom complet", "Nombre completo", "Nome completo",
        ],
        "given": ["Given", "Forename", "Rufname"],
        "family": ["Surname", "Family", "Familienname", "Nom de famille"],
        "email": ["Mail", "E-mail", "Mail address", "Courriel", "Correo", "Posta elettronica"],
        "phone": [
            "Telephone", "Tel", "Cell", "Handy", "Mobil", "Telefon", "Téléphone", "Teléfono", "Telefoon",
        ],
        "birthday": [
            "Date of birth", "DOB", "Born", "Geburtsdatum", "Date de naissance", "Fecha de nacimiento",
        ],
        "organization": ["Employer", "Company name"], "url": ["Website", "Homepage", "Web", "Link"],
        "street": ["Street", "Address", "Straße", "Strasse", "Rue", "Calle", "Via", "Straat"],
        "locality": ["City", "Town", "Ort", "Stadt", "Ville", "Ciudad", "Città", "Plaats"],
        "region": ["State", "Province", "County", "Bundesland"],
        "postalCode": ["Zip", "Zip code", "Postcode", "PLZ", "Code postal", "Código postal", "CAP"],
        "country": ["Land", "Pays", "País", "Paese"], "note": ["Comment", "Remark", "Bemerkung", "Notiz"],
        "tags": ["Groups", "Group", "Labels", "Categories"],
    ]

    private var look: CSVValueLook? {
        switch meaning {
        case .detail(.email, .value): .email
        case .detail(.phone, .value): .phone
        case .detail(.url, .value): .url
        case .detail(.date, .value), .single(.birthday), .single(.anniversary), .single(.metDate): .date
        default: nil
        }
    }

    private var isRepeatable: Bool {
        if case .detail(let kind, .value) = meaning { kind != .organization } else { false }
    }
}
