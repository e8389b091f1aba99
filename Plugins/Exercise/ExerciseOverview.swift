import AtriumSDK

/// What the dashboard shows of exercise.
enum ExerciseOverview {
    private static let isDone = "ifnull(kind, '') NOT IN ('rest', 'note')"

    static let figures = [
        Figure(
            "exercises", title: "Exercises", help: "The number of exercises, except archived ones.",
            table: "exercise_exercise", sql: "SELECT count(*) FROM exercise_exercise WHERE is_archived = 0"),
        Figure(
            "days-this-month", title: "Days trained this month",
            help: "The number of days this month on which you trained.", table: "exercise_set",
            sql: """
                SELECT count(DISTINCT day) FROM exercise_set
                WHERE day BETWEEN :monthStart AND :today AND \(isDone)
                """),
        Figure(
            "sets-this-month", title: "Sets this month", help: "The number of sets this month.",
            table: "exercise_set",
            sql: """
                SELECT count(*) FROM exercise_set WHERE day BETWEEN :monthStart AND :today AND \(isDone)
                """),
        Figure(
            "distance-this-month", title: "Distance this month",
            help: "The distance of cardio this month, in kilometers or miles.", unit: "km",
            imperialUnit: "mi", table: "exercise_set",
            sql: """
                SELECT round(ifnull(sum(s.distance_m), 0) / :metres, 1) FROM exercise_set s
                JOIN exercise_exercise e ON e.id = s.exercise_id
                WHERE s.day BETWEEN :monthStart AND :today AND e.category = 'cardio'
                """, parameters: { ["metres": "\(Quantities.metres(of: $0.units))"] }),
    ]
}
