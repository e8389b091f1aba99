import AtriumSDK

/// The declared fields of the commands: what one types to say something about a person.
enum PersonFields {
    /// The fields of the name, the places where they stand, and other single texts.
    static let texts: [(field: Field<String>, path: any WritableKeyPath<Person, String?> & Sendable)] = [
        (.text("prefix", help: "Honorific prefixes, such as Dr."), \.name.prefix),
        (.text("given", help: "The given name.").titled("Given name"), \.name.given),
        (.text("additional", help: "Additional (middle) names."), \.name.additional),
        (.text("family", help: "The family name.").titled("Family name"), \.name.family),
        (.text("suffix", help: "Honorific suffixes, such as Jr."), \.name.suffix),
        (.text("phoneticGiven", help: "The pronunciation of the given name."), \.name.phoneticGiven),
        (
            .text("phoneticAdditional", help: "The pronunciation of the additional names."),
            \.name.phoneticAdditional
        ),
        (.text("phoneticFamily", help: "The pronunciation of the family name."), \.name.phoneticFamily),
        (.text("genderText", help: "The gender identity in words."), \.genderText),
        (.text("metPlace", help: "The place where you met."), \.metPlace),
    ]

    /// The name to show.
    static let name = Field<String>
        .text("name", help: "The display name. If omitted, it is built from the parts of the name.")
    /// What the card is about.
    static let kind = Field<String>
        .text("kind", help: "The kind of contact if it is not an individual: org, group or location.")
    /// The gender.
    static let gender = Field<String>
        .choice("gender", of: Sex.allCases.map(\.rawValue), help: "The gender.")
    /// The day of birth.
    static let birthday = Field<String>
        .partialDate(
            "birthday", help: "The date of birth, possibly incomplete: 1985-04-12, --04-12.")
    /// The day of birth in words.
    static let birthdayText = Field<String>
        .text("birthdayText", help: "The birthday in words if no date is known: circa 1800.")
    /// The anniversary.
    static let anniversary = Field<String>
        .partialDate("anniversary", help: "The wedding day or another anniversary, possibly incomplete.")
    /// The anniversary in words.
    static let anniversaryText = Field<String>
        .text("anniversaryText", help: "The anniversary in words if no date is known.")
    /// When the user met the person.
    static let metDate = Field<String>
        .partialDate("metDate", help: "The date you met, possibly incomplete: 2024-05.")
    /// How often the user wants to be in touch.
    static let cadence = Field<Int64>.integer(
        "cadenceDays", in: Cadence.days,
        help: "The maximum number of days between contacts that you want, 1 to 3660."
    ).option("cadence")
    /// The day of the last interaction.
    static let lastInteraction = FieldDeclaration(
        "lastInteraction", .date, help: "The day you were last in touch.")
    /// How well the user keeps in touch.
    static let health = FieldDeclaration(
        "health", .integer(0...100),
        help: "A score of how well you keep in touch, 0 to 100, or null without a cadence.")
    /// When the user wants to be in touch again.
    static let due = FieldDeclaration("due", .date, help: "The day by which you want to be in touch again.")
    /// The photo.
    static let photo = Field<UploadedFile>
        .file("photo", help: "The photo: a JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC or AVIF file.")

    /// Whether the photo is taken away.
    static let removePhoto = Field<Bool>.boolean("removePhoto", help: "Remove the photo.")

    /// The photo, as results show it.
    static let photoFields = [
        FieldDeclaration("mediaType", .text, help: "The media type, such as image/jpeg.", isRequired: true),
        FieldDeclaration("byteCount", .integer(), help: "The size in bytes.", isRequired: true),
        FieldDeclaration("sha256", .text, help: "The SHA-256 of the content, in hex.", isRequired: true),
    ]

    /// The fields of a postal address.
    static let addressFields =
        [
            FieldDeclaration("street", .longText, help: "Street and number."),
            FieldDeclaration("extended", .text, help: "Apartment, suite, floor."),
            FieldDeclaration("poBox", .text, help: "The post office box."),
            FieldDeclaration("locality", .text, help: "City, town or village."),
            FieldDeclaration("region", .text, help: "State, province or county."),
            FieldDeclaration("postalCode", .text, help: "The postal code."),
            FieldDeclaration("country", .text, help: "The country's name."),
            FieldDeclaration(
                "formatted", .longText, help: "The address as written on an envelope.", title: "Address"
            ).formatted(.whole),
        ] + commonFields

    /// What all typed and labelled values have.
    static let commonFields = [
        FieldDeclaration(
            "types", .list(.text), help: "The types: home, work, cell.", isRequired: true, title: "For"
        ).formatted(.words).hinted("Such as home, work."),
        FieldDeclaration("label", .text, help: "Your own label for it."),
        FieldDeclaration(
            "preferred", .boolean, help: "True if it is the one to use first.", isRequired: true),
    ]

    /// The fields of an element of a kind of details; none where an element is a text.
    static func elementFields(_ kind: DetailKind) -> [FieldDeclaration] {
        let declaration = kind.declaration
        var value = FieldDeclaration(
            "value", .text, help: declaration.help, isRequired: kind != .organization,
            title: declaration.noun.capitalizedFirst)
        value.format = kind.format
        switch declaration.shape {
        case .text, .longText: return []
        case .typed: return [value] + commonFields
        case .qualified("units"):
            let units = FieldDeclaration(
                "units", .list(.text), help: "Its units, from largest to smallest.", isRequired: true)
            return [value, units] + commonFields
        case .qualified(let name):
            let qualifier = FieldDeclaration(
                name, .text, help: "The \(name) of the \(declaration.noun).", isRequired: kind == .custom)
            return (kind == .custom ? [qualifier, value] : [value, qualifier]) + commonFields
        }
    }

    /// The type of an element of a kind of details.
    static func elementType(_ kind: DetailKind) -> FieldType {
        switch kind.declaration.shape {
        case .text: .text
        case .longText: .longText
        case .typed, .qualified: .object(asInput(elementFields(kind)))
        }
    }

    /// In the input, only what makes no sense without it is required.
    private static func asInput(_ fields: [FieldDeclaration]) -> [FieldDeclaration] {
        fields.map { field in
            var field = field
            if ["types", "preferred", "units"].contains(field.name) { field.isRequired = false }
            return field
        }
    }

    // MARK: Fields of the commands

    /// The fields of `add`.
    static let add = ([name.positional.declaration] + single + lists).grouped(groups)

    /// The fields of `edit`, behind the record.
    static let edit =
        ([name.declaration] + single + [removePhoto.declaration]
        + lists.flatMap { [$0, adding($0), removing($0)] }).grouped(groups)

    /// The groups of a form in which the fields stand; the others are what one says first of a person.
    private static let groups = [
        "Full name": [
            "prefix", "given", "additional", "family", "suffix", "phoneticGiven", "phoneticAdditional",
            "phoneticFamily",
            "nicknames",
            "kind", "gender", "genderText",
        ],
        "Other contact details": ["urls", "messaging", "languages", "timeZones", "positions"],
        "Addresses": ["addresses"],
        "Dates": ["birthdayText", "anniversary", "anniversaryText", "dates"],
        "Work": ["organizations", "titles", "roles"],
        "Relationship": ["relations", "members", "interests", "metDate", "metPlace", "cadenceDays"],
        "Other fields": ["customFields", "removePhoto"],
    ]

    /// The fields of which a person has one each.
    private static let single =
        texts.map(\.field.declaration) + [
            kind.declaration, birthday.declaration, birthdayText.declaration, anniversary.declaration,
            anniversaryText.declaration, gender.declaration, metDate.declaration, cadence.declaration,
            photo.declaration,
        ]

    /// The fields that set whole lists.
    static let lists: [FieldDeclaration] =
        DetailKind.allCases.map { kind in
            let declaration = kind.declaration
            var field = FieldDeclaration(
                declaration.field, .list(elementType(kind)),
                help: "\(declaration.noun.capitalizedFirst): any number, in order.",
                option: declaration.option)
            field.format = kind.format
            return field
        } + [
            FieldDeclaration(
                "addresses", .list(.object(asInput(addressFields))), help: "Postal addresses, in order.",
                option: "address"),
            FieldDeclaration("tags", .list(.text), help: "Tags, shared by all modules.", option: "tag")
                .formatted(.words),
        ]

    /// The name of the field that adds to a list.
    static func addingName(_ list: String) -> String { "add" + list.capitalizedFirst }
    /// The name of the field that takes from a list.
    static func removingName(_ list: String) -> String { "remove" + list.capitalizedFirst }

    private static func adding(_ list: FieldDeclaration) -> FieldDeclaration {
        FieldDeclaration(
            addingName(list.name), list.type,
            help: list.type == .list(.text) || list.type == .list(.longText)
                ? "Values to add to the list; existing ones stay."
                : "Values to add to the list; an existing one gets these types and this label.",
            option: "add-" + list.optionName)
    }

    private static func removing(_ list: FieldDeclaration) -> FieldDeclaration {
        FieldDeclaration(
            removingName(list.name), .list(.text),
            help: "Values to remove from the list, given by \(removalKey(list.name)).",
            option: "remove-" + list.optionName)
    }

    private static func removalKey(_ list: String) -> String {
        switch list {
        case "customFields": "name"
        case "addresses": "street, label or one-line form"
        default: "value"
        }
    }
}

extension PersonFields {
    /// `time-zone` as `timeZone`.
    static func camelCase(_ option: String) -> String {
        let words = option.split(separator: "-").map(String.init)
        return (words.first ?? "") + words.dropFirst().map(\.capitalizedFirst).joined()
    }
}

extension String {
    /// The text with its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
