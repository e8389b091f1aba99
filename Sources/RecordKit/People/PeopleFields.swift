public import AtriumSDK

/// The fields by which commands say whom a record names: all of them, and in an edit some to add or to take away.
public struct PeopleFields: Sendable {
    /// All of them: `people`.
    public let all: Field<[Int64]>
    /// Some to add: `addPeople`.
    let added: Field<[Int64]>
    /// Some to take away: `removePeople`.
    let removed: Field<[Int64]>

    /// Declares the fields.
    ///
    /// - Parameters:
    ///   - name: of the first.
    ///   - people: the collection that people are in.
    ///   - words: who they are to the record, as a sentence has it: `those whom it tells of`.
    ///   - option: what a terminal calls the first, if it is not the name.
    public init(_ name: String, of people: CollectionID, words: String, option: String? = nil) {
        let end = name.prefix(1).uppercased() + name.dropFirst()
        var all = Field<[Int64]>.records(
            name, of: people, help: words.prefix(1).uppercased() + words.dropFirst() + ".")
        if let option { all = all.option(option) }
        self.all = all
        added = .records("add" + end, of: people, help: "People to add to \(words).")
        removed = .records("remove" + end, of: people, help: "People to take from \(words).")
    }

    /// What an edit takes beside ``all``.
    public var changes: [FieldDeclaration] { [added.declaration, removed.declaration] }

    /// Whom an input makes of those who are there; nil if it says nothing of them.
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
    /// What an edit makes of the words of a record, and to whom its links lead then; nil if it says nothing of people.
    ///
    /// Those whom the vault does not have stay, unless the whole list is given.
    ///
    /// - Parameter record: the record; nil: it is yet to be made.
    public func edited(
        _ input: DataObject, _ fields: PeopleFields, of record: Int64?, words: [String]
    ) throws -> (words: [String], people: [Int64])? {
        let present = try record.map(linked) ?? []
        guard let people = fields.people(input, now: present) else { return nil }
        let isWhole = input[fields.all.declaration.name] != nil
        return (try self.words(of: people) + (isWhole ? [] : strangers(among: words)), people)
    }
}
