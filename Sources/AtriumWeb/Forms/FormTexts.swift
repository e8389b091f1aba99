import AtriumHTTP
import AtriumSDK

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

    /// The texts that an address gives for some fields.
    init(_ query: [(name: String, value: String)], of fields: [FieldDeclaration]) {
        let names = Set(fields.map(\.name))
        self.init(query.filter { names.contains(String($0.name.prefix { $0 != ":" && $0 != "." })) })
    }

    /// The text of a control; nil if it is empty.
    subscript(name: String) -> String? { values[name]?.last }

    /// All texts of controls that share a name, as checkboxes of one field do.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Adds a text, in the form in which a browser would send it.
    mutating func add(_ name: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        values[name, default: []].append(Self.sent(text))
    }

    /// Puts a text in the place of what a control has; nil leaves it empty.
    mutating func set(_ name: String, _ text: String?) {
        values[name] = nil
        add(name, text)
    }

    /// Empties all controls of a field.
    mutating func clear(_ name: String) {
        for key in values.keys where Self.isPart(key, of: name) { values[key] = nil }
    }

    /// Has a field say what it says in another form.
    mutating func replace(_ name: String, from other: FormTexts) {
        clear(name)
        for (key, texts) in other.values where Self.isPart(key, of: name) { values[key] = texts }
    }

    // MARK: - Rows

    /// How many rows a list has at most: whoever sends more did not fill in a form.
    static let mostRows = 1000

    /// The numbers of a list's rows, in order: 0 and 1 of `emails.0.value` and `emails.1.value`.
    func rows(of name: String) -> [Int] {
        let beginning = name + "."
        let rows = values.keys.compactMap { key -> Int? in
            guard key.hasPrefix(beginning) else { return nil }
            let digits = key.dropFirst(beginning.count).prefix { $0.isASCII && $0.isNumber }
            return Int(digits).flatMap { (0..<Self.mostRows).contains($0) ? $0 : nil }
        }
        return Set(rows).sorted()
    }

    /// How many empty rows a list is to show.
    func emptyRows(of name: String) -> Int {
        min(max(1, self[name + Self.moreSuffix].flatMap { Int($0) } ?? 1), 50)
    }

    /// The controls that a name without numbers of rows means: `people.0` and `people.1` for `people`.
    func controls(named name: String) -> [String] {
        values.keys.filter { key in
            key.split(separator: ".").filter { Int($0) == nil }.joined(separator: ".") == name
        }.sorted()
    }

    // MARK: - What a field says

    /// What stands for all that a field says: two forms of it have the same if they say the same.
    func fingerprint(of name: String) -> String {
        var hash = FNV1a()
        for key in values.keys.filter({ Self.isPart($0, of: name) }).sorted() where Self.isSaid(key) {
            hash.mix(key)
            // Boxes of one name are sent in the order in which they stand, whatever the order of the value.
            (values[key] ?? []).sorted().forEach { hash.mix($0) }
            // Another record of the same name is another.
            if let id = idInForce(of: key) { hash.mix(String(id)) }
        }
        return hash.text
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

    // MARK: - Names

    // What stands behind a field's name if it has several controls; parts and rows have a dot there instead.

    /// The id of the record whose name was shown in a control, and that name.
    static let idSuffix = ":id"
    static let nameSuffix = ":shown"
    /// Which record a row named when the form was opened: `#` and its id, or its name.
    static let wasSuffix = ":was"
    /// That a box was not ticked because the value is false, and not because there is none.
    static let falseSuffix = ":false"
    /// How many empty rows a list shows.
    static let moreSuffix = ":more"
    /// Whether a row is to go.
    static let removeSuffix = ":remove"

    /// That a day had a time when the form was opened.
    static let timedSuffix = ":timed"
    /// The end of a repetition as it was shown, and as it is kept.
    static let endedSuffix = ":ended"

    private static let remembered = [
        idSuffix, nameSuffix, wasSuffix, falseSuffix, moreSuffix, timedSuffix, endedSuffix,
    ]

    /// Whether a control belongs to a field.
    private static func isPart(_ key: String, of name: String) -> Bool {
        guard key.hasPrefix(name) else { return false }
        let next = key.utf8.dropFirst(name.utf8.count).first
        return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: ":")
    }

    /// Whether a control holds what a person says, and not what the form remembers.
    static func isSaid(_ key: String) -> Bool { !remembered.contains(where: key.hasSuffix) }

    /// A text as a browser sends back what it was given to show: line breaks of one kind (HTML, section 4.10.21.2), no NUL.
    static func sent(_ text: String) -> String {
        let text = Words.withPlainLineBreaks(text)
        return text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
    }
}
