import AtriumHost
import AtriumSDK
import Foundation

/// Draws values as people read them, by the types of their fields.
struct ValueView {
    /// The user's zone.
    let zone: TimeZone
    /// The title of a record; nil where it is gone or out of reach.
    let title: (RecordReference) -> String?
    /// The record whose values are shown: it may name the zone of some.
    var record: DataObject?
    /// What the record is called whose values are shown: its letters stand where there is no picture.
    var name = ""
    /// Whether addresses and records are words: a row that leads to its record has no other links, which would be too small to
    /// touch.
    var isPlain = false
    /// Where a record's page is; nil where it has none.
    let address: (RecordReference) -> SafeLink?

    // MARK: - In a few words

    /// A value in one line; nothing for null.
    func line(_ value: DataValue?, _ field: FieldDeclaration) -> HTML {
        guard let value else { return HTML() }
        return line(value, field.type, field)
    }

    private func line(_ value: DataValue, _ type: FieldType, _ field: FieldDeclaration) -> HTML {
        if field.format == .recurrence { return HTML(words(value, type, field)) }
        switch (type, value) {
        case (_, .null): return HTML()
        case (.reference(let collection), .integer(let id)):
            let reference = RecordReference(collection, id)
            let words = title(reference) ?? "a removed record"
            guard !isPlain, let target = address(reference) else { return HTML(words) }
            return link(target) { words }
        case (.list(let element), .list(let values)):
            var html = HTML()
            for (index, value) in values.prefix(20).enumerated() {
                if index > 0 { html.append(", ") }
                html.append(tag("bdi") { line(value, element, field) })
            }
            if values.count > 20 { html.append(" and \(values.count - 20) more") }
            return html
        case (.object(let fields), .object(let object)):
            var html = HTML()
            for field in fields {
                guard let value = object[field.name], !Self.isEmpty(value), value != .bool(false) else {
                    continue
                }
                if !html.isEmpty { html.append(" · ") }
                // Each by itself: a mark that turns the direction of one ends with it.
                html.append(
                    tag("bdi") {
                        value == .bool(true) ? HTML(field.title.lowercased()) : line(value, field)
                    })
            }
            return html
        case (.text, .text(let text)): return linked(text, field)
        default: return HTML(words(value, type, field))
        }
    }

    /// A value in words, without links.
    func words(_ value: DataValue, _ type: FieldType, _ field: FieldDeclaration) -> String {
        switch (type, value) {
        case (_, .text(let text)) where field.format == .recurrence:
            // Only an end is on a clock; to look a zone up takes longer than all else.
            Repetition.words(
                text, zone: text.contains("UNTIL") ? field.zone(in: record) ?? zone : zone)
        case (_, .bool(let flag)): flag ? "Yes" : "No"
        case (.choice, .text(let word)): field.title(ofChoice: word)
        case (.date, .text(let text)), (.partialDate, .text(let text)): DayWords.day(text)
        case (.when, .text(let text)), (.localTime, .text(let text)): DayWords.time(text)
        case (.instant, .text(let text)): DayWords.instant(text, zone)
        case (.duration, .text(let text)): DayWords.duration(text)
        case (_, .text(let text)): text
        case (.reference(let collection), .integer(let id)):
            title(RecordReference(collection, id)) ?? "a removed record"
        case (_, .decimal), (_, .integer): ControlTexts.text(value) ?? ""
        case (.list(let element), .list(let values)):
            values.prefix(20).map { words($0, element, field) }.filter { !$0.isEmpty }.joined(separator: ", ")
        case (.object(let fields), .object(let object)):
            fields.compactMap { part in object[part.name].map { words($0, part.type, part) } }
                .first { !$0.isEmpty } ?? ""
        default: ""
        }
    }

    /// A value among others in a line: a number or a day says of what it is.
    func fact(_ value: DataValue, _ field: FieldDeclaration) -> HTML {
        Self.saysItsField(field) ? HTML(factWords(value, field)) : line(value, field)
    }

    /// The same in words alone, isolated by characters: in a list of fifty, elements for each would be too many.
    func factWords(_ value: DataValue, _ field: FieldDeclaration) -> String {
        let own = words(value, field.type, field).filter { !Self.turnsText($0) }
        switch field.type {
        case .boolean: return field.title
        case _ where Self.saysItsField(field): return "\(field.title) \(own)"
        // U+2068 and U+2069: what stands in them has a direction of its own.
        default: return "\u{2068}\(own)\u{2069}"
        }
    }

    private static func saysItsField(_ field: FieldDeclaration) -> Bool {
        switch field.type {
        case .boolean, .integer, .decimal, .date, .partialDate, .when, .instant, .localTime: true
        default: false
        }
    }

    /// Whether a character turns the direction of all that follows.
    private static func turnsText(_ character: Character) -> Bool {
        character.unicodeScalars.contains {
            (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
        }
    }

    /// A text that is an address, as a link.
    private func linked(_ text: String, _ field: FieldDeclaration) -> HTML {
        if isPlain { return HTML(text) }
        let target: SafeLink? =
            switch field.format {
            case .email?: SafeLink(mail: text) ?? SafeLink(external: text)
            case .phone?: SafeLink(phone: text)
            default: SafeLink(external: text)
            }
        guard let target else { return HTML(text) }
        return link(target) { text }
    }

    /// Whether there is nothing to show of a value.
    static func isEmpty(_ value: DataValue?) -> Bool { value?.isEmpty ?? true }

    // MARK: - With the room that it needs

    /// A value of a record's page: texts of several lines as paragraphs, lists of objects as tables.
    func block(_ value: DataValue, _ field: FieldDeclaration) -> HTML {
        switch (field.type, value) {
        case _ where field.format == .recurrence: tag("p") { line(value, field) }
        case (.longText, .text(let text)): tag("div", .class("own")) { Markdown.html(text) }
        case (.list(.longText), .list(let texts)):
            tag("div", .class("own")) { for text in texts { Markdown.html(text.textValue ?? "") } }
        case (.list(.text), .list) where value.texts.contains(where: { $0.count > Self.longestWord }):
            inline(value, field)
        case (.list(.text), .list(let words)):
            tag("div", .class("pills wrap")) {
                for word in words { tag("span", .class("tag"), .anyDirection) { line(word, .text, field) } }
            }
        case (.list(.object(let fields)), .list(let rows)):
            pictures(rows, field) ?? documents(rows, fields)
                ?? (Self.isLabelled(field.type)
                    ? tag("dl", .class("kv")) { labelled(rows, fields) }
                    : table(rows, fields, caption: field.title))
        case (.object(let fields), .object(let object)): picture(object, field) ?? facts(object, fields)
        default: tag("p", .anyDirection) { line(value, field) }
        }
    }

    /// Fields of an object, those that have something to say.
    func facts(_ object: DataObject, _ fields: [FieldDeclaration]) -> HTML {
        tag("dl", .class("kv")) {
            for field in fields {
                if let value = object[field.name], !Self.isEmpty(value) {
                    if case .list(.object(let parts)) = field.type, Self.isLabelled(field.type) {
                        labelled(value.listValue ?? [], parts)
                    } else {
                        tag("dt") { field.title }
                        tag("dd", .anyDirection) { inline(value, field) }
                    }
                }
            }
        }
    }

    private func inline(_ value: DataValue, _ field: FieldDeclaration) -> HTML {
        switch field.type {
        case _ where field.format == .recurrence: line(value, field)
        case .list(.object), .object, .longText, .list(.longText): block(value, field)
        // Words stand side by side, sentences below each other.
        case .list(.text) where value.texts.contains(where: { $0.count > Self.longestWord }):
            tag("ul", .class("dots")) {
                for text in value.texts { tag("li", .anyDirection) { linked(text, field) } }
            }
        default: line(value, field)
        }
    }

    /// Whether values stand with what kind they are, as an address book has them: `work`, and the number.
    static func isLabelled(_ type: FieldType) -> Bool {
        guard case .list(.object(let fields)) = type else { return false }
        return whole(fields) != nil
    }

    /// The part of an object that says all of it.
    private static func whole(_ fields: [FieldDeclaration]) -> FieldDeclaration? {
        fields.first { $0.name == "value" || $0.format == .whole }
    }

    private func labelled(_ rows: [DataValue], _ fields: [FieldDeclaration]) -> HTML {
        guard let value = Self.whole(fields) else { return HTML() }
        let kinds = fields.filter { ["label", "types", "service", "name"].contains($0.name) }
        let others = fields.filter { field in
            field.name != value.name && field.name != "id" && !kinds.contains { $0.name == field.name }
        }
        // The whole is said only if there are no pieces, which its owner can edit.
        let pieces = value.format == .whole ? others.filter { $0.type == .text || $0.type == .longText } : []
        let rest = others.filter { field in !pieces.contains { $0.name == field.name } }
        var html = HTML()
        for object in rows.prefix(Self.mostRows).compactMap(\.objectValue) {
            let kind =
                (kinds.flatMap { object[$0.name]?.texts ?? [] }
                + kinds.compactMap { object[$0.name]?.textValue }).filter { !$0.isEmpty }
            html.append(
                tag("dt", .anyDirection) { kind.isEmpty ? value.title : kind.joined(separator: ", ") })
            html.append(
                tag("dd", .anyDirection) {
                    tag("bdi", Attribute.class("pre").when(value.format == .whole)) {
                        let words = pieces.compactMap { object[$0.name]?.textValue }.filter { !$0.isEmpty }
                        if words.isEmpty {
                            line(object[value.name], value)
                        } else {
                            words.joined(separator: ", ")
                        }
                    }
                    for field in rest {
                        if let other = object[field.name], !Self.isEmpty(other), other != .bool(false) {
                            tag("small", .class("soft")) {
                                " · "
                                tag("bdi") {
                                    other == .bool(true)
                                        ? HTML(field.title.lowercased()) : line(other, field)
                                }
                            }
                        }
                    }
                })
        }
        if rows.count > Self.mostRows {
            html.append(tag("dt") {})
            html.append(tag("dd") { "and \(rows.count - Self.mostRows) more" })
        }
        return html
    }

    /// Rows of objects; columns of which no row has anything are left out.
    private func table(_ rows: [DataValue], _ fields: [FieldDeclaration], caption: String) -> HTML {
        let areRecords = ["id", "collection", "title"].allSatisfy { name in
            fields.contains { $0.name == name }
        }
        let shown = fields.filter { field in
            field.name != "id" && field.name != "uid" && !(areRecords && field.name == "collection")
                && rows.contains { row in
                    let value = row.objectValue?[field.name]
                    return !Self.isEmpty(value) && value != .bool(false)
                }
        }
        return tag("table", .class("table stack")) {
            tag("caption", .class("vh")) { caption }
            tag("thead") {
                tag("tr") { for field in shown { tag("th", Attribute("scope", "col")) { field.title } } }
            }
            tag("tbody") {
                for row in rows.prefix(Self.mostRows) {
                    tag("tr") {
                        for field in shown {
                            tag("td", .anyDirection, Attribute("data-label", field.title)) {
                                let value = row.objectValue?[field.name]
                                if areRecords, field.name == "title", let page = page(of: row.objectValue) {
                                    link(page) { line(value, field) }
                                } else {
                                    line(value == .bool(false) ? nil : value, field)
                                }
                            }
                        }
                    }
                }
            }
            if rows.count > Self.mostRows {
                tag("tfoot") {
                    tag("tr") {
                        tag("td", Attribute("colspan", "\(max(1, shown.count))")) {
                            "and \(rows.count - Self.mostRows) more"
                        }
                    }
                }
            }
        }
    }

    /// The page of the record that an object tells of.
    private func page(of object: DataObject?) -> SafeLink? {
        guard let id = object?["id"]?.integerValue,
            let collection = object?["collection"]?.textValue.flatMap(CollectionID.init)
        else { return nil }
        return address(RecordReference(collection, id))
    }

    /// What is longer is no word of a list.
    private static let longestWord = 40

    /// The largest number of rows of a record's own list on its page.
    static let mostRows = 100
}
