import AtriumSDK

/// The numbers that the dashboard shows of mental models.
enum MentalModelsOverview {
    static let figures = [
        Figure(
            "models", title: "Mental models", help: "The number of mental models.",
            table: "mental_models_model", sql: "SELECT count(*) FROM mental_models_model",
            icon: "brain", tint: .info),
        Figure(
            "failure-modes", title: "Failure modes", help: "The number of failure modes of all models.",
            table: "mental_models_failure_mode", sql: "SELECT count(*) FROM mental_models_failure_mode",
            icon: "triangle-alert", tint: .warning),
        Figure(
            "analyses-this-month", title: "Analyses this month",
            help: "The number of captured texts whose last analysis was this month.",
            table: "mental_models_observation",
            sql: "SELECT count(*) FROM mental_models_observation WHERE analyzed_at >= :monthStartsAt",
            icon: "file-search", tint: .success),
        Figure(
            "lollapalooza", title: "Lollapalooza",
            help: "The number of captured texts with three or more strong models.",
            table: "mental_models_finding",
            sql:
                "SELECT count(*) FROM mental_models_observation r WHERE \(Lollapalooza.condition(observation: "r.id"))",
            icon: "sparkles", tint: .purple),
    ]
}
