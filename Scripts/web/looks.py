#!/usr/bin/env python3
"""looks.py PROGRAM: what the pages show is what the hub says, and it can be read.

Numbers of cards, figures, days and months are those of the API; a box that is tapped changes the record, and a second
tap takes it back. The contrast of every text is computed in both themes, of its own colour on what is painted behind
it. With words that are 40% longer nothing scrolls sideways at 320 px."""

import datetime

from browser import *

hub = Hub()
hub.visitor.send("/settings/zone", {"value": "Europe/Berlin"}, wanted=303)

# Pages that look different from each other: a day, cards, rows with faces, boxes and days, records, calendars.
PAGES = ["/", "/?day=2026-03-02", "/figures", "/figures/habits/habits", "/connections", "/connections/1",
         "/connections/interactions", "/connections/memories", "/calendar", "/calendar?view=week&day=2026-03-02",
         "/calendar?view=day&day=2026-03-02", "/calendar?view=month&day=2026-03-02", "/calendar?view=list",
         "/calendar/calendars", "/habits", "/habits/1", "/reminders", "/reminders/1", "/reminders/today",
         "/activities", "/activities/1", "/journal", "/journal/1", "/journal/decisions", "/journal/decisions/1",
         "/mental-models", "/mental-models/1", "/mental-models/observations", "/exercise", "/exercise/1",
         "/exercise/sets", "/quotes", "/quotes/1", "/ideas", "/ideas/1", "/values", "/values/1",
         "/values/dreams", "/values/dreams/1"]  # fmt: skip

# The contrast of each text with what is painted behind it (WCAG 2.1, 1.4.3), below what it has to be.
CONTRAST = """() => {
    const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const rgba = words => { paint.clearRect(0, 0, 1, 1); paint.fillStyle = words; paint.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
    const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
    const light = c => { const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= 0.04045 ? v / 12.92
        : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const behind = e => { const grounds = [];
        for (let at = e; at; at = at.parentElement) {
            // What is painted before the words of a pill lies behind them.
            const before = getComputedStyle(at, '::before');
            for (const style of before.content !== 'none' && before.zIndex < 0 ? [before, getComputedStyle(at)]
                : [getComputedStyle(at)]) { const own = rgba(style.backgroundColor); if (own[3]) grounds.push(own); }
            if (grounds.some(own => own[3] === 1)) break; }
        return grounds.reverse().reduce((below, top) => over(top, below),
            rgba(getComputedStyle(document.body).backgroundColor)); };
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const e = node.parentElement, style = getComputedStyle(e);
        if (!node.data.trim() || e.closest('.vh, script, style, .skip, svg') || !e.checkVisibility()) continue;
        const ground = behind(e), ink = over(rgba(style.color), ground);
        const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) found.push(`${e.tagName.toLowerCase()}.${e.className} “${node.data.trim().slice(0, 20)}” `
            + `${ratio.toFixed(2)}`);
    }
    return found; }"""
# Every word of the page half as long again, as other languages have them.
LENGTHEN = """() => { const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement.closest('script, style, textarea')) texts.push(node);
    for (const node of texts) node.data = node.data.replace(/\\p{L}{3,}/gu, word =>
        word + word.slice(0, Math.ceil(word.length * 0.4))); }"""
WIDE = """() => { const wide = document.documentElement.scrollWidth; if (wide <= innerWidth) return '';
    return wide + ' px: ' + [...document.querySelectorAll('body *')].filter(e =>
        e.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map(e =>
        `${e.tagName.toLowerCase()}.${e.className}`).join(', '); }"""


@case
def figures():
    """each figure on the first page, on /figures and on its own page is the number of the API"""
    wanted = {f"/figures/{item['module']}/{item['name']}": item for item in hub.visitor.api("figures")["items"]}
    with hub.tab() as tab:
        for path in ("/", "/figures"):
            tab.go(path)
            links = tab.page.locator("main .stat a")
            check(links.count() > 3, f"{path}: only {links.count()} figures")
            for link in links.all():
                item = wanted[link.get_attribute("href")]
                number = link.locator("b").inner_text().split()[0].rstrip("%")
                equal(number, "NA" if item["value"] is None else f"{item['value']:g}", f"{path}: {item['title']}")
        for path, item in list(wanted.items())[::4]:
            tab.go(path)
            source = hub.visitor.api(f"figures?module={item['module']}&source=true")["items"]
            own = next(one for one in source if one["name"] == item["name"])
            equal(" ".join(tab.page.locator("pre").first.inner_text().split()), " ".join(own["query"].split()), path)
            check(own["table"] in tab.text(), f"{path}: no table")
            check(own["fetchedAt"], f"{path}: no time")


@case
def cards():
    """each card above a list says how many stand in the list that it opens"""
    seen = 0
    with hub.tab() as tab:
        for item in hub.visitor.api("figures")["items"]:
            if not item["opens"]:
                continue
            path = "/" + item["opens"].replace(" ", "/")
            tab.go("/" + path.split("/")[1])
            # A sheet shows the list itself.
            if tab.page.locator(".say").count():
                continue
            card = tab.page.locator(f".smart a[href='{path}']")
            number = card.locator("b").inner_text()
            tab.go(path)
            equal(str(tab.page.locator("main .row").count()), number, f"{path}: rows, and the card's number")
            seen += 1
    check(seen, "no module has a card")
    return f"({seen} cards)"


@case
def days():
    """the first page has what the API has of that day, and no more"""
    with hub.tab() as tab:
        for day in ("2026-03-02", "2026-03-09", "2026-07-01"):
            tab.go(f"/?day={day}")
            text = tab.text()
            for item in hub.visitor.api(f"today?day={day}&done=true")["items"]:
                check(item["title"].split("\n")[0][:30] in text, f"{day}: {item['title']} is not there")
            timed = [item for item in hub.visitor.api(f"today?day={day}")["items"]
                     if item["time"] and not (item["overdue"] and item["kind"] != "event")]  # fmt: skip
            equal(tab.page.locator(".blk").count(), len(timed), f"{day}: blocks")


@case
def months():
    """a month says of each day how many events it has, as the agenda does, under both first weekdays"""
    try:
        for weekday in ("monday", "sunday"):
            hub.visitor.send("/settings/first-weekday", {"value": weekday}, wanted=303)
            with hub.tab() as tab:
                for month in range(1, 13):
                    first = datetime.date(2026, month, 1)
                    tab.go(f"/calendar?view=month&day={first}")
                    head = tab.page.locator("th").first.inner_text()
                    equal(head, "Mon" if weekday == "monday" else "Sun", f"{first}: the first weekday")
                    agenda = hub.visitor.api(f"calendar/agenda?from={first}&to={first}")["items"]
                    label = tab.page.locator("td.sel a").get_attribute("aria-label")
                    wanted = "" if not agenda else f", {len(agenda)} event{'' if len(agenda) == 1 else 's'}"
                    equal(label.split("2026")[1], wanted, f"{first}: {label}")
    finally:
        hub.visitor.send("/settings/first-weekday", {"value": "monday"}, wanted=303)


@case
def ticks():
    """a habit is done by one tap on the first page, in its list and in its month, and a second tap takes it back"""

    def is_done(habit, day):
        found = hub.visitor.api(f"habits/{habit}/month?month={day[:7]}")
        return next(item["state"] for item in found["days"] if item["day"] == day) == "done"

    hub.visitor.send("/habits/add", {"title": "Tapped", "target": "31"}, wanted=303)
    habit = max(item["id"] for item in hub.visitor.all("habits"))
    with hub.tab() as tab:
        for path in ("/", "/habits"):
            for wanted in ("true", "false"):
                tab.go(path).follow("button[aria-label='Done: Tapped']")
                equal(tab.path.split("?")[0], path, "where a tap leads")
                pressed = tab.page.locator("button[aria-label='Done: Tapped']").get_attribute("aria-pressed")
                equal(pressed, wanted, f"{path}: whether it is done")
                check(tab.message(), f"{path}: no message with Undo")
        now = hub.visitor.api(f"habits/{habit}/month")["month"]
        yesterday = tab.go(f"/habits/{habit}").page.locator(".month button").last.get_attribute("value")
        check(yesterday.startswith(now), f"{yesterday} is not of {now}")
        for wanted in (True, False):
            tab.go(f"/habits/{habit}").follow(f".month button[value='{yesterday}']")
            equal(is_done(habit, yesterday), wanted, f"whether {yesterday} is done")


@case
def reminders():
    """a reminder is done by one tap in its list, and open again by another"""
    hub.visitor.send("/reminders/add", {"text": "Tap me", "due:date": "2026-01-02"}, wanted=303)
    record = max(item["id"] for item in hub.visitor.all("reminders"))
    with hub.tab() as tab:
        for path, wanted in (("/reminders", True), ("/reminders/completed", False)):
            tab.go(path).follow("button[aria-label='Done: Tap me']")
            equal(hub.visitor.api(f"reminders/{record}")["completedAt"] is not None, wanted, "whether it is done")
        tab.go("/reminders").follow("button[aria-label='Snooze: Tap me']")
        check(hub.visitor.api(f"reminders/{record}")["snoozedUntil"], "it was not put off")


@case
def old_pages():
    """a box of a page that was opened before the last tap does not do the next time, nor take the mark away"""
    hub.visitor.send("/habits/add", {"title": "Stretch", "target": "31"}, wanted=303)
    habit = max(item["id"] for item in hub.visitor.all("habits"))
    with hub.tab() as tab:
        for path in ("/", "/habits"):
            target = tab.go(path).page.locator("button[aria-label='Done: Stretch']").get_attribute("formaction")
            check(target.endswith("done=true"), f"{path}: {target} does not say what is to be")
            for _ in range(2):
                hub.visitor.send(target, {}, wanted=303)
                check(hub.visitor.api(f"habits/{habit}")["doneToday"], f"{path}: it is not done")
            hub.visitor.send(target.replace("true", "false"), {}, wanted=303)
    texts = {"text": "Water the fern", "due:date": "2026-01-02", "repeat:frequency": "daily"}
    hub.visitor.send("/reminders/add", texts, wanted=303)
    record = max(item["id"] for item in hub.visitor.all("reminders"))
    with hub.tab() as tab:
        for path in ("/", "/reminders"):
            before = len(hub.visitor.api(f"reminders/{record}")["done"])
            box = tab.go(path).page.locator("button[aria-label='Done: Water the fern']").first
            target = box.get_attribute("formaction")
            check("occurrence=" in target, f"{path}: {target} names no time")
            hub.visitor.send(target, {}, wanted=303)
            answer = hub.visitor.send(target, {})
            check(answer.status in (409, 422), f"{path}: the second tap was answered by {answer.status}")
            equal(len(hub.visitor.api(f"reminders/{record}")["done"]), before + 1, f"{path}: times that are done")
            # What was done in time says nothing of days to come: the next tap is of the day after.
            hub.visitor.send(f"/reminders/{record}/reopen", {}, wanted=303)


@case
def repetitions():
    """an event repeats by taps, on weekdays and until a day, and its form says so again"""
    with hub.tab() as tab:
        page = tab.go("/calendar/add").page
        page.fill("[name=summary]", "Pottery")
        page.fill("[name='start:date']", "2026-03-03")
        page.fill("[name='start:time']", "18:00")
        page.fill("[name='end:time']", "19:30")
        check(not page.locator("[name='recurrenceRules:until']").is_visible(), "what never repeats has an end")
        page.locator(".pill:has([value=weekly])").click()
        for day in ("TU", "TH"):
            page.locator(f".pill:has([value={day}])").click()
        page.fill("[name='recurrenceRules:until']", "2026-03-31")
        tab.follow("button[data-save]")
        record = max(item["id"] for item in hub.visitor.all("calendar"))
        rule = hub.visitor.api(f"calendar/{record}")["recurrenceRules"]
        check("BYDAY=TU,TH" in rule[0] and "UNTIL=20260331" in rule[0], f"the rule is {rule}")
        found = hub.visitor.api("calendar/agenda?from=2026-03-01&to=2026-04-30")["items"]
        equal(len([item for item in found if item["summary"] == "Pottery"]), 9, "times")
        check("Every week on Tuesday and Thursday, until 31 March 2026" in tab.text(), "the page says it otherwise")
        for number in ("2", "1"):
            page = tab.go(f"/calendar/{record}/edit").page
            page.fill("[name='recurrenceRules:interval']", number)
            tab.follow("button[data-save]")
        equal(hub.visitor.api(f"calendar/{record}")["recurrenceRules"], rule, "the rule there and back")
        page = tab.go(f"/calendar/{record}/edit").page
        check(page.locator("[value=weekly]").is_checked(), "the form does not say that it is weekly")
        page.locator(".pill:has([value='']:not([name*=status]))").first.click()
        tab.follow("button[data-save]")
        equal(hub.visitor.api(f"calendar/{record}")["recurrenceRules"], [], "rules after never")


@case
def years():
    """a habit's year has the days that are done, in the drawing and in words"""
    with hub.tab() as tab:
        tab.go("/habits/1?year=2026")
        done = len([day for day in hub.visitor.api("habits/1")["days"] if day.startswith("2026")])
        check(done, "the habit was not done in 2026")
        drawn = sum((path.get_attribute("d") or "").count("M") for path in tab.page.locator(".year .s3").all())
        equal(drawn, done, "days that are drawn as done")
        words = tab.page.locator("#year td").all_text_contents()
        equal(sum(int(text.split()[0]) for text in words), done, "days that are told as done")


@case
def letters():
    """a letter leads to the first of a list by name"""
    for number in range(120):
        hub.visitor.send("/connections/add", {"name": f"{chr(65 + number % 26)}letter {number:03}"}, wanted=303)
    with hub.tab() as tab:
        tab.go("/connections").follow(".letters a:text-is('M')")
        first = tab.page.locator("main .row .tt").first.inner_text()
        check(first.upper().startswith("M"), f"the first after M is {first}")
        check(tab.page.locator("a:has-text('Previous')").count(), "there is no way back")
        tab.go("/connections").follow(".letters a:text-is('A')")
        check(tab.page.locator("main .row .tt").first.inner_text().upper().startswith("A"), "A does not come first")


def contrast(theme):
    def body():
        found = {}
        with hub.tab(color_scheme=theme, size=DESKTOP) as tab:
            tab.follows_links = False
            for path in PAGES:
                tab.go(path)
                for words in tab.page.evaluate(CONTRAST):
                    found.setdefault(re.sub(r"“.*”", "", words), f"{path}: {words}")
        check(not found, " | ".join(found.values()))
        return f"({len(PAGES)} pages)"

    return body


for theme in ("light", "dark"):
    tried(f"every text has a contrast of 4.5:1, {theme}", contrast(theme))


@case
def longer_words():
    """with words that are 40% longer nothing scrolls sideways at 320 px"""
    found = []
    with hub.tab(size=(320, 640)) as tab:
        tab.follows_links = False
        for path in PAGES:
            tab.go(path)
            tab.page.evaluate(LENGTHEN)
            if words := tab.page.evaluate(WIDE):
                found.append(f"{path}: {words}")
    check(not found, " | ".join(found))
    return f"({len(PAGES)} pages)"


finish()
