import Testing

/// The phrases that the words of tasks are held to, said on Wednesday, 4 March 2026 at 10:00.
///
/// What is read besides the title stands in one line, in this order: `plan` and a day, `due` and a day or a time, the zone, the
/// rule, `est` and minutes, the kind, `energy`, `prio`, tags, project, section, `top`, `left` and words.
enum TaskTable {
    /// A phrase, its title, and what else was read.
    struct Row: Sendable, CustomTestStringConvertible {
        let phrase: String
        let title: String
        let rest: String

        init(_ phrase: String, _ title: String, _ rest: String = "") {
            self.phrase = phrase
            self.title = title
            self.rest = rest
        }

        var testDescription: String { phrase }
    }

    static var all: [Row] {
        plain + planned + deadlines + both + repeats + estimates + noEstimates + kinds + energies + tags
            + projects
            + priorities + tops + together
    }

    static let plain = [
        Row("Essay", "Essay"),
        Row("Buy milk and bread", "Buy milk and bread"),
        Row("read chapter 5", "read chapter 5"),
        Row("\"tomorrow 2h #uni\" poster", "\"tomorrow 2h #uni\" poster"),
        Row("watch “Friday the 13th”", "watch “Friday the 13th”"),
        Row("'by friday' is a song", "'by friday' is a song"),
        Row("call Ann soon", "call Ann soon", "left soon"),
        Row("", ""),
    ]

    /// A day without `by` is when it is planned; with a time it is due then, too.
    static let planned = [
        Row("Essay today", "Essay", "plan 2026-03-04"),
        Row("Essay tomorrow", "Essay", "plan 2026-03-05"),
        Row("tomorrow Essay", "Essay", "plan 2026-03-05"),
        Row("Essay on friday", "Essay", "plan 2026-03-06"),
        Row("Essay friday", "Essay", "plan 2026-03-06"),
        Row("Essay next friday", "Essay", "plan 2026-03-13"),
        Row("Essay next week", "Essay", "plan 2026-03-09"),
        Row("Essay in 3 days", "Essay", "plan 2026-03-07"),
        Row("Essay in a week", "Essay", "plan 2026-03-11"),
        Row("Essay this weekend", "Essay", "plan 2026-03-07"),
        Row("Essay on the 10th", "Essay", "plan 2026-03-10"),
        Row("Essay on June 5", "Essay", "plan 2026-06-05"),
        Row("Essay 2026-03-20", "Essay", "plan 2026-03-20"),
        Row("Essay end of month", "Essay", "plan 2026-03-31"),
        Row("Essay in June", "Essay", "plan 2026-06-01"),
        Row("Essay tomorrow at 9", "Essay", "plan 2026-03-05; due 2026-03-05 09:00"),
        Row("Essay friday at 18:00", "Essay", "plan 2026-03-06; due 2026-03-06 18:00"),
        Row("Essay at 18:00", "Essay", "plan 2026-03-04; due 2026-03-04 18:00"),
        Row("Essay at 9am", "Essay", "plan 2026-03-05; due 2026-03-05 09:00"),
        Row("call Ann tomorrow evening at 8", "call Ann", "plan 2026-03-05; due 2026-03-05 20:00"),
        // A part of a day is the time that stands for it, as in the words of a reminder.
        Row("call Ann tomorrow morning", "call Ann", "plan 2026-03-05; due 2026-03-05 09:00"),
        Row("call Ann tonight", "call Ann", "plan 2026-03-04; due 2026-03-04 21:00"),
        Row("call Ann in 2 hours", "call Ann", "plan 2026-03-04; due 2026-03-04 12:00"),
        Row("call Ann in 2h", "call Ann", "plan 2026-03-04; due 2026-03-04 12:00"),
        Row("call Ann 90 minutes from now", "call Ann", "plan 2026-03-04; due 2026-03-04 11:30"),
        Row("call tomorrow at 15:00 UTC", "call", "plan 2026-03-05; due 2026-03-05 15:00; UTC"),
        Row("call at 15:00 Europe/London", "call", "plan 2026-03-04; due 2026-03-04 15:00; Europe/London"),
        Row("remind me to call Ann tomorrow", "call Ann", "plan 2026-03-05"),
    ]

    /// With `by`, `due`, `until`, `before` and `within` it is when the task is due.
    static let deadlines = [
        Row("Essay by friday", "Essay", "due 2026-03-06"),
        Row("Essay due friday", "Essay", "due 2026-03-06"),
        Row("Essay due on friday", "Essay", "due 2026-03-06"),
        Row("Essay until friday", "Essay", "due 2026-03-06"),
        Row("Essay till friday", "Essay", "due 2026-03-06"),
        Row("by friday Essay", "Essay", "due 2026-03-06"),
        // As in the words of a reminder: the day before.
        Row("Essay before friday", "Essay", "due 2026-03-05"),
        Row("Essay within 3 days", "Essay", "due 2026-03-07"),
        Row("Essay by friday 18:00", "Essay", "due 2026-03-06 18:00"),
        Row("Essay by friday at 6", "Essay", "due 2026-03-06 18:00"),
        Row("Essay by friday, 18:00", "Essay", "due 2026-03-06 18:00"),
        Row("Essay until friday 18:00", "Essay", "due 2026-03-06 18:00"),
        Row("Essay due tomorrow at 9am", "Essay", "due 2026-03-05 09:00"),
        Row("Essay due tomorrow", "Essay", "due 2026-03-05"),
        Row("Essay by tomorrow evening", "Essay", "due 2026-03-05 19:00"),
        Row("Essay by 18:00", "Essay", "due 2026-03-04 18:00"),
        Row("Essay by 6pm", "Essay", "due 2026-03-04 18:00"),
        Row("Essay before 6pm", "Essay", "due 2026-03-04 18:00"),
        Row("Essay until 6pm", "Essay", "due 2026-03-04 18:00"),
        Row("Essay due 6pm", "Essay", "due 2026-03-04 18:00"),
        Row("Essay within 2 hours", "Essay", "due 2026-03-04 12:00"),
        Row("Essay by noon", "Essay", "due 2026-03-04 12:00"),
        Row("Essay by end of month", "Essay", "due 2026-03-31"),
        Row("Essay by the 10th", "Essay", "due 2026-03-10"),
        Row("Essay by June 5", "Essay", "due 2026-06-05"),
        Row("Essay by Friday, March 6", "Essay", "due 2026-03-06"),
        Row("Essay due 2026-03-20", "Essay", "due 2026-03-20"),
        Row("Essay due next week", "Essay", "due 2026-03-09"),
        Row("Essay by friday 15:00 Europe/London", "Essay", "due 2026-03-06 15:00; Europe/London"),
        Row("Essay by friday at midnight", "Essay", "due 2026-03-07 00:00"),
        // No days.
        Row("walk by the river", "walk by the river"),
        Row("stand by me", "stand by me"),
        Row("due diligence report", "due diligence report"),
        Row("book by Tolkien", "book by Tolkien"),
        Row("wait until she calls", "wait until she calls", "left until she"),
        Row("do not call before friday", "do not call before friday", "left before friday"),
        Row(
            "an hour before 6pm", "an hour before",
            "plan 2026-03-04; due 2026-03-04 18:00; left an hour, before"),
        Row("work through friday", "work through friday", "left through friday"),
    ]

    /// One day on which it is planned, and one on which it is due.
    static let both = [
        Row("Essay tomorrow by friday", "Essay", "plan 2026-03-05; due 2026-03-06"),
        Row("Essay by friday tomorrow", "Essay", "plan 2026-03-05; due 2026-03-06"),
        Row("Essay by friday, tomorrow", "Essay", "plan 2026-03-05; due 2026-03-06"),
        Row("Essay by friday on thursday", "Essay", "plan 2026-03-05; due 2026-03-06"),
        Row("Essay tomorrow due friday 18:00", "Essay", "plan 2026-03-05; due 2026-03-06 18:00"),
        Row(
            "tomorrow start the essay by friday 18:00", "start the essay",
            "plan 2026-03-05; due 2026-03-06 18:00"),
        // A day and `by` with a time alone say one time together.
        Row("Essay friday by 18:00", "Essay", "plan 2026-03-06; due 2026-03-06 18:00"),
        Row("Essay on friday before 6pm", "Essay", "plan 2026-03-06; due 2026-03-06 18:00"),
        Row("at 9 call Ann by friday", "call Ann", "due 2026-03-06 09:00"),
    ]

    static let repeats = [
        Row("water plants every monday", "water plants", "plan 2026-03-09; FREQ=WEEKLY;BYDAY=MO"),
        Row("water plants daily", "water plants", "plan 2026-03-04; FREQ=DAILY"),
        Row("gym every weekday", "gym", "plan 2026-03-04; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        Row(
            "report every friday at 16:00", "report",
            "plan 2026-03-06; due 2026-03-06 16:00; FREQ=WEEKLY;BYDAY=FR"),
        Row(
            "report every friday by 16:00", "report",
            "plan 2026-03-06; due 2026-03-06 16:00; FREQ=WEEKLY;BYDAY=FR"),
        Row("pay rent by the 1st of every month", "pay rent", "due 2026-04-01; FREQ=MONTHLY;BYMONTHDAY=1"),
        Row("gym every day until friday", "gym", "plan 2026-03-04; FREQ=DAILY;UNTIL=20260306"),
        Row("gym every monday for 3 weeks", "gym", "plan 2026-03-09; FREQ=WEEKLY;BYDAY=MO;UNTIL=20260329"),
        Row("gym every monday 10 times", "gym", "plan 2026-03-09; FREQ=WEEKLY;BYDAY=MO;COUNT=10"),
        Row("gym every day except Sunday", "gym", "plan 2026-03-04; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"),
        Row(
            "stretch every day for 30 minutes", "stretch", "plan 2026-03-04; FREQ=DAILY; est 30"),
        Row("stretch 30 min every day", "stretch", "plan 2026-03-04; FREQ=DAILY; est 30"),
        Row(
            "stretch every second Sunday 45 min #body", "stretch",
            "plan 2026-03-08; FREQ=WEEKLY;INTERVAL=2;BYDAY=SU; est 45; #body"),
        Row("read the weekly report", "read the weekly report", "left weekly"),
    ]

    static let priorities = [
        Row("Essay !", "Essay", "prio 9"),
        Row("Essay !!", "Essay", "prio 5"),
        Row("Essay !!!", "Essay", "prio 1"),
        Row("!!! Essay", "Essay", "prio 1"),
        Row("Essay high priority", "Essay", "prio 1"),
        Row("Essay!", "Essay!"),
        Row("wow!! Essay", "wow!! Essay"),
    ]

    static let refused = [
        ("Essay tomorrow friday", "2026-03-05 is a Thursday, not a Friday"),
        ("Essay tomorrow or friday", "two days"),
        ("Essay by friday by monday", "two days"),
        ("Essay at 8 or at 9", "two times: at 8, and at 9"),
        ("call Ann at 8 or at 9", "two times: at 8, and at 9"),
        ("Essay by 8 or by 9", "two times"),
        ("Essay tomorrow at 9 by friday", "two due times: tomorrow, at 9, and by friday"),
        ("Essay at 9 by friday at 10", "two due times"),
        ("Essay in 2 hours by friday", "two due times"),
        ("Essay tomorrow morning at 20:00", "two times"),
        ("Essay by friday afternoon at 11", "two times"),
        ("Essay 2h 45 min 3h", "two estimates"),
        ("Essay 2h, for 3 hours", "two estimates: 2h, and for 3 hours"),
        ("Essay 0 min", "“0 min” is not a valid estimate: it would be 0 minutes"),
        ("Essay for 200 hours", "“for 200 hours” is not a valid estimate: it would be 12000 minutes"),
        ("Essay must-do, flexible", "two kinds: must-do, and flexible"),
        ("Essay ~low ~high", "two energies: ~low, and ~high"),
        ("Essay ~low, high energy", "two energies"),
        ("Essay +Thesis +Home", "two projects: +Thesis, and +Home"),
        ("Essay //Intro //Results", "two sections: //Intro, and //Results"),
        ("Essay ! !!!", "two priorities"),
        ("Essay every day every week", "two repetitions"),
        ("Essay by June 31", "June has 30 days"),
        ("Essay by 3/4/2026", "is ambiguous"),
        ("Essay by friday at 25:00", "no time 25:00"),
        ("Essay every day until yesterday", "never happens"),
    ]
}
