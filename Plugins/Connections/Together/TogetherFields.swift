import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

/// What the commands of interactions and of memories have in common.
enum TogetherFields {
    /// Those it was with.
    static let people = Field<[Int64]>.records(
        "people", of: PersonStore.collection, help: "Those it was with.")
    /// The filters of lists.
    static let person = Field<Int64>.record(
        "person", of: PersonStore.collection, help: "Only what was with this person.")
    static let from = Field<LocalDate>.date("from", help: "Only from this day on.")
    static let until = Field<LocalDate>.date("until", help: "Only up to this day, with it.")
    static let text = Field<String>.text("text", help: "Only those whose note contains this.")

    /// The filters that are in force.
    static func conditions(_ input: Arguments, companions: CompanionTable) -> [ListQuery.Condition] {
        var conditions: [ListQuery.Condition] = []
        if let person = input[person] { conditions.append(companions.condition(person: person)) }
        if let day = input[from] { conditions.append(.init("r.happened_on >= ?", [day.description])) }
        if let day = input[until] { conditions.append(.init("r.happened_on <= ?", [day.description])) }
        if let text = input[text] {
            conditions.append(.contains(text, in: ["r.note"]))
        }
        return conditions
    }

    /// Makes those whom the arguments name the companions; without an argument they stay.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where they name nobody.
    static func apply(_ input: Arguments, to companions: inout [Companion]) throws {
        switch input.change(people) {
        case .keep: return
        case .clear: companions = []
        case .set(let ids): companions = ids.map(Companion.person)
        }
        try TogetherRule.requirePeople(companions)
    }
}

/// What holds for everything that happened with people: it was with somebody, and on a day that has come.
///
/// Commands refuse what breaks it. A file may say so all the same: then it is taken as it stands there, and said.
enum TogetherRule {
    /// Refuses a record that is with nobody.
    static func requirePeople(_ companions: [Companion]) throws {
        guard companions.isEmpty else { return }
        throw AtriumError(.badData, "it was with nobody", remedy: "name at least one person", field: "people")
    }

    /// What an edit gets that would leave a field empty which says what happened, or when.
    static func missing(_ field: String, _ remedy: Guidance) -> AtriumError {
        AtriumError(.badData, "\(field) cannot be empty", remedy: remedy, field: field)
    }

    /// Refuses a day that is yet to come.
    static func requirePast(_ day: LocalDate, field: String, _ context: CommandContext) throws {
        if day > context.today { throw yetToCome(day.description, field) }
    }

    /// Refuses a day or a time that is yet to come.
    static func requirePast(_ when: HappenedAt, field: String, _ context: CommandContext) throws {
        guard when.time != nil, let zone = when.zone.flatMap(Zones.system.zone) else {
            return try requirePast(when.day, field: field, context)
        }
        let now = zone.wallTime(at: ICalendarFormat.Instant(context.now)).isoText
        if when.text > now { throw yetToCome(when.text, field) }
    }

    private static func yetToCome(_ when: String, _ field: String) -> AtriumError {
        AtriumError(
            .badData, "\(when) is yet to come",
            remedy: "note it when it has happened; until then it is an event or a reminder", field: field)
    }
}

/// SQL to sort what happened.
enum HappenedSort {
    /// An expression that is the smaller, the later a text of a day and a time is.
    static func latest(_ when: String) -> String { "-julianday(\(when))" }
}

/// SQL about notes.
enum NoteSQL {
    /// The beginning of the note of `r` on one line; null where there is none.
    static let beginning = "substr(replace(replace(r.note, char(13), ''), char(10), ' '), 1, 80)"
}
