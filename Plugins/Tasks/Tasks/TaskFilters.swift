import RecordKit

/// Ways to narrow lists of tasks beside those of their values, and how they stand by themselves.
enum TaskFilters {
    /// SQL for whether the task `r` is still to be done.
    static let openSQL = "r.completed_at IS NULL AND r.cancelled_at IS NULL"
    /// SQL for whether the task `r` is in an archived project.
    static let archivedSQL =
        "EXISTS (SELECT 1 FROM tasks_project p WHERE p.id = r.project_id AND p.is_archived = 1)"
    /// SQL for the day of the task `r`: the one for which it is planned, else that of its deadline.
    static let daySQL = "ifnull(r.planned, substr(r.due, 1, 10))"

    /// SQL for the order of tasks: the inbox, then the projects in theirs.
    static let positionSQL = """
        ifnull((SELECT p.position + 1 FROM tasks_project p WHERE p.id = r.project_id), 0) * 10000000000
            + r.position
        """

    static let all = [
        FilterDeclaration(
            .oneOf([
                .init("open", openSQL),
                .init("done", "r.completed_at IS NOT NULL AND \(TaskSeries.shownSQL)"),
                .init("cancelled", "r.cancelled_at IS NOT NULL AND \(TaskSeries.shownSQL)"),
                .init("all", TaskSeries.shownSQL),
            ]), "status", "Only those that stand so: open, unless something else is said.", usually: "open"),
        FilterDeclaration(
            .only("r.project_id IS NULL"), "inbox", "Whether to give only those of no project."),
        FilterDeclaration(
            .day("max(ifnull(r.planned, ''), ifnull(substr(r.due, 1, 10), '')) >= ?"), "from",
            "Only those planned for, or due on, this day or a later one."),
        FilterDeclaration(
            .day("min(ifnull(r.planned, '~'), ifnull(substr(r.due, 1, 10), '~')) <= ?"), "to",
            "Only those planned for, or due on, this day or an earlier one."),
        FilterDeclaration(
            .number("r.estimate <= ?"), "fits",
            "Only those that take at most so many minutes; those without an estimate are left out."),
        FilterDeclaration(
            .only("r.waiting_uids IS NOT NULL"), "waiting",
            "Whether to give only those that wait for somebody."),
        FilterDeclaration(
            .containsInAny(["r.title", "r.notes"]), "text", "Only those whose title or notes contain this."),
        FilterDeclaration(
            .unless(archivedSQL), "archived", "Whether to give those of archived projects too."),
    ]
}
