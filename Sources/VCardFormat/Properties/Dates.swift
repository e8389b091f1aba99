import ContentLine

/// A date as a card says it: in parts, or in words (RFC 6350, section 4.3 and `VALUE=text`).
public enum DateValue: Sendable, Hashable {
    /// A date of which parts may be unknown.
    case date(PartialDate)
    /// Words, such as "circa 1800".
    case text(String)

    /// The date in parts, or `nil` if it is in words.
    public var partialDate: PartialDate? {
        if case .date(let date) = self { date } else { nil }
    }
}

extension DateValue {
    /// The year that Apple's and Google's programs write for "no year".
    private static let noYear = 1604

    /// The names of all properties that are dates.
    static let names = Set(
        VCardProperty.birthday.names + VCardProperty.date.names + VCardProperty.deathDate.names)

    /// Reads a date; throws if it is none.
    static func read(_ line: ContentLine) throws(ValueProblem) -> DateValue? {
        if line.hasValueType("TEXT") { return .text(line.text()) }
        let text = line.uri()
        guard !text.isEmpty else { return nil }
        guard var date = PartialDate(text) else {
            throw ValueProblem(
                code: .badDate, message: "The value is not a date in any vCard form. It was kept unchanged.")
        }
        // X-APPLE-OMIT-YEAR names the year that stands for none.
        let omitted = line.parameter("X-APPLE-OMIT-YEAR").flatMap { Int($0) }
        if let year = date.year, year == omitted ?? noYear { date.year = nil }
        return .date(date)
    }

    /// Whether a year was taken for "no year" without a parameter that says so.
    static func assumesNoYear(_ line: ContentLine) -> Bool {
        line.parameter("X-APPLE-OMIT-YEAR") == nil && !line.hasValueType("TEXT")
            && PartialDate(line.uri())?.year == noYear
    }

    /// The value for a version, and the parameters that go with it.
    func draft(name: String, _ context: WriteContext) -> PropertyDraft {
        switch self {
        case .text(let text):
            return PropertyDraft(
                name: name, parameters: [Parameter("VALUE", "text")], value: context.escape(text))
        case .date(let date):
            let date = PartialDate(
                year: date.year, month: date.month, day: date.day, time: date.time?.withoutControls())
            let isBefore1604 = date.year == Self.noYear
            guard context.version == .v3 else {
                // Said outright, 1604 would be read as no year; the parameter names another one.
                let parameters = isBefore1604 ? [Parameter("X-APPLE-OMIT-YEAR", "0")] : []
                return PropertyDraft(name: name, parameters: parameters, value: date.basic)
            }
            if date.year == nil, date.month != nil, date.day != nil {
                var dated = date
                dated.year = Self.noYear
                return PropertyDraft(
                    name: name, parameters: [Parameter("X-APPLE-OMIT-YEAR", String(Self.noYear))],
                    value: dated.extended)
            }
            let parameters = isBefore1604 ? [Parameter("X-APPLE-OMIT-YEAR", "0")] : []
            return PropertyDraft(name: name, parameters: parameters, value: date.extended)
        }
    }
}

extension VCardProperty {
    /// BDAY: the birthday (RFC 6350, section 6.2.5).
    public static let birthday = PropertyKind<DateValue>(
        ["BDAY"], valueParameters: ["X-APPLE-OMIT-YEAR"]
    ) { line, _ throws(ValueProblem) in
        try DateValue.read(line)
    } write: { property, context in
        property.value.draft(name: "BDAY", context)
    }

    /// The label of a date that is the wedding anniversary.
    public static let anniversaryLabel = "Anniversary"

    /// Dates with a label: ANNIVERSARY (whose label is ``anniversaryLabel``), X-ABDATE and other programs' names.
    ///
    /// Written as ANNIVERSARY in 4.0 if the label says so, else as X-ABDATE.
    public static let date = PropertyKind<DateValue>(
        [
            "ANNIVERSARY", "X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY", "X-MS-ANNIVERSARY", "X-ABDATE",
        ],
        valueParameters: ["X-APPLE-OMIT-YEAR"]
    ) { line, attributes in
        if line.canonicalName != "X-ABDATE" {
            attributes.label = anniversaryLabel
        } else if attributes.label?.lowercased() == anniversaryLabel.lowercased() {
            attributes.label = anniversaryLabel
        }
    } read: { line, _ throws(ValueProblem) in
        try DateValue.read(line)
    } write: { property, context in
        let isAnniversary = property.attributes.label == anniversaryLabel
        var name = isAnniversary && context.version == .v4 ? "ANNIVERSARY" : "X-ABDATE"
        if isAnniversary, let previous = context.previous { name = previous.name }
        var draft = property.value.draft(name: name, context)
        draft.label = name.asciiUppercased() == "X-ABDATE" ? property.attributes.label : ""
        return draft
    }
}
