import ContentLine

/// Properties of single programs, where several programs read them; others are custom fields.
extension VCardProperty {
    /// X-PHONETIC-FIRST-NAME: how the given name sounds (Apple, Google, Android).
    public static let phoneticGivenName = PropertyKind<String>.text(["X-PHONETIC-FIRST-NAME"])
    /// X-PHONETIC-MIDDLE-NAME: how the middle name sounds (Apple, Google, Android).
    public static let phoneticMiddleName = PropertyKind<String>.text(["X-PHONETIC-MIDDLE-NAME"])
    /// X-PHONETIC-LAST-NAME: how the family name sounds (Apple, Google, Android).
    public static let phoneticFamilyName = PropertyKind<String>.text(["X-PHONETIC-LAST-NAME"])
    /// X-PHONETIC-ORG: how the organization's name sounds (Apple).
    public static let phoneticOrganization = PropertyKind<String>.text(["X-PHONETIC-ORG"])
    /// X-MAIDENNAME: the family name at birth (Apple).
    public static let maidenName = PropertyKind<String>.text(["X-MAIDENNAME"])
    /// X-ABSHOWAS: `COMPANY` where the card is shown under its organization (Apple).
    public static let showAs = PropertyKind<String>.text(["X-ABSHOWAS"])
    /// X-ABUID: the card's identifier in Apple's address book.
    public static let appleUID = PropertyKind<String>.text(["X-ABUID"])
    /// X-FILE-AS: what to sort the card by (Google, Evolution, Outlook).
    public static let fileAs = PropertyKind<String>.text(["X-FILE-AS", "X-EVOLUTION-FILE-AS"])
    /// X-ASSISTANT-PHONE: the assistant's number (Nokia, Evolution).
    public static let assistantPhone = PropertyKind<String>.text(
        ["X-ASSISTANT-PHONE", "X-ASSISTANT-TEL", "X-MS-ASSISTANT-TEL"])

    /// X-ANDROID-CUSTOM: a field of Android's contacts that vCard has no property for.
    public static let androidCustom = PropertyKind<AndroidField>(["X-ANDROID-CUSTOM"]) { line, _ in
        AndroidField(line.components())
    } write: { property, context in
        PropertyDraft(
            name: "X-ANDROID-CUSTOM",
            value: ([property.value.mediaType] + property.value.columns).map(context.escape)
                .joined(separator: ";"))
    }
}

/// A row of Android's contacts: a media type that says what it is, and its columns.
public struct AndroidField: Sendable, Hashable {
    /// What it is, such as `vnd.android.cursor.item/nickname`.
    public var mediaType: String
    /// The columns, in their order; empty ones are kept.
    public var columns: [String]

    /// Makes a field.
    public init(mediaType: String, columns: [String]) {
        self.mediaType = mediaType
        self.columns = columns
    }

    fileprivate init(_ components: [String]) {
        self.init(mediaType: components.first ?? "", columns: Array(components.dropFirst()))
    }
}
