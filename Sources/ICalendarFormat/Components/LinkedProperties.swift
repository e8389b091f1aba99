import ContentLine

/// A value that is one line with its parameters.
protocol LineValue: Hashable, Sendable {
    /// Makes the line say this value, leaving alone what says the same already.
    func write(to line: inout ContentLine)
}

/// Another component that this one belongs to: RELATED-TO.
///
/// See RFC 5545, section 3.8.4.5, and RFC 9253.
public struct Relation: Sendable, Hashable, LineValue {
    /// The UID of the other, or, with VALUE=URI, where it is.
    public var uid: String
    /// RELTYPE, in upper case: `PARENT` (what holds where nothing is said), `CHILD`, `SIBLING`, or another.
    public var type: String

    /// Makes a relation.
    public init(uid: String, type: String = "PARENT") {
        self.uid = uid
        self.type = type
    }

    init?(_ line: ContentLine) {
        uid = trimmed(line.text())
        type = line.parameter("RELTYPE")?.asciiUppercased() ?? "PARENT"
        if uid.isEmpty { return nil }
    }

    func write(to line: inout ContentLine) {
        line.value = ArraySlice(TextValue.escape(uid).utf8)
        line.setParameter("RELTYPE", to: type == "PARENT" ? [] : [type])
    }
}

/// Where people meet who do not meet in one place: CONFERENCE.
///
/// See RFC 7986, section 5.11.
public struct Conference: Sendable, Hashable, LineValue {
    /// The address: `https:`, `tel:`, `xmpp:` and others.
    public var uri: String
    /// FEATURE, in upper case: `VIDEO`, `PHONE`, `CHAT` and others.
    public var features: [String]
    /// LABEL: what to show.
    public var label: String?

    /// Makes a conference.
    public init(uri: String, features: [String] = [], label: String? = nil) {
        self.uri = uri
        self.features = features
        self.label = label
    }

    init(_ line: ContentLine) {
        uri = line.uri()
        features = line.parameters.filter { $0.isNamed("FEATURE") }.flatMap(\.values)
            .map { $0.asciiUppercased() }
        label = line.parameter("LABEL")
    }

    func write(to line: inout ContentLine) {
        line.value = ArraySlice(PropertyValue.uri(uri).utf8)
        line.setParameter("VALUE", to: ["URI"])
        line.setParameter("FEATURE", to: features)
        line.setParameter("LABEL", to: label.map { [$0] } ?? [])
    }
}

/// A picture that belongs to a component: IMAGE.
///
/// See RFC 7986, section 5.10.
public struct CalendarImage: Sendable, Hashable, LineValue {
    /// The picture, or where it is.
    public var content: Attachment.Content
    /// FMTTYPE: the media type, such as `image/png`.
    public var mediaType: String?
    /// DISPLAY, in upper case: `BADGE`, `GRAPHIC`, `FULLSIZE`, `THUMBNAIL`.
    public var displays: [String]

    /// Makes a picture.
    public init(content: Attachment.Content, mediaType: String? = nil, displays: [String] = []) {
        self.content = content
        self.mediaType = mediaType
        self.displays = displays
    }

    init(_ line: ContentLine) {
        let attachment = Attachment(line)
        content = attachment.content
        mediaType = attachment.mediaType
        displays = line.parameters.filter { $0.isNamed("DISPLAY") }.flatMap(\.values)
            .map { $0.asciiUppercased() }
    }

    func write(to line: inout ContentLine) {
        var new = Attachment(content: content, mediaType: mediaType).line
        if case .uri = content { new.setParameter("VALUE", to: ["URI"]) }
        new.setParameter("DISPLAY", to: displays)
        line = ContentLine(
            group: line.group, name: line.name, parameters: new.parameters,
            value: String(decoding: new.value, as: UTF8.self))
    }
}

/// Data of another format that says the same or more: STRUCTURED-DATA.
///
/// See RFC 9073, section 6.6.
public struct StructuredData: Sendable, Hashable, LineValue {
    /// Where the data is.
    public enum Content: Sendable, Hashable {
        /// It is here, as text.
        case text(String)
        /// It is here, in base64, or elsewhere.
        case attached(Attachment.Content)
    }

    /// The data, or where it is.
    public var content: Content
    /// FMTTYPE: the media type, such as `application/ld+json`.
    public var mediaType: String?
    /// SCHEMA: the URI of the schema, such as `https://schema.org/FlightReservation`.
    public var schema: String?

    /// Makes data.
    public init(content: Content, mediaType: String? = nil, schema: String? = nil) {
        self.content = content
        self.mediaType = mediaType
        self.schema = schema
    }

    init(_ line: ContentLine) {
        switch line.parameter("VALUE")?.asciiUppercased() {
        case "TEXT": content = .text(line.text())
        default: content = .attached(Attachment(line).content)
        }
        mediaType = line.parameter("FMTTYPE")
        schema = line.parameter("SCHEMA")
    }

    func write(to line: inout ContentLine) {
        switch content {
        case .text(let text):
            line.value = ArraySlice(TextValue.escape(text).utf8)
            line.setParameter("ENCODING", to: [])
            line.setParameter("VALUE", to: ["TEXT"])
        case .attached(let content):
            let new = Attachment(content: content).line
            line.value = new.value
            line.setParameter("ENCODING", to: new.parameter("ENCODING").map { [$0] } ?? [])
            line.setParameter("VALUE", to: [new.parameter("VALUE") ?? "URI"])
        }
        line.setParameter("FMTTYPE", to: mediaType.map { [$0] } ?? [])
        line.setParameter("SCHEMA", to: schema.map { [$0] } ?? [])
    }
}

/// A description with marks of style: STYLED-DESCRIPTION.
///
/// See RFC 9073, section 6.5.
public struct StyledDescription: Sendable, Hashable, LineValue {
    /// The text, in the format that ``mediaType`` names; with VALUE=URI, where it is.
    public var text: String
    /// FMTTYPE: the media type, such as `text/html`.
    public var mediaType: String?
    /// Whether ``text`` is the address of the text.
    public var isURI: Bool
    /// DERIVED=TRUE: whether it was made of DESCRIPTION, so that it may be dropped.
    public var isDerived: Bool

    /// Makes a description.
    public init(text: String, mediaType: String? = "text/html", isURI: Bool = false, isDerived: Bool = false)
    {
        self.text = text
        self.mediaType = mediaType
        self.isURI = isURI
        self.isDerived = isDerived
    }

    init(_ line: ContentLine) {
        isURI = line.parameter("VALUE")?.asciiUppercased() == "URI"
        text = isURI ? line.uri() : line.text()
        mediaType = line.parameter("FMTTYPE")
        isDerived = line.parameter("DERIVED")?.asciiUppercased() == "TRUE"
    }

    func write(to line: inout ContentLine) {
        line.value = ArraySlice((isURI ? PropertyValue.uri(text) : TextValue.escape(text)).utf8)
        line.setParameter("VALUE", to: [isURI ? "URI" : "TEXT"])
        line.setParameter("FMTTYPE", to: mediaType.map { [$0] } ?? [])
        line.setParameter("DERIVED", to: isDerived ? ["TRUE"] : [])
    }
}
