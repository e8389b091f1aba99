import ContentLine

/// The lines of a card while they are changed: each has an identity that stays when others come and go.
struct LineEdit {
    /// A line's identity.
    typealias ID = Int

    private(set) var component: Component
    private let card: VCard
    private var ids: [ID]
    private var nextID: ID
    /// The names of groups that are or were in use, in upper case; nil until one is needed.
    private var takenGroups: Set<String>?
    /// The number from which on a group is looked for.
    private var nextGroup = 1

    init(_ card: VCard) {
        self.card = card
        component = card.component
        ids = Array(component.properties.indices)
        nextID = ids.count
    }

    /// The identity of the line that stood at `index` in the beginning.
    func id(of index: Int) -> ID { index }

    /// The last line of a kind, to put the next one after; the last line of all if there is none.
    func lastLine<Value>(of kind: PropertyKind<Value>) -> ID? {
        let index = component.properties.lastIndex { kind.names.contains($0.canonicalName) }
        return index.map { ids[$0] } ?? ids.last
    }

    // MARK: Changes

    /// Removes a line that stood at `index` in the beginning, with what stood there for it alone.
    mutating func remove(_ index: Int) {
        if let label = card.deliveryLabelIndex(of: index) { removeLine(label) }
        guard let position = ids.firstIndex(of: index) else { return }
        let group = component.properties[position].group
        removeLine(index)
        if let group, valueCount(in: group) == 0 { removeCompanions(of: group) }
    }

    /// Puts a new value in.
    mutating func insert<Value>(_ kind: PropertyKind<Value>, _ property: Property<Value>, after: ID?) -> ID {
        let draft = kind.writeValue(property, WriteContext(version: card.version, previous: nil))
        let types = draft.types ?? property.attributes.types
        let line = makeLine(
            group: nil, name: draft.name,
            draft.parameters
                + property.attributes.parameters(types: types, in: card.version), draft.value)
        let id = insertLine(line, after: after)
        setLabel(draft.label ?? property.attributes.label, of: id)
        setDeliveryLabel(draft.deliveryLabel, of: id, existing: nil)
        return id
    }

    /// Replaces what a line says.
    mutating func replace<Value>(
        _ kind: PropertyKind<Value>, _ id: ID, _ old: Property<Value>, _ new: Property<Value>
    ) {
        guard let position = ids.firstIndex(of: id) else { return }
        let previous = component.properties[position]
        let draft = kind.writeValue(new, WriteContext(version: card.version, previous: previous))
        let keepsName = draft.name.asciiUppercased() == previous.canonicalName
        let keepsValue = keepsName && old.value == new.value
        let newTypes = draft.types ?? new.attributes.types
        let keepsTypes =
            keepsName && old.attributes.types == new.attributes.types
            && old.attributes.preference == new.attributes.preference
        var parameters: [Parameter] = []
        for parameter in previous.parameters {
            let isType = Attributes.isAttribute(parameter)
            let isOfValue =
                kind.valueParameters.contains { parameter.isNamed($0) } || (parameter.name.isEmpty && !isType)
            if isOfValue ? keepsValue : isType ? keepsTypes && (keepsValue || !draft.replacesTypes) : true {
                parameters.append(parameter)
            }
        }
        if !keepsValue { parameters += draft.parameters }
        if !keepsTypes || (!keepsValue && draft.replacesTypes) {
            parameters += new.attributes.parameters(types: newTypes, in: card.version)
        }
        if keepsValue, keepsTypes {
            // Only the label changed: the line itself stays.
        } else if keepsValue {
            component.properties[position].parameters = parameters
        } else {
            component.properties[position] = makeLine(
                group: previous.group, name: keepsName ? previous.name : draft.name, parameters, draft.value)
        }
        let label = draft.label ?? new.attributes.label
        let oldLabel = card.label(of: previous)
        if (label ?? "") != (oldLabel ?? "") { setLabel(label, of: id) }
        if !keepsValue {
            setDeliveryLabel(draft.deliveryLabel, of: id, existing: card.deliveryLabelIndex(of: id))
            if (old.value as? Address)?.countryCode != nil, (new.value as? Address)?.countryCode == nil,
                let group = previous.group
            {
                removeCompanions(of: group, only: "X-ABADR")
            }
        }
    }

    /// Moves a line.
    mutating func move(_ id: ID, after: ID) {
        guard let position = ids.firstIndex(of: id) else { return }
        let line = component.properties[position]
        removeLine(id)
        _ = insertLine(line, after: after, id: id)
    }

    // MARK: Lines that belong to another

    /// Makes X-ABLabel say `label` for the line and no other; nothing or an empty label removes it.
    private mutating func setLabel(_ label: String?, of id: ID) {
        guard let position = ids.firstIndex(of: id) else { return }
        let label = label.flatMap { $0.isEmpty ? nil : $0 }
        var group = component.properties[position].group
        if let shared = group, valueCount(in: shared) > 1 {
            // The label of the others stays.
            group = nil
            component.properties[position].group = label == nil ? nil : freeGroup()
        } else if let own = group {
            removeCompanions(of: own, only: "X-ABLABEL")
        } else if label != nil {
            component.properties[position].group = freeGroup()
        }
        guard let label, let at = ids.firstIndex(of: id) else { return }
        let context = WriteContext(version: card.version, previous: nil)
        let line = makeLine(
            group: component.properties[at].group, name: "X-ABLabel", [],
            context.escape(AppleLabel.write(label)))
        _ = insertLine(line, after: id)
    }

    /// Makes the LABEL property beside an ADR say `text`, or removes it.
    private mutating func setDeliveryLabel(_ text: String?, of id: ID, existing: ID?) {
        guard let text else {
            if let existing { removeLine(existing) }
            return
        }
        guard let position = ids.firstIndex(of: id) else { return }
        let address = component.properties[position]
        let value = WriteContext(version: card.version, previous: nil).escape(text)
        if let existing, let place = ids.firstIndex(of: existing) {
            let old = component.properties[place]
            let kept = old.parameters.filter { Attributes.isAttribute($0) }
            component.properties[place] = makeLine(group: old.group, name: old.name, kept, value)
        } else {
            let types = address.parameters.filter { Attributes.isAttribute($0) }
            _ = insertLine(makeLine(group: address.group, name: "LABEL", types, value), after: id)
        }
    }

    /// How many values stand in a group.
    private func valueCount(in group: String) -> Int {
        let canonical = group.asciiUppercased()
        return component.properties.count { line in
            line.group?.asciiUppercased() == canonical && !Self.companions.contains(line.canonicalName)
        }
    }

    private static let companions: Set<String> = ["X-ABLABEL", "X-ABADR"]

    private mutating func removeCompanions(of group: String, only name: String? = nil) {
        let canonical = group.asciiUppercased()
        for (index, line) in component.properties.enumerated().reversed()
        where line.group?.asciiUppercased() == canonical && Self.companions.contains(line.canonicalName)
            && (name == nil || line.canonicalName == name)
        {
            removeLine(ids[index])
        }
    }

    /// The name of a group in which no line stands or stood; the names are gathered once, since a card may have thousands
    /// of labels.
    private mutating func freeGroup() -> String {
        let taken = takenGroups ?? Set(component.properties.compactMap { $0.group?.asciiUppercased() })
        takenGroups = taken
        while taken.contains("ITEM\(nextGroup)") { nextGroup += 1 }
        defer { nextGroup += 1 }
        return "item\(nextGroup)"
    }

    // MARK: Lines

    private mutating func removeLine(_ id: ID) {
        guard let position = ids.firstIndex(of: id) else { return }
        component.removeProperty(at: position)
        ids.remove(at: position)
    }

    private mutating func insertLine(_ line: ContentLine, after: ID?, id: ID? = nil) -> ID {
        let id = id ?? nextID
        if id == nextID { nextID += 1 }
        let position = after.flatMap { ids.firstIndex(of: $0) }.map { $0 + 1 } ?? ids.count
        component.insert(line, at: position)
        ids.insert(id, at: position)
        return id
    }

    /// A line in the version of the card.
    private func makeLine(group: String?, name: String, _ parameters: [Parameter], _ value: String)
        -> ContentLine
    {
        LineDraft(group: group, name: name, parameters: parameters, text: value).line(in: card.version)
    }
}
