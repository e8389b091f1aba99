/// The options of every import and export of CSV, declared once, so that they read alike in all modules.
///
/// An exporter declares ``exports`` and gives what ``ExportContext/csv`` says to its writer; an importer that reads
/// dates declares ``dateOrder``.
public enum CSVOptions {
    /// What stands between two fields of an exported file.
    public static let delimiter = Field<String>.choice(
        "delimiter", of: ["comma", "semicolon", "tab"],
        help: "What stands between two fields: comma, semicolon or tab. The default is the comma (RFC 4180)."
    ).defaulting(to: .text("comma")).titled("Between two fields")

    /// Whether an exported file begins with a byte order mark.
    public static let byteOrderMark = Field<Bool>.boolean(
        "bom", help: "Begin the file with a byte order mark, by which Excel knows UTF-8."
    ).titled("Marked as UTF-8, for Excel")

    /// Whether cells that a spreadsheet would run as a formula are made harmless.
    public static let forSpreadsheet = Field<Bool>.boolean(
        "forSpreadsheet",
        help:
            "Put ' before cells that a spreadsheet would run as a formula; an import of the file takes it away again."
    ).titled("Without formulas, for spreadsheets")

    /// The options of every exporter of CSV.
    public static let exports = [
        delimiter.declaration, byteOrderMark.declaration, forSpreadsheet.declaration,
    ]

    /// The option that says in which order the numbers of a date stand.
    public static let dateOrder = Field<String>.choice(
        "dateOrder", of: ["mdy", "dmy", "ymd"],
        titles: ["mdy": "Month first", "dmy": "Day first", "ymd": "Year first"],
        help:
            "In which order a CSV file writes dates: mdy, dmy or ymd; needed where 3/4/2020 may be two days."
    ).titled("Order of dates")
}

/// How the user wants a CSV file to be written.
public struct CSVExportChoice: Sendable, Hashable {
    /// The byte between two fields, which is ASCII.
    public var delimiter: UInt8
    /// Whether the file begins with a byte order mark.
    public var byteOrderMark: Bool
    /// Whether cells that a spreadsheet would run are made harmless.
    public var isForSpreadsheet: Bool

    /// Makes a choice; without arguments it is exact RFC 4180.
    public init(
        delimiter: UInt8 = UInt8(ascii: ","), byteOrderMark: Bool = false, isForSpreadsheet: Bool = false
    ) {
        self.delimiter = delimiter
        self.byteOrderMark = byteOrderMark
        self.isForSpreadsheet = isForSpreadsheet
    }
}

extension ExportContext {
    /// Says how many cells of a CSV file a spreadsheet would run as formulas, where there are any.
    public func warn(ofFormulas count: Int) {
        guard count > 0 else { return }
        warn(
            "\(count) \(count == 1 ? "cell" : "cells") of the file would be run as a formula by a spreadsheet; "
                + "--for-spreadsheet makes them harmless")
    }

    /// How the user wants a CSV file to be written; exact RFC 4180 where nothing was said.
    public var csv: CSVExportChoice {
        let delimiters = ["semicolon": UInt8(ascii: ";"), "tab": UInt8(ascii: "\t")]
        return CSVExportChoice(
            delimiter: arguments[CSVOptions.delimiter].flatMap { delimiters[$0] } ?? UInt8(ascii: ","),
            byteOrderMark: arguments[CSVOptions.byteOrderMark] ?? false,
            isForSpreadsheet: arguments[CSVOptions.forSpreadsheet] ?? false)
    }
}

extension AtriumError {
    /// A date that reads as two different days: the file is not imported before the user says which is meant.
    ///
    /// The field is that of ``CSVOptions/dateOrder``, so that a terminal can ask for it and try again.
    public static func dateOrderNeeded(line: Int, column: String) -> AtriumError {
        AtriumError(
            .usage,
            "line \(line): a date in the column “\(column)” can be read with the month first or the day first",
            remedy: "say which with \(field: "dateOrder", "mdy") or \(field: "dateOrder", "dmy")",
            field: CSVOptions.dateOrder.declaration.name)
    }
}
