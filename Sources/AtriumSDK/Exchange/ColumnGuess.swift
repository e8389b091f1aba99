/// A column's probable meaning in a file that no importer recognizes.
///
/// ``Importer/guess`` creates the guess. No guess takes effect without the user's confirmation: a terminal
/// asks for confirmation, and messages suggest the guess as `--map COLUMN=FIELD`.
public struct ColumnGuess: Sendable, Hashable {
    /// The evidence for a guess.
    public enum Evidence: String, Sendable, Hashable {
        /// The column's name.
        case name
        /// The form of the column's values.
        case values
    }

    /// The column's name in the header row.
    public var column: String
    /// The field for `--map`, or nil if no field is likely.
    public var field: String?
    /// The guess's probability, from 0 to 1.
    public var score: Double
    /// The evidence for the guess, or nil if there is no guess.
    public var evidence: Evidence?
    /// The column's first three distinct values, each truncated to 40 characters, which only the user may
    /// see.
    public var samples: [String]

    /// Creates a guess.
    public init(
        column: String, field: String?, score: Double, evidence: Evidence?, samples: [String]
    ) {
        self.column = column
        self.field = field
        self.score = score
        self.evidence = evidence
        self.samples = samples
    }

    /// The option that confirms the guess, such as `--map "Mail 1=email"`, or nil if there is no guess.
    ///
    /// The option is quoted for a POSIX shell.
    public var option: String? {
        guard let field else { return nil }
        let text = "\(column)=\(field)"
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "=-_.".contains($0) }
        return "--map " + (isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'")
    }
}
