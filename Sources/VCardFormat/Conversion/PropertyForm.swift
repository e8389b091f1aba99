import ContentLine

/// What kind of value a property has, so far as writing it in another version is concerned.
enum ValueForm: Sendable {
    /// One text.
    case text
    /// Texts with commas between them.
    case list
    /// Texts with semicolons between them, in which commas are text.
    case components
    /// Lists of texts with semicolons between them.
    case structured
    /// A URI.
    case uri
    /// Kept as it stands: properties that are not known, and VERSION.
    case raw
    /// A date of which parts may be unknown, or words.
    case date
    /// A date and time.
    case timestamp
    /// Bytes, or a URI.
    case media
    /// A phone number, or a `tel:` URI.
    case phone
    /// A name in a messaging service.
    case messaging
    /// Someone who is related.
    case related
    /// Sex and gender.
    case gender
    /// A position.
    case geo
    /// A time zone.
    case zone
    /// A URI in 4.0, a text before.
    case uid
}

/// How a property is named in each version, and what its value is like.
struct PropertyForm: Sendable {
    /// The name in the newest version that has the property.
    let name: String
    /// Other programs' names for the same.
    let aliases: [String]
    /// What its value is like.
    let value: ValueForm
    private let versions: Set<VCardVersion>
    private let older: String?

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - names: the name in the standard, then other programs' names.
    ///   - versions: the versions of which the standard, or common use, has the property.
    ///   - older: how it is kept where it came later; if that is not said, with `X-` before its name.
    init(
        _ names: [String], _ value: ValueForm, in versions: Set<VCardVersion> = .all, older: String? = nil
    ) {
        name = names[0]
        aliases = Array(names.dropFirst())
        self.value = value
        self.versions = versions
        self.older = older
    }

    /// Whether a version has the property.
    func exists(in version: VCardVersion) -> Bool { versions.contains(version) }

    /// The name in a version: that of the standard, or one under which it is kept.
    func name(in version: VCardVersion) -> String {
        exists(in: version) ? name : older ?? "X-" + name
    }

    /// All names under which it is known.
    var knownNames: [String] {
        [name] + aliases
            + Set(VCardVersion.allCases.map(name(in:))).subtracting([name]).subtracting(aliases)
    }

    /// The form of a property, or `nil` if it is not known.
    static func of(_ canonicalName: String) -> PropertyForm? { byName[canonicalName] }

    private static let byName: [String: PropertyForm] = {
        let forms = VCardProperty.all.map(\.form) + VCardProperty.structuralForms
        return Dictionary(forms.flatMap { form in form.knownNames.map { ($0, form) } }) { first, _ in first }
    }()
}

extension Set<VCardVersion> {
    /// All versions.
    static var all: Set<VCardVersion> { [.v2, .v3, .v4] }
}

/// The parameters that only version 4.0 has (RFC 6350, section 5; RFC 6715, RFC 8605, RFC 9554, RFC 9555).
enum ModernParameter {
    /// Their names.
    static let names: Set<String> = [
        "ALTID", "PID", "MEDIATYPE", "CALSCALE", "SORT-AS", "GEO", "TZ", "LABEL", "PREF", "LEVEL", "INDEX",
        "CC",
        "AUTHOR", "AUTHOR-NAME", "CREATED", "DERIVED", "PHONETIC", "PROP-ID", "SCRIPT", "SERVICE-TYPE",
        "USERNAME",
        "JSCOMPS", "JSPTR",
    ]

    /// The name under which one stands in a version.
    static func name(_ name: String, from source: VCardVersion, to target: VCardVersion) -> String {
        let canonical = name.asciiUppercased()
        if target < .v4, source == .v4, names.contains(canonical) { return "X-" + canonical }
        if target == .v4, source < .v4, canonical.hasPrefix("X-"),
            names.contains(String(canonical.dropFirst(2)))
        {
            return String(canonical.dropFirst(2))
        }
        return name
    }
}
