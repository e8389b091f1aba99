import AtriumSDK

/// The numbers that the dashboard shows of mental models.
enum MentalModelsOverview {
    static let figures = [
        Figure(
            "models", title: "Mental models", help: "How many models are kept.",
            table: "mental_models_model", sql: "SELECT count(*) FROM mental_models_model",
            icon: "brain", tint: .info),
        Figure(
            "failure-modes", title: "Failure modes", help: "How many failure modes the models have.",
            table: "mental_models_failure_mode", sql: "SELECT count(*) FROM mental_models_failure_mode",
            icon: "triangle-alert", tint: .warning),
        Figure(
            "analyses-this-month", title: "Analyses this month",
            help: "How many of the captured texts were analysed this month, for the last time.",
            table: "mental_models_observation",
            sql: "SELECT count(*) FROM mental_models_observation WHERE analyzed_at >= :monthStartsAt",
            icon: "file-search", tint: .success),
        Figure(
            "lollapalooza", title: "Lollapalooza",
            help: "How many of the captured texts show three or more strong models.",
            table: "mental_models_finding",
            sql:
                "SELECT count(*) FROM mental_models_observation r WHERE \(Lollapalooza.condition(observation: "r.id"))",
            icon: "sparkles", tint: .purple),
    ]
}
