import AtriumSDK

/// Rows of text under headings, aligned by the cells of a terminal.
struct Table {
    /// A column of values of one type.
    struct Column {
        /// What stands above it.
        let heading: String
        /// Whether the values are numbers, which stand to the right.
        let isNumber: Bool
        /// Whether the values mean nothing when they are cut: numbers, dates.
        let isRigid: Bool

        /// Makes a column for a type; nil stands for text.
        init(heading: String, type: FieldType? = nil) {
            self.heading = heading
            switch type {
            case .integer, .decimal:
                isNumber = true
                isRigid = true
            case .date, .partialDate, .instant, .localTime, .when, .duration, .boolean, .choice:
                isNumber = false
                isRigid = true
            default:
                isNumber = false
                isRigid = false
            }
        }
    }

    let columns: [Column]
    private(set) var rows: [[String]] = []
    /// The places of the rows that are struck through.
    private var struck: Set<Int> = []
    private var widths: [Int]
    private static let gap = 2
    /// Where nothing is cut, columns are aligned up to this width, so that one long value does not widen all rows.
    private static let widestAligned = 60
    /// No column is cut below this many cells while another one is wider.
    private static let narrowest = 6
    /// So many blanks, by their number: a long table has thousands of gaps.
    private static let blanks = (0..<64).map { String(repeating: " ", count: $0) }

    /// Makes a table without rows.
    init(_ columns: [Column]) {
        self.columns = columns
        widths = columns.map { TerminalText.width($0.heading) }
    }

    /// Adds a row: one text a column, made visible.
    ///
    /// - Parameter isStruck: true if the row is struck through, if the terminal shows more than plain text.
    mutating func add(_ cells: [String], isStruck: Bool = false) {
        if isStruck { struck.insert(rows.count) }
        let row = cells.map(TerminalText.visible)
        for (index, cell) in row.enumerated() where index < widths.count {
            widths[index] = max(widths[index], TerminalText.width(cell))
        }
        rows.append(row)
    }

    /// The lines of the table, each ended by a newline.
    ///
    /// - Parameters:
    ///   - limit: the width to keep to, by cutting the widest columns; nil: nothing is cut.
    ///   - style: how headings look.
    func rendered(limit: Int?, style: TextStyle) -> String {
        let widths = limit.map { fitted(to: $0) } ?? widths.map { min($0, Self.widestAligned) }
        let cuts = limit != nil
        var text = style.heading(line(columns.map(\.heading), widths, cuts: cuts)) + "\n"
        for (index, row) in rows.enumerated() {
            if struck.contains(index) {
                text += style.struck(line(row, widths, cuts: cuts))
            } else {
                append(row, widths, cuts: cuts, to: &text)
            }
            text += "\n"
        }
        return text
    }

    private func line(_ cells: [String], _ widths: [Int], cuts: Bool) -> String {
        var text = ""
        append(cells, widths, cuts: cuts, to: &text)
        return text
    }

    private func append(_ cells: [String], _ widths: [Int], cuts: Bool, to text: inout String) {
        // Blanks are written before the text that follows them, so that none stand at the end of a line.
        var blanks = 0
        for (index, cell) in cells.enumerated() where index < widths.count {
            let cut = cuts ? TerminalText.truncated(cell, to: widths[index]) : cell
            let padding = max(0, widths[index] - TerminalText.width(cut))
            let isNumber = columns[index].isNumber
            blanks += (index > 0 ? Self.gap : 0) + (isNumber ? padding : 0)
            if !cut.isEmpty {
                text +=
                    blanks < Self.blanks.count ? Self.blanks[blanks] : String(repeating: " ", count: blanks)
                text += cut
                blanks = 0
            }
            if !isNumber { blanks += padding }
        }
    }

    /// Takes from the widest columns until the table fits: from text first, from what should not be cut only then.
    private func fitted(to limit: Int) -> [Int] {
        var fitted = widths
        var excess = fitted.reduce(Self.gap * (fitted.count - 1), +) - limit
        let text = columns.indices.filter { !columns[$0].isRigid }
        for candidates in [text, Array(columns.indices)] {
            while excess > 0, let index = candidates.max(by: { fitted[$0] < fitted[$1] }),
                fitted[index] > Self.narrowest
            {
                // Down to the next widest in one step, or as far as is needed; one by one where two are as wide.
                let next = candidates.filter { $0 != index }.map { fitted[$0] }.max() ?? 0
                let step = max(1, min(excess, fitted[index] - max(next, Self.narrowest)))
                fitted[index] -= step
                excess -= step
            }
        }
        return fitted
    }
}

/// Colours and weights, or none.
struct TextStyle {
    /// Whether anything but plain text may be printed.
    let isColored: Bool

    /// A heading: bold.
    func heading(_ text: String) -> String { wrapped(text, "1") }
    /// The label of a value: faint.
    func label(_ text: String) -> String { wrapped(text, "2") }
    /// The row of a record that does not take place: struck through.
    func struck(_ text: String) -> String { wrapped(text, "9") }
    /// The word that an error begins with: red.
    func error(_ text: String) -> String { wrapped(text, "31") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
