public import AtriumSDK

/// The input fields for a record's people: the complete list and, in `edit`, people to add or remove.
public struct PeopleFields: Sendable {
    /// The field for the complete list: `people`.
    public let all: Field<[Int64]>
    /// The field for people to add: `addPeople`.
    let added: Field<[Int64]>
    /// The field for people to remove: `removePeople`.
    let removed: Field<[Int64]>

    /// Declares the input fields.
    ///
    /// - Parameters:
    ///   - name: the name for the field ``all``.
    ///   - people: the collection that contains people.
    ///   - words: a phrase that describes the people in a sentence: `the people whom it mentions`.
    ///   - option: the terminal option for the field ``all``, or nil to use the field's name.
    public init(_ name: String, of people: CollectionID, words: String, option: String? = nil) {
        let end = name.prefix(1).uppercased() + name.dropFirst()
        var all = Field<[Int64]>.records(
            name, of: people, help: words.prefix(1).uppercased() + words.dropFirst() + ".")
        if let option { all = all.option(option) }
        self.all = all
        added = .records("add" + end, of: people, help: "Add to \(words).")
        removed = .records("remove" + end, of: people, help: "Remove from \(words).")
    }

    /// The fields that `edit` accepts in addition to ``all``.
    public var changes: [FieldDeclaration] { [added.declaration, removed.declaration] }

    /// Returns the people after a command's input is applied, or nil if the input does not change the people.
    fileprivate func people(_ input: DataObject, now: [Int64]) -> [Int64]? {
        func given(_ field: Field<[Int64]>) -> [Int64]? {
            input[field.declaration.name].map { $0.listValue?.compactMap(\.integerValue) ?? [] }
        }
        guard [all, added, removed].contains(where: { given($0) != nil }) else { return nil }
        let people = (given(all) ?? now) + (given(added) ?? [])
        let gone = Set(given(removed) ?? [])
        var seen: Set<Int64> = []
        return people.filter { !gone.contains($0) && seen.insert($0).inserted }
    }
}

extension NamedPeople {
    /// Returns a record's words and linked people after an edit, or nil if the edit does not change people.
    ///
    /// People whom the vault does not contain are kept, unless the edit specifies the complete list.
    ///
    /// - Parameter record: the record, or nil for a new record.
    public func edited(
        _ input: DataObject, _ fields: PeopleFields, of record: Int64?, words: [String]
    ) throws -> (words: [String], people: [Int64])? {
        let present = try record.map(linked) ?? []
        guard let people = fields.people(input, now: present) else { return nil }
        let isWhole = input[fields.all.declaration.name] != nil
        return (try self.words(of: people) + (isWhole ? [] : strangers(among: words)), people)
    }
}
