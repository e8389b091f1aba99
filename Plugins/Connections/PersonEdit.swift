import AtriumSDK

/// What the arguments of `add` and `edit` make of a person: a pure function on values.
struct PersonEdit {
    /// The command's arguments.
    let input: Arguments

    /// The person with everything that the arguments ask for.
    ///
    /// A display name that was derived follows the values it is derived from; one that was given stays.
    /// - Throws: `AtriumError` with code `badData` where a value is wrong, `notFound` where something is to be taken
    ///   away that is not there, `ambiguous` where it fits several addresses.
    func applied(to old: Person) throws -> Person {
        var person = old
        for (field, path) in PersonFields.texts { apply(field, to: &person[keyPath: path]) }
        apply(PersonFields.kind, to: &person.kind)
        person.kind = person.kind?.lowercased()
        if person.kind == "individual" { person.kind = nil }
        switch input.change(PersonFields.gender) {
        case .keep: break
        case .clear: person.gender = nil
        case .set(let word): person.gender = Sex(rawValue: word)
        }
        try applyDate(PersonFields.birthday, words: PersonFields.birthdayText, to: &person.birthday)
        try applyDate(PersonFields.anniversary, words: PersonFields.anniversaryText, to: &person.anniversary)
        apply(PersonFields.metDate, to: &person.metDate)
        if let text = person.metDate { person.metDate = try date(text, PersonFields.metDate) }

        switch input.change(PersonFields.cadence) {
        case .keep: break
        case .clear: person.cadence = nil
        case .set(let days): person.cadence = Cadence(days: Int(days))
        }

        for kind in DetailKind.allCases {
            let declaration = kind.declaration
            let list = ListEdit(
                input: input, field: declaration.field, noun: declaration.noun,
                show: { (detail: Detail, isPreferred) in PersonValue.element(detail, isPreferred: isPreferred)
                },
                read: { value, field in try Detail(kind, value, field: field) })
            if let details = try list.applied(to: person.details(kind)) {
                person.setDetails(kind, to: details)
            }
        }
        let addresses = ListEdit(
            input: input, field: "addresses", noun: "address",
            show: { (address: PostalAddress, isPreferred) in
                PersonValue.element(address, isPreferred: isPreferred)
            },
            read: { value, field in try PostalAddress(value, field: field) })
        if let edited = try addresses.applied(to: person.addresses) { person.addresses = edited }
        person.normaliseDates()
        try applyTags(to: &person)
        applyName(old: old, to: &person)
        return person
    }

    private func apply(_ field: Field<String>, to property: inout String?) {
        input.apply(field, to: &property)
        property = property?.nonEmpty
    }

    private func applyName(old: Person, to person: inout Person) {
        switch input.change(PersonFields.name) {
        case .set(let name) where name.nonEmpty != nil:
            person.displayName = name
            person.isNameDerived = false
        case .set, .clear: person.isNameDerived = true
        case .keep:
            // A name that was given and says what the parts say follows them too, or a change of name would not show.
            let follows = old.name != person.name && old.displayName == old.name.joined
            if follows, let joined = person.name.joined.nonEmpty { person.displayName = joined }
        }
        if person.isNameDerived { person.displayName = person.derivedDisplayName }
    }

    private func applyDate(_ field: Field<String>, words: Field<String>, to property: inout String?) throws {
        let day = input.change(field)
        let text = input.change(words)
        if case .set = day, case .set = text {
            throw AtriumError(
                .badData,
                "\(field.declaration.name) and \(words.declaration.name) are two forms of one value",
                remedy: "give only one of them", field: words.declaration.name)
        }
        switch (day, text) {
        case (.set(let day), _): property = try date(day, field)
        case (_, .set(let words)): property = words.nonEmpty
        case (.clear, _), (_, .clear): property = nil
        case (.keep, .keep): break
        }
    }

    private func date(_ text: String, _ field: Field<String>) throws -> String {
        guard let date = DateText.canonical(text) else {
            throw AtriumError(
                .badData, "\(text) is not a date", remedy: "write 1985-04-12, --04-12, 1985-04 or 1985",
                field: field.declaration.name)
        }
        return date
    }

    private func applyTags(to person: inout Person) throws {
        func texts(_ name: String) -> [String]? {
            input.values[name].map { $0.listValue?.compactMap(\.textValue) ?? [] }
        }
        if let tags = texts("tags") { person.tags = Tags.canonical(tags) }
        let name = PersonFields.removingName("tags")
        for tag in texts(name) ?? [] {
            guard let index = person.tags.firstIndex(where: { Tags.areEqual($0, tag) }) else {
                throw AtriumError(
                    .notFound, "there is no tag \(tag) to remove",
                    remedy: "\(command: "connections show") lists the tags",
                    field: name)
            }
            person.tags.remove(at: index)
        }
        if let added = texts(PersonFields.addingName("tags")) {
            person.tags = Tags.canonical(person.tags + added)
        }
    }
}

/// A value that a person may have many of, as the edit of a list sees it.
protocol ListElement: Equatable {
    /// The preference, 1 to 100; nil: none.
    var preference: Int? { get set }
    /// Whether the other one is the same thing, perhaps with other types, label or preference.
    func isSame(as other: Self) -> Bool
    /// Whether a text that the user typed names it.
    func isNamed(_ text: String) -> Bool
}

/// The edit of one list: set, then taken from, then added to.
private struct ListEdit<Element: ListElement> {
    let input: Arguments
    let field: String
    let noun: String
    let show: (Element, Bool) -> DataValue
    let read: (DataValue, String) throws -> Element

    /// The edited list, or nil where no argument is about it.
    func applied(to old: [Element]) throws -> [Element]? {
        let removing = PersonFields.removingName(field)
        let adding = PersonFields.addingName(field)
        let names = [field, removing, adding]
        guard names.contains(where: { input.values[$0] != nil }) else { return nil }
        var list = old
        if let value = input.values[field] { list = try set(value.listValue ?? [], from: old) }
        for text in input.values[removing]?.listValue?.compactMap(\.textValue) ?? [] {
            guard list.contains(where: { $0.isNamed(text) }) else {
                throw AtriumError(
                    .notFound, "there is no \(noun) \(text) to remove",
                    remedy: "\(command: "connections show") lists the current values",
                    field: removing)
            }
            list.removeAll { $0.isNamed(text) }
        }
        for value in input.values[adding]?.listValue ?? [] {
            let element = try read(value, adding)
            if element.preference == 1 { clearFirst(in: &list) }
            if let index = list.firstIndex(where: { $0.isSame(as: element) }) {
                list[index] = element
            } else {
                list.append(element)
            }
        }
        return list
    }

    /// What is given just as `show` shows it stays just what it is, with a preference other than 1, say.
    private func set(_ values: [DataValue], from old: [Element]) throws -> [Element] {
        let lowest = old.compactMap(\.preference).min()
        var known = old.map { element in
            let shown = show(element, element.preference != nil && element.preference == lowest)
            return (element: element, shown: try? read(shown, field))
        }
        let list = try values.map { value in
            let element = try read(value, field)
            guard let index = known.firstIndex(where: { $0.shown == element }) else { return element }
            return known.remove(at: index).element
        }
        if list.count(where: { $0.preference == 1 }) > max(1, old.count(where: { $0.preference == 1 })) {
            throw AtriumError(
                .badData, "only one \(noun) can be the preferred one", remedy: "mark only one",
                field: field)
        }
        return list
    }

    private func clearFirst(in list: inout [Element]) {
        for index in list.indices where list[index].preference == 1 { list[index].preference = nil }
    }
}

/// Tags as this module compares them: the shared tags keep order and spelling, and ignore the case of letters.
enum Tags {
    /// The tags in one line each, without blanks around them, without empty ones and without repeats.
    static func canonical(_ tags: [String]) -> [String] {
        var seen: Set<String> = []
        return tags.compactMap { tag in
            let trimmed =
                (tag.contains(where: \.isNewline) ? String(tag.map { $0.isNewline ? " " : $0 }) : tag).trimmed
            return !trimmed.isEmpty && seen.insert(trimmed.lowercased()).inserted ? trimmed : nil
        }
    }

    /// Whether two texts name the same tag.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        left.trimmed.lowercased() == right.trimmed.lowercased()
    }
}

extension StringProtocol {
    /// The text without white space around it.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

extension String {
    /// The text, or nil where it has nothing but white space.
    var nonEmpty: String? { allSatisfy(\.isWhitespace) ? nil : self }
}
