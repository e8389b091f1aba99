import AtriumSDK

/// Draws the controls of fields: filled with texts, with what is wrong beside them.
struct ControlDrawing {
    /// The texts that stand in the controls.
    let texts: FormTexts
    /// What is wrong, by field or control.
    var errors: [String: String] = [:]
    /// Whether each field's help stands below it.
    var showsHelp = true

    /// How many lines a text has to have before its control shows more than three.
    private static let mostLines = 16

    /// A field with its label, its help and its controls.
    func draw(_ field: FieldDeclaration, named name: String) -> HTML {
        let kind = ControlKind(field)
        switch kind {
        case .checkbox:
            return tag("div", .class("f")) {
                box(name, field.title, invalid(name), describedBy(name, field))
                below(name, field)
            }
        case .threeWay, .radios, .checkboxes, .partialDate, .when, .instant, .localTime, .duration, .group,
            .rows, .recurrence, .suggested:
            return tag("fieldset", .class("f"), .id(Self.id(name)), describedBy(name, field)) {
                tag("legend", .class("lab")) { label(field) }
                controls(kind, name, field)
                below(name, field)
            }
        case .textLines where isInRows(name), .commas where isInRows(name):
            return tag("fieldset", .class("f"), .id(Self.id(name)), describedBy(name, field)) {
                tag("legend", .class("lab")) { label(field) }
                controls(.rows(.text), name, field)
                below(name, field)
            }
        default:
            return tag("div", .class("f")) {
                tag("label", Attribute("for", Self.id(name))) { label(field) }
                controls(kind, name, field)
                below(name, field)
            }
        }
    }

    /// The id of the first control of a field, to which an error leads.
    static func id(_ name: String) -> String {
        "f-" + name.replacing(":", with: "-").replacing(".", with: "-")
    }

    private func label(_ field: FieldDeclaration) -> HTML {
        var html = HTML(field.title)
        if field.isRequired { html.append(tag("span", .class("soft")) { " (needed)" }) }
        return html
    }

    /// What stands below a control: of a record's form the hint, of others the help if it says more than the title.
    private func help(_ field: FieldDeclaration) -> String? {
        if !showsHelp { return field.hint }
        func words(_ text: String) -> [String] {
            text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }
        let known = Set(words(field.title)).union([
            "the", "a", "of", "it", "is", "its", "in", "name", "names",
        ])
        return words(field.help).allSatisfy(known.contains) ? nil : field.help
    }

    // MARK: - What stands around a control

    private func invalid(_ name: String) -> Attribute? {
        Attribute("aria-invalid", "true").when(errors[name] != nil)
    }

    private func describedBy(_ name: String, _ field: FieldDeclaration) -> Attribute? {
        let ids = [
            help(field) == nil ? nil : Self.id(name) + "-help",
            errors[name] == nil ? nil : Self.id(name) + "-error",
        ].compactMap { $0 }
        return ids.isEmpty ? nil : Attribute("aria-describedby", ids.joined(separator: " "))
    }

    private func below(_ name: String, _ field: FieldDeclaration) -> HTML {
        var html = HTML()
        if let error = errors[name] {
            html.append(
                tag("p", .class("err"), .id(Self.id(name) + "-error")) {
                    Icon.warn.drawn("i s")
                    tag("span") { error }
                })
        }
        if let help = help(field) {
            html.append(tag("p", .class("foot soft hint"), .id(Self.id(name) + "-help")) { help })
        }
        return html
    }

    // MARK: - Controls

    private func controls(_ kind: ControlKind, _ name: String, _ field: FieldDeclaration) -> HTML {
        if let raw = texts[name + ControlTexts.raw] {
            // As it is kept; emptied, it takes the field's own controls the next time.
            return void(
                "input", .class("in"), .type("text"), .id(Self.id(name)), .name(name + ControlTexts.raw),
                .value(raw),
                describedBy(name, field))
        }
        switch kind {
        case .line:
            guard texts[name]?.contains("\n") != true else { return area(name, name, field) }
            let mode = inputMode(field)
            return input(name, name, field, Attribute("inputmode", mode).when(mode != "text"))
        // Words with a comma in them stand below each other.
        case .commas where texts[name + ControlTexts.lines] != nil:
            return area(name, name + ControlTexts.lines, field)
        case .commas, .words: return input(name, name, field)
        case .textLines: return area(name, name + ControlTexts.lines, field)
        case .number(let isWhole):
            return input(name, name, field, Attribute("inputmode", isWhole ? "numeric" : "decimal"))
        case .lines: return area(name, name, field)
        case .password: return password(name, field)
        case .checkbox: return box(name, field.title)
        case .threeWay:
            return radios(name, [("", "Not said"), ("true", "Yes"), ("false", "No")])
        case .radios(let words):
            let titles = words.map { ($0, field.title(ofChoice: $0)) }
            return radios(name, hasToBeSaid(field) ? titles : [("", "None")] + titles)
        case .menu(let words): return menu(words, name, field)
        case .checkboxes(let words): return boxes(words, name, field)
        case .date: return input(name, name, field, type: "date")
        case .partialDate: return partialDate(name)
        case .when, .localTime, .instant: return when(name, kind)
        case .duration:
            return tag("div", .class("f2")) {
                part(name, "hours", "Hours", mode: "numeric")
                part(name, "minutes", "Minutes", mode: "numeric")
            }
        case .record(let collection): return record(name, collection, field)
        case .file:
            return void(
                "input", .class("in"), .type("file"), .id(Self.id(name)), .name(name), invalid(name),
                describedBy(name, field))
        case .group(let fields): return parts(fields, name)
        case .rows(let type): return rows(type, name, field)
        case .recurrence: return repetition(name)
        case .suggested(let words): return suggested(words, name, field)
        }
    }

    /// Usual words as one tap each, and any other.
    private func suggested(_ words: [String], _ name: String, _ field: FieldDeclaration) -> HTML {
        tag("div", .class("unless")) {
            radios(
                name + ControlTexts.word,
                (hasToBeSaid(field) ? [] : [("", "None")])
                    + words.map { ($0, field.title(ofChoice: $0)) } + [(ControlTexts.other, "Other")])
            tag("div", .class("of-other")) {
                part(name, String(ControlTexts.own.dropFirst()), "In your own word")
            }
        }
    }

    /// How often, on which days and until when.
    private func repetition(_ name: String) -> HTML {
        tag("div", .class("unless mid2")) {
            radios(
                name + Repetition.frequency,
                [("", "Never")] + Repetition.frequencies.map { ($0, $0.titleOfWords) }
                    + [(ControlTexts.other, "Other")])
            tag("div", .class("of-weekly")) {
                tag("p", .class("lab")) { "On (if no day is chosen, on that of the start)" }
                boxes(
                    name + Repetition.days, Repetition.week.map { ($0.rule, $0.title) },
                    label: "On which days")
            }
            tag("div", .class("f2 of-each")) {
                part(name, "interval", "Interval (2: every other)", mode: "numeric")
                part(name, "until", "Last day, if it ends", type: "date")
                hidden(name + FormTexts.endedSuffix)
            }
            tag("div", .class("of-other f")) {
                tag("label", Attribute("for", Self.id(name + Repetition.rule))) {
                    "Another rule (iCalendar), such as FREQ=MONTHLY;BYDAY=2TU"
                }
                area(name + Repetition.rule, name + Repetition.rule, nil)
            }
        }
    }

    /// Whether a choice is always one of its words: nothing chosen would be one of them all the same.
    private func hasToBeSaid(_ field: FieldDeclaration) -> Bool {
        field.isRequired || field.defaultValue != nil
    }

    private func password(_ name: String, _ field: FieldDeclaration) -> HTML {
        void(
            "input", .class("in"), .type("password"), .id(Self.id(name)), .name(name),
            Attribute("autocomplete", field.name == "password" ? "new-password" : "current-password"),
            invalid(name), describedBy(name, field))
    }

    private func box(
        _ name: String, _ title: String, _ first: Attribute? = nil, _ second: Attribute? = nil
    ) -> HTML {
        tag("label", .class("chk")) {
            void(
                "input", .type("checkbox"), .id(Self.id(name)), .name(name), .value("true"),
                Attribute("checked").when(texts[name] == "true"), first, second)
            hidden(name + FormTexts.falseSuffix)
            tag("span") { title }
        }
    }

    private func menu(_ words: [String], _ name: String, _ field: FieldDeclaration) -> HTML {
        tag(
            "select", .class("in"), .id(Self.id(name)), .name(name), invalid(name), describedBy(name, field)
        ) {
            if !hasToBeSaid(field) { option("", "None", isChosen: texts[name] == nil) }
            for word in words { option(word, field.title(ofChoice: word), isChosen: texts[name] == word) }
        }
    }

    private func boxes(_ words: [String], _ name: String, _ field: FieldDeclaration) -> HTML {
        boxes(name, words.map { ($0, field.title(ofChoice: $0)) })
    }

    private func boxes(
        _ name: String, _ words: [(word: String, title: String)], label: String? = nil
    ) -> HTML {
        let chosen = Set(texts.all(name))
        // What is chosen and no choice any more stays, as long as nobody takes it away.
        let all = words + chosen.subtracting(words.map(\.word)).sorted().map { ($0, $0.titleOfWords) }
        return tag(
            "div", .class("pills wrap"), label.map { .label($0) },
            Attribute("role", "group").when(label != nil)
        ) {
            for (index, choice) in all.enumerated() {
                tag("label", .class("pill")) {
                    void(
                        "input", .type("checkbox"), .id("\(Self.id(name))-\(index)"), .name(name),
                        .value(choice.word),
                        Attribute("checked").when(chosen.contains(choice.word)))
                    choice.title
                }
            }
        }
    }

    private func input(
        _ id: String, _ name: String, _ field: FieldDeclaration, _ extra: Attribute? = nil,
        type: String = "text"
    ) -> HTML {
        void(
            "input", .class("in"), .type(type), .id(Self.id(id)), .name(name), .value(texts[name] ?? ""),
            extra,
            Attribute("max", "9999-12-31").when(type == "date"),
            Attribute.anyDirection.when(type == "text"),
            // Nothing here is about whoever types it: a browser that fills it in with their own would be wrong.
            Attribute("autocomplete", "off"), invalid(id), describedBy(id, field))
    }

    private func area(_ id: String, _ name: String, _ field: FieldDeclaration?) -> HTML {
        let text = texts[name] ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        return tag(
            "textarea", .class("in"), .id(Self.id(id)), .name(name),
            // What a record is mostly made of gets the room of it.
            Attribute("rows", String(min(max(lines, field?.isPositional == true ? 8 : 3), Self.mostLines))),
            .anyDirection, Attribute("autocomplete", "off"), invalid(id),
            field.flatMap { describedBy(id, $0) }
        ) {
            // The first line break belongs to the element (HTML, section 13.1.2.5).
            "\n" + text
        }
    }

    /// Which keyboard a phone shows.
    private func inputMode(_ field: FieldDeclaration) -> String {
        switch field.format {
        case .email?: "email"
        case .phone?: "tel"
        case .uri?: "url"
        default: "text"
        }
    }

    private func radios(_ name: String, _ choices: [(word: String, title: String)]) -> HTML {
        let chosen = texts[name] ?? ""
        return tag("div", .class("pills wrap")) {
            for (index, choice) in choices.enumerated() {
                tag("label", .class("pill")) {
                    void(
                        "input", .type("radio"), .id("\(Self.id(name))-\(index)"), .name(name),
                        .value(choice.word),
                        Attribute("checked").when(chosen == choice.word))
                    choice.title
                }
            }
        }
    }

    private func option(_ word: String, _ title: String, isChosen: Bool) -> HTML {
        tag("option", .value(word), Attribute("selected").when(isChosen)) { title }
    }

    /// One of several controls of a field.
    private func part(
        _ name: String, _ part: String, _ label: String, mode: String? = nil, type: String = "text"
    ) -> HTML {
        let control = "\(name):\(part)"
        return tag("div", .class("f")) {
            tag("label", Attribute("for", Self.id(control))) { label }
            void(
                "input", .class("in"), .type(type), .id(Self.id(control)), .name(control),
                .value(texts[control] ?? ""),
                mode.map { Attribute("inputmode", $0) },
                Attribute("step", "1").when(type == "time" && (texts[control]?.count ?? 0) > 5),
                Attribute("max", "9999-12-31").when(type == "date"), Attribute("autocomplete", "off"),
                invalid(name))
        }
    }

    private func partialDate(_ name: String) -> HTML {
        tag("div", .class("f3")) {
            part(name, "day", "Day", mode: "numeric")
            part(name, "month", "Month", mode: "numeric")
            part(name, "year", "Year", mode: "numeric")
        }
    }

    private func when(_ name: String, _ kind: ControlKind) -> HTML {
        tag("div", .class("f2")) {
            part(name, "date", "Date", type: "date")
            part(name, "time", kind == .when ? "Time, if any" : "Time", type: "time")
            hidden(name + FormTexts.timedSuffix)
            if texts["\(name):utc"] != nil {
                box("\(name):utc", "The time is UTC")
            }
        }
    }

    private func record(_ name: String, _ collection: CollectionID, _ field: FieldDeclaration) -> HTML {
        tag("div") {
            void(
                "input", .class("in"), .type("text"), .id(Self.id(name)), .name(name),
                .value(texts[name] ?? ""),
                .anyDirection, Attribute("autocomplete", "off"),
                Attribute("data-suggest", collection.description),
                invalid(name), describedBy(name, field))
            hidden(name + FormTexts.idSuffix)
            hidden(name + FormTexts.nameSuffix)
            hidden(name + FormTexts.wasSuffix)
        }
    }

    /// What a form remembers of what it showed.
    private func hidden(_ name: String) -> HTML? {
        texts[name].map { void("input", .type("hidden"), .name(name), .value($0)) }
    }

    private func parts(_ fields: [FieldDeclaration], _ name: String) -> HTML {
        tag("div", .class("f2")) {
            for (index, field) in fields.enumerated() {
                // The first part says what it is; the others say more of it.
                tag("div", .class(index == 0 ? "whole" : "")) {
                    draw(part: field, named: "\(name).\(field.name)")
                }
            }
        }
    }

    private func draw(part field: FieldDeclaration, named name: String) -> HTML {
        var field = field
        // A part's help stands with the field; below each, a row would be a page.
        field.help = ""
        // An empty row says nothing, and so needs nothing.
        field.isRequired = field.type == .boolean
        return draw(field, named: name)
    }

    // MARK: - Rows

    private func isInRows(_ name: String) -> Bool {
        texts.rows(of: name).contains { texts["\(name).\($0)"] != nil }
    }

    /// Rows of one type, with an empty one at their end.
    private func rows(_ type: FieldType, _ name: String, _ field: FieldDeclaration) -> HTML {
        let filled = texts.rows(of: name)
        let next = (filled.last ?? -1) + 1
        let wanted = texts.emptyRows(of: name)
        return tag("div", Attribute("data-rows", name)) {
            for row in filled + Array(next..<next + wanted) {
                self.row(type, "\(name).\(row)", field, isNew: row >= next)
            }
            if wanted > 1 {
                void("input", .type("hidden"), .name(name + FormTexts.moreSuffix), .value(String(wanted)))
            }
            tag(
                "button", .class("btn text"), .type("submit"), .name(FormNames.more), .value(name),
                Attribute("formnovalidate")
            ) {
                Icon.plus.drawn("i s")
                "Add another"
                tag("span", .class("vh")) { " of " + field.title.lowercased() }
            }
        }
    }

    private func row(_ type: FieldType, _ name: String, _ field: FieldDeclaration, isNew: Bool) -> HTML {
        var one = FieldDeclaration(field.name, type, help: "", isRequired: false, title: field.title)
        if case .object(let fields) = type {
            return tag("div", .class("box"), Attribute("role", "group"), .label(field.title)) {
                parts(fields, name)
                if !isNew { remove(name) }
            }
        }
        one.isRequired = false
        return tag("div", .class("rep")) {
            tag("div", .class("grow")) {
                tag("label", .class("vh"), Attribute("for", Self.id(name))) { field.title }
                controls(ControlKind(row: type), name, one)
                if let error = errors[name] { tag("p", .class("err")) { error } }
            }
            if !isNew { remove(name) }
        }
    }

    private func remove(_ name: String) -> HTML { box(name + FormTexts.removeSuffix, "Remove") }
}
