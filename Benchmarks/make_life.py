#!/usr/bin/env python3
"""Writes a large life as files: make_life.py FOLDER [--seed 1] [--until 2026-11-21] [--people 10000] [--events 50000]
[--activities 5000] [--reminders 20000] [--habits 20] [--entries 5000] [--decisions 500] [--sets 30000] [--models 150]
[--observations 500] [--values 10] [--dreams 100] [--ideas 5000] [--projects 500] [--tasks 20000]
[--blocks 10000] [--years 10]

The same arguments give the same files. `--until` is the day on which it is looked at, today if none is given: events,
reminders and plans go on for a year after it, all else ends there. Files: people.vcf, interactions.csv, memories.csv,
calendar.ics, activities.csv, reminders.ics, habits.csv, journal.csv, decisions.csv, sets.csv, models.opml, values.csv,
dreams.csv, ideas.csv, projects.csv, tasks.csv, blocks.csv, which `atrium import FOLDER/*` takes together.

All names are made up of syllables; the models are those of SampleData/mental-models.opml, and as many more as are
wanted that have the words of two of them."""

import argparse
import csv
import datetime
import json
import os
import random
import xml.etree.ElementTree as xml

import life_tasks
import life_training
from make_input import CITIES, RULES, ZONES, name
from measure import HERE

INTERESTS = (
    "chess sailing opera gardening hiking pottery astronomy cycling baking jazz birds film fencing ceramics kites "
    "maps rowing theatre weaving yoga"
).split()
KINDS = ["call", "meeting", "message", "lunch", "visit", "letter"]
CATEGORIES = ["restaurants", "events", "hobbies", "places", "museums"]
MOODS = ["awful", "bad", "okay", "good", "great"]
VERBS = ["Call", "Write to", "Thank", "Invite", "Ask", "Visit"]


def sample_models():
    return xml.parse(f"{HERE}/../SampleData/mental-models.opml")


def sample_text(count):
    """A text of so many words: one labelled text of Plugins/MentalModels after the other."""
    with open(f"{HERE}/../Plugins/MentalModels/Tests/Fixtures/tuning.tsv", encoding="utf-8") as file:
        texts = [line.split("\t")[1] for line in file.readlines()[1:]]
    return " ".join(" ".join(texts).split()[:count])


class Life:
    def __init__(self, options):
        self.options, self.rnd = options, random.Random(options.seed)
        self.until = options.until
        self.start = self.until - datetime.timedelta(days=365 * options.years)
        self.people = []

    def day(self, ahead=0):
        """A day of these years, and of `ahead` days more."""
        span = (self.until - self.start).days + ahead
        return self.start + datetime.timedelta(days=self.rnd.randrange(span + 1))

    def uid(self, kind, number):
        return f"life-{kind}-{number:06d}-{self.rnd.getrandbits(48):012x}"

    def write_lines(self, file, lines):
        with open(f"{self.options.folder}/{file}", "w", encoding="utf-8", newline="") as output:
            for line in lines:
                output.write(line + "\r\n")

    def write_rows(self, file, header, rows):
        with open(f"{self.options.folder}/{file}", "w", encoding="utf-8", newline="") as output:
            writer = csv.writer(output)
            writer.writerow(header)
            writer.writerows(rows)

    # Connections

    def cards(self):
        rnd = self.rnd
        for number in range(self.options.people):
            given, family = name(rnd), name(rnd)
            uid, mail = self.uid("person", number), f"{given}.{family}{number}@example.org".lower()
            self.people.append((uid, f"{given} {family}", mail))
            yield from [
                "BEGIN:VCARD",
                "VERSION:4.0",
                f"UID:{uid}",
                f"FN:{given} {family}",
                f"N:{family};{given};;;",
                f"EMAIL;TYPE=work:{mail}",
                f"TEL;TYPE=cell:+1 555 {rnd.randint(100, 999)} {rnd.randint(1000, 9999)}",
                f"ORG:{name(rnd)} Works",
                f"ADR;TYPE=home:;;{rnd.randint(1, 400)} {name(rnd)} Road;{rnd.choice(CITIES)};;;",
            ]
            if rnd.random() < 0.7:
                yield f"BDAY:{rnd.randint(1940, 2010)}{rnd.randint(1, 12):02d}{rnd.randint(1, 28):02d}"
            for interest in rnd.sample(INTERESTS, rnd.choice([0, 0, 1, 2, 3])):
                yield f"INTEREST:{interest}"
            if rnd.random() < 0.05:
                yield f"X-ATRIUM-CADENCE:{rnd.choice([7, 14, 30, 60, 90, 365])}"
            if number and rnd.random() < 0.02:
                relation = rnd.choice(["friend", "spouse", "child", "colleague"])
                yield f"RELATED;TYPE={relation};VALUE=text:{rnd.choice(self.people)[1]}"
            yield "END:VCARD"

    def company(self, most=3):
        """Some people: few of them often, as in a life."""
        return [self.people[int(len(self.people) * self.rnd.random() ** 3)] for _ in range(self.rnd.randint(1, most))]

    def interactions(self):
        for number in range(self.options.people * 4):
            company = self.company()
            timed = self.rnd.random() < 0.3
            when = self.day().isoformat() + (
                f"T{self.rnd.randint(8, 21):02d}:{self.rnd.choice(['00', '30'])}:00" if timed else ""
            )
            note = f"About {name(self.rnd).lower()}" if self.rnd.random() < 0.5 else ""
            yield [
                self.uid("interaction", number),
                when,
                "Europe/Vienna" if timed else "",
                self.rnd.choice(KINDS),
                "\n".join(person[1] for person in company),
                "\n".join(person[0] for person in company),
                note,
            ]

    def memories(self):
        for number in range(self.options.people // 5):
            company = self.company(2)
            yield [
                self.uid("memory", number),
                self.day().isoformat(),
                f"{name(self.rnd)} at the {name(self.rnd)}",
                "\n".join(person[1] for person in company),
                "\n".join(person[0] for person in company),
                self.rnd.choice(["summer", "travel", "family", ""]),
            ]

    # Calendar

    def events(self):
        rnd = self.rnd
        yield from ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Atrium//Life//EN"]
        for number in range(self.options.events):
            day, hour = self.day(365), rnd.randint(7, 20)
            yield from ["BEGIN:VEVENT", f"UID:{self.uid('event', number)}", "DTSTAMP:20240501T100000Z"]
            if rnd.random() < 0.1:
                yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
            else:
                zone = rnd.choice(ZONES)
                yield from [
                    f"DTSTART;TZID={zone}:{day:%Y%m%d}T{hour:02d}0000",
                    f"DTEND;TZID={zone}:{day:%Y%m%d}T{hour + 1:02d}3000",
                ]
                if rnd.random() < 0.02:
                    yield f"RRULE:{rnd.choice(RULES)}"
            yield from [f"SUMMARY:{name(rnd)} with {name(rnd)}", f"LOCATION:{rnd.choice(CITIES)}"]
            if rnd.random() < 0.1:
                yield "ORGANIZER:mailto:me@example.org"
                yield from (f"ATTENDEE:mailto:{person[2]}" for person in self.company())
            yield "END:VEVENT"
        yield "END:VCALENDAR"

    # Activities

    def activities(self):
        rnd = self.rnd
        for _ in range(self.options.activities):
            done = sorted({self.day().isoformat() for _ in range(rnd.choice([0, 0, 1, 1, 2, 5]))})
            yield [
                f"{name(rnd)} {rnd.choice(['house', 'walk', 'evening', 'garden', 'tour'])}",
                rnd.choice(CATEGORIES),
                rnd.choice(CITIES),
                f"{rnd.uniform(47.5, 48.9):.4f},{rnd.uniform(15.5, 17.2):.4f}",
                f"{rnd.randint(0, 80)}.{rnd.choice(['00', '50'])} EUR",
                rnd.choice(["", 3, 4, 5]),
                ",".join(person[0] for person in self.company(2)) if rnd.random() < 0.4 else "",
                ",".join(rnd.sample(INTERESTS, rnd.choice([0, 1, 2]))),
                " ".join(done),
            ]

    # Reminders

    def todos(self):
        rnd = self.rnd
        yield from ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Atrium//Life//EN"]
        for number in range(self.options.reminders):
            day = self.day(365)
            person = self.company(1)[0]
            yield from [
                "BEGIN:VTODO",
                f"UID:{self.uid('reminder', number)}",
                "DTSTAMP:20240501T100000Z",
                f"SUMMARY:{rnd.choice(VERBS)} {person[1]}",
            ]
            if rnd.random() < 0.5:
                yield f"RELATED-TO;RELTYPE=X-ATRIUM-FOR:{person[0]}"
            due = (
                f"DUE;VALUE=DATE:{day:%Y%m%d}"
                if rnd.random() < 0.5
                else f"DUE;TZID=Europe/Vienna:{day:%Y%m%d}T{rnd.randint(8, 20):02d}0000"
            )
            kind = rnd.random()
            if kind < 0.05:
                # What repeats needs a start.
                yield from [
                    due.replace("DUE", "DTSTART", 1),
                    f"RRULE:{rnd.choice(['FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY'])}",
                ]
            elif kind < 0.95:
                yield due
            # Most of what is past was done.
            if kind >= 0.05 and day < self.until and rnd.random() < 0.97:
                yield from ["STATUS:COMPLETED", f"COMPLETED:{day:%Y%m%d}T120000Z"]
            yield "END:VTODO"
        yield "END:VCALENDAR"

    # Habits

    def habits(self):
        days = (self.until - self.start).days
        for number in range(self.options.habits):
            share = self.rnd.uniform(0.3, 0.95)
            done = [self.start + datetime.timedelta(days=day) for day in range(days + 1) if self.rnd.random() < share]
            yield [
                self.uid("habit", number),
                f"{name(self.rnd)} daily",
                self.rnd.randint(8, 30),
                " ".join(day.isoformat() for day in done),
            ]

    # Journal

    def sentence(self, words):
        return " ".join(self.rnd.choice(INTERESTS + VERBS + CATEGORIES) for _ in range(words)).capitalize() + "."

    def entries(self):
        rnd = self.rnd
        for number in range(self.options.entries):
            text = "\n\n".join(
                " ".join(self.sentence(rnd.randint(4, 14)) for _ in range(rnd.randint(1, 5)))
                for _ in range(rnd.randint(1, 4))
            )
            yield [
                self.uid("entry", number),
                f"{self.day().isoformat()}T{rnd.randint(6, 23):02}:{rnd.randint(0, 59):02}:00",
                rnd.choice(ZONES),
                self.sentence(3)[:-1] if rnd.random() < 0.5 else "",
                text,
                rnd.choice(MOODS) if rnd.random() < 0.7 else "",
                rnd.choice(CITIES) if rnd.random() < 0.3 else "",
                ",".join(uid for uid, _, _ in self.company(2)) if rnd.random() < 0.3 else "",
                ",".join(rnd.sample(INTERESTS, rnd.randint(0, 2))),
            ]

    def decisions(self):
        rnd = self.rnd
        for number in range(self.options.decisions):
            day, confidence = self.day(), 5 * rnd.randint(8, 20)
            review = day + datetime.timedelta(days=rnd.randint(30, 400))
            is_sealed, is_reviewed = rnd.random() < 0.9, review < self.until and rnd.random() < 0.8
            sealed = f"{day.isoformat()}T18:00:00Z" if is_sealed else ""
            outcome = ["", "", "", "", ""]
            if is_sealed and is_reviewed:
                # Somewhat too sure of oneself, as people are.
                came_out = "yes" if rnd.random() < confidence / 100 * 0.85 else rnd.choice(["no", "no", "partly"])
                outcome = [
                    f"{review.isoformat()}T18:00:00Z",
                    self.sentence(8),
                    came_out,
                    self.sentence(6),
                    rnd.randint(1, 5),
                ]
            yield [
                self.uid("decision", number),
                self.sentence(4)[:-1],
                self.sentence(12),
                "\n".join(self.sentence(3) for _ in range(3)),
                self.sentence(6),
                confidence,
                review.isoformat(),
                sealed,
                *outcome,
            ]

    # Mental models

    def models(self):
        """The tree of models and their failure modes, and texts that were captured, each with what it has shown."""
        rnd = self.rnd
        tree = sample_models()
        categories = [each for each in tree.iter("outline") if each.get("type") == "mental-model-category"]
        models = [each for each in tree.iter("outline") if each.get("type") == "mental-model"]
        for _ in range(self.options.models - len(models)):
            first, second = rnd.sample(models, 2)
            model = xml.SubElement(
                rnd.choice(categories), "outline", dict(first.attrib, text=f"{name(rnd)} {name(rnd)}")
            )
            model.set("keywords", first.get("keywords") + ", " + second.get("keywords"))
            models.append(model)
        for number, model in enumerate(models):
            model.set("uid", self.uid("model", number))
        sentences = [line for model in models for line in model.get("examples").split("\n")]
        for number in range(self.options.observations):
            evidence = rnd.sample(sentences, rnd.randint(1, 5))
            when = f"{self.day().isoformat()}T18:00:00Z"
            shown = [
                {
                    "model": model.get("uid"),
                    "name": model.get("text"),
                    "score": round(rnd.uniform(0.6, 0.85), 3),
                    "evidence": evidence[:2],
                    "failureModes": [],
                }
                for model in rnd.sample(models, rnd.randint(1, 4))
            ]
            xml.SubElement(
                tree.find("body"),
                "outline",
                type="mental-model-observation",
                text=" ".join(evidence),
                uid=self.uid("observation", number),
                capturedAt=when,
                analyzedAt=when,
                analysis=json.dumps(shown),
            )
        return tree

    def write(self):
        self.write_lines("people.vcf", self.cards())
        self.write_rows(
            "interactions.csv", ["uid", "when", "zone", "kind", "people", "personUids", "note"], self.interactions()
        )
        self.write_rows("memories.csv", ["uid", "day", "note", "people", "personUids", "tags"], self.memories())
        self.write_lines("calendar.ics", self.events())
        self.write_rows(
            "activities.csv",
            ["name", "category", "place", "coordinates", "cost", "rating", "goodFor", "tags", "done"],
            self.activities(),
        )
        self.write_lines("reminders.ics", self.todos())
        self.write_rows("habits.csv", ["uid", "title", "target", "days"], self.habits())
        self.write_rows(
            "journal.csv", ["uid", "date", "zone", "title", "text", "mood", "place", "people", "tags"], self.entries()
        )
        self.write_rows(
            "decisions.csv",
            [
                "uid",
                "title",
                "context",
                "options",
                "expected",
                "confidence",
                "reviewOn",
                "sealedAt",
                "reviewedAt",
                "outcome",
                "cameOut",
                "lessons",
                "rating",
            ],
            self.decisions(),
        )
        self.write_rows("sets.csv", life_training.COLUMNS, life_training.Training(self).sets())
        self.models().write(f"{self.options.folder}/models.opml", encoding="utf-8", xml_declaration=True)
        plans = life_tasks.Plans(self)
        self.write_rows("values.csv", life_tasks.VALUES, plans.values())
        self.write_rows("dreams.csv", life_tasks.DREAMS, plans.dreams())
        self.write_rows("ideas.csv", life_tasks.IDEAS, plans.ideas())
        self.write_rows("projects.csv", life_tasks.PROJECTS, plans.projects())
        self.write_rows("tasks.csv", life_tasks.TASKS, plans.tasks())
        self.write_rows("blocks.csv", life_tasks.BLOCKS, plans.blocks())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--until", type=datetime.date.fromisoformat, default=datetime.date.today())
    for option, count in [
        ("people", 10_000),
        ("events", 50_000),
        ("activities", 5_000),
        ("reminders", 20_000),
        ("habits", 20),
        ("entries", 5_000),
        ("decisions", 500),
        ("sets", 30_000),
        ("models", 150),
        ("observations", 500),
        ("values", 10),
        ("dreams", 100),
        ("ideas", 5_000),
        ("projects", 500),
        ("tasks", 20_000),
        ("blocks", 10_000),
        ("years", 10),
    ]:
        parser.add_argument(f"--{option}", type=int, default=count)
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    Life(options).write()


if __name__ == "__main__":
    main()
