/// How one speaks of and to someone (RFC 9554), and their profiles in social networks.
extension VCardProperty {
    /// GRAMGENDER: the grammatical gender to use in salutations (RFC 9554, section 3.2).
    public static let grammaticalGender = PropertyKind<String>.text(["GRAMGENDER", "X-GRAMGENDER"])
    /// LANGUAGE: the language that the card is written in (RFC 9554, section 3.3).
    public static let cardLanguage = PropertyKind<String>.text(["LANGUAGE", "X-LANGUAGE"])
    /// PRONOUNS: the pronouns to use (RFC 9554, section 3.4).
    public static let pronouns = PropertyKind<String>.text(["PRONOUNS", "X-PRONOUNS"])
    /// SOCIALPROFILE: a profile in a social network, as a URI or a name (RFC 9554, section 3.5); also Apple's form.
    ///
    /// The network stands in the parameter SERVICE-TYPE, with Apple in TYPE.
    public static let socialProfile = PropertyKind<String>.uri(
        ["SOCIALPROFILE", "X-SOCIALPROFILE"], older: "X-SOCIALPROFILE")
}
