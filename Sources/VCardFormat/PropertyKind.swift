public import ContentLine

/// A kind of property, such as e-mail addresses: its names, how its values are read and how they are written.
///
/// The kinds are the members of ``VCardProperty``. `Value` is what one line says, without the types, the preference
/// and the label that stand beside it (these are ``Attributes``).
public final class PropertyKind<Value: Sendable & Equatable>: Sendable {
    /// The name in the newest version that has one, in upper case.
    public var name: String { names[0] }

    /// All names under which it is found, in upper case.
    public let names: [String]

    /// Parameters that say how the value is written, and are written anew with it.
    let valueParameters: [String]

    @usableFromInline let readValue: @Sendable (ContentLine, VCard) throws(ValueProblem) -> Value?
    @usableFromInline let readAttributes: (@Sendable (ContentLine, inout Attributes) -> Void)?
    let writeValue: @Sendable (Property<Value>, WriteContext) -> PropertyDraft

    /// Makes a kind.
    ///
    /// - Parameters:
    ///   - names: all names under which it is found, in upper case, first that of vCard 4.0.
    ///   - valueParameters: parameters that belong to the value, beside VALUE, ENCODING and CHARSET.
    ///   - attributes: changes what the parameters say, where the name says more (X-SPOUSE).
    ///   - read: the value of a line; `nil` if there is none; throws if it cannot be read.
    ///   - write: the line for a value.
    init(
        _ names: [String], valueParameters: [String] = [],
        attributes: (@Sendable (ContentLine, inout Attributes) -> Void)? = nil,
        read: @escaping @Sendable (ContentLine, VCard) throws(ValueProblem) -> Value?,
        write: @escaping @Sendable (Property<Value>, WriteContext) -> PropertyDraft
    ) {
        self.names = names
        self.valueParameters =
            ["VALUE", "ENCODING", "CHARSET", LineParts.addedParameter, LineParts.originalParameter]
            + valueParameters
        self.readAttributes = attributes
        self.readValue = read
        self.writeValue = write
    }
}

/// One value of a card, with what is said about it.
public struct Property<Value: Sendable & Equatable>: Sendable, Equatable {
    /// The value.
    public var value: Value
    /// Types, preference and label.
    public var attributes: Attributes

    /// Makes a property.
    public init(_ value: Value, types: [String] = [], preference: Int? = nil, label: String? = nil) {
        self.value = value
        self.attributes = Attributes(types: types, preference: preference, label: label)
    }

    /// Makes a property.
    public init(_ value: Value, _ attributes: Attributes) {
        self.value = value
        self.attributes = attributes
    }
}

extension Property: Hashable where Value: Hashable {}

/// Why a value cannot be read.
///
/// It becomes a ``ContentIssue``, and the line is kept.
public struct ValueProblem: Error, Sendable {
    /// What is wrong, as a short word.
    public var code: ContentIssue.Code
    /// What is wrong, for a person; without the value.
    public var message: String
}

extension ContentIssue.Code {
    /// A date that is none, or is written in a way that no version knows.
    public static let badDate: ContentIssue.Code = "bad-date"
    /// A year that stands for "no year", without the parameter that says so; it is read as no year.
    public static let assumedNoYear: ContentIssue.Code = "assumed-no-year"
    /// Binary data that is no base64.
    public static let badBase64: ContentIssue.Code = "bad-base64"
    /// A position that is not two numbers.
    public static let badGeo: ContentIssue.Code = "bad-geo"
    /// A card without a VERSION, or with one that is not known.
    public static let badVersion: ContentIssue.Code = "bad-version"
}

/// What writing a value has to know.
struct WriteContext {
    /// The version of the card that the line will stand in.
    var version: VCardVersion
    /// The line that said the value before it was changed; its spelling is kept where it still fits.
    var previous: ContentLine?
}

/// A line to be, before the parameters that are kept and those for types are put to it.
struct PropertyDraft {
    /// The name of the property.
    var name: String
    /// The parameters that belong to the value.
    var parameters: [Parameter] = []
    /// The value, escaped; line feeds may stand in it in version 2.1, where they become QUOTED-PRINTABLE.
    var value: String
    /// The types to write, if not those of the attributes.
    var types: [String]?
    /// The label to write as X-ABLabel, if not that of the attributes.
    var label: String?
    /// Whether TYPE is written anew with the value, since it says what the value is (pictures before 4.0).
    var replacesTypes = false
    /// The text of a LABEL property that shall stand beside the line (2.1 and 3.0, addresses).
    var deliveryLabel: String?
}

extension WriteContext {
    /// A text, escaped for the version.
    func escape(_ text: String) -> String {
        guard version == .v2 else { return TextValue.escape(text) }
        // Commas are text there, and a line feed can only be QUOTED-PRINTABLE.
        var result = ""
        for scalar in text.unicodeScalars where scalar != "\0" {
            if scalar == "\\" || scalar == ";" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// Texts, escaped, with commas between them.
    func list(_ values: [String]) -> String {
        values.map(escape).joined(separator: ",")
    }

    /// Components, escaped, with semicolons between them.
    func structured(_ components: [[String]]) -> String {
        components.map(list).joined(separator: ";")
    }

    /// `VALUE=uri`, where the version needs it to say so.
    func uriParameter(isDefault: Bool) -> [Parameter] {
        isDefault ? [] : [Parameter("VALUE", version == .v2 ? "URL" : "uri")]
    }
}

extension ContentLine {
    /// The components of a structured value: in version 2.1 commas are text.
    func structured(in version: VCardVersion) -> [[String]] {
        guard version == .v2 else { return structured() }
        return components().map { $0.isEmpty ? [] : [$0] }
    }

    /// Whether VALUE is `value` (given in upper case), in any case.
    func hasValueType(_ value: String) -> Bool {
        guard hasParameters else { return false }
        return parameter("VALUE").map { $0.asciiUppercased() == value } ?? hasBareParameter(value)
    }
}
