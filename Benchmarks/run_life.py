#!/usr/bin/env python3
"""Measures lists, agendas, drawings and days on a large life, as whole processes beside the sqlite3 shell, in one run.

run_life.py [--atrium PATH] [--rounds 9] [--scale 1] [--only-show] [--write PAGE]

The life is that of make_life.py: 10,000 people, 50,000 events, 5,000 activities, 20,000 reminders, 20 habits, 5,000 entries
of a journal, 500 decisions, 30,000 sets and 150 mental models with 500 observations over ten years (`--scale 0.1`: a tenth). Each round runs ours and `sqlite3 VAULT QUERY`,
which fetches the same rows, one after the other.
A second vault has the same people and events and none of the other modules: with them off nothing may be slower."""
import argparse
import datetime
import os
import sqlite3
import subprocess
import sys
import tempfile

from make_life import sample_text
from measure import HERE, Runner, Table, duration, verdict, write_section

COLUMNS = ["figure", "ours", "beside it", "ratio", "ratio of CPU time", "bound"]
MODULES = ["activities", "discover", "exercise", "habits", "journal", "mental-models", "reminders"]


def make_life(folder, scale):
    counts = {"people": 10_000, "events": 50_000, "activities": 5_000, "reminders": 20_000, "entries": 5_000, "decisions": 500,
              "sets": 30_000}
    options = [word for option, count in counts.items() for word in (f"--{option}", str(int(count * scale)))]
    subprocess.run([sys.executable, f"{HERE}/make_life.py", folder] + options, check=True)
    return [f"{folder}/{file}" for file in ("people.vcf", "interactions.csv", "memories.csv", "calendar.ics", "activities.csv",
                                            "reminders.ics", "habits.csv", "journal.csv", "decisions.csv", "sets.csv",
                                            "models.opml")]


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
        with sqlite3.connect(self.path) as db:
            return db.execute(sql).fetchone()[0]


def measure(vault, rounds, table):
    today = datetime.date.today()
    week = (today + datetime.timedelta(days=7)).isoformat()
    number = (today - datetime.date(1970, 1, 1)).days
    person = vault.one("SELECT person_id FROM connections_interaction_companion GROUP BY 1 ORDER BY count(*) DESC LIMIT 1")
    habit = vault.one("SELECT min(id) FROM habits_habit")

    def pair(words, query, bound=10):
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(vault(*words))
            theirs.append(vault.query(query))
        table.times(f"{' '.join(words)} : sqlite3", ours, theirs, bound)

    def page(table_name, order):
        return f"SELECT * FROM {table_name} ORDER BY {order} LIMIT 100"

    pair(["connections", "list"], page("connections_person", "ifnull(name_key, lower(display_name))"))
    pair(["connections", "interactions", "list"], page("connections_interaction", "happened_on DESC"))
    pair(["connections", "memories", "list"], page("connections_memory", "happened_on DESC"))
    pair(["calendar", "list"], page("calendar_event", "first_day"))
    pair(["activities", "list"], page("activities_activity", "lower(name)"))
    pair(["reminders", "list"], page("reminders_reminder", "next_due"))
    pair(["habits", "list"], "SELECT * FROM habits_habit JOIN habits_completion ON habit_id = habits_habit.id")
    pair(["journal", "list"], page("journal_entry", "ifnull(-julianday(at), 0)"))
    pair(["journal", "on-this-day"], f"SELECT * FROM journal_entry WHERE substr(at, 6, 5) = '{today:%m-%d}'")
    pair(["journal", "decisions", "list"], page("journal_decision", "julianday(created_at) DESC"))
    pair(["journal", "decisions", "calibration"], "SELECT confidence, came_out FROM journal_decision WHERE came_out IS NOT NULL")
    pair(["journal", "decisions", "due"], "SELECT * FROM journal_decision WHERE sealed_at IS NOT NULL AND reviewed_at IS NULL "
         f"AND review_on <= '{today}'")
    pair(["connections", "follow-up"], "SELECT r.*, (SELECT max(happened_on) FROM connections_interaction_companion c "
         "JOIN connections_interaction i ON i.id = interaction_id WHERE person_id = r.id) FROM connections_person r "
         "WHERE cadence_days IS NOT NULL")
    pair(["connections", "health"], "SELECT r.id, r.display_name, (SELECT max(happened_on) FROM connections_interaction_companion c "
         "JOIN connections_interaction i ON i.id = interaction_id WHERE person_id = r.id) FROM connections_person r")
    pair(["connections", "shared-interests", "--interest", "chess"],
         "SELECT * FROM connections_detail JOIN connections_person p ON p.id = person_id WHERE connections_detail.kind = 'interest' "
         "AND value = 'chess'")
    pair(["connections", "birthdays"], "SELECT id, display_name, birthday FROM connections_person WHERE birthday IS NOT NULL")
    pair(["calendar", "agenda"], f"SELECT * FROM calendar_event WHERE first_day <= {number + 6} AND (last_day >= {number} OR last_day IS NULL)")
    pair(["reminders", "today"], f"SELECT * FROM reminders_reminder WHERE next_due <= '{today}z'")
    pair(["reminders", "upcoming"], f"SELECT * FROM reminders_reminder WHERE next_due <= '{week}z'")
    pair(["habits", "year", str(habit)], f"SELECT * FROM habits_completion WHERE habit_id = {habit}")
    lift = vault.one("SELECT exercise_id FROM exercise_set GROUP BY 1 ORDER BY count(*) DESC LIMIT 1")
    pair(["exercise", "list"], page("exercise_exercise", "lower(name)"))
    # As many sets as a hundred workouts have at most.
    pair(["exercise", "workouts"], "SELECT * FROM exercise_set ORDER BY day DESC LIMIT 1000")
    pair(["exercise", "sets", "list"], page("exercise_set", "-julianday(day)"))
    pair(["exercise", "history", str(lift)], f"SELECT * FROM exercise_set WHERE exercise_id = {lift} ORDER BY day DESC LIMIT 450")
    pair(["exercise", "progress", str(lift)], f"SELECT * FROM exercise_set WHERE exercise_id = {lift} ORDER BY day")
    pair(["exercise", "records"], "SELECT * FROM exercise_set ORDER BY exercise_id, day")
    pair(["exercise", "month"], f"SELECT * FROM exercise_set WHERE day >= '{today:%Y-%m}'")
    pair(["exercise", "year"], f"SELECT * FROM exercise_set WHERE day >= '{today:%Y}'")
    pair(["mental-models", "list"], page("mental_models_model", "lower(name)"))
    pair(["mental-models", "categories", "list"], page("mental_models_category", "lower(name)"))
    pair(["mental-models", "failure-modes", "list"], page("mental_models_failure_mode", "lower(name)"))
    pair(["mental-models", "observations", "list"], page("mental_models_observation", "captured_at DESC"))
    pair(["mental-models", "stats"], "SELECT * FROM mental_models_model; SELECT * FROM mental_models_finding")
    pair(["today"], f"SELECT * FROM calendar_event WHERE first_day <= {number} AND (last_day >= {number} OR last_day IS NULL); "
         f"SELECT * FROM reminders_reminder WHERE next_due <= '{today}z'; SELECT * FROM habits_completion WHERE day >= '{today:%Y-%m}'; "
         "SELECT id, display_name, birthday, anniversary FROM connections_person")
    pair(["connections", "recently-met"], "SELECT id, uid, display_name, met_date, met_place FROM connections_person r WHERE met_date > '2' "
         f"OR id IN (SELECT person_id FROM connections_interaction_companion) AND (SELECT min(happened_on) FROM "
         "connections_interaction_companion c JOIN connections_interaction i ON i.id = interaction_id WHERE person_id = r.id) "
         f">= '{today - datetime.timedelta(days=30)}'")
    pair(["connections", "upcoming-reminders"], f"SELECT r.*, l.to_record_id FROM reminders_reminder r JOIN host_link l ON "
         f"l.from_record_id = r.id WHERE next_due <= '{today + datetime.timedelta(days=30)}z'")
    pair(["activities", "near", "--at", "48.2,16.37"], "SELECT * FROM activities_activity WHERE latitude BETWEEN 48.1 AND 48.3")
    pair(["activities", "suggest", "--for", str(person)], "SELECT * FROM activities_activity r LEFT JOIN host_record_tag t ON "
         "t.record_id = r.id; SELECT * FROM activities_occasion")
    pair(["activities", "occasions", "list"], page("activities_occasion", "day DESC"))
    pair(["reminders", "overdue"], f"SELECT * FROM reminders_reminder WHERE next_due <= '{today}z'")
    pair(["reminders", "completed"], "SELECT * FROM reminders_reminder WHERE completed_at IS NOT NULL ORDER BY completed_at DESC LIMIT 100")
    pair(["reminders", "due"], f"SELECT * FROM reminders_reminder WHERE next_due <= '{today}z'")
    pair(["habits", "month", str(habit)], f"SELECT * FROM habits_completion WHERE habit_id = {habit} AND day >= '{today:%Y-%m}'")
    for words in (["dashboard"], ["discover", "reconnect"], ["discover", "interests", "chess"], ["discover", "near", "--at", "48.2,16.37"],
                  ["connections", "timeline", str(person)]):
        pair(words, "SELECT 1", 25)
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(vault("mental-models", "capture", sample_text(2000)))
        theirs.append(vault.query("SELECT 1"))
    table.times("mental-models capture of 2,000 words : sqlite3", ours, theirs, 25)


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
        write_section(options.write, "life", "make bench-life", [life.markdown(), "### With the modules off", off.markdown()])
    sys.exit(verdict(life, off, judged=not options.only_show))


main()
