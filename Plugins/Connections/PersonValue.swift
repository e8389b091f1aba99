import AtriumSDK

/// A person as commands show it.
enum PersonValue {
    /// The fields of one record, in the order in which ``object(_:_:)`` gives them.
    static let fields: [FieldDeclaration] =
        [
            FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
            FieldDeclaration(
                "uid", .text, help: "The uid, which imports and exports keep.", isRequired: true),
            FieldDeclaration("name", .text, help: "The display name.", isRequired: true),
            FieldDeclaration("email", .text, help: "The preferred e-mail address, or the first.")
                .formatted(.email),
            FieldDeclaration("phone", .text, help: "The preferred phone number, or the first.")
                .formatted(.phone),
            FieldDeclaration("organization", .text, help: "The preferred organization, or the first."),
            PersonFields.lastInteraction.derived, PersonFields.health.derived, PersonFields.due.derived,
            PersonFields.kind.declaration,
        ] + PersonFields.texts.map(\.field.declaration) + [
            PersonFields.gender.declaration, PersonFields.birthday.declaration,
            PersonFields.birthdayText.declaration, PersonFields.anniversary.declaration,
            PersonFields.anniversaryText.declaration, PersonFields.metDate.declaration,
            PersonFields.cadence.declaration,
        ]
        + DetailKind.allCases.map { kind in
            let declaration = kind.declaration
            let element: FieldType =
                switch declaration.shape {
                case .text: .text
                case .longText: .longText
                case .typed, .qualified: .object(PersonFields.elementFields(kind))
                }
            return FieldDeclaration(
                declaration.field, .list(element),
                help: "\(declaration.noun.capitalizedFirst): any number, in order.",
                isRequired: true)
        } + [
            FieldDeclaration(
                "addresses", .list(.object(PersonFields.addressFields)), help: "Postal addresses, in order.",
                isRequired: true),
            FieldDeclaration(
                "contactLinks", .list(.object(ContactLink.fields)),
                help: "Links to call or write to the person, built from numbers, addresses and handles.",
                isRequired: true
            ).derived,
            FieldDeclaration("tags", .list(.text), help: "Tags, in order.", isRequired: true),
            FieldDeclaration(
                "photo", .object(PersonFields.photoFields), help: "The photo, if the person has one."),
            FieldDeclaration("createdAt", .instant, help: "When the person was added.", isRequired: true),
            FieldDeclaration(
                "updatedAt", .instant, help: "When the person was last changed.", isRequired: true),
        ]

    /// What a record has beside its ``Person``.
    struct Record {
        /// The id.
        let id: Int64
        /// The uid.
        let uid: String
        /// When the record was made, as `Timestamp` text.
        let createdAt: String
        /// When the record was last changed, as `Timestamp` text.
        let updatedAt: String
        /// The photo.
        let photo: Attachment?
        /// How the user is in touch with the person.
        let touch: (last: LocalDate?, health: Int?, due: LocalDate?)
    }

    /// The record with every field of ``fields``.
    static func object(_ person: Person, _ record: Record) -> DataValue {
        // Appended, and grouped once: lists have many of these objects, and each has many fields.
        var object = DataObject(capacity: fields.count)
        let details = DetailsByKind(person.details)
        object.append("id", .integer(record.id))
        object.append("uid", .text(record.uid))
        object.append("name", .text(person.displayName))
        object.append("email", .text(orNull: details.preferred(.email)?.value))
        object.append("phone", .text(orNull: details.preferred(.phone)?.value))
        object.append("organization", .text(orNull: details.preferred(.organization)?.value))
        object.append("lastInteraction", .text(orNull: record.touch.last?.description))
        object.append("health", .integer(orNull: record.touch.health.map(Int64.init)))
        object.append("due", .text(orNull: record.touch.due?.description))
        object.append("kind", .text(orNull: person.kind))
        for (name, path) in texts { object.append(name, .text(orNull: person[keyPath: path])) }
        object.append("gender", .text(orNull: person.gender?.rawValue))
        for (name, date) in [("birthday", person.birthday), ("anniversary", person.anniversary)] {
            let isDate = date.map { DateText.canonical($0) == $0 } ?? false
            object.append(name, .text(orNull: isDate ? date : nil))
            object.append(name + "Text", .text(orNull: isDate ? nil : date))
        }
        object.append("metDate", .text(orNull: person.metDate))
        object.append("cadenceDays", .integer(orNull: (person.cadence?.days).map(Int64.init)))
        for kind in DetailKind.allCases {
            let ofKind = details[kind]
            let preferred = Detail.preferred(ofKind)
            object.append(
                kind.declaration.field,
                .list(
                    ofKind.map { element($0, isPreferred: $0.preference != nil && $0 == preferred) }))
        }
        let lowest = person.addresses.compactMap(\.preference).min()
        object.append(
            "addresses",
            .list(
                person.addresses.map {
                    element($0, isPreferred: $0.preference != nil && $0.preference == lowest)
                }))
        object.append("contactLinks", .list(ContactLink.all(details).map(\.value)))
        object.append("tags", .list(person.tags.map(DataValue.text)))
        object.append("photo", record.photo.map { .object(photo($0)) } ?? .null)
        object.append("createdAt", .text(record.createdAt))
        object.append("updatedAt", .text(record.updatedAt))
        return .object(object)
    }

    /// A photo: an object of ``PersonFields/photoFields``.
    static func photo(_ photo: Attachment) -> DataObject {
        [
            "mediaType": .text(photo.mediaType), "byteCount": .integer(photo.byteCount),
            "sha256": .text(photo.sha256),
        ]
    }

    /// The names of ``PersonFields/texts`` with the places where they stand.
    private static let texts = PersonFields.texts.map { ($0.field.declaration.name, $0.path) }

    /// A detail as commands show it: a text, or an object of ``PersonFields/elementFields(_:)``.
    static func element(_ detail: Detail, isPreferred: Bool) -> DataValue {
        var object = DataObject(capacity: 5)
        switch detail.kind.declaration.shape {
        case .text, .longText: return .text(detail.value)
        case .typed: object.append("value", .text(detail.value))
        case .qualified("units"):
            object.append("value", .text(detail.value))
            object.append("units", .list(detail.units.map(DataValue.text)))
        case .qualified(let name):
            if detail.kind == .custom { object.append(name, .text(orNull: detail.qualifier)) }
            object.append("value", .text(detail.value))
            if detail.kind != .custom { object.append(name, .text(orNull: detail.qualifier)) }
        }
        appendCommon(detail.types, detail.label, isPreferred, to: &object)
        return .object(object)
    }

    /// An address as commands show it: an object of ``PersonFields/addressFields``.
    static func element(_ address: PostalAddress, isPreferred: Bool) -> DataValue {
        var object: DataObject = [
            "street": .text(orNull: address.street), "extended": .text(orNull: address.extended),
            "poBox": .text(orNull: address.poBox), "locality": .text(orNull: address.locality),
            "region": .text(orNull: address.region), "postalCode": .text(orNull: address.postalCode),
            "country": .text(orNull: address.country),
            "formatted": .text(orNull: address.formatted),
        ]
        appendCommon(address.types, address.label, isPreferred, to: &object)
        return .object(object)
    }

    private static func appendCommon(
        _ types: [String], _ label: String?, _ isPreferred: Bool, to object: inout DataObject
    ) {
        object.append("types", .list(types.map(DataValue.text)))
        object.append("label", .text(orNull: label))
        object.append("preferred", .bool(isPreferred))
    }
}
