/// What a card says about itself.
extension VCardProperty {
    /// CREATED: when the card was made (RFC 9554, section 3.1).
    public static let created = PropertyKind<String>.text(["CREATED", "X-CREATED"])
    /// CLIENTPIDMAP: what the numbers in PID parameters stand for (RFC 6350, section 6.7.7).
    public static let clientIDMap = PropertyKind<String>.text(["CLIENTPIDMAP", "X-CLIENTPIDMAP"])
    /// XML: an element of XML that has no property (RFC 6350, section 6.1.5).
    public static let xml = PropertyKind<String>.text(["XML", "X-XML"])
    /// NAME: the name of what SOURCE leads to, in 3.0 (RFC 2426, section 2.1.2).
    public static let sourceName = PropertyKind<String>.text(["NAME", "X-NAME"])
    /// CLASS: whom the card is for, in 3.0: `PUBLIC`, `PRIVATE`, `CONFIDENTIAL` (RFC 2426, section 3.7.1).
    public static let accessClass = PropertyKind<String>.text(["CLASS", "X-CLASS"])
    /// MAILER: the program that the person reads mail with, in 2.1 and 3.0 (RFC 2426, section 3.3.3).
    public static let mailer = PropertyKind<String>.text(["MAILER", "X-MAILER"])
    /// SORT-STRING: what to sort the name by, in 3.0; 4.0 has the parameter SORT-AS (RFC 2426, section 3.6.5).
    public static let sortString = PropertyKind<String>.text(["SORT-STRING", "X-SORT-STRING"])
}
