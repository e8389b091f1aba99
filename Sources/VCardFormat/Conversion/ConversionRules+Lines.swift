import ContentLine

/// Lines that are another property, or several, in another version.
extension ConversionRules {
    // MARK: Names and addresses

    /// ADR with the parameter LABEL in 4.0, and with the property LABEL beside it before.
    mutating func convertAddress(_ entry: inout ConversionEntry) {
        if target == .v4, let label = entry.satellite, case .text(let text) = label.value {
            entry.main.parameters.append(
                Parameter("LABEL", text.replacing("\\", with: "\\\\"), isQuoted: true))
            if label.addedTo != nil, !entry.sharesGroup { entry.main.group = nil }
            entry.satellite = nil
        } else if target < .v4, source == .v4,
            let place = entry.main.parameters.firstIndex(where: {
                $0.isNamed("LABEL") && $0.values.count == 1
            })
        {
            let text = TextValue.unescape(entry.main.parameters.remove(at: place).values[0])
            var label = LineParts(group: entry.main.group, name: "LABEL", value: .text(text))
            label.types = entry.main.types
            label.preference = entry.main.preference == 1 ? 1 : nil
            if entry.needsGroup || entry.sharesGroup {
                guard entry.main.group == nil else {
                    // Of the lines of a group it would not be plain which the label belongs to.
                    entry.main.parameters.append(
                        Parameter("LABEL", text.replacing("\\", with: "\\\\"), isQuoted: true))
                    return
                }
                entry.main.group = ConversionEntry.newGroup
                label.group = ConversionEntry.newGroup
                label.addedTo = source
            }
            entry.satellite = label
        }
    }

    /// A LABEL without an address becomes an address of which only the label is known.
    mutating func makeAddress(_ entry: inout ConversionEntry) {
        guard case .text(let text) = entry.main.value else { return }
        entry.main.name = "ADR"
        entry.main.value = .structured(Array(repeating: [], count: 7))
        entry.main.parameters.append(Parameter("LABEL", text.replacing("\\", with: "\\\\"), isQuoted: true))
    }

    /// N with the parameter SORT-AS in 4.0, and with SORT-STRING beside it before.
    mutating func convertName(_ entry: inout ConversionEntry) {
        if target == .v4, let sort = entry.satellite, case .text(let text) = sort.value {
            entry.main.parameters.append(Parameter("SORT-AS", text, isQuoted: true))
            entry.satellite = nil
        } else if target < .v4, source == .v4, !entry.needsGroup,
            let place = entry.main.parameters.firstIndex(where: {
                $0.isNamed("SORT-AS") && $0.values.count == 1
            })
        {
            let text = entry.main.parameters.remove(at: place).values[0]
            entry.satellite = LineParts(
                name: target == .v3 ? "SORT-STRING" : "X-SORT-STRING", value: .text(text))
        }
    }

    // MARK: People

    /// RELATED in 4.0; X-ABRELATEDNAMES with a label, which Apple's and Google's programs know, before.
    mutating func convertRelated(_ entry: inout ConversionEntry, _ form: PropertyForm) {
        let name = entry.main.canonicalName
        if target == .v4, source < .v4 {
            guard name != "RELATED", name != "X-RELATED" else { return rename(&entry.main, to: form) }
            let relation = RelationName.byProperty[name]
            entry.main.name = "RELATED"
            entry.main.valueType = "text"
            if let relation { entry.main.types.append(relation) }
            guard let label = entry.satellite, case .text(let text) = label.value,
                let type = RelationName.type(of: text),
                label.addedTo != nil || RelatedPerson.types.contains(type)
            else { return }
            entry.main.types.insert(type, at: 0)
            if label.addedTo != nil { entry.main.group = nil }
            entry.satellite = nil
        } else if target < .v4, source == .v4, name == "RELATED" {
            guard entry.main.hasValueType("TEXT"), case .text = entry.main.value else {
                if entry.main.types == ["agent"], entry.main.hasValueType("URI"), target == .v3 {
                    entry.main.name = "AGENT"
                    entry.main.types = []
                    return
                }
                return rename(&entry.main, to: form)
            }
            lose("RELATED", .property(keptAs: "X-ABRELATEDNAMES"))
            entry.main.name = "X-ABRELATEDNAMES"
            entry.main.valueType = nil
            guard let type = entry.main.types.first, !entry.sharesGroup else { return }
            let label = RelationName.label(of: type)
            // In a group of the user's own, only a label that tells the type can be told from theirs.
            guard entry.main.group == nil || RelationName.type(of: label) == type else { return }
            entry.main.types.removeFirst()
            addLabel(label, to: &entry)
        }
    }

    /// ANNIVERSARY in 4.0, X-ABDATE with the label that says so before.
    mutating func convertAnniversary(_ entry: inout ConversionEntry, _ form: PropertyForm) {
        let name = entry.main.canonicalName
        let label = AppleLabel.write(VCardProperty.anniversaryLabel)
        if target == .v4, source < .v4 {
            guard name == "X-ABDATE" else { return entry.main.name = "ANNIVERSARY" }
            guard let satellite = entry.satellite, satellite.value == .text(label) else { return }
            entry.main.name = "ANNIVERSARY"
            if satellite.addedTo != nil { entry.main.group = nil }
            entry.satellite = nil
        } else if target < .v4, source == .v4, name == "ANNIVERSARY" {
            lose("ANNIVERSARY", .property(keptAs: entry.sharesGroup ? "X-ANNIVERSARY" : "X-ABDATE"))
            guard !entry.sharesGroup else { return entry.main.name = "X-ANNIVERSARY" }
            entry.main.name = "X-ABDATE"
            addLabel(label, to: &entry)
        }
    }

    private func addLabel(_ text: String, to entry: inout ConversionEntry) {
        var label = LineParts(group: entry.main.group, name: "X-ABLabel", value: .text(text))
        if entry.main.group == nil {
            entry.main.group = ConversionEntry.newGroup
            label.group = ConversionEntry.newGroup
            label.addedTo = source
        }
        entry.satellite = label
    }

    /// A card as lines in 2.1, as text in 3.0; 4.0 has RELATED for one that is a URI.
    mutating func convertAgent(_ entry: inout ConversionEntry) {
        guard target == .v4, entry.main.hasValueType("URI") || entry.main.hasValueType("URL"),
            case .text(let text) = entry.main.value
        else { return }
        entry.main.name = "RELATED"
        entry.main.types.append("agent")
        entry.main.valueType = "uri"
        entry.main.value = .raw(text)
    }

    // MARK: Messaging

    /// IMPP from 3.0 on, a property for each service in 2.1.
    mutating func convertMessaging(_ entry: inout ConversionEntry) {
        let isIMPP = entry.main.canonicalName == "IMPP"
        guard isIMPP ? target == .v2 : target == .v4 else { return }
        let line = entry.main.draft(in: source).line(in: source)
        let draft = MessagingHandle(line).draft(WriteContext(version: target, previous: nil))
        guard draft.name != "X-IM" else { return }
        entry.main.name = draft.name
        entry.main.parameters.removeAll { $0.isNamed("X-SERVICE-TYPE") || $0.isNamed("X-SERVICE") }
        entry.main.parameters += draft.parameters
        // The draft's value is escaped for the target, and read again so that it is escaped but once.
        entry.main.value =
            LineParts(
                ContentLine(name: draft.name, value: draft.value), in: target
            ).value
    }
}

/// Relations: the types of RELATED, Apple's labels, and properties of other programs.
enum RelationName {
    /// What a property of another program says.
    static let byProperty = VCardProperty.relations

    /// The type that a label says, or `nil` if it is the user's own.
    static func type(of label: String) -> String? {
        let word = AppleLabel.read(label).lowercased()
        guard label == Self.label(of: word), RelatedPerson.relations.contains(word) else { return nil }
        return word
    }

    /// The label for a type.
    static func label(of type: String) -> String {
        AppleLabel.write(type.prefix(1).uppercased() + type.dropFirst())
    }
}
