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
    fileprivate func people(_ input: Arguments, now: [Int64]) -> [Int64]? {
        let named = [all, added, removed].map(\.declaration.name)
        guard named.contains(where: { input.values[$0] != nil }) else { return nil }
        var people =
            switch input.change(all) {
            case .keep: now
            case .clear: [] as [Int64]
            case .set(let given): given
            }
        people += input[added] ?? []
        let gone = Set(input[removed] ?? [])
        var seen: Set<Int64> = []
        return people.filter { !gone.contains($0) && seen.insert($0).inserted }
    }
}

extension NamedPeople {
    /// What an edit makes of the words of a record, and to whom its links lead then; nil if it says nothing of people.
    ///
    /// Those whom the vault does not have stay, unless the whole list is given.
    public func edited(
        _ input: Arguments, _ fields: PeopleFields, of record: Int64, words: [String]
    ) throws -> (words: [String], people: [Int64])? {
        let present = try linked(to: record)
        guard let people = fields.people(input, now: present) else { return nil }
        let isWhole = input.values[fields.all.declaration.name] != nil
        return (try self.words(of: people) + (isWhole ? [] : strangers(among: words)), people)
    }
}
