public import AtriumSDK

/// People who came after the records that name them, by uid or by name.
public struct ArrivedPeople {
    private let arrivals: Arrivals
    private let people: LinkedPeople

    /// Looks among those who have come.
    public init(_ arrivals: Arrivals, among people: LinkedPeople) {
        self.arrivals = arrivals
        self.people = people
    }

    /// The uids of those who have come, by the words of records that mean them.
    ///
    /// A word is a uid; where it is nobody's, a name that just one person has.
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
