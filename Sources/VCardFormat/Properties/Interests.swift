/// What someone knows and likes (RFC 6715); how well or how much stands in the parameter LEVEL.
extension VCardProperty {
    /// EXPERTISE: a field of professional knowledge (RFC 6715, section 2.1).
    public static let expertise = PropertyKind<String>.text(["EXPERTISE", "X-EXPERTISE"])
    /// HOBBY: something the person does (RFC 6715, section 2.2).
    public static let hobby = PropertyKind<String>.text(["HOBBY", "X-HOBBY"])
    /// INTEREST: something the person likes to watch or to read about (RFC 6715, section 2.3).
    public static let interest = PropertyKind<String>.text(["INTEREST", "X-INTEREST"])
    /// ORG-DIRECTORY: the directory of the organization, as a URI (RFC 6715, section 2.4).
    public static let organizationDirectory = PropertyKind<String>.uri(["ORG-DIRECTORY", "X-ORG-DIRECTORY"])
}
