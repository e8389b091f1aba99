#!/usr/bin/env python3
"""Measures lists, agendas, drawings and days on a large life, as whole processes beside the sqlite3 shell, in one run.

run_life.py [--atrium PATH] [--rounds 9] [--scale 1] [--only-show] [--write PAGE]

The life is that of make_life.py: 10,000 people, 50,000 events, 5,000 activities, 20,000 reminders, 20 habits, 5,000
entries of a journal, 500 decisions, 30,000 sets, 150 mental models with 500 observations, 20,000 tasks in 500 projects
with 10,000 blocks of time, 5,000 ideas, 10 values and 100 dreams over ten years; of each a tenth with `--scale 0.1`.
Each round runs ours and `sqlite3 VAULT QUERY`, which fetches the same rows, one after the other.

A second vault has the same people and events and none of the other modules: with them off nothing may be slower."""

import argparse
import contextlib
import datetime
import os
import sqlite3
import subprocess
import sys
import tempfile

from make_life import sample_text
from measure import HERE, Runner, Table, duration, verdict, write_section

COLUMNS = ["figure", "ours", "beside it", "ratio", "ratio of CPU time", "bound"]
MODULES = [
    "activities",
    "discover",
    "exercise",
    "habits",
    "ideas",
    "journal",
    "mental-models",
    "quotes",
    "reminders",
    "tasks",
    "values",
]


def make_life(folder, scale):
    counts = {
        "people": 10_000,
        "events": 50_000,
        "activities": 5_000,
        "reminders": 20_000,
        "entries": 5_000,
        "decisions": 500,
        "sets": 30_000,
        "values": 10,
        "dreams": 100,
        "ideas": 5_000,
        "projects": 500,
        "tasks": 20_000,
        "blocks": 10_000,
    }
    options = [word for option, count in counts.items() for word in (f"--{option}", str(int(count * scale)))]
    subprocess.run([sys.executable, f"{HERE}/make_life.py", folder] + options, check=True)
    return [
        f"{folder}/{file}"
        for file in (
            "people.vcf",
            "interactions.csv",
            "memories.csv",
            "calendar.ics",
            "activities.csv",
            "reminders.ics",
            "habits.csv",
            "journal.csv",
            "decisions.csv",
            "sets.csv",
            "models.opml",
            "values.csv",
            "dreams.csv",
            "ideas.csv",
            "projects.csv",
            "tasks.csv",
            "blocks.csv",
        )
    ]


class Vault:
    """A home with one vault, on which commands run."""

    def __init__(self, run, atrium, home):
        self.run, self.atrium, self.home = run, atrium, home
        self.path = f"{home}/vaults/1/vault.sqlite"

    def __call__(self, *words):
        return self.run([self.atrium, *words], self.home)

    def query(self, sql):
        return self.run(["sqlite3", self.path, sql])

    def one(self, sql):
        with contextlib.closing(sqlite3.connect(self.path)) as db:
            return db.execute(sql).fetchone()[0]


def page(table, order):
    return f"SELECT * FROM {table} ORDER BY {order} LIMIT 100"


# A record's last time in company, by the `id` of what is asked for as `r`.
LAST_MET = (
    "(SELECT max(happened_on) FROM connections_interaction_companion c "
    "JOIN connections_interaction i ON i.id = interaction_id WHERE person_id = r.id)"
)

# What holds for tasks that are to be done, and for all that are in no archived project.
IS_OPEN = "completed_at IS NULL AND cancelled_at IS NULL"
IS_SHOWN = "(project_id IS NULL OR project_id NOT IN (SELECT id FROM tasks_project WHERE is_archived = 1))"

# How much of the project `r` is done.
PROGRESS = (
    "(SELECT 100 * sum(completed_at IS NOT NULL) / count(*) FROM tasks_task "
    "WHERE project_id = r.id AND cancelled_at IS NULL)"
)

# Values and dreams, and what serves them.
SERVED = (
    "SELECT * FROM values_value; SELECT * FROM values_dream; "
    "SELECT * FROM host_link WHERE kind IN ('embodies', 'contributes to')"
)

# The tasks of today, and what is overdue.
DAY_OF_TASKS = (
    f"SELECT * FROM tasks_task WHERE planned = '{{today}}' AND cancelled_at IS NULL AND {IS_SHOWN}; "
    f"SELECT * FROM tasks_task WHERE due < '{{today}}z' AND {IS_OPEN} AND {IS_SHOWN}"
)

# Commands, each with the query that fetches the same rows; what stands in braces is told by `particulars`.
PAIRS = [
    ("connections list", page("connections_person", "ifnull(name_key, lower(display_name))")),
    ("connections interactions list", page("connections_interaction", "happened_on DESC")),
    ("connections memories list", page("connections_memory", "happened_on DESC")),
    ("calendar list", page("calendar_event", "first_day")),
    ("activities list", page("activities_activity", "lower(name)")),
    ("reminders list", page("reminders_reminder", "next_due")),
    ("habits list", "SELECT * FROM habits_habit JOIN habits_completion ON habit_id = habits_habit.id"),
    ("journal list", page("journal_entry", "ifnull(-julianday(at), 0)")),
    ("journal on-this-day", "SELECT * FROM journal_entry WHERE substr(at, 6, 5) = '{today:%m-%d}'"),
    ("journal decisions list", page("journal_decision", "julianday(created_at) DESC")),
    ("journal decisions calibration", "SELECT confidence, came_out FROM journal_decision WHERE came_out IS NOT NULL"),
    (
        "journal decisions due",
        "SELECT * FROM journal_decision WHERE sealed_at IS NOT NULL AND reviewed_at IS NULL AND review_on <= '{today}'",
    ),
    ("connections follow-up", f"SELECT r.*, {LAST_MET} FROM connections_person r WHERE cadence_days IS NOT NULL"),
    ("connections health", f"SELECT r.id, r.display_name, {LAST_MET} FROM connections_person r"),
    (
        "connections shared-interests --interest chess",
        "SELECT * FROM connections_detail JOIN connections_person p ON p.id = person_id "
        "WHERE connections_detail.kind = 'interest' AND value = 'chess'",
    ),
    ("connections birthdays", "SELECT id, display_name, birthday FROM connections_person WHERE birthday IS NOT NULL"),
    (
        "calendar agenda",
        "SELECT * FROM calendar_event WHERE first_day <= {number} + 6 AND (last_day >= {number} OR last_day IS NULL)",
    ),
    ("reminders today", "SELECT * FROM reminders_reminder WHERE next_due <= '{today}z'"),
    ("reminders upcoming", "SELECT * FROM reminders_reminder WHERE next_due <= '{week}z'"),
    ("habits year {habit}", "SELECT * FROM habits_completion WHERE habit_id = {habit}"),
    ("exercise list", page("exercise_exercise", "lower(name)")),
    # As many sets as a hundred workouts have at most.
    ("exercise workouts", "SELECT * FROM exercise_set ORDER BY day DESC LIMIT 1000"),
    ("exercise sets list", page("exercise_set", "-julianday(day)")),
    ("exercise history {lift}", "SELECT * FROM exercise_set WHERE exercise_id = {lift} ORDER BY day DESC LIMIT 450"),
    ("exercise progress {lift}", "SELECT * FROM exercise_set WHERE exercise_id = {lift} ORDER BY day"),
    ("exercise records", "SELECT * FROM exercise_set ORDER BY exercise_id, day"),
    ("exercise month", "SELECT * FROM exercise_set WHERE day >= '{today:%Y-%m}'"),
    ("exercise year", "SELECT * FROM exercise_set WHERE day >= '{today:%Y}'"),
    ("mental-models list", page("mental_models_model", "lower(name)")),
    ("mental-models categories list", page("mental_models_category", "lower(name)")),
    ("mental-models failure-modes list", page("mental_models_failure_mode", "lower(name)")),
    ("mental-models observations list", page("mental_models_observation", "captured_at DESC")),
    ("mental-models stats", "SELECT * FROM mental_models_model; SELECT * FROM mental_models_finding"),
    (
        "today",
        "SELECT * FROM calendar_event WHERE first_day <= {number} AND (last_day >= {number} OR last_day IS NULL); "
        "SELECT * FROM reminders_reminder WHERE next_due <= '{today}z'; "
        "SELECT * FROM habits_completion WHERE day >= '{today:%Y-%m}'; "
        "SELECT id, display_name, birthday, anniversary FROM connections_person; " + DAY_OF_TASKS,
    ),
    (
        "connections recently-met",
        "SELECT id, uid, display_name, met_date, met_place FROM connections_person r WHERE met_date > '2' OR id IN "
        "(SELECT person_id FROM connections_interaction_companion) AND (SELECT min(happened_on) FROM "
        "connections_interaction_companion c JOIN connections_interaction i ON i.id = interaction_id "
        "WHERE person_id = r.id) >= '{month_ago}'",
    ),
    (
        "connections upcoming-reminders",
        "SELECT r.*, l.to_record_id FROM reminders_reminder r JOIN host_link l ON l.from_record_id = r.id "
        "WHERE next_due <= '{in_a_month}z'",
    ),
    ("activities near --at 48.2,16.37", "SELECT * FROM activities_activity WHERE latitude BETWEEN 48.1 AND 48.3"),
    (
        "activities suggest --for {person}",
        "SELECT * FROM activities_activity r LEFT JOIN host_record_tag t ON t.record_id = r.id; "
        "SELECT * FROM activities_occasion",
    ),
    ("activities occasions list", page("activities_occasion", "day DESC")),
    ("reminders overdue", "SELECT * FROM reminders_reminder WHERE next_due <= '{today}z'"),
    (
        "reminders completed",
        "SELECT * FROM reminders_reminder WHERE completed_at IS NOT NULL ORDER BY completed_at DESC LIMIT 100",
    ),
    ("reminders due", "SELECT * FROM reminders_reminder WHERE next_due <= '{today}z'"),
    ("habits month {habit}", "SELECT * FROM habits_completion WHERE habit_id = {habit} AND day >= '{today:%Y-%m}'"),
    (
        "tasks list",
        f"SELECT * FROM tasks_task WHERE {IS_OPEN} AND {IS_SHOWN} "
        "ORDER BY ifnull((SELECT p.position FROM tasks_project p WHERE p.id = project_id), -1), position LIMIT 100",
    ),
    (
        "tasks inbox",
        f"SELECT * FROM tasks_task WHERE project_id IS NULL AND parent_id IS NULL AND {IS_OPEN} "
        "AND (starts IS NULL OR starts <= '{today}') ORDER BY id DESC LIMIT 100",
    ),
    (
        "tasks today",
        f"SELECT * FROM tasks_task WHERE planned = '{{today}}' AND cancelled_at IS NULL AND {IS_SHOWN}; "
        "SELECT * FROM tasks_completion WHERE day = '{today}'; SELECT * FROM tasks_top WHERE day = '{today}'",
    ),
    (
        "tasks upcoming",
        f"SELECT * FROM tasks_task WHERE planned > '{{today}}' AND planned <= '{{in_two_weeks}}' AND {IS_OPEN} "
        f"AND {IS_SHOWN}; SELECT * FROM tasks_task WHERE due > '{{today}}z' AND due < '{{in_two_weeks}}z' "
        f"AND planned IS NULL AND {IS_OPEN} AND {IS_SHOWN}",
    ),
    (
        "tasks leftover",
        f"SELECT * FROM tasks_task WHERE planned < '{{today}}' AND planned >= '{{month_ago}}' AND {IS_OPEN} "
        f"AND {IS_SHOWN}",
    ),
    (
        "tasks completed",
        "SELECT * FROM tasks_task WHERE completed_at IS NOT NULL ORDER BY completed_at DESC LIMIT 100; "
        "SELECT * FROM tasks_completion ORDER BY completed_at DESC LIMIT 100",
    ),
    ("tasks alignment", f"SELECT r.*, {PROGRESS} FROM tasks_project r WHERE is_archived = 0; {SERVED}"),
    (
        "tasks projects list",
        f"SELECT r.*, {PROGRESS} FROM tasks_project r WHERE is_archived = 0 ORDER BY position LIMIT 100",
    ),
    ("tasks projects show {project}", f"SELECT r.*, {PROGRESS} FROM tasks_project r WHERE id = {{project}}"),
    ("tasks projects open {project}", f"SELECT * FROM tasks_task WHERE project_id = {{project}} AND {IS_OPEN}"),
    ("ideas list", "SELECT * FROM ideas_idea WHERE status = 'open' ORDER BY votes DESC, created_at DESC LIMIT 100"),
    (
        "ideas tags",
        "SELECT tag_id, count(*) FROM host_record_tag WHERE collection_id = "
        "(SELECT id FROM host_collection WHERE name = 'ideas/ideas') GROUP BY tag_id",
    ),
    ("values list", page("values_value", "position")),
    ("values dreams list", page("values_dream", "lower(title)")),
]

# Commands about the hours of a day: beside the agenda of that day.
HOURS = ["tasks day", "tasks plan --dry-run", "tasks suggest --energy high"]

# Commands of which no one query fetches the rows: beside a shell that does nothing.
ALONE = [
    "dashboard",
    "discover reconnect",
    "discover interests chess",
    "discover near --at 48.2,16.37",
    "connections timeline {person}",
]


def particulars(vault):
    """The days that queries ask for, and those records of a vault of which there is most to tell."""
    today = datetime.date.today()
    return {
        "today": today,
        "number": (today - datetime.date(1970, 1, 1)).days,
        "week": today + datetime.timedelta(days=7),
        "in_two_weeks": today + datetime.timedelta(days=14),
        "month_ago": today - datetime.timedelta(days=30),
        "in_a_month": today + datetime.timedelta(days=30),
        "person": vault.one(
            "SELECT person_id FROM connections_interaction_companion GROUP BY 1 ORDER BY count(*) DESC LIMIT 1"
        ),
        "habit": vault.one("SELECT min(id) FROM habits_habit"),
        "project": vault.one(
            f"SELECT project_id FROM tasks_task WHERE project_id IS NOT NULL AND {IS_SHOWN} "
            "GROUP BY 1 ORDER BY count(*) DESC LIMIT 1"
        ),
        "lift": vault.one("SELECT exercise_id FROM exercise_set GROUP BY 1 ORDER BY count(*) DESC LIMIT 1"),
    }


def measure(vault, rounds, table):
    def pair(title, words, query, bound):
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(vault(*words))
            theirs.append(vault.query(query))
        table.times(f"{title} : sqlite3", ours, theirs, bound)

    known = particulars(vault)
    for command, query in PAIRS:
        command = command.format(**known)
        pair(command, command.split(), query.format(**known), 10)
    for command in ALONE:
        command = command.format(**known)
        pair(command, command.split(), "SELECT 1", 25)
    for command in HOURS:
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(vault(*command.split()))
            theirs.append(vault("calendar", "agenda", "--to", str(known["today"])))
        table.times(f"{command} : calendar agenda of the day", ours, theirs, 1.5)
    pair("mental-models capture of 2,000 words", ["mental-models", "capture", sample_text(2000)], "SELECT 1", 25)


def measure_off(full, bare, rounds, table):
    """What is there without the modules costs with them off what it costs where they never were."""
    for words in (["connections", "list"], ["calendar", "agenda"], ["search", "chess"], ["today"]):
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(full(*words))
            theirs.append(bare(*words))
        table.times(f"{' '.join(words)}, modules off : never on", ours, theirs, 1.1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--atrium", default=f"{HERE}/../.build/release/atrium")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--only-show", action="store_true")
    parser.add_argument("--write", metavar="PAGE")
    options = parser.parse_args()
    atrium = os.path.abspath(options.atrium)
    with tempfile.TemporaryDirectory(prefix="atrium-benchmark-") as folder:
        run = Runner(folder)
        files = make_life(f"{folder}/life", options.scale)
        full, bare = (Vault(run, atrium, f"{folder}/{home}") for home in ("full", "bare"))
        full("modules", "enable", "--all")
        taken = full("import", *files)
        bare("import", *files[:4])
        print(f"the life was imported in {duration(taken.time)}", flush=True)
        life, off = Table(COLUMNS), Table(COLUMNS)
        measure(full, options.rounds, life)
        for module in MODULES:
            full("modules", "disable", module)
        measure_off(full, bare, options.rounds, off)
    if options.write:
        write_section(
            options.write, "life", "make bench-life", [life.markdown(), "### With the modules off", off.markdown()]
        )
    sys.exit(verdict(life, off, judged=not options.only_show))


main()
