import AtriumHTTP
import AtriumHost
import AtriumSDK

/// The question in a form: which part of a series the command is to change.
struct PartChoice: Sendable {
    /// The name of the occurrence that the form was opened with.
    let occurrence: String
    /// The chosen part.
    let part: SeriesPart

    init(_ occurrence: String, part: SeriesPart = .occurrence) {
        (self.occurrence, self.part) = (occurrence, part)
    }

    /// Reads the choice from a sent form; nil if the form asks for no part.
    init?(_ form: FormInput) {
        guard let occurrence = form[FormNames.occurrence], !occurrence.isEmpty else { return nil }
        self.init(occurrence, part: form[FormNames.part].flatMap(SeriesPart.init(rawValue:)) ?? .occurrence)
    }

    /// The parts that a command can change.
    static func parts(of entry: CatalogEntry) -> [SeriesPart] {
        let fields = entry.declaration.fields
        guard fields.first(.occurrence) != nil else { return [] }
        return fields.first(.following) == nil ? [.occurrence, .all] : SeriesPart.allCases
    }

    /// The question, as radio buttons.
    ///
    /// - Parameter day: the words for the occurrence's day.
    func html(_ parts: [SeriesPart], day: String) -> HTML {
        tag("fieldset", .class("f")) {
            tag("legend", .class("lab")) { "Which occurrences?" }
            tag("div", .class("pick one")) {
                for part in parts {
                    radio(FormNames.part, part.rawValue, isChosen: part == self.part) {
                        Self.title(of: part)
                        if part == .occurrence { tag("small") { day } }
                    }
                }
            }
            void("input", .type("hidden"), .name(FormNames.occurrence), .value(occurrence))
        }
    }

    private static func title(of part: SeriesPart) -> String {
        switch part {
        case .occurrence: "Only this one"
        case .following: "This and all later ones"
        case .all: "All of the series"
        }
    }

    // MARK: - What the choice changes

    /// Adds the chosen part to a command's values, and moves days that were changed from the occurrence's day to the part's
    /// first day.
    ///
    /// A person who changes the time of one day and chooses the whole series means that time on the series' own days.
    func apply(to values: inout DataObject, of entry: CatalogEntry, _ shown: RecordReading.Shown) {
        let fields = entry.declaration.fields
        switch part {
        case .occurrence: fields.first(.occurrence).map { values[$0.name] = .text(occurrence) }
        case .following: fields.first(.following).map { values[$0.name] = .text(occurrence) }
        case .all: break
        }
        let days = offset(entry, shown)
        guard days != 0 else { return }
        for field in fields where field.type == .when && field.role == nil {
            guard let text = values[field.name]?.textValue,
                let day = LocalDate(iso: String(text.prefix(10)))
            else { continue }
            values[field.name] = .text(day.adding(days: days).description + text.dropFirst(10))
        }
    }

    /// The days from the shown start to the start of the chosen part.
    private func offset(_ entry: CatalogEntry, _ shown: RecordReading.Shown) -> Int {
        guard let whole = shown.occurrence?.whole,
            let start = entry.declaration.fields.first(where: { field in
                field.type == .when && field.role == nil && shown.value[field.name]?.textValue != nil
            })
        else { return 0 }
        func day(_ text: String?) -> Int? {
            text.flatMap { LocalDate(iso: String($0.prefix(10))) }?.daysSince1970
        }
        let first: String? =
            switch part {
            case .occurrence: nil
            case .following: shown.occurrence?.name
            case .all: whole[start.name]?.textValue
            }
        guard let from = day(shown.value[start.name]?.textValue), let to = day(first) else { return 0 }
        return to - from
    }
}

extension RecordReading.Shown {
    /// The first day of the shown record, in words.
    func dayWords(_ look: RecordLook?, _ site: Site) -> String {
        RecordCard(site: site, look: look ?? RecordLook(), shown: self, title: "").span ?? ""
    }
}
