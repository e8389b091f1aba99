public import AtriumSDK
public import CSVFormat

/// The columns of a module's table, in the order in which they are written.
public protocol RowColumn: Hashable {
    /// What the column is called in a file, and by `--map`.
    var name: String { get }
}

extension RowColumn where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var name: String { rawValue }
}

extension CSVColumnGuesser {
    /// What the columns of an unknown header probably mean, as an import asks.
    ///
    /// - Parameter name: what `--map` calls a field.
    public func columnGuesses(
        for header: CSVHeader, rows: [CSVRow], name: (Field) -> String
    ) -> [ColumnGuess] {
        guesses(for: header, rows: rows).map { guess in
            ColumnGuess(
                column: header.names[guess.index], field: guess.field.map(name), score: guess.score,
                evidence: guess.field == nil ? nil : guess.isByName ? .name : .values, samples: guess.samples)
        }
    }
}

extension ImportOptions {
    /// In which order the numbers of a date stand; nil where that was not said.
    public var csvDateOrder: CSVDateOrder? {
        arguments[CSVOptions.dateOrder].flatMap(CSVDateOrder.init(rawValue:))
    }
}
