/// Merges two lists that have a common ancestor, element by element.
///
/// An element is identified by its name: an object's first value (an e-mail's address), or the element
/// itself. The result contains both sides' additions, changes and removals. If both sides changed the same
/// element, our version wins.
public struct ListMerge {
    /// The merged list: our elements in our order, followed by the file's new elements.
    public private(set) var merged: [DataValue] = []
    /// True if both sides changed the same element, so that the merged list lacks the file's version.
    public private(set) var hasConflict = false

    /// Merges lists like `init(base:ours:theirs:)` for arrays, but also returns nil if any value is not a
    /// list.
    public init?(base: DataValue, ours: DataValue, theirs: DataValue) {
        guard let base = base.listValue, let ours = ours.listValue, let theirs = theirs.listValue else {
            return nil
        }
        self.init(base: base, ours: ours, theirs: theirs)
    }

    /// Merges lists, or returns nil if the elements cannot be matched.
    ///
    /// Elements cannot be matched if a list contains a name twice, or if both sides removed an element and
    /// another element may replace the removed element.
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
                // Unchanged here: use the file's version, or remove the element if the file has removed it.
                if let new { merged.append(new) }
            } else {
                merged.append(element)
                // The file changed the element differently or removed the element. If an element is new on
                // both sides, our version is used.
                if new != element, new != old { hasConflict = true }
            }
        }
        for element in theirs {
            let name = Self.name(of: element)
            guard here[name] == nil else { continue }
            if before[name] == nil {
                merged.append(element)
            } else if before[name] != element {
                // The element was removed here, but changed in the file.
                hasConflict = true
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
