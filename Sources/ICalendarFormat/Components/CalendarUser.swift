import ContentLine

/// Someone who takes part: ORGANIZER or ATTENDEE.
///
/// See RFC 5545, sections 3.8.4.1 and 3.8.4.3.
public struct CalendarUser: Sendable, Hashable {
    /// The calendar address, most often `mailto:` and an e-mail address.
    public var address: String
    /// CN: the name to show.
    public var commonName: String?
    /// ROLE, in upper case, such as `REQ-PARTICIPANT`.
    public var role: String?
    /// PARTSTAT, in upper case, such as `ACCEPTED`.
    public var participationStatus: String?
    /// CUTYPE, in upper case, such as `INDIVIDUAL` or `ROOM`.
    public var userType: String?
    /// RSVP: whether an answer is asked for.
    public var expectsReply: Bool?
    /// SENT-BY: the address of who acts for this one.
    public var sentBy: String?
    /// DELEGATED-TO: the addresses of those it was passed on to.
    public var delegatedTo: [String] = []
    /// DELEGATED-FROM: the addresses of those it was passed on from.
    public var delegatedFrom: [String] = []
    /// MEMBER: the groups that the invitation went to.
    public var groups: [String] = []

    /// Makes a user with an address and a name.
    public init(address: String, commonName: String? = nil) {
        self.address = address
        self.commonName = commonName
    }

    /// The e-mail address, where the calendar address is one.
    public var email: String? {
        address.utf8.count > 7 && address.prefix(7).lowercased() == "mailto:"
            ? String(address.dropFirst(7)) : nil
    }

    init(_ line: ContentLine) {
        let text = line.uri()
        address = CalendarUser.address(in: text)
        // vCalendar 1.0 writes the name before the address, and the answer as STATUS.
        if text.last == ">", let bracket = text.lastIndex(of: "<") {
            let name = trimmed(text[..<bracket])
            if !name.isEmpty { commonName = name }
        }
        var status: String?
        for parameter in line.parameters {
            guard let value = parameter.values.first else { continue }
            switch parameter.name.asciiUppercased() {
            case "CN": commonName = value
            case "ROLE": role = value.asciiUppercased()
            case "PARTSTAT": participationStatus = value.asciiUppercased()
            case "CUTYPE": userType = value.asciiUppercased()
            case "STATUS": status = value.asciiUppercased()
            case "RSVP": expectsReply = ["TRUE", "YES"].contains(value.asciiUppercased())
            case "SENT-BY": sentBy = value
            case "DELEGATED-TO": delegatedTo += parameter.values
            case "DELEGATED-FROM": delegatedFrom += parameter.values
            case "MEMBER": groups += parameter.values
            default: break
            }
        }
        if participationStatus == nil { participationStatus = status }
    }

    /// The calendar address that a text means: `Ada <ada@example.org>` and a bare e-mail address get their `mailto:`.
    private static func address(in text: String) -> String {
        var text = text[...]
        if text.last == ">", let bracket = text.lastIndex(of: "<") {
            text = text[text.index(after: bracket)...].dropLast()
        }
        let isBare = text.contains("@") && !text.contains { $0 == ":" || $0.isWhitespace }
        return isBare ? "mailto:" + text : String(text)
    }

    /// Writes this user into a line, leaving parameters alone that say the same or that it does not know.
    ///
    /// Of somebody else's line nothing is left: DIR, LANGUAGE and whatever else stands there is about that one.
    func write(to line: inout ContentLine) {
        if CalendarUser(line).address.lowercased() != address.lowercased() { line.parameters = [] }
        let old = CalendarUser(line)
        if old.address != address {
            line.value = ArraySlice(PropertyValue.uri(address).utf8)
            // The name may have stood before the address.
            if let commonName { line.setParameter("CN", to: [commonName]) }
        }
        func set(_ name: String, _ value: String?, _ before: String?) {
            if value != before { line.setParameter(name, to: value.map { [$0] } ?? []) }
        }
        set("CN", commonName, old.commonName)
        set("ROLE", role, old.role)
        let statusName = line.parameter("STATUS") != nil ? "STATUS" : "PARTSTAT"
        set(statusName, participationStatus, old.participationStatus)
        set("CUTYPE", userType, old.userType)
        if expectsReply != old.expectsReply {
            let isOld = line.parameter("RSVP").map { ["YES", "NO"].contains($0.asciiUppercased()) } ?? false
            let words = isOld ? (yes: "YES", no: "NO") : (yes: "TRUE", no: "FALSE")
            line.setParameter("RSVP", to: expectsReply.map { [$0 ? words.yes : words.no] } ?? [])
        }
        set("SENT-BY", sentBy, old.sentBy)
        if delegatedTo != old.delegatedTo { line.setParameter("DELEGATED-TO", to: delegatedTo) }
        if delegatedFrom != old.delegatedFrom { line.setParameter("DELEGATED-FROM", to: delegatedFrom) }
        if groups != old.groups { line.setParameter("MEMBER", to: groups) }
    }
}
