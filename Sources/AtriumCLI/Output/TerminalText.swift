/// Text made safe for terminals, and measured in their cells.
///
/// Data comes from files of strangers. Control characters could move the cursor, set colours or answer questions of the
/// terminal in the user's name, and characters that turn the direction of text could make one value look like another;
/// all are shown as visible escapes.
enum TerminalText {
    /// A text with all that could act on a terminal as a visible escape: `\n`, `\t`, `\x1b`, `\u{202e}`.
    static func visible(_ text: String) -> String {
        // Most text is printable ASCII, and bytes are looked through fastest.
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }),
            text.unicodeScalars.contains(where: isHostile)
        else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where !isHostile(scalar): result.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x100:
                let hex = String(scalar.value, radix: 16)
                result += "\\x" + (hex.count == 1 ? "0" : "") + hex
            default: result += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return result
    }

    private static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0: true  // C0, DEL, C1
        case 0x2028, 0x2029: true  // line and paragraph separator
        case 0x202A...0x202E, 0x2066...0x2069: true  // embeddings, overrides and isolates of direction
        default: false
        }
    }

    /// The number of terminal cells that a text without control characters takes.
    static func width(_ text: String) -> Int {
        var isPlain = true
        var count = 0
        for byte in text.utf8 {
            if byte >= 0x80 {
                isPlain = false
                break
            }
            count += 1
        }
        return isPlain ? count : text.reduce(0) { $0 + CellWidth.of($1) }
    }

    /// The text, cut to a number of cells; an ellipsis says that something was cut.
    static func truncated(_ text: String, to limit: Int) -> String {
        guard width(text) > limit else { return text }
        guard limit > 1 else { return limit == 1 ? "…" : "" }
        var result = ""
        var used = 0
        for character in text {
            let cells = CellWidth.of(character)
            if used + cells > limit - 1 { break }
            result.append(character)
            used += cells
        }
        return result + "…"
    }
}

/// How many cells of a terminal a character takes.
///
/// Wide and fullwidth characters of East Asian scripts (Unicode Standard Annex 11) and emoji take two; combining marks
/// and format characters none.
enum CellWidth {
    /// The cells of a character with all that combines with it.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        // A pair of regional indicators is a flag; variation selector 16 asks for the emoji form.
        if scalars.count > 1, let first = scalars.first,
            (0x1F1E6...0x1F1FF).contains(first.value) || scalars.contains("\u{FE0F}")
        {
            return 2
        }
        return scalars.reduce(0) { max($0, cells(of: $1)) }
    }

    private static func cells(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }  // Hangul vowels and finals join the initial
        return isWide(scalar.value) ? 2 : 1
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if value > wideRanges[middle].upperBound { low = middle + 1 } else { high = middle }
        }
        return low < wideRanges.count && wideRanges[low].contains(value)
    }

    /// The ranges of East_Asian_Width W and F, unassigned places within CJK planes included, in order.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653, 0x267F...0x267F, 0x268A...0x268F,
        0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE,
        0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD,
        0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
        0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50,
        0x2B55...0x2B55, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4DC0...0x4DFF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x16FFF, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376,
        0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320,
        0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3,
        0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC,
        0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596,
        0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2,
        0x1F6D5...0x1F6D8, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB,
        0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF,
        0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
