import RecordKit

/// Ways to narrow lists of tasks beside those of their values, and how they stand by themselves.
enum TaskFilters {
    /// SQL for whether the task `r` is still to be done.
    static let openSQL = "r.completed_at IS NULL AND r.cancelled_at IS NULL"
    /// SQL for whether the task `r` is in an archived project.
    static let archivedSQL =
        "EXISTS (SELECT 1 FROM tasks_project p WHERE p.id = r.project_id AND p.is_archived = 1)"

    /// SQL for the order of tasks: the inbox, then the projects in theirs.
    static let positionSQL = """
        printf('%010d', ifnull((SELECT p.position + 1 FROM tasks_project p WHERE p.id = r.project_id), 0))
            || \(treeSQL)
        """

    /// SQL for the place of the task `r` in its project: a task, then its parts, level by level.
    static let treeSQL = """
        CASE WHEN r.parent_id IS NULL THEN printf('.%010d.%010d', r.position, r.id) ELSE (
            WITH RECURSIVE up(id, parent, position, path, level) AS (
                SELECT r.id, r.parent_id, r.position, printf('.%010d.%010d', r.position, r.id), 1
                UNION ALL SELECT t.id, t.parent_id, t.position,
                    printf('.%010d.%010d', t.position, t.id) || up.path, level + 1
                FROM tasks_task t JOIN up ON t.id = up.parent WHERE level < 10)
            SELECT path FROM up ORDER BY level DESC LIMIT 1) END
        """

    static let all = [
        FilterDeclaration(
            .oneOf([
                .init("open", openSQL),
                .init("done", "r.completed_at IS NOT NULL AND \(TaskSeries.shownSQL)"),
                .init("cancelled", "r.cancelled_at IS NOT NULL AND \(TaskSeries.shownSQL)"),
                .init("all", TaskSeries.shownSQL),
            ]), "status", "Only tasks with this status. Defaults to open.", usually: "open"),
        FilterDeclaration(
            .only("r.project_id IS NULL"), "inbox", "Only tasks without a project."),
        FilterDeclaration(
            .day("max(ifnull(r.planned, ''), ifnull(substr(r.due, 1, 10), '')) >= ?"), "from",
            "Only tasks planned for or due on this day or later."),
        FilterDeclaration(
            .day("min(ifnull(r.planned, '~'), ifnull(substr(r.due, 1, 10), '~')) <= ?"), "to",
            "Only tasks planned for or due on this day or earlier."),
        FilterDeclaration(
            .number("r.estimate <= ?"), "fits",
            "Only tasks with an estimate of at most this many minutes."),
        FilterDeclaration(
            .only("NOT EXISTS (SELECT 1 FROM tasks_block b WHERE b.task_id = r.id AND b.spent IS NULL)"),
            "unscheduled", "Only tasks without an open block of time."),
        FilterDeclaration(
            .only("r.waiting_uids IS NOT NULL"), "waiting",
            "Only tasks that wait for someone."),
        FilterDeclaration(
            .containsInAny(["r.title", "r.notes"]), "text", "Only tasks whose title or notes contain this."),
        FilterDeclaration(
            .unless(archivedSQL), "archived", "Include tasks of archived projects."),
    ]
}
