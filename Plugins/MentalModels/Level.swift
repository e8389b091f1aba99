/// The levels of Munger's hierarchy, from what holds everywhere to how one thinks about thinking.
enum Level: String, CaseIterable, Sendable {
    case hardSciences = "hard-sciences"
    case lifeSciences = "life-sciences"
    case appliedKnowledge = "applied-knowledge"
    case flightSchool = "flight-school"
    case flightSimulators = "flight-simulators"
    case metaSkills = "meta-skills"

    /// The title that a level has until the user gives it another.
    var title: String {
        switch self {
        case .hardSciences: "Hard sciences"
        case .lifeSciences: "Life sciences"
        case .appliedKnowledge: "Applied knowledge"
        case .flightSchool: "Flight school"
        case .flightSimulators: "Flight simulators"
        case .metaSkills: "Meta skills"
        }
    }

    /// The level that a text names, by its word or its title, in whatever case and with whatever between the words; nil
    /// for other texts.
    init?(_ text: String) {
        let words = text.lowercased().split { !$0.isLetter }.joined(separator: "-")
        self.init(rawValue: words)
    }

    /// SQL for a level's place among the others, from 0.
    static func orderSQL(_ column: String) -> String {
        let cases = allCases.enumerated().map { "WHEN '\($1.rawValue)' THEN \($0)" }
        return "CASE \(column) \(cases.joined(separator: " ")) END"
    }
}

/// What a user says of a level: kept from the first category on that stands in it.
struct LevelText: Sendable, Hashable {
    /// Which of the levels it is.
    var level: Level
    /// What it is called: one line, never empty.
    var title: String
    /// More about it, of any number of lines.
    var description: String?
}

/// A group of models within a level.
struct ModelCategory: Sendable, Hashable {
    /// The level.
    var level: Level
    /// What it is called: one line, never empty.
    var name: String
    /// More about it, of any number of lines.
    var description: String?
}
