public import AtriumSDK

/// The people who were added after records had already named these people by uid or by name.
public struct ArrivedPeople {
    private let arrivals: Arrivals
    private let people: LinkedPeople

    /// Creates a search for people among the arrivals.
    public init(_ arrivals: Arrivals, among people: LinkedPeople) {
        self.arrivals = arrivals
        self.people = people
    }

    /// Returns the uids for newly arrived people, by the words with which records name them.
    ///
    /// A word matches a person with that uid. If no person has the uid, the word matches a name that exactly
    /// one person has.
    public func uids(of words: Set<String>) throws -> [String: String] {
        var found: [String: String] = [:]
        var others: [String] = []
        for word in words.sorted() {
            if try arrivals.id(of: word) != nil { found[word] = word } else { others.append(word) }
        }
        guard !others.isEmpty else { return found }
        for (word, ids) in try people.ids(named: others) ?? [:] {
            guard ids.count == 1, let id = ids.first, arrivals.contains(id), try people.id(of: word) == nil
            else { continue }
            found[word] = try people.uid(of: id)
        }
        return found
    }
}
