import ContentLine
import VCardFormat

/// The properties that become custom fields: what a person would miss, and not what programs keep for themselves.
enum CustomFields {
    /// The property of a custom field whose name is no property's name; the name stands in its X-ABLabel.
    static let labelled = "X-ATRIUM-FIELD"

    /// Properties of the standards that have no place of their own in a record, and are worth showing.
    private static let standard: Set<String> = [
        "BIRTHPLACE", "DEATHPLACE", "DEATHDATE", "EXPERTISE", "HOBBY", "ORG-DIRECTORY", "FBURL", "CALURI",
        "CALADRURI", "CONTACT-URI", "PRONOUNS", "SOCIALPROFILE",
    ]

    /// What programs keep for themselves.
    private static let technical: Set<String> = [
        "X-ABUID", "X-ABSHOWAS", "X-ABORDER", "X-ABADR", "X-ABLABEL", "X-ETAG", "X-GENERATOR", "X-REDUCTION",
        "X-ID",
        "X-IMAGEHASH", "X-IMAGETYPE", "X-SHARED-PHOTO-DISPLAY-PREF", "X-PRODID", "X-CLASS",
        "X-ACTIVITY-ALARM",
        "X-MS-CARDPICTURE", "X-EPOCSECONDNAME", "X-LONG-STRING", "X-SOURCE", "X-NAME", "X-MAILER",
        "X-SORT-STRING",
        // An interest, as older versions keep it.
        "X-INTEREST",
        "X-CLIENTPIDMAP", "X-XML", "X-CREATED", "X-GRAMGENDER", "X-LANGUAGE",
    ]
    private static let technicalPrefixes = [
        "X-ABCROP", "X-ADDRESSBOOKSERVER", "X-APPLE-", "X-ATRIUM-", "X-EVOLUTION-FILE", "X-EVOLUTION-LIST",
        "X-EVOLUTION-WEBDAV", "X-FC-", "X-FCENCODED", "X-KADDRESSBOOK-CRYPTO", "X-MOZILLA-", "X-MS-OL-",
        "X-PHONETIC-",
        "X-PILOT", "X-WAB-", "X-MICROSOFT-CDO",
    ]

    /// Text of more bytes than this is data of a program.
    static let longest = 4096

    /// Whether a property is shown as a custom field.
    static func isShown(_ name: String) -> Bool {
        if name == labelled || standard.contains(name) { return true }
        return name.hasPrefix("X-") && !technical.contains(name)
            && !technicalPrefixes.contains(where: name.hasPrefix)
    }

    /// The name of the custom field that a property is: without the `X-` under which older versions keep it.
    private static func field(of property: String) -> String {
        guard property.hasPrefix("X-"), standard.contains(String(property.dropFirst(2))) else {
            return property
        }
        return String(property.dropFirst(2))
    }

    /// The property that a custom field is written as.
    static func property(of name: String) -> String {
        let isToken =
            name.utf8.count > 2
            && name.utf8.allSatisfy {
                (65...90).contains($0) || (48...57).contains($0) || $0 == 0x2D
            }
        return isToken && isShown(name) && name != labelled && VCardProperty.isCustom(name) ? name : labelled
    }

    /// Custom fields in the order of their names, each name's in the order of its lines.
    static let mapping = ListMapping<Detail> { card in
        // One pass over the lines: a card can have as many names as lines.
        var places: [String: Int] = [:]
        var groups: [[Detail]] = []
        for line in card.customLines where isShown(line.canonicalName) {
            let name = field(of: line.canonicalName)
            let place = places[name] ?? groups.count
            if place == groups.count {
                places[name] = place
                groups.append([])
            }
            if let detail = detail(name, line.text(), label: card.label(of: line)) {
                groups[place].append(detail)
            }
        }
        return groups.isEmpty ? [] : Detail.inOrder(groups.flatMap(\.self))
    } patch: { editor, old, new in
        let old = Dictionary(grouping: old) { property(of: $0.qualifier ?? "") }
        let new = Dictionary(grouping: new) { property(of: $0.qualifier ?? "") }
        for name in Set(old.keys).union(new.keys).sorted() where old[name] != new[name] {
            mapping(of: name).patch(&editor, old[name] ?? [], new[name] ?? [])
        }
    }

    private static func mapping(of name: String) -> ListMapping<Detail> {
        ListMapping(VCardProperty.custom(name)) { line in
            detail(name, line.value, label: line.attributes.label)
        } write: { new, old in
            var attributes = old?.property.attributes ?? Attributes()
            if name == labelled { attributes.label = new.qualifier }
            return Property(new.value, attributes)
        }
    }

    /// The custom field that a line of this name is; nil where it says nothing that a record keeps.
    private static func detail(_ name: String, _ value: String, label: String?) -> Detail? {
        guard let value = value.nonEmpty, value.utf8.count <= longest else { return nil }
        let qualifier = name == labelled ? label?.nonEmpty : name
        return qualifier.map { Detail(.custom, value, qualifier: $0) }
    }
}
