import AtriumSDK

/// What the dashboard shows of exercise.
enum ExerciseOverview {
    private static let isDone = "ifnull(kind, '') NOT IN ('rest', 'note')"

    static let figures = [
        Figure(
            "exercises", title: "Exercises", help: "How many exercises are kept, archived ones left out.",
            table: "exercise_exercise", sql: "SELECT count(*) FROM exercise_exercise WHERE is_archived = 0"),
        Figure(
            "days-this-month", title: "Days trained this month",
            help: "On how many days of this month something was done.", table: "exercise_set",
            sql: """
                SELECT count(DISTINCT day) FROM exercise_set
                WHERE day BETWEEN :monthStart AND :today AND \(isDone)
                """),
        Figure(
            "sets-this-month", title: "Sets this month", help: "How many sets were done this month.",
            table: "exercise_set",
            sql: """
                SELECT count(*) FROM exercise_set WHERE day BETWEEN :monthStart AND :today AND \(isDone)
                """),
        Figure(
            "distance-this-month", title: "Distance this month",
            help: "How far cardio went this month, in kilometres or miles, as you have set.", unit: "km",
            imperialUnit: "mi", table: "exercise_set",
            sql: """
                SELECT round(ifnull(sum(s.distance_m), 0) / :metres, 1) FROM exercise_set s
                JOIN exercise_exercise e ON e.id = s.exercise_id
                WHERE s.day BETWEEN :monthStart AND :today AND e.category = 'cardio'
                """, parameters: { ["metres": "\(Quantities.metres(of: $0.units))"] }),
    ]
}
