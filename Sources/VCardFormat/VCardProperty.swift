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
        /// What is wrong with a line; `nil` instead of a function for kinds whose every text is a value.
        var check: (@Sendable (ContentLine, VCard) -> ValueProblem?)?

        init<Value>(_ kind: PropertyKind<Value>, canFail: Bool = false) {
            names = kind.names
            identifier = ObjectIdentifier(kind)
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

    /// Every kind: one line each.
    static let all: [Entry] = [
        Entry(formattedName),
        Entry(name),
        Entry(nickname),
        Entry(photo, canFail: true),
        Entry(logo, canFail: true),
        Entry(sound, canFail: true),
        Entry(key, canFail: true),
        Entry(birthday, canFail: true),
        Entry(date, canFail: true),
        Entry(email),
        Entry(phone),
        Entry(messaging),
        Entry(address),
        Entry(url),
        Entry(organization),
        Entry(title),
        Entry(role),
        Entry(related),
        Entry(language),
        Entry(categories),
        Entry(note),
        Entry(gender),
        Entry(geo, canFail: true),
        Entry(timeZone),
        Entry(uid),
        Entry(kind),
        Entry(member),
        Entry(revision),
        Entry(source),
        Entry(productID),
    ]

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

    /// Lines about other lines or about the card, which are neither values nor custom fields.
    static let structural: Set<String> = [
        "VERSION", "X-ABLABEL", "X-ABADR", "LABEL", "BEGIN", "END", "PROFILE", "AGENT",
    ]

    /// A custom field: a property of any name, most often beginning with `X-`, whose value is text.
    public static func custom(_ name: String) -> PropertyKind<String> {
        .text([name.uppercased()])
    }
}
