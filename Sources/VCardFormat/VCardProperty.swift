import ContentLine

/// The kinds of properties.
///
/// Each is defined beside its value type in `Properties/`; `all` lists them.
public enum VCardProperty {
    /// A kind without its value type: what the list needs.
    struct Entry: Sendable {
        var names: [String]
        /// Which object it is.
        var identifier: ObjectIdentifier
        /// Whether records have no field of their own for it, so that it is one of ``VCard/customLines``.
        var isCustom: Bool
        /// How it is written in each version.
        var form: PropertyForm
        /// What is wrong with a line; `nil` instead of a function for kinds whose every text is a value.
        var check: (@Sendable (ContentLine, VCard) -> ValueProblem?)?

        init<Value>(
            _ kind: PropertyKind<Value>, _ value: ValueForm, in versions: Set<VCardVersion> = .all,
            older: String? = nil, canFail: Bool = false, isCustom: Bool = false
        ) {
            names = kind.names
            identifier = ObjectIdentifier(kind)
            self.isCustom = isCustom
            form = PropertyForm(kind.names, value, in: versions, older: older)
            guard canFail else { return }
            check = { line, card in
                do throws(ValueProblem) {
                    _ = try kind.readValue(line, card)
                    return nil
                } catch {
                    return error
                }
            }
        }
    }

    /// Every kind: one line each, with the form of its value and the versions that have it.
    static let all: [Entry] = [
        Entry(formattedName, .text),
        Entry(name, .structured),
        Entry(nickname, .list),
        Entry(photo, .media, canFail: true),
        Entry(logo, .media, canFail: true),
        Entry(sound, .media, canFail: true),
        Entry(key, .media, canFail: true),
        Entry(birthday, .date, canFail: true),
        Entry(date, .date, in: [.v4], older: "X-ABDATE", canFail: true),
        Entry(email, .text),
        Entry(phone, .phone),
        Entry(messaging, .messaging, in: [.v3, .v4], older: "IMPP"),
        Entry(address, .structured),
        Entry(url, .uri),
        Entry(organization, .components),
        Entry(title, .text),
        Entry(role, .text),
        Entry(related, .related, in: [.v4], older: "X-RELATED"),
        Entry(language, .text, in: [.v4], older: "X-LANG"),
        Entry(categories, .list),
        Entry(note, .text),
        Entry(gender, .gender, in: [.v4], older: "X-GENDER"),
        Entry(geo, .geo, canFail: true),
        Entry(timeZone, .zone),
        Entry(uid, .uid),
        Entry(kind, .text, in: [.v4], older: "X-ADDRESSBOOKSERVER-KIND"),
        Entry(member, .uri, in: [.v4], older: "X-ADDRESSBOOKSERVER-MEMBER"),
        Entry(revision, .timestamp),
        Entry(source, .uri, in: [.v3, .v4]),
        Entry(productID, .text, in: [.v3, .v4]),
        Entry(sourceName, .text, in: [.v3], isCustom: true),
        Entry(accessClass, .text, in: [.v3], isCustom: true),
        Entry(mailer, .text, in: [.v2, .v3], isCustom: true),
        Entry(sortString, .text, in: [.v3], isCustom: true),
        Entry(clientIDMap, .components, in: [.v4], isCustom: true),
        Entry(xml, .text, in: [.v4], isCustom: true),
        Entry(freeBusyURL, .uri, isCustom: true),
        Entry(calendarAddress, .uri, isCustom: true),
        Entry(calendarURL, .uri, isCustom: true),
        Entry(contactURI, .uri, in: [.v4], isCustom: true),
        Entry(birthplace, .text, in: [.v4], isCustom: true),
        Entry(deathplace, .text, in: [.v4], isCustom: true),
        Entry(deathDate, .date, in: [.v4], canFail: true, isCustom: true),
        Entry(expertise, .text, in: [.v4], isCustom: true),
        Entry(hobby, .text, in: [.v4], isCustom: true),
        Entry(interest, .text, in: [.v4], isCustom: true),
        Entry(organizationDirectory, .uri, in: [.v4], isCustom: true),
        Entry(created, .timestamp, in: [.v4], isCustom: true),
        Entry(grammaticalGender, .text, in: [.v4], isCustom: true),
        Entry(cardLanguage, .text, in: [.v4], isCustom: true),
        Entry(pronouns, .text, in: [.v4], isCustom: true),
        Entry(socialProfile, .uri, in: [.v4], older: "X-SOCIALPROFILE", isCustom: true),
        Entry(phoneticGivenName, .text, isCustom: true),
        Entry(phoneticMiddleName, .text, isCustom: true),
        Entry(phoneticFamilyName, .text, isCustom: true),
        Entry(phoneticOrganization, .text, isCustom: true),
        Entry(maidenName, .text, isCustom: true),
        Entry(showAs, .text, isCustom: true),
        Entry(appleUID, .text, isCustom: true),
        Entry(fileAs, .text, isCustom: true),
        Entry(assistantPhone, .text, isCustom: true),
        Entry(androidCustom, .components, isCustom: true),
    ]

    /// Lines about other lines or about the card, which are neither values nor custom fields, with their forms.
    static let structuralForms: [PropertyForm] = [
        PropertyForm(["VERSION"], .raw),
        PropertyForm(["X-ABLABEL"], .text),
        PropertyForm(["X-ABADR"], .text),
        PropertyForm(["LABEL"], .text, in: [.v2, .v3]),
        PropertyForm(["PROFILE"], .text, in: [.v3]),
        PropertyForm(["AGENT"], .text, in: [.v2, .v3]),
    ]

    /// The names of every property that is known, in upper case: those of the kinds, then those of lines about lines.
    public static let names: [String] = all.flatMap(\.names) + structuralForms.flatMap(\.knownNames)

    /// The number of each kind in `all`, by each of its names.
    static let indexByName: [String: UInt8] = {
        var result: [String: UInt8] = [:]
        for (index, entry) in all.enumerated() {
            for name in entry.names { result[name] = UInt8(truncatingIfNeeded: index) }
        }
        return result
    }()

    /// The checks in `all`, by number.
    static let checks = all.map(\.check)

    private static let identifiers = all.map(\.identifier)

    /// The number of a kind in `all`; `nil` for custom fields.
    @usableFromInline
    static func number(of kind: ObjectIdentifier) -> UInt8? {
        identifiers.firstIndex(of: kind).map { UInt8(truncatingIfNeeded: $0) }
    }

    /// Whether each kind in `all`, by number, is one of ``VCard/customLines``.
    static let customKinds = all.map(\.isCustom)

    /// Whether lines of this name (given in upper case) are among ``VCard/customLines``.
    public static func isCustom(_ name: String) -> Bool {
        guard !structural.contains(name) else { return false }
        return indexByName[name].map { customKinds[Int($0)] } ?? true
    }

    /// The names of lines about other lines or about the card.
    static let structural = Set(structuralForms.flatMap(\.knownNames) + ["BEGIN", "END"])

    /// A custom field: a property of any name, most often beginning with `X-`, whose value is text.
    public static func custom(_ name: String) -> PropertyKind<String> {
        let name = name.uppercased()
        guard let form = PropertyForm.of(name), form.name == name, !name.hasPrefix("X-") else {
            return .text([name])
        }
        // A property of the standard: also under the name that it has where the version does not know it.
        return .text([name, "X-" + name], older: form.name(in: .v3))
    }
}
