/// The options for CSV imports and exports, declared once so that all modules have equal options.
///
/// An exporter declares ``exports`` and passes ``ExportContext/csv`` to its writer. An importer that reads
/// dates declares ``dateOrder``.
public enum CSVOptions {
    /// The option for the separator between two fields in an exported file.
    public static let delimiter = Field<String>.choice(
        "delimiter", of: ["comma", "semicolon", "tab"],
        help: "The separator between two fields: comma, semicolon or tab. Defaults to comma (RFC 4180)."
    ).defaulting(to: .text("comma")).titled("Field separator")

    /// The option to begin an exported file with a byte order mark.
    public static let byteOrderMark = Field<Bool>.boolean(
        "bom", help: "Begin the file with a byte order mark, which tells Excel that the file is UTF-8."
    ).titled("Byte order mark for Excel")

    /// The option to disarm cells that a spreadsheet would run as formulas.
    public static let forSpreadsheet = Field<Bool>.boolean(
        "forSpreadsheet",
        help:
            "Put ' before cells that a spreadsheet would run as formulas. An import removes it again."
    ).titled("Disarm formulas for spreadsheets")

    /// The options that every CSV exporter supports.
    public static let exports = [
        delimiter.declaration, byteOrderMark.declaration, forSpreadsheet.declaration,
    ]

    /// The option for the order of day, month and year in dates.
    public static let dateOrder = Field<String>.choice(
        "dateOrder", of: ["mdy", "dmy", "ymd"],
        titles: ["mdy": "Month first", "dmy": "Day first", "ymd": "Year first"],
        help:
            "The order of dates in a CSV file: mdy, dmy or ymd; required if 3/4/2020 is ambiguous."
    ).titled("Order of dates")
}

/// The user's options for writing a CSV file.
public struct CSVExportChoice: Sendable, Hashable {
    /// The byte between two fields, an ASCII character.
    public var delimiter: UInt8
    /// True if the file begins with a byte order mark.
    public var byteOrderMark: Bool
    /// True if the export disarms cells that a spreadsheet would run as formulas.
    public var isForSpreadsheet: Bool

    /// Creates options; the default values follow RFC 4180 exactly.
    public init(
        delimiter: UInt8 = UInt8(ascii: ","), byteOrderMark: Bool = false, isForSpreadsheet: Bool = false
    ) {
        self.delimiter = delimiter
        self.byteOrderMark = byteOrderMark
        self.isForSpreadsheet = isForSpreadsheet
    }
}

extension ExportContext {
    /// Warns the user if a CSV file contains cells that a spreadsheet would run as formulas.
    ///
    /// - Parameter count: the number of such cells; 0 produces no warning.
    public func warn(ofFormulas count: Int) {
        guard count > 0 else { return }
        warn(
            "a spreadsheet would run \(count) \(count == 1 ? "cell" : "cells") of the file as "
                + "\(count == 1 ? "a formula" : "formulas"); --for-spreadsheet makes them harmless")
    }

    /// The user's options for writing a CSV file; the default options follow RFC 4180 exactly.
    public var csv: CSVExportChoice {
        let delimiters = ["semicolon": UInt8(ascii: ";"), "tab": UInt8(ascii: "\t")]
        return CSVExportChoice(
            delimiter: arguments[CSVOptions.delimiter].flatMap { delimiters[$0] } ?? UInt8(ascii: ","),
            byteOrderMark: arguments[CSVOptions.byteOrderMark] ?? false,
            isForSpreadsheet: arguments[CSVOptions.forSpreadsheet] ?? false)
    }
}

extension AtriumError {
    /// Returns the error for an ambiguous date, which tells the user to state the file's date order.
    ///
    /// The error's field is ``CSVOptions/dateOrder``, so that a terminal can ask for the date order and try
    /// again.
    public static func dateOrderNeeded(line: Int, column: String) -> AtriumError {
        AtriumError(
            .usage,
            "line \(line): a date in the column “\(column)” can be read with the month first or the day first",
            remedy: "state the order with \(field: "dateOrder", "mdy") or \(field: "dateOrder", "dmy")",
            field: CSVOptions.dateOrder.declaration.name)
    }
}
