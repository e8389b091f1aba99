/// Cells that a spreadsheet would run as a formula, and how they are made harmless and brought back.
///
/// A spreadsheet takes a cell for a formula that begins with `=`, `+`, `-` or `@`, or with the full-width form of one,
/// also behind blanks. In a file for spreadsheets such a cell has an apostrophe in front; so has what would become a
/// cell if the file were split at another delimiter than its own: behind a comma, a semicolon, a tab, a bar, a quote or
/// a line end. A number (`-1.5`) and a phone number (`+1 555`) are no formulas. Cells that already had apostrophes in
/// front of a formula get one more; all others stay as they are. So ``restored(_:)`` undoes ``protected(_:)`` exactly.
///
/// A file that is written so says it in its header: ``mark`` ends the first column's name. Only there are apostrophes
/// taken away.
public enum SpreadsheetText {
    /// What ends the name of the first column in a file for spreadsheets.
    public static let mark = " [' before formulas]"

    /// Whether a spreadsheet would run a cell.
    public static func isFormula(_ cell: String) -> Bool {
        var cell = cell
        return cell.withUTF8 { Scanner(bytes: $0).isFormula(from: 0, opensCell: true) }
    }

    /// The cell as a file for spreadsheets holds it.
    public static func protected(_ cell: String) -> String {
        guard mayHoldFormula(cell) else { return cell }
        var cell = cell
        return cell.withUTF8 { String(decoding: Scanner(bytes: $0).rewritten(adding: true), as: UTF8.self) }
    }

    /// The cell as it was before ``protected(_:)``.
    public static func restored(_ cell: String) -> String {
        guard cell.utf8.contains(UInt8(ascii: "'")) else { return cell }
        var cell = cell
        return cell.withUTF8 { String(decoding: Scanner(bytes: $0).rewritten(adding: false), as: UTF8.self) }
    }

    /// A name without the ``mark`` at its end; nil where it has none.
    ///
    /// By bytes: a character before the mark may join with its blank.
    static func withoutMark(_ name: String) -> String? {
        let (name, mark) = (Array(name.utf8), Array(mark.utf8))
        guard name.suffix(mark.count) == mark[...] else { return nil }
        return String(decoding: name.dropLast(mark.count), as: UTF8.self)
    }

    /// Most cells hold none of the signs.
    private static func mayHoldFormula(_ cell: String) -> Bool {
        cell.utf8.contains { $0 < 0x10 || $0 == 0xEF || Scanner.signs.contains($0) }
    }
}

/// Looks through the UTF-8 bytes of one cell.
private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>

    static let signs: [UInt8] = Array("=+-@".utf8)
    private static let apostrophe = UInt8(ascii: "'")
    /// Behind these a new cell would begin, were the file split there.
    private static let separators: [UInt8] = Array(",;|\"\t\r\n".utf8)
    /// Blanks that programs skip: U+00A0, U+3000, U+200B, U+FEFF.
    private static let wideBlanks: [[UInt8]] = [
        [0xC2, 0xA0], [0xE3, 0x80, 0x80], [0xE2, 0x80, 0x8B], [0xEF, 0xBB, 0xBF],
    ]
    /// `＝＋－＠`.
    private static let wideSigns: [[UInt8]] = [
        [0xEF, 0xBC, 0x9D], [0xEF, 0xBC, 0x8B], [0xEF, 0xBC, 0x8D], [0xEF, 0xBC, 0xA0],
    ]

    /// The bytes with one apostrophe more, or one less, wherever a formula begins behind any number of them.
    ///
    /// Whether a formula begins does not depend on the apostrophes that are added behind it, so that adding and taking
    /// away find the same places.
    func rewritten(adding: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 4)
        var isStart = true
        var position = 0
        while position < bytes.count {
            if isStart {
                var next = position
                while next < bytes.count && bytes[next] == Self.apostrophe { next += 1 }
                var apostrophes = next - position
                if isFormula(from: next, opensCell: position == 0) {
                    apostrophes = adding ? apostrophes + 1 : max(0, apostrophes - 1)
                }
                result.append(contentsOf: repeatElement(Self.apostrophe, count: apostrophes))
                position = next
                isStart = false
                continue
            }
            result.append(bytes[position])
            isStart = Self.separators.contains(bytes[position])
            position += 1
        }
        return result
    }

    /// Whether what begins at `start` would be run, or is what programs strip before they look: a tab or a line end.
    func isFormula(from start: Int, opensCell: Bool) -> Bool {
        guard start < bytes.count else { return false }
        if opensCell && (bytes[start] == 0x09 || bytes[start] == 0x0D || bytes[start] == 0x0A) { return true }
        var position = start
        while let length = blankLength(at: position) { position += length }
        guard let length = signLength(at: position) else { return false }
        let rest = position + length
        let isFollowed = bytes[rest...].contains { $0 > 0x20 }
        return isFollowed && !(length == 1 && isNumber(sign: bytes[position], from: rest))
    }

    private func blankLength(at position: Int) -> Int? {
        if position < bytes.count && bytes[position] == 0x20 { return 1 }
        return Self.wideBlanks.first { bytes[min(position, bytes.count)...].starts(with: $0) }?.count
    }

    private func signLength(at position: Int) -> Int? {
        guard position < bytes.count else { return nil }
        if Self.signs.contains(bytes[position]) { return 1 }
        return Self.wideSigns.first { bytes[position...].starts(with: $0) }?.count
    }

    /// Whether all that follows a sign makes a plain number, or behind `+` a phone number.
    private func isNumber(sign: UInt8, from start: Int) -> Bool {
        let isPlus = sign == UInt8(ascii: "+")
        guard isPlus || sign == UInt8(ascii: "-") else { return false }
        let rest = bytes[start...]
        let others = isPlus ? Array(" ()./-".utf8) : []
        if rest.contains(where: isDigit) && rest.allSatisfy({ isDigit($0) || others.contains($0) }) {
            return true
        }
        // Digits, with single points or commas between.
        let groups = rest.split(omittingEmptySubsequences: false) { $0 == 0x2E || $0 == 0x2C }
        return groups.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
    }
}
