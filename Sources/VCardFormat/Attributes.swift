public import ContentLine

/// What a line says about its value: types, preference and label.
public struct Attributes: Sendable, Hashable {
    /// The types in order, as written: `home`, `CELL`, `X-SCHOOL`.
    ///
    /// Without `pref`, which is ``preference``.
    public var types: [String]
    /// How preferred the value is: 1 is the most, 100 the least; `nil` if nothing is said (RFC 6350, section 5.3).
    public var preference: Int?
    /// A label of the user's own, from X-ABLabel of the same group.
    ///
    /// Apple's `_$!<Home>!$_` is given as `Home`.
    public var label: String?

    /// Makes attributes.
    public init(types: [String] = [], preference: Int? = nil, label: String? = nil) {
        self.types = types
        self.preference = preference
        self.label = label
    }
}

extension Attributes {
    /// Words of ENCODING that stand without a name in 2.1; the letter b of 3.0 does not.
    static let transferEncodings: Set<String> = ["QUOTED-PRINTABLE", "QP", "BASE64", "8BIT", "7BIT"]
    /// Words that say in 2.1 without a name where the value is.
    static let bareValueTypes: Set<String> = ["INLINE", "URL", "CONTENT-ID", "CID"]
    /// Words that stand as 2.1 parameters without a name and are no types.
    private static let bareNonTypes = transferEncodings.union(bareValueTypes)

    /// Reads TYPE, PREF and the bare words of 2.1.
    @usableFromInline
    init(of line: ContentLine) {
        self.init()
        guard line.hasParameters else { return }
        line.forEachValue(ofParameter: "TYPE", orBare: true) { value, isBare in
            if !isBare || !Self.bareNonTypes.contains(value.asciiUppercased()) { add(value) }
        }
        // X-PREF is how conversion keeps a preference that is not the first in versions without PREF.
        if let number = (line.parameter("PREF") ?? line.parameter("X-PREF")).flatMap({ Int($0) }) {
            preference = min(max(number, 1), 100)
        }
    }

    /// Adds a type; one that was quoted may hold several.
    private mutating func add(_ value: String) {
        let hasComma = value.utf8.withContiguousStorageIfAvailable { $0.contains(0x2C) }
        if hasComma ?? value.utf8.contains(0x2C) {
            for part in value.split(separator: ",") { add(String(part)) }
        } else if value.utf8.count == 4, value.asciiUppercased() == "PREF" {
            preference = preference ?? 1
        } else if !value.isEmpty {
            types.append(value)
        }
    }

    /// The parameters for types and preference in a version.
    func parameters(types: [String], in version: VCardVersion) -> [Parameter] {
        var types = types.map { type in
            String(
                String.UnicodeScalarView(
                    type.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\"" && $0 != "," }))
        }
        types.removeAll(where: \.isEmpty)
        // As the specification of 2.1 and the programs of its time write them.
        if version == .v2 { types = types.map { Self.isBareType($0) ? $0.asciiUppercased() : $0 } }
        if version < .v4, preference != nil { types.append(version == .v2 ? "PREF" : "pref") }
        let parameters = Self.typeParameters(types, in: version)
        guard version == .v4, let preference else { return parameters }
        return parameters + [Parameter("PREF", String(preference))]
    }

    /// The parameters for types, as these are written: words without a name in 2.1, where they can stand so.
    static func typeParameters(_ types: [String], in version: VCardVersion) -> [Parameter] {
        guard version == .v2 else { return types.isEmpty ? [] : [Parameter("TYPE", types)] }
        return types.map { isBareType($0) ? Parameter("", $0) : Parameter("TYPE", $0) }
    }

    /// Whether a type can stand without a name: only a word can, and none that says something else there.
    private static func isBareType(_ type: String) -> Bool {
        type.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF }
            && !bareNonTypes.contains(type.asciiUppercased())
    }

    /// Whether a parameter says types or preference.
    static func isAttribute(_ parameter: Parameter) -> Bool {
        if parameter.name.isEmpty {
            return !parameter.values.allSatisfy { bareNonTypes.contains($0.asciiUppercased()) }
        }
        return parameter.isNamed("TYPE") || parameter.isNamed("PREF") || parameter.isNamed("X-PREF")
    }
}

/// Apple's labels: a word of its own between marks, to be shown in the user's language.
enum AppleLabel {
    private static let known: Set<String> = [
        "Home", "Work", "Other", "Mobile", "Main", "HomePage", "School", "Anniversary", "Mother", "Father",
        "Parent",
        "Brother", "Sister", "Child", "Son", "Daughter", "Friend", "Spouse", "Partner", "Assistant",
        "Manager",
    ]

    /// What a label says, without the marks.
    static func read(_ text: String) -> String {
        guard text.hasPrefix("_$!<"), text.hasSuffix(">!$_"), text.utf8.count > 8 else { return text }
        return String(text.dropFirst(4).dropLast(4))
    }

    /// A label with marks, if it is one of Apple's own words.
    static func write(_ label: String) -> String {
        known.contains(label) ? "_$!<\(label)>!$_" : label
    }
}
