/// How the values of a list changed: which of the old ones each new one is, or takes the place of.
struct ListMatch {
    /// For each new value the old one that it is (equal) or replaces, or `nil` if it is to be put in.
    var origins: [Int?]
    /// The old values that are gone.
    var removed: [Int]

    /// Matches equal values first, in order; then equal ones that moved; then, between matched ones, those that
    /// changed, in order.
    init<Element: Equatable>(old: [Element], new: [Element]) {
        origins = Array(repeating: nil, count: new.count)
        var isFree = Array(repeating: true, count: old.count)
        for (oldIndex, newIndex) in Self.commonSequence(old, new) {
            origins[newIndex] = oldIndex
            isFree[oldIndex] = false
        }
        let anchors = origins
        for index in new.indices where origins[index] == nil {
            if let moved = old.indices.first(where: { isFree[$0] && old[$0] == new[index] }) {
                origins[index] = moved
                isFree[moved] = false
            }
        }
        // A changed value stands between the same neighbors as before.
        var nextOld = 0
        for index in new.indices {
            if let anchor = anchors[index] {
                nextOld = anchor + 1
                continue
            }
            guard origins[index] == nil else { continue }
            let limit = anchors[index...].lazy.compactMap { $0 }.first ?? old.count
            while nextOld < limit, !isFree[nextOld] { nextOld += 1 }
            guard nextOld < limit else { continue }
            origins[index] = nextOld
            isFree[nextOld] = false
        }
        removed = old.indices.filter { isFree[$0] }
    }

    /// Pairs of equal elements, in order in both lists: the longest such sequence, or for lists that are very long
    /// only their common beginning and end.
    private static func commonSequence<Element: Equatable>(_ old: [Element], _ new: [Element]) -> [(Int, Int)]
    {
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var tail = 0
        while tail < min(old.count, new.count) - start, old[old.count - 1 - tail] == new[new.count - 1 - tail]
        {
            tail += 1
        }
        var pairs = (0..<start).map { ($0, $0) }
        let rows = old.count - start - tail
        let columns = new.count - start - tail
        if rows > 0, columns > 0, rows <= 1000, columns <= 1000 {
            var lengths = Array(repeating: Array(repeating: 0, count: columns + 1), count: rows + 1)
            for row in stride(from: rows - 1, through: 0, by: -1) {
                for column in stride(from: columns - 1, through: 0, by: -1) {
                    lengths[row][column] =
                        old[start + row] == new[start + column]
                        ? lengths[row + 1][column + 1] + 1
                        : max(lengths[row + 1][column], lengths[row][column + 1])
                }
            }
            var (row, column) = (0, 0)
            while row < rows, column < columns {
                if old[start + row] == new[start + column] {
                    pairs.append((start + row, start + column))
                    row += 1
                    column += 1
                } else if lengths[row + 1][column] >= lengths[row][column + 1] {
                    row += 1
                } else {
                    column += 1
                }
            }
        }
        for offset in stride(from: tail, to: 0, by: -1) {
            pairs.append((old.count - offset, new.count - offset))
        }
        return pairs
    }
}
