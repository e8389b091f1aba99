import VCardFormat

/// A person out of a vCard, and a vCard out of a person: pure functions.
///
/// Reading says what the record keeps of a card. Writing goes the other way by difference: ``patch(_:to:)`` compares
/// what the card says with what the person is, and changes the properties that differ. A card that is made anew is
/// the patch of an empty one, so that there is one way to write only.
enum PersonVCard {
    // MARK: Reading

    /// The person that a card is about, without its photo.
    static func person(_ card: VCard) -> Person {
        var person = Person(displayName: "")
        if let name = structuredName(card) {
            person.name = PersonName(
                prefix: joined(name.prefixes), given: joined(name.given), additional: joined(name.additional),
                family: joined(name.family), suffix: joined(name.suffixes))
        }
        // Most cards have no properties but those of the standards.
        let hasCustomLines = !card.customLines.isEmpty
        if hasCustomLines {
            for (property, path) in texts { person[keyPath: path] = firstText(card[property]) }
            person.cadence = card[cadence].lazy.compactMap { Cadence($0.value) }.first
        }
        person.kind = kind(card)
        person.birthday = card[VCardProperty.birthday].lazy.compactMap { DateText.text($0.value) }.first
        (person.gender, person.genderText) = gender(card)
        for (kind, mapping) in VCardMappings.details where kind != .custom || hasCustomLines {
            person.details += mapping.read(card)
        }
        person.normaliseDates()
        person.addresses = VCardMappings.address.read(card)
        person.tags = Tags.canonical(card[VCardProperty.categories].flatMap(\.value))
        if let name = firstText(card[VCardProperty.formattedName]) {
            person.displayName = name
        } else {
            person.displayName = person.derivedDisplayName
            person.isNameDerived = true
        }
        return person
    }

    /// Properties of one text each, beside FN.
    private static let texts: [(PropertyKind<String>, any WritableKeyPath<Person, String?> & Sendable)] = [
        (VCardProperty.custom("X-PHONETIC-FIRST-NAME"), \.name.phoneticGiven),
        (VCardProperty.custom("X-PHONETIC-MIDDLE-NAME"), \.name.phoneticAdditional),
        (VCardProperty.custom("X-PHONETIC-LAST-NAME"), \.name.phoneticFamily),
        (VCardProperty.custom("X-ATRIUM-MET-PLACE"), \.metPlace),
        (VCardProperty.custom("X-ATRIUM-MET-DATE"), \.metDate),
    ]

    /// How often the user wants to be in touch: a number of days.
    private static let cadence = VCardProperty.custom("X-ATRIUM-CADENCE")

    private static func firstText(_ lines: [Property<String>]) -> String? {
        lines.lazy.compactMap(\.value.nonEmpty).first
    }

    private static func structuredName(_ card: VCard) -> StructuredName? {
        let names = card[VCardProperty.name]
        return (names.first { !$0.value.isEmpty } ?? names.first)?.value
    }

    private static func joined(_ values: [String]) -> String? {
        if values.count == 1 { return values[0].nonEmpty }
        return values.compactMap(\.nonEmpty).joined(separator: " ").nonEmpty
    }

    private static func kind(_ card: VCard) -> String? {
        guard let kind = firstText(card[VCardProperty.kind])?.trimmed.lowercased(), kind != "individual"
        else {
            return nil
        }
        return kind
    }

    private static func gender(_ card: VCard) -> (Sex?, String?) {
        guard let value = card[VCardProperty.gender].first?.value else { return (nil, nil) }
        if let sex = Sex(letter: value.sex) { return (sex, value.identity.nonEmpty) }
        // X-GENDER says it in a word.
        if value.sex.isEmpty, let sex = Sex(rawValue: value.identity.lowercased()) { return (sex, nil) }
        return (nil, value.identity.nonEmpty)
    }

    // MARK: Writing

    /// A new card of version 4.0, with a UID and a display name in any case.
    static func newCard(_ person: Person, uid: String) -> VCardEditor {
        var editor = VCardEditor()
        editor.set(VCardProperty.uid, to: [Property(uid)])
        editor.set(VCardProperty.formattedName, to: [Property(person.displayName)])
        patch(&editor, to: person)
        return editor
    }

    /// Makes a card say what the person is; what it says already stays as it is written.
    ///
    /// - Returns: whether anything differed.
    @discardableResult
    static func patch(_ editor: inout VCardEditor, to new: Person) -> Bool {
        let old = person(editor.card)
        if old == new { return false }
        patchName(&editor, old, new)
        for (property, path) in texts where old[keyPath: path] != new[keyPath: path] {
            setFirst(property, to: new[keyPath: path], in: &editor)
        }
        if old.cadence != new.cadence {
            editor.set(cadence, to: new.cadence.map { [Property($0.description)] } ?? [])
        }
        if old.kind != new.kind { setFirst(VCardProperty.kind, to: new.kind, in: &editor) }
        patchDates(&editor, old, new)
        if (old.gender, old.genderText) != (new.gender, new.genderText) {
            let isKnown = new.gender != nil || new.genderText != nil
            let gender = Gender(sex: new.gender?.letter ?? "", identity: new.genderText ?? "")
            editor.set(VCardProperty.gender, to: isKnown ? [Property(gender)] : [])
        }
        for (kind, mapping) in VCardMappings.details where kind != .date {
            let (before, after) = (old.details(kind), new.details(kind))
            if before != after { mapping.patch(&editor, before, after) }
        }
        if old.addresses != new.addresses {
            VCardMappings.address.patch(&editor, old.addresses, new.addresses)
        }
        if old.tags != new.tags {
            VCardMappings.texts(VCardProperty.categories, read: \.self, write: \.self)
                .patch(&editor, old.tags, new.tags)
        }
        return true
    }

    private static func patchDates(_ editor: inout VCardEditor, _ old: Person, _ new: Person) {
        if old.birthday != new.birthday {
            var lines = editor.card[VCardProperty.birthday]
            let index = lines.firstIndex { DateText.text($0.value) != nil }
            if let index { lines.remove(at: index) }
            if let text = new.birthday { lines.insert(Property(DateText.value(text)), at: index ?? 0) }
            editor.set(VCardProperty.birthday, to: lines)
        }
        guard old.anniversary != new.anniversary || old.details(.date) != new.details(.date) else { return }
        // The anniversary goes back to its place among the dates.
        let before = VCardMappings.allDates.read(editor.card)
        var after = new.details(.date)
        if let text = new.anniversary {
            let index = before.firstIndex { $0.label == VCardProperty.anniversaryLabel } ?? 0
            after.insert(
                Detail(.date, text, label: VCardProperty.anniversaryLabel), at: min(index, after.count))
        }
        VCardMappings.allDates.patch(&editor, before, after)
    }

    private static func patchName(_ editor: inout VCardEditor, _ old: Person, _ new: Person) {
        // A derived name is not written into a card that has none.
        if old.displayName != new.displayName, !(old.isNameDerived && new.isNameDerived) {
            setFirst(VCardProperty.formattedName, to: new.displayName, in: &editor)
        }
        var lines = editor.card[VCardProperty.name]
        let index = lines.firstIndex { !$0.value.isEmpty } ?? 0
        var line = index < lines.count ? lines[index] : Property(StructuredName())
        let before = line
        func write(_ path: KeyPath<PersonName, String?>, _ component: inout [String]) {
            if old.name[keyPath: path] != new.name[keyPath: path] {
                component = new.name[keyPath: path].map { [$0] } ?? []
            }
        }
        write(\.prefix, &line.value.prefixes)
        write(\.given, &line.value.given)
        write(\.additional, &line.value.additional)
        write(\.family, &line.value.family)
        write(\.suffix, &line.value.suffixes)
        guard line != before else { return }
        if index < lines.count { lines[index] = line } else { lines.append(line) }
        editor.set(VCardProperty.name, to: lines)
    }

    /// Makes the first line of a property that has text say another, or takes it away.
    private static func setFirst(
        _ property: PropertyKind<String>, to text: String?, in editor: inout VCardEditor
    ) {
        var lines = editor.card[property]
        let index = lines.firstIndex { $0.value.nonEmpty != nil }
        switch (index, text) {
        case (let index?, let text?): lines[index].value = text
        case (let index?, nil): lines.remove(at: index)
        case (nil, let text?): lines.append(Property(text))
        case (nil, nil): return
        }
        editor.set(property, to: lines)
    }
}
