/// Where someone's calendar is, and where to reach them on the web.
extension VCardProperty {
    /// FBURL: where the person's busy times are found (RFC 6350, section 6.9.1; RFC 2739).
    public static let freeBusyURL = PropertyKind<String>.uri(["FBURL"])
    /// CALADRURI: where a request for a meeting is sent (RFC 6350, section 6.9.2; RFC 2739).
    public static let calendarAddress = PropertyKind<String>.uri(["CALADRURI"])
    /// CALURI: where the person's calendar is found (RFC 6350, section 6.9.3; RFC 2739).
    public static let calendarURL = PropertyKind<String>.uri(["CALURI"])
    /// CONTACT-URI: where one can write to the holder, such as a form on the web (RFC 8605, section 2.1).
    public static let contactURI = PropertyKind<String>.uri(["CONTACT-URI", "X-CONTACT-URI"])
}
