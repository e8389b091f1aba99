import VCardFormat

/// The properties of vCard that details and addresses come from: one entry for each kind.
enum VCardMappings {
    /// The mapping of each kind of details, in the kinds' order; dates with the anniversary among them.
    static let details: [(kind: DetailKind, mapping: ListMapping<Detail>)] = DetailKind.allCases.map {
        kind in
        switch kind {
        case .nickname: (kind, nickname)
        case .email: (kind, ListMapping(kind, VCardProperty.email))
        case .phone: (kind, ListMapping(kind, VCardProperty.phone))
        case .url: (kind, ListMapping(kind, VCardProperty.url))
        case .messaging: (kind, messaging)
        case .organization: (kind, organization)
        case .title: (kind, ListMapping(kind, VCardProperty.title))
        case .role: (kind, ListMapping(kind, VCardProperty.role))
        case .interest: (kind, ListMapping(kind, VCardProperty.interest))
        case .relation: (kind, relation)
        case .date: (kind, allDates)
        case .language: (kind, ListMapping(kind, VCardProperty.language))
        case .geo: (kind, geo)
        case .timezone: (kind, ListMapping(kind, VCardProperty.timeZone))
        case .member: (kind, ListMapping(kind, VCardProperty.member))
        case .note: (kind, ListMapping(kind, VCardProperty.note))
        case .custom: (kind, CustomFields.mapping)
        }
    }

    /// NICKNAME has several values a line; a line none of whose nicknames changed stays as it is.
    private static let nickname = texts(
        VCardProperty.nickname, read: { Detail(.nickname, $0) }, write: \.value)

    /// A mapping of a property that says several texts a line.
    static func texts<Element>(
        _ property: PropertyKind<[String]>, read: @escaping @Sendable (String) -> Element,
        write: @escaping @Sendable (Element) -> String
    ) -> ListMapping<Element> {
        ListMapping { card in
            card[property].flatMap { $0.value.compactMap(\.nonEmpty) }.map(read)
        } patch: { editor, _, new in
            var rest = new.map(write)
            var lines = editor.card[property]
            for index in lines.indices {
                lines[index].value.removeAll { text in
                    guard text.nonEmpty != nil else { return false }
                    guard let place = rest.firstIndex(of: text) else { return true }
                    rest.remove(at: place)
                    return false
                }
            }
            if lines.isEmpty { lines = [Property([])] }
            lines[0].value += rest
            // What was put in another order cannot keep its lines.
            if lines.flatMap({ $0.value.compactMap(\.nonEmpty) }) != new.map(write) {
                lines = [Property(new.map(write), lines[0].attributes)]
            }
            editor.set(property, to: lines.filter { !$0.value.isEmpty })
        }
    }

    /// Dates: all of them, the anniversary too, which ``PersonVCard`` keeps apart.
    static let allDates = ListMapping<Detail>(VCardProperty.date) { line in
        guard let text = DateText.text(line.value) else { return nil }
        let isAnniversary = line.attributes.label == VCardProperty.anniversaryLabel
        return isAnniversary
            ? Detail(.date, text, label: VCardProperty.anniversaryLabel)
            : Detail(.date, text, line.attributes)
    } write: { new, old in
        let value = old?.element.value == new.value ? old?.property.value : nil
        return Property(
            value ?? DateText.value(new.value), new.attributes(old: old?.element, old?.property.attributes))
    }

    private static let relation = ListMapping<Detail>(VCardProperty.related) { line in
        line.value.text.nonEmpty.map { text in
            var detail = Detail(.relation, text, line.attributes)
            detail.normalise()
            return detail
        }
    } write: { new, old in
        let isURI = ["urn:", "http:", "https:", "mailto:"].contains { new.value.lowercased().hasPrefix($0) }
        let value = old?.element.value == new.value ? old?.property.value : nil
        return Property(
            value ?? RelatedPerson(new.value, isURI: isURI),
            new.attributes(old: old?.element, old?.property.attributes))
    }

    private static let geo = ListMapping<Detail>(VCardProperty.geo) { line in
        Detail(.geo, GeoText.text(line.value), line.attributes)
    } write: { new, old in
        let value = old?.element.value == new.value ? old?.property.value : nil
        // Commands and imports take positions only.
        return (value ?? GeoText.position(new.value)).map {
            Property($0, new.attributes(old: old?.element, old?.property.attributes))
        }
    }

    private static let messaging = ListMapping<Detail>(VCardProperty.messaging) { line in
        line.value.handle.nonEmpty.map {
            Detail(.messaging, $0, qualifier: line.value.service.nonEmpty, line.attributes)
        }
    } write: { new, old in
        Property(
            MessagingHandle(service: new.qualifier ?? "", handle: new.value),
            new.attributes(old: old?.element, old?.property.attributes))
    }

    private static let organization = ListMapping<Detail>(VCardProperty.organization) { line in
        // A unit is a line of the record; a line feed in one becomes a space there.
        let parts = line.value.parts.map { $0.contains("\n") ? $0.replacing("\n", with: " ") : $0 }
        let units = parts.dropFirst().compactMap(\.nonEmpty).joined(separator: "\n").nonEmpty
        let name = parts.first?.nonEmpty ?? ""
        return name.isEmpty && units == nil
            ? nil : Detail(.organization, name, qualifier: units, line.attributes)
    } write: { new, old in
        var parts = old?.property.value.parts ?? []
        if old?.element.value != new.value || parts.isEmpty { parts = [new.value] + parts.dropFirst() }
        if old?.element.qualifier != new.qualifier { parts = parts.prefix(1) + new.units }
        return Property(Organization(parts), new.attributes(old: old?.element, old?.property.attributes))
    }

    /// ADR, component by component; the country of X-ABADR where ADR names none, as cards of Apple's programs have it.
    ///
    /// What the record does not keep (further components, several values in one) stays.
    static let address = ListMapping<PostalAddress>(VCardProperty.address) { line in
        var address = PostalAddress(
            poBox: joined(line.value.postOfficeBox), extended: joined(line.value.extended),
            street: joined(line.value.street), locality: joined(line.value.locality),
            region: joined(line.value.region), postalCode: joined(line.value.postalCode),
            country: joined(line.value.country), formatted: line.value.label?.nonEmpty)
        if !address.isEmpty, address.country == nil {
            address.country = line.value.countryCode?.uppercased().nonEmpty
        }
        address.label = line.attributes.label?.nonEmpty
        address.types = TypeNames.clean(line.attributes.types)
        address.preference = line.attributes.preference
        return address.isEmpty ? nil : address
    } write: { new, old in
        var value = old?.property.value ?? Address()
        func write(_ new: String?, _ old: String?, _ component: inout [String]) {
            if new != old { component = new.map { [$0] } ?? [] }
        }
        write(new.poBox, old?.element.poBox, &value.postOfficeBox)
        write(new.extended, old?.element.extended, &value.extended)
        write(new.street, old?.element.street, &value.street)
        write(new.locality, old?.element.locality, &value.locality)
        write(new.region, old?.element.region, &value.region)
        write(new.postalCode, old?.element.postalCode, &value.postalCode)
        write(new.country, old?.element.country, &value.country)
        if new.country != old?.element.country { value.countryCode = nil }
        if new.formatted != old?.element.formatted { value.label = new.formatted }
        let attributes = Attributes.edited(
            new.types, new.preference, new.label,
            old: old.map { ($0.element.types, $0.element.preference, $0.element.label) },
            old?.property.attributes)
        return Property(value, attributes)
    }

    private static func joined(_ values: [String]) -> String? {
        if values.count == 1 { return values[0].nonEmpty }
        return values.compactMap(\.nonEmpty).joined(separator: ", ").nonEmpty
    }
}
