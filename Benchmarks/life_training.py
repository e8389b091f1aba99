"""The training of make_life.py: workouts of lifts, runs and stretches over years, as the rows of a table of sets."""

import datetime

from make_input import name

COLUMNS = (
    "uid exercise category day time zone workout position kind weight reps distance duration heartRate rpe muscles note"
).split()
LIFTS = {
    "Back squat": 100,
    "Bench press": 70,
    "Deadlift": 120,
    "Overhead press": 45,
    "Barbell row": 60,
    "Pull-up": 0,
    "Curl": 14,
    "Leg press": 150,
    "Dip": 0,
    "Lunge": 30,
}
RUNS = [("Running", 5, 5.5), ("Cycling", 25, 2.4), ("Swimming", 1.5, 22), ("Rowing", 5, 4.6)]
STRETCHES = [("Yoga", "back, hips"), ("Hamstrings", "hamstrings"), ("Shoulders", "shoulders")]


def row(**values):
    return [values.get(column, "") for column in COLUMNS]


class Training:
    """Workouts of some lifts, a run or a stretch, spread evenly over the years; the lifter gets stronger."""

    def __init__(self, life):
        self.life, self.rnd, self.number = life, life.rnd, 0

    def uid(self):
        uid = self.life.uid("set", self.number)
        self.number += 1
        return uid

    def sets(self):
        rnd, life = self.rnd, self.life
        days = (life.until - life.start).days
        while self.number < life.options.sets:
            share = self.number / life.options.sets
            day = (life.start + datetime.timedelta(days=int(days * share))).isoformat()
            time = f"{rnd.randint(6, 20):02d}:{rnd.choice(['00', '15', '30', '45'])}"
            at = {"day": day, "time": time, "zone": "Europe/Vienna"}
            if rnd.random() < 0.75:
                yield from self.lifting(at, share)
            elif rnd.random() < 0.7:
                yield self.run(at)
            else:
                yield self.stretch(day)

    def lifting(self, at, share):
        rnd = self.rnd
        for lift, weight in rnd.sample(list(LIFTS.items()), 4):
            for place in range(1, rnd.randint(3, 5)):
                load = round(weight * (1 + share) * (0.6 if place == 1 else rnd.uniform(0.9, 1.1)) * 2) / 2
                text = "" if not load else f"{load:g} kg" if rnd.random() < 0.9 else f"{round(load * 2.2)} lb"
                yield row(
                    uid=self.uid(),
                    exercise=lift,
                    category="strength",
                    **at,
                    workout="Lifting",
                    position=place,
                    kind="warm-up" if place == 1 else "",
                    weight=text,
                    reps=rnd.randint(3, 12),
                    rpe=rnd.choice(["", 7, 8, 9.5]),
                )

    def run(self, at):
        rnd = self.rnd
        run, length, pace = rnd.choice(RUNS)
        length = round(length * rnd.uniform(0.6, 2), 2)
        seconds = int(length * pace * 60 * rnd.uniform(0.9, 1.1))
        return row(
            uid=self.uid(),
            exercise=run,
            category="cardio",
            **at,
            position=1,
            distance=f"{length:g} km",
            duration=f"{seconds // 60}:{seconds % 60:02d}",
            heartRate=rnd.randint(120, 175),
            note=f"around {name(rnd)}" if rnd.random() < 0.3 else "",
        )

    def stretch(self, day):
        stretch, muscles = self.rnd.choice(STRETCHES)
        return row(
            uid=self.uid(),
            exercise=stretch,
            category="flexibility",
            day=day,
            position=1,
            duration=f"{self.rnd.randint(5, 60)}:00",
            muscles=muscles,
        )
