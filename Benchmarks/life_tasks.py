"""The plans of make_life.py: values, dreams, ideas, projects and tasks, as the rows of a table each."""

import collections
import datetime

from make_input import CITIES, name

VALUES = "uid title description position color icon".split()
DREAMS = "uid title description tags timeframe achievedOn".split()
IDEAS = "uid title description votes tags status link takenOn".split()
PROJECTS = "uid title description due zone impact priority archived values dreams idea people tags completedAt".split()
TASKS = (
    "uid title planned due zone estimate project tags notes kind energy priority section start parent repeat "
    "repeatFrom people waitingFor link status completedAt cancelledAt top doneDays doneAt"
).split()
BLOCKS = "uid title task start zone minutes spent origin locked".split()

WORTH = "Health Family Learning Honesty Courage Friendship Craft Freedom Nature Giving".split()
PURSUITS = ["Learn to sail", "Walk across", "Write a book about", "Live a year in", "Build a house near", "See"]
KINDS = ["Thesis", "Garden", "Website", "Move", "Journey", "Course", "Concert", "Repair", "Report", "Party"]
SECTIONS = ["Plan", "Buy", "Do", "Review", "Later"]
ACTIONS = ["Draft", "Read", "Order", "Call about", "Fix", "Send", "Tidy", "Compare", "Book", "Prepare"]
TAGS = ["home", "desk", "phone", "errand", "uni", "work", "computer", "evening"]
ESTIMATES = [5, 10, 15, 30, 30, 45, 60, 90, 120, 240]
#         rule, days between two times
REPEATS = [
    ("FREQ=DAILY", 1),
    ("FREQ=WEEKLY", 7),
    ("FREQ=WEEKLY;INTERVAL=2", 14),
    ("FREQ=MONTHLY", 30),
    ("FREQ=YEARLY", 365),
]


def row(columns, **values):
    return [values.get(column, "") for column in columns]


class Plans:
    """Half of the tasks are done, over the years. Of the open ones a tenth is planned for a day near the last one."""

    def __init__(self, life):
        self.life, self.rnd, self.options = life, life.rnd, life.options
        self.value_uids = [life.uid("value", number) for number in range(self.options.values)]
        self.dream_uids = [life.uid("dream", number) for number in range(self.options.dreams)]
        self.idea_uids = [life.uid("idea", number) for number in range(self.options.ideas)]
        # The title of each project, and whether it is finished.
        self.made = []
        # The last task of each project that is part of no other, and how many tasks each day has.
        self.last, self.tops = {}, collections.Counter()
        self.task_uids = []

    def maybe(self, share, value):
        """A value in that share of all cases, else an empty cell; a function makes it only if it is needed."""
        if self.rnd.random() >= share:
            return ""
        return value() if callable(value) else value

    def near(self, back, ahead):
        """A day near the last one of these years."""
        return self.life.until + datetime.timedelta(days=self.rnd.randint(-back, ahead))

    def tags(self, most=2):
        return ",".join(self.rnd.sample(TAGS, self.rnd.randint(0, most)))

    def some(self, uids, most):
        return ",".join(self.rnd.sample(uids, min(len(uids), self.rnd.randint(0, most))))

    def person(self):
        return self.life.company(1)[0][0]

    def deadline(self, day):
        """A day, or a time of it with its zone."""
        if self.rnd.random() < 0.6:
            return {"due": day.isoformat()}
        return {"due": f"{day.isoformat()}T{self.rnd.randint(8, 20):02d}:00", "zone": "Europe/Vienna"}

    def values(self):
        for number, uid in enumerate(self.value_uids):
            again = f" {number // len(WORTH) + 1}" if number >= len(WORTH) else ""
            title = WORTH[number % len(WORTH)] + again
            yield row(VALUES, uid=uid, title=title, description=self.life.sentence(8), position=number + 1, icon="star")

    def dreams(self):
        rnd = self.rnd
        for uid in self.dream_uids:
            year = self.life.until.year + rnd.randint(1, 15)
            yield row(
                DREAMS,
                uid=uid,
                title=f"{rnd.choice(PURSUITS)} {name(rnd)}",
                description=self.maybe(0.5, lambda: self.life.sentence(12)),
                tags=self.tags(1),
                timeframe=rnd.choice([f"by {year}", f"summer {year}", "in 5 years", "someday", ""]),
                achievedOn=self.maybe(0.15, lambda: self.life.day().isoformat()),
            )

    def ideas(self):
        rnd = self.rnd
        for uid in self.idea_uids:
            status = rnd.choices(["open", "taken", "dropped"], [75, 15, 10])[0]
            yield row(
                IDEAS,
                uid=uid,
                title=f"{name(rnd)} for {name(rnd)} in {rnd.choice(CITIES)}",
                description=self.maybe(0.6, lambda: self.life.sentence(20)),
                votes=int(rnd.expovariate(0.3)) - 1,
                tags=self.tags(),
                status=status,
                link=self.maybe(0.2, lambda: f"https://www.example.org/{name(rnd).lower()}"),
                takenOn=self.life.day().isoformat() if status == "taken" else "",
            )

    def projects(self):
        rnd = self.rnd
        for number in range(self.options.projects):
            title = f"{rnd.choice(KINDS)} {name(rnd)} {number}"
            is_finished = rnd.random() < 0.2
            self.made.append((title, is_finished))
            due = self.deadline(self.life.day() if is_finished else self.near(60, 300)) if rnd.random() < 0.4 else {}
            yield row(
                PROJECTS,
                uid=self.life.uid("project", number),
                title=title,
                description=self.maybe(0.5, lambda: self.life.sentence(15)),
                impact=rnd.choice(["high", "medium", "medium", "low"]),
                priority="yes" if number == 0 and not is_finished else "no",
                archived="yes" if number and rnd.random() < 0.05 else "no",
                values=self.some(self.value_uids, 2),
                dreams=self.some(self.dream_uids, 1),
                idea=self.maybe(0.1, lambda: rnd.choice(self.idea_uids)) if self.idea_uids else "",
                people=self.maybe(0.2, self.person),
                tags=self.tags(1),
                completedAt=f"{self.life.day().isoformat()}T16:00:00Z" if is_finished else "",
                **due,
            )

    def tasks(self):
        rnd = self.rnd
        for number in range(self.options.tasks):
            uid = self.life.uid("task", number)
            self.task_uids.append(uid)
            project, is_finished = self.choose() if self.made and rnd.random() < 0.85 else ("", False)
            above = self.last.get(project, {}) if project and rnd.random() < 0.2 else {}
            is_done = is_finished or above.get("status") == "done" or rnd.random() < 0.4
            values = {
                "uid": uid,
                "title": f"{rnd.choice(ACTIONS)} the {name(rnd).lower()} of {name(rnd)}",
                "estimate": self.maybe(0.6, lambda: rnd.choice(ESTIMATES)),
                "project": project,
                "tags": self.tags(),
                "notes": self.maybe(0.2, lambda: self.life.sentence(15)),
                "kind": rnd.choice(["must-do", "flexible", "flexible"]),
                "energy": self.maybe(0.4, lambda: rnd.choice(["low", "medium", "high"])),
                "priority": self.maybe(0.3, lambda: rnd.randint(1, 9)),
                "section": above.get("section", self.maybe(0.6, lambda: rnd.choice(SECTIONS)) if project else ""),
                "parent": above.get("uid", ""),
                "people": self.maybe(0.05, self.person),
                "link": self.maybe(0.03, lambda: f"https://www.example.org/{name(rnd).lower()}"),
                "status": "done" if is_done else "open",
            }
            values.update(self.done() if is_done else self.to_do(bool(above)))
            if project and not above:
                self.last[project] = values
            yield row(TASKS, **values)

    def choose(self):
        """A project: a few of them often."""
        return self.made[int(len(self.made) * self.rnd.random() ** 2)]

    def top(self, day):
        """Its place among the three of a day, if it has one."""
        if self.tops[day] == 3 or self.rnd.random() < 0.5:
            return ""
        self.tops[day] += 1
        return self.tops[day]

    def done(self):
        day = self.life.day()
        values = {"completedAt": f"{day.isoformat()}T{self.rnd.randint(8, 19):02d}:{self.rnd.randint(0, 59):02d}:00Z"}
        if self.rnd.random() < 0.6:
            values.update(planned=day.isoformat(), top=self.top(day))
        if self.rnd.random() < 0.2:
            values.update(self.deadline(day + datetime.timedelta(days=self.rnd.randint(0, 20))))
        return values

    def to_do(self, is_part):
        rnd, kind = self.rnd, self.rnd.random()
        if kind < 0.03:
            return {"status": "cancelled", "cancelledAt": f"{self.life.day().isoformat()}T12:00:00Z"}
        if kind < 0.06 and not is_part:
            return self.repeating()
        values = {"waitingFor": self.maybe(0.04, self.person)}
        if rnd.random() < 0.1:
            # Fewer days back than ahead: most of what was planned is done.
            day = self.near(30, 0) if rnd.random() < 0.25 else self.near(0, 30)
            values.update(planned=day.isoformat(), top=self.top(day))
        elif rnd.random() < 0.05:
            values["start"] = self.near(30, 90).isoformat()
        if rnd.random() < 0.15:
            values.update(self.deadline(self.near(10, 200)))
        return values

    def repeating(self):
        """One that repeats, with the days on which it was done, at most 30."""
        rnd = self.rnd
        rule, step = rnd.choice(REPEATS)
        day = self.near(1, min(step, 30))
        most = min(30, (day - self.life.start).days // step)
        times = [day - datetime.timedelta(days=step * back) for back in range(rnd.randint(0, most), 0, -1)]
        days = [each for each in times if each < self.life.until]
        return {
            "planned": day.isoformat(),
            "repeat": rule,
            "repeatFrom": rnd.choice(["schedule", "schedule", "completion"]),
            "doneDays": " ".join(map(str, days)),
            "doneAt": "\n".join(f"{each}: {each}T18:00:00Z" for each in days),
        }

    def blocks(self):
        """Time on days, most of them over: at most four a day, one behind the other."""
        rnd, starts = self.rnd, collections.Counter()
        for number in range(self.options.blocks):
            day = self.near(0, 14) if rnd.random() < 0.01 else self.life.day()
            place = starts[day]
            starts[day] += 1
            if place > 3:
                continue
            minutes = rnd.choice([30, 45, 60, 90])
            is_over = day < self.life.until
            of_task = rnd.random() < 0.8
            yield row(
                BLOCKS,
                uid=self.life.uid("block", number),
                title="" if of_task else name(rnd),
                task=rnd.choice(self.task_uids) if of_task else "",
                start=f"{day.isoformat()}T{8 + 3 * place:02d}:15",
                zone="Europe/Vienna",
                minutes=minutes,
                spent=minutes if is_over and rnd.random() < 0.8 else "",
                origin=rnd.choice(["hand", "plan", "plan", "suggestion"]),
                locked="no",
            )
