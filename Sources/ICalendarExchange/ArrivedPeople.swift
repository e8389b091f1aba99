public import AtriumSDK

/// People who came after the records that name them, by uid or by name.
public struct ArrivedPeople {
    private let arrivals: Arrivals
    private let modules: any ModuleDirectory

    /// Looks among those who have come.
    public init(_ arrivals: Arrivals, _ modules: any ModuleDirectory) {
        self.arrivals = arrivals
        self.modules = modules
    }

    /// The uids of those who have come, by the words of records that mean them.
    ///
    /// A word is a uid; where it is nobody's, a name that just one person has.
    public func uids(of words: Set<String>) throws -> [String: String] {
        var found: [String: String] = [:]
        var others: [DataValue] = []
        for word in words.sorted() {
            if try arrivals.id(of: word) != nil { found[word] = word } else { others.append(.text(word)) }
        }
        guard !others.isEmpty else { return found }
        // All at once: whoever answers looks through all people.
        let answer = try modules.answer(
            "named", of: LinkedPeople.collection, ["names": .list(others)])
        var called: [String: Set<Int64>] = [:]
        for item in answer?.objectValue?["items"]?.listValue?.compactMap(\.objectValue) ?? [] {
            guard let word = item["matched"]?.textValue, let id = item["id"]?.integerValue else { continue }
            called[word, default: []].insert(id)
        }
        let people = LinkedPeople(modules)
        for (word, ids) in called {
            guard ids.count == 1, let id = ids.first, arrivals.contains(id), try people.id(of: word) == nil
            else { continue }
            found[word] = try people.uid(of: id)
        }
        return found
    }
}
