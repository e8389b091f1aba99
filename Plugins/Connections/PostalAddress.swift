/// A postal address with the components of vCard's ADR (RFC 6350 section 6.3.1).
struct PostalAddress: Hashable, Sendable {
    /// The post office box.
    var poBox: String?
    /// Apartment, suite, floor.
    var extended: String?
    /// Street and number; several values are joined by commas, as in all components.
    var street: String?
    /// City, town or village.
    var locality: String?
    /// State, province or county.
    var region: String?
    /// Postal code.
    var postalCode: String?
    /// The country's name.
    var country: String?
    /// The address as it is written on an envelope, with line feeds.
    var formatted: String?
    /// What the user calls the address; nil where only types are known.
    var label: String?
    /// The types (RFC 6350 section 5.6) in order and as written; never `pref`, without commas.
    var types: [String] = []
    /// The preference (RFC 6350 section 5.3), 1 the most to 100 the least preferred; nil: none given.
    var preference: Int?

    /// The seven components in the order of ADR.
    static let components: [any WritableKeyPath<PostalAddress, String?> & Sendable] = [
        \.poBox, \.extended, \.street, \.locality, \.region, \.postalCode, \.country,
    ]

    /// Whether nothing is known of the place itself.
    var isEmpty: Bool {
        formatted == nil && Self.components.allSatisfy { self[keyPath: $0] == nil }
    }

    /// The components that are known, in one line; the envelope's text where none is.
    var oneLine: String {
        let known = [extended, poBox, street, postalCode, locality, region, country]
            .compactMap(\.self)
        return (known.isEmpty ? formatted ?? "" : known.joined(separator: ", ")).replacing("\n", with: ", ")
    }
}
