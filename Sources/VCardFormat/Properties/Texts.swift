import ContentLine

extension PropertyKind where Value == String {
    /// A kind whose value is one text, in which commas and semicolons are nothing special.
    ///
    /// - Parameter older: the name before 4.0, where it differs.
    static func text(_ names: [String], older: String? = nil) -> PropertyKind<String> {
        PropertyKind(names) { line, _ in
            line.text()
        } write: { property, context in
            PropertyDraft(name: context.keptName(names, older: older), value: context.escape(property.value))
        }
    }

    /// A kind whose value is a URI; what is none is kept as it is.
    ///
    /// - Parameter older: the name before 4.0, where it differs.
    static func uri(_ names: [String], older: String? = nil) -> PropertyKind<String> {
        PropertyKind(names) { line, _ in
            line.uri()
        } write: { property, context in
            PropertyDraft(
                name: context.keptName(names, older: older), value: property.value.withoutControls())
        }
    }
}

extension PropertyKind where Value == [String] {
    /// A kind whose value is a list of texts.
    static func texts(_ names: [String]) -> PropertyKind<[String]> {
        PropertyKind(names) { line, _ in
            line.list().filter { !$0.isEmpty }
        } write: { property, context in
            PropertyDraft(name: context.keptName(names), value: TextValue.list(property.value))
        }
    }
}

extension WriteContext {
    /// The name of the line before it was changed, if it is one of `names`; else the one that the version has.
    func keptName(_ names: [String], older: String? = nil) -> String {
        if let previous, names.contains(previous.canonicalName) { return previous.name }
        return version < .v4 ? older ?? names[0] : names[0]
    }
}

extension String {
    /// The same without control characters, for values that have no escape for them.
    func withoutControls() -> String {
        guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }
}

extension VCardProperty {
    /// FN: the name as it is shown (RFC 6350, section 6.2.1).
    ///
    /// One that conversion added says nothing of its own.
    public static let formattedName = PropertyKind<String>(["FN"]) { line, card in
        card.isAdded(line) ? nil : line.text()
    } write: { property, context in
        PropertyDraft(name: context.keptName(["FN"]), value: context.escape(property.value))
    }
    /// NICKNAME: other names (RFC 6350, section 6.2.3).
    public static let nickname = PropertyKind<[String]>.texts(["NICKNAME", "X-NICKNAME"])
    /// TITLE: a position or job (RFC 6350, section 6.6.1).
    public static let title = PropertyKind<String>.text(["TITLE"])
    /// ROLE: a function or part played (RFC 6350, section 6.6.2).
    public static let role = PropertyKind<String>.text(["ROLE"])
    /// NOTE: anything about the person (RFC 6350, section 6.7.2).
    public static let note = PropertyKind<String>.text(["NOTE"])
    /// CATEGORIES: tags (RFC 6350, section 6.7.1).
    public static let categories = PropertyKind<[String]>.texts(["CATEGORIES"])
    /// LANG: a language that the person can be contacted in, as a language tag (RFC 6350, section 6.4.4).
    public static let language = PropertyKind<String>.text(["LANG", "X-LANG"], older: "X-LANG")
    /// TZ: a time zone, by name, UTC offset or URI, as written (RFC 6350, section 6.5.1).
    public static let timeZone = PropertyKind<String>.text(["TZ"])
    /// URL: a web page (RFC 6350, section 6.7.8).
    public static let url = PropertyKind<String>.uri(["URL"])
    /// UID: what tells this card from all others, as written (RFC 6350, section 6.7.6).
    public static let uid = PropertyKind<String>.text(["UID"])
    /// KIND: `individual`, `group`, `org`, `location`; also Apple's form (RFC 6350, section 6.1.4).
    public static let kind = PropertyKind<String>.text(
        ["KIND", "X-ADDRESSBOOKSERVER-KIND"], older: "X-ADDRESSBOOKSERVER-KIND")
    /// MEMBER: the UID of a card in a group, as a URI; also Apple's form (RFC 6350, section 6.6.5).
    public static let member = PropertyKind<String>.uri(
        ["MEMBER", "X-ADDRESSBOOKSERVER-MEMBER"], older: "X-ADDRESSBOOKSERVER-MEMBER")
    /// REV: when the card was last changed, as written (RFC 6350, section 6.7.4).
    public static let revision = PropertyKind<String>.text(["REV"])
    /// SOURCE: where the newest version of the card is found (RFC 6350, section 6.1.3).
    public static let source = PropertyKind<String>.uri(["SOURCE", "X-SOURCE"])
    /// PRODID: the program that wrote the card (RFC 6350, section 6.7.3).
    public static let productID = PropertyKind<String>.text(["PRODID", "X-PRODID"])
}
