import AtriumHTTP

/// The texts of a form's controls, by name: as a record fills them, or as a browser sends them.
///
/// A control whose text is empty counts like one that is not there, as a checkbox that is not ticked is not.
struct FormTexts: Sendable, Hashable {
    private(set) var values: [String: [String]] = [:]

    init() {}

    /// The texts of a form that was sent.
    init(_ fields: [(name: String, value: String)]) {
        for field in fields { add(field.name, field.value) }
    }

    /// The text of a control; nil where it is empty.
    subscript(name: String) -> String? { values[name]?.last }

    /// All texts of controls that share a name, as checkboxes of one field do.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Adds a text, in the form in which a browser would send it.
    mutating func add(_ name: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        values[name, default: []].append(Self.sent(text))
    }

    /// Leaves a control empty.
    mutating func clear(_ name: String) { values[name] = nil }

    /// The names of a list's rows that have any text, in order: `0`, `1` of `emails.0.value` and `emails.1.value`.
    func rows(of name: String) -> [Int] {
        let beginning = name + "."
        let rows = values.keys.compactMap { key -> Int? in
            guard key.hasPrefix(beginning) else { return nil }
            return Int(key.dropFirst(beginning.count).prefix { $0 != "." })
        }
        return Set(rows).sorted()
    }

    /// What stands for all texts of a field: two forms of it have the same if they say the same.
    func fingerprint(of name: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01b3
        }
        for key in values.keys.filter({ Self.isPart($0, of: name) }).sorted() where Self.isSaid(key) {
            mix(key)
            values[key]?.forEach(mix)
            // Another record of the same name is another.
            if let id = idInForce(of: key) { mix(String(id)) }
        }
        return String(hash, radix: 36)
    }

    // What stands behind a field's name where it has several controls; parts and rows have a dot there instead.

    /// The id of the record whose name was shown in a control, and that name.
    static let idSuffix = ":id"
    static let nameSuffix = ":shown"
    /// How many empty rows a list shows.
    static let moreSuffix = ":more"
    /// Whether a row is to go.
    static let removeSuffix = ":remove"

    /// Whether a control belongs to a field.
    private static func isPart(_ key: String, of name: String) -> Bool {
        guard key.hasPrefix(name) else { return false }
        let next = key.utf8.dropFirst(name.utf8.count).first
        return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: ":")
    }

    /// Whether a control holds what a person says, and not what the form remembers.
    private static func isSaid(_ key: String) -> Bool {
        ![idSuffix, nameSuffix, moreSuffix].contains(where: key.hasSuffix)
    }

    /// The id of the record that a control names, as long as its text is the name that belongs to the id.
    func idInForce(of name: String) -> Int64? {
        guard let shown = self[name + Self.nameSuffix], shown == self[name] else { return nil }
        return self[name + Self.idSuffix].flatMap { Int64($0) }
    }

    /// Whether any control of a field has a text.
    func hasText(in name: String) -> Bool {
        values.keys.contains {
            Self.isPart($0, of: name) && Self.isSaid($0) && !$0.hasSuffix(Self.removeSuffix)
        }
    }

    /// A text as a browser sends back what it was given to show: line breaks of one kind (HTML, section 4.10.21.2), no NUL.
    static func sent(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 13 || $0 == 0 }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.replacing("\r\n", with: "\n").unicodeScalars.map {
                    $0 == "\r" ? "\n" : $0 == "\0" ? "\u{FFFD}" : $0
                }))
    }
}
