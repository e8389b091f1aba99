/// Joins two lists that came from one, element by element.
///
/// An element is known by what it is called: an object by its first value (an e-mail's address), all else by itself. What
/// one side added or changed or removed is so in the result; where both changed one element, the one here stays.
public struct ListMerge {
    /// The joined list: the elements here in their order, behind them the new ones of the file.
    public private(set) var merged: [DataValue] = []
    /// Whether both sides changed one element, so that the file's is not in the list.
    public private(set) var isContested = false

    /// Joins lists; nil if one of the values is none, or as for lists.
    public init?(base: DataValue, ours: DataValue, theirs: DataValue) {
        guard let base = base.listValue, let ours = ours.listValue, let theirs = theirs.listValue else {
            return nil
        }
        self.init(base: base, ours: ours, theirs: theirs)
    }

    /// Joins lists; nil where nobody knows which element became which: a list names one twice, or one is on neither side any
    /// more, and something else may stand in its place.
    public init?(base: [DataValue], ours: [DataValue], theirs: [DataValue]) {
        guard let before = Self.byName(base), let here = Self.byName(ours), let there = Self.byName(theirs)
        else { return nil }
        let isReplacedTwice = before.keys.contains { here[$0] == nil && there[$0] == nil }
        let isOnlyHere = here.keys.contains { before[$0] == nil && there[$0] == nil }
        let isOnlyThere = there.keys.contains { before[$0] == nil && here[$0] == nil }
        if isReplacedTwice, isOnlyHere || isOnlyThere { return nil }
        for element in ours {
            let name = Self.name(of: element)
            let (old, new) = (before[name], there[name])
            if old == element {
                // Untouched here: as the file has it, or gone with the file's.
                if let new { merged.append(new) }
            } else {
                merged.append(element)
                // Changed there in another way, or gone; what is new on both sides is as here.
                if new != element, new != old { isContested = true }
            }
        }
        for element in theirs {
            let name = Self.name(of: element)
            guard here[name] == nil else { continue }
            if before[name] == nil {
                merged.append(element)
            } else if before[name] != element {
                // Removed here, changed there.
                isContested = true
            }
        }
    }

    private static func byName(_ list: [DataValue]) -> [String: DataValue]? {
        var result: [String: DataValue] = [:]
        for element in list {
            guard result.updateValue(element, forKey: name(of: element)) == nil else { return nil }
        }
        return result
    }

    private static func name(of element: DataValue) -> String {
        (element.objectValue?.entries.first?.value ?? element).json
    }
}
