import VCardFormat

/// How one kind of details, or the addresses, stand in a vCard: both ways, for any number of values.
///
/// It is a plain pair of functions between lists, so that kinds with one value a line and kinds with many look alike.
struct ListMapping<Element: Sendable>: Sendable {
    /// The elements that a card has.
    let read: @Sendable (VCard) -> [Element]
    /// Makes a card say `new` where it says `old`, which is what ``read`` gave; all that `new` keeps stays as it is.
    let patch: @Sendable (_ editor: inout VCardEditor, _ old: [Element], _ new: [Element]) -> Void
}

extension ListMapping where Element: ListElement {
    /// A mapping of a property that says one value a line.
    ///
    /// - Parameters:
    ///   - property: the property.
    ///   - read: the element of a line; nil where the line says nothing that a record keeps.
    ///   - write: the value for an element; `old` is what the line said before, with all that a record does not keep. Nil
    ///     where the property cannot say the element; then no line is written.
    init<Value>(
        _ property: PropertyKind<Value>, read: @escaping @Sendable (Property<Value>) -> Element?,
        write:
            @escaping @Sendable (_ new: Element, _ old: (element: Element, property: Property<Value>)?) ->
            Property<Value>?
    ) {
        self.read = { card in card[property].compactMap(read) }
        patch = { editor, _, new in
            let lines = editor.card[property].map { (element: read($0), property: $0) }
            let known = lines.compactMap { line in line.element.map { (element: $0, property: line.property) }
            }
            var properties: [Property<Value>] = []
            for (element, index) in Self.pair(new, with: known.map(\.element)) {
                if let index, known[index].element == element {
                    properties.append(known[index].property)
                } else if let property = write(element, index.map { known[$0] }) {
                    properties.append(property)
                }
            }
            // Lines without a value of their own stay where they stood.
            for (index, line) in lines.enumerated() where line.element == nil {
                properties.insert(line.property, at: min(index, properties.count))
            }
            editor.set(property, to: properties)
        }
    }

    /// Finds for each new element the old one that it is, or that became it: an equal one, else the same thing with
    /// other types or another label, else the next that is left over.
    private static func pair(_ new: [Element], with old: [Element]) -> [(element: Element, index: Int?)] {
        var free = Array(old.indices)
        var pairs = new.map { (element: $0, index: Int?.none) }
        func match(_ isMatch: (Element, Element) -> Bool) {
            for place in pairs.indices where pairs[place].index == nil {
                guard let found = free.firstIndex(where: { isMatch(pairs[place].element, old[$0]) }) else {
                    continue
                }
                pairs[place].index = free.remove(at: found)
            }
        }
        match { $0 == $1 }
        match { $0.isSame(as: $1) }
        // As many new ones as old ones: they were changed. Otherwise they were added or taken away.
        if pairs.count(where: { $0.index == nil }) == free.count { match { _, _ in true } }
        return pairs
    }
}

extension ListMapping where Element == Detail {
    /// A mapping of a kind whose value is one text.
    init(_ kind: DetailKind, _ property: PropertyKind<String>) {
        self.init(property) { line in
            line.value.nonEmpty.map { Detail(kind, $0, line.attributes) }
        } write: { new, old in
            Property(new.value, new.attributes(old: old?.element, old?.property.attributes))
        }
    }
}

extension Detail {
    /// A detail with what a line says beside its value.
    init(_ kind: DetailKind, _ value: String, qualifier: String? = nil, _ attributes: Attributes) {
        self.init(
            kind, value, qualifier: qualifier, label: attributes.label?.nonEmpty,
            types: TypeNames.clean(attributes.types), preference: attributes.preference)
    }

    /// What a line shall say beside the value.
    func attributes(old: Detail?, _ oldAttributes: Attributes?) -> Attributes {
        .edited(types, preference, label, old: old.map { ($0.types, $0.preference, $0.label) }, oldAttributes)
    }
}

extension Attributes {
    /// The attributes of a changed line: each of the three stays as it was written where it says the same as before.
    static func edited(
        _ types: [String], _ preference: Int?, _ label: String?,
        old: (types: [String], preference: Int?, label: String?)?, _ oldAttributes: Attributes?
    ) -> Attributes {
        var attributes = oldAttributes ?? Attributes()
        if old?.types != types { attributes.types = types }
        if old?.preference != preference { attributes.preference = preference }
        if old?.label != label { attributes.label = label }
        return attributes
    }
}
