/// What a column of a file that no importer knows probably means.
///
/// Made by ``Importer/guess``; never acted on unasked: a terminal shows it to be confirmed, and messages suggest it
/// as `--map COLUMN=FIELD`.
public struct ColumnGuess: Sendable, Hashable {
    /// By what a guess was made.
    public enum Evidence: String, Sendable, Hashable {
        /// By the column's name.
        case name
        /// By the look of its values.
        case values
    }

    /// The name of the column, as it stands in the header.
    public var column: String
    /// The field that `--map` may name; nil where none is likely.
    public var field: String?
    /// How likely it is, from 0 to 1.
    public var score: Double
    /// By what the guess was made; nil where there is none.
    public var evidence: Evidence?
    /// The first different values of the column, at most three, each cut to 40 characters; for the user's eyes only.
    public var samples: [String]

    /// Makes a guess.
    public init(
        column: String, field: String?, score: Double, evidence: Evidence?, samples: [String]
    ) {
        self.column = column
        self.field = field
        self.score = score
        self.evidence = evidence
        self.samples = samples
    }

    /// What the user would type to confirm the guess: `--map "Mail 1=email"`; nil where there is none.
    ///
    /// Quoted as a POSIX shell reads it.
    public var option: String? {
        guard let field else { return nil }
        let text = "\(column)=\(field)"
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "=-_.".contains($0) }
        return "--map " + (isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'")
    }
}
