#!/usr/bin/env python3
"""session.py PROGRAM [--quick]: who comes in by which door, and what is left when they go; settings and modules.

The first user by the printed link, log-in and log-out, invitations and sign-up, a session that ends while somebody
types, a device that is somebody else's, settings, modules, devices, app passwords, feeds and invitations."""

import re

from browser import *

hub = Hub()
me = hub.visitor
hub.keep()
SECOND = "a quite different sentence"


def log_in(tab, name=USER, password=PASSWORD, status=200, elsewhere=False):
    """Fills in the log-in that the page shows, and sends it."""
    tab.page.fill("[name=username]", name)
    tab.page.fill("[name=password]", password)
    tab.page.locator("[name=elsewhere]").set_checked(elsewhere)
    return tab.follow("form button.btn", status)


def anonymous(**options):
    return hub.tab(Visitor(hub), **options)


def set_hub(key, value):
    """Sets what holds for the hub, by its form."""
    with hub.tab() as tab:
        tab.go("/admin/hub")
        tab.follow(f"main tr:has-text('{key}') a[href*='/hub/set']")
        tab.page.fill("[name=value]", value)
        answer_password(tab)
        tab.save()
        check(tab.message(), "nothing says that it is done")


def answer_password(tab):
    """Gives the present password where a form asks for it."""
    for control in tab.page.locator("main [autocomplete=current-password]").all():
        control.fill(PASSWORD)


def end_session(visitor):
    """Ends a visitor's session as another of the same user does."""
    tab = hub.tab()
    with tab:
        tab.go("/settings/sessions")
        rows = tab.page.locator("main tbody tr")
        before = rows.count()
        # The newest is the one that was made last.
        ids = [int(value) for value in tab.page.locator("main [name=id]").evaluate_all("all => all.map(e => e.value)")]
        tab.follow(f"main form:has([name=id][value='{max(ids)}']) button")
        check("ended" in tab.message(), tab.message())
        equal(rows.count(), before - 1, "the sessions that are left")
    visitor.get("/habits", wanted=303)


def setting(key):
    return next(item["value"] for item in hub.visitor.api("settings/list")["items"] if item["key"] == key)


@case
def first_user():
    """the printed link makes the first user: weak passwords are refused, the link works once"""
    new = Hub(samples=False, ready=False)
    path = new.setup_path()
    with new.tab(Visitor(new)) as tab:
        tab.go(path)
        for password in ("short", "password1234", "123456789012", "qwertyuiop123"):
            tab.page.fill("[name=username]", USER)
            tab.page.fill("[name=password]", password)
            tab.follow("form button.btn", (400, 422))
            check(tab.problem(), f"nothing is said of the password {password}")
            equal(tab.page.input_value("[name=username]"), USER, "the name after an error")
            equal(tab.page.input_value("[name=password]"), "", "the password after an error")
            check(tab.page.title().startswith("Error: "), tab.page.title())
        tab.page.fill("[name=password]", PASSWORD)
        tab.follow("form button.btn")
        equal(tab.path, "/", "where it leads")
        check("atrium" in tab.cookies(), "no session")
        tab.go(path, 403)
    new.visitor.send(path, {"username": "eve", "password": SECOND}, wanted=403)
    new.visitor.get("/setup/" + "0" * 52, wanted=403)
    new.stop()


@case
def log_ins():
    """a wrong password is told and keeps the name; the right one leads to where one wanted to go"""
    with anonymous() as tab:
        tab.go("/habits?sort=title")
        equal(tab.path, "/login?next=%2Fhabits%3Fsort%3Dtitle", "the way to the log-in")
        log_in(tab, password="wrong horse battery", status=401)
        check("wrong" in tab.problem(), tab.problem())
        equal(tab.page.input_value("[name=username]"), USER, "the name after an error")
        equal(tab.page.evaluate("document.activeElement.id"), "errors", "the focus after an error")
        check(PASSWORD not in tab.page.content(), "a password stands on the page")
        log_in(tab)
        equal(tab.path, "/habits?sort=title", "where it leads")
        session = tab.cookies()["atrium"]
        check(session["httpOnly"] and session["sameSite"] == "Lax" and session["expires"] > 0, session)


@case
def only_here():
    """`next` leads to no other place, neither of the log-in nor of a form"""
    addresses = (
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "https:evil.example",
        "javascript:alert(1)",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        " //evil.example",
        "evil.example",
        "",
    )
    for number, there in enumerate(addresses):
        own = Visitor(hub)
        page = own.get("/login?" + urlencode({"next": there}), wanted=200)
        check(b"evil.example" not in page.body, f"{there!r} stands in the log-in")
        # A log-in takes a second of the debug build.
        if number < (3 if QUICK else 100):
            answer = own.send("/login", {"username": USER, "password": PASSWORD, "next": there}, wanted=303)
            equal(answer.headers["Location"], "/", f"where {there!r} leads")
        own.cookies = me.cookies
        answer = own.send("/modules/enable", {"id": "habits", ":next": there}, wanted=303)
        check(re.match(r"/[a-z]*(\?|$)", answer.headers["Location"]), f"{there!r}: {answer.headers['Location']}")
        form = own.get("/habits/add?" + urlencode({"next": there}), wanted=200)
        check(b"evil.example" not in form.body, f"{there!r} stands in a form")


@case
def somebody_elses_device():
    """“not my device”: a cookie that goes with the window, no device, a page that says so to scripts"""
    with anonymous() as tab:
        log_in(tab.go("/login"), elsewhere=True)
        own = tab.cookies()
        equal(sorted(own), ["atrium"], "the cookies")
        equal(own["atrium"]["expires"], -1, "the end of the session's cookie")
        check(tab.page.locator("body[data-elsewhere]").count(), "the page does not say it")
        tab.go("/habits")
        equal(tab.page.evaluate("[localStorage.length, sessionStorage.length]"), [0, 0], "what the browser keeps")
    with anonymous() as tab:
        log_in(tab.go("/login"))
        equal(sorted(tab.cookies()), ["atrium", "atrium-device"], "the cookies of one's own device")
        check(not tab.page.locator("body[data-elsewhere]").count(), "one's own device counts as another's")


@case
def log_out():
    """log-out is a POST, clears what the browser keeps, and Back shows nothing of the user"""
    with anonymous() as tab:
        log_in(tab.go("/login"))
        tab.go("/logout", 405)
        tab.go("/connections")
        name = tab.page.locator("main .row a.go").first.inner_text()
        tab.go("/settings")
        old = tab.cookies()["atrium"]["value"]
        with tab.page.expect_response(lambda response: response.url.endswith("/logout")) as answer:
            tab.follow("form[action='/logout'] button")
        equal(answer.value.all_headers().get("clear-site-data"), '"cache", "storage"', "Clear-Site-Data")
        equal(tab.path, "/login", "where it leads")
        check("atrium" not in tab.cookies(), "the session's cookie is still there")
        for _ in range(2):
            tab.page.go_back()
            until(
                lambda: name not in tab.text() and tab.page.locator("nav.side").count() == 0,
                lambda: f"Back shows {tab.path}",
            )
        ended = Visitor(hub)
        ended.cookies = {"atrium": old}
        equal(
            ended.get("/connections", wanted=303).headers["Location"], "/login?next=%2Fconnections", "the old session"
        )


@case
def invitations():
    """an invitation makes one user, once, who sees nothing of others"""
    with hub.tab() as tab:
        tab.go("/admin/invitations").follow("main a[href='/users/invite']")
        answer_password(tab)
        tab.save()
        link = re.search(r"/join/\S+", tab.text())[0]
        check("no-store" in me.get("/admin/invitations").headers["Cache-Control"], "the page may be kept")
        shown = [box.input_value() for box in tab.page.locator("[id^=secret]").all()]
        check(link.rpartition("/")[2] in " ".join(shown), "the secret is in no control")
    with anonymous() as tab:
        tab.go(link)
        tab.page.fill("[name=username]", "grace")
        tab.page.fill("[name=displayName]", "Grace H.")
        tab.page.fill("[name=password]", "password1234")
        tab.follow("form button.btn", (400, 422))
        equal(tab.page.input_value("[name=displayName]"), "Grace H.", "what was typed")
        tab.page.fill("[name=password]", PASSWORD)
        tab.follow("form button.btn")
        equal(tab.path, "/", "where it leads")
        tab.go("/connections")
        check("Nothing here yet" in tab.text(), "a new user sees somebody's people")
        tab.go("/admin/users", (403, 404))
        tab.go(link, 403)


@case
def sign_up():
    """sign-up is refused while it is closed, and works while it is open"""
    with anonymous() as tab:
        tab.go("/join", 403)
        tab.go("/login")
        equal(tab.page.locator("a[href='/join']").count(), 0, "the way to sign up")
    set_hub("sign-up", "open")
    with anonymous() as tab:
        tab.go("/login").follow("a[href='/join']")
        # Whoever has this very name and password is let in: it may be a second tap.
        tab.page.fill("[name=username]", USER)
        tab.page.fill("[name=password]", "somebody else guesses this")
        tab.follow("form button.btn", (409, 422))
        tab.page.fill("[name=username]", "linus")
        tab.page.fill("[name=password]", PASSWORD)
        tab.follow("form button.btn")
        equal(tab.path, "/", "where it leads")
    set_hub("sign-up", "closed")


@case
def ended_while_typing():
    """a session that ends while somebody types: log-in, then the form again with what was typed"""
    guest = Visitor(hub, USER)
    with hub.tab(guest) as tab:
        tab.go("/quotes/add")
        words = "Kept “over” a log-in & <b>whole</b>\nin two lines"
        tab.page.fill("[name=text]", words)
        tab.page.fill("[name=author]", "Ada L.")
        end_session(guest)
        tab.save(401)
        check("Your session has ended" in tab.text(), tab.text()[:300])
        before = hub.visitor.all("quotes")
        check(words not in str(before), "it was kept without a session")
        log_in(tab, password="not it, not it", status=401)
        log_in(tab)
        check(words.split("\n")[0] in tab.text(), f"what was typed is lost: {tab.text()[:400]}")
        tab.follow("form button.btn")
        kept = [quote for quote in hub.visitor.all("quotes") if quote not in before]
        equal([(quote["text"], quote["author"]) for quote in kept], [(words, "Ada L.")], "what was kept")
    guest = Visitor(hub, USER)
    with hub.tab(guest) as tab:
        tab.go("/users/password")
        for control in tab.page.locator("main [type=password]").all():
            control.fill("never to be written down")
        end_session(guest)
        tab.save(401)
        check("never+to+be" not in tab.page.content() and "never%20to" not in tab.page.content(), "a secret is kept")


@case
def settings():
    """theme, contrast, first weekday, zone, name and tabs: each by its form, told, taken back by Undo"""
    with hub.tab() as tab:
        for key, choice in (
            ("theme", "dark"),
            ("contrast", "more"),
            ("first-weekday", "sunday"),
            ("units", "imperial"),
        ):
            tab.go("/settings").follow(f"main a[href='/settings/{key}']")
            before = setting(key)
            if tab.page.locator("select[name=value]").count():
                equal(tab.page.input_value("[name=value]"), before, f"what the form shows of {key}")
                tab.page.select_option("[name=value]", choice)
            else:
                equal(tab.page.locator("[name=value]:checked").get_attribute("value"), before, f"{key} in the form")
                tab.page.locator(f"label:has([name=value][value={choice}])").click()
            tab.save()
            check(key in tab.message(), f"{key}: {tab.message()}")
            equal(setting(key), choice, key)
            root = tab.page.locator("html")
            if key in ("theme", "contrast"):
                equal(root.get_attribute(f"data-{key}"), choice, f"the page's {key}")
            tab.follow(".toasts form button")
            equal(setting(key), before, f"{key} after Undo")
            tab.go(f"/settings/{key}").save()
            equal(tab.message(), "Nothing was changed.", "the message")
        tab.go("/settings/zone")
        tab.page.fill("[name=value]", "Mars/Olympus")
        tab.save(422)
        equal(tab.page.input_value("[name=value]"), "Mars/Olympus", "what was typed")
        check(tab.page.title().startswith("Error: "), tab.page.title())
        tab.page.fill("[name=value]", "Europe/Vienna")
        tab.save()
        equal(setting("zone"), "Europe/Vienna", "the zone")
        tab.go("/settings/tabs")
        for number, place in enumerate(("habits", "journal", "today")):
            tab.page.select_option(f'[name="value.{number}"]', place)
        tab.save()
        shown = tab.page.locator("nav.tabs a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
        check({"/habits", "/journal", "/", "/add", "/more"} == set(shown), f"the tabs are {shown}")


@case
def modules():
    """a module is switched off and on: its pages say so, the way back is on the page, its data stays"""
    with hub.tab() as tab:
        before = len(hub.visitor.all("habits"))
        tab.go("/settings/modules")
        tab.follow("main form:has([name=id][value=habits]) button")
        check("off" in tab.message(), tab.message())
        equal(tab.page.locator("nav.side a[href='/habits']").count(), 0, "the way to the module")
        tab.go("/habits", (403, 404, 409, 503))
        check("habits" in tab.text().lower(), "the page does not say which module is off")
        tab.go("/settings/modules").follow("main form:has([name=id][value=habits]) button")
        equal(len(hub.visitor.all("habits")), before, "the habits")


@case
def account():
    """app passwords, feeds and invitations: made with the secret shown once, revoked, and listed"""
    with hub.tab() as tab:
        for place, add, fields in (
            ("/settings/passwords", "/tokens/add", {"name": "phone"}),
            ("/settings/feeds", "/feeds/add", {"module:word": "calendar"}),
            ("/admin/invitations", "/users/invite", {}),
        ):
            tab.go(place).follow(f"main a[href^='{add}']")
            for name, value in fields.items():
                control = tab.page.locator(f"main [name='{name}']").first
                if control.get_attribute("type") == "radio":
                    tab.page.locator(f"main [name='{name}'][value={value}]").check(force=True)
                elif control.evaluate("e => e.tagName") == "SELECT":
                    control.select_option(value)
                else:
                    control.fill(value)
            needs = tab.page.locator("main [autocomplete=current-password]").count()
            answer_password(tab)
            tab.save()
            secret = tab.page.locator("[id^=secret]").first.input_value()
            check(len(secret) > 15, f"{add} shows no secret: {secret!r}")
            tab.go(place)
            check(secret not in tab.page.content(), f"{place} shows the secret again")
            rows = tab.page.locator("main tbody tr").count()
            tab.follow(tab.page.locator("main tbody tr").last.locator("button, a.btn"))
            if tab.page.locator("main form[data-form]").count():
                answer_password(tab)
                tab.save()
            check(tab.message(), f"{place} does not say that it is revoked")
            if add != "/feeds/add":
                check(needs, f"{add} asks for no password")
            tab.go(place)
            check(tab.page.locator("main tbody tr").count() <= rows, f"{place} has more than before")
        for place in ("/admin/users", "/admin/logins", "/logins", "/logins/list", "/users/list"):
            if me.get(place).status == 200:
                tab.go(place)


@case
def passwords():
    """one's own password is changed with the present one; common ones are refused; other sessions end"""
    other = Visitor(hub, USER)
    with hub.tab() as tab:
        tab.go("/settings").follow("main a[href^='/users/password']")
        boxes = tab.page.locator("main [type=password]")
        check(boxes.count() >= 2, "the present password is not asked")
        new, now = tab.page.locator("[autocomplete=new-password]"), tab.page.locator("[autocomplete=current-password]")
        for old, password in (("wrong horse battery", SECOND), (PASSWORD, "password1234"), (PASSWORD, "short")):
            new.fill(password)
            now.fill(old)
            tab.save((400, 401, 403, 422))
            equal([box.input_value() for box in boxes.all()], ["", ""], "passwords that stand on the page again")
        new.fill(SECOND)
        now.fill(PASSWORD)
        tab.save()
        check("password is changed" in tab.message(), tab.message())
        equal(other.get("/habits").status, 303, "the other session")


def tokens_after_a_password(script):
    """A new password lists the app passwords that still work, and revokes them if that is asked for."""

    def names():
        return [it["name"] for it in me.api("tokens/list")["items"]]

    for name in ("Old phone", "Laptop"):
        atrium("tokens", "add", name, home=hub.home, expect=0)
    with hub.tab(script=script) as tab:

        def change(password, present, revokes=False):
            tab.go("/users/password")
            tab.page.fill("[autocomplete=new-password]", password)
            tab.page.fill("[autocomplete=current-password]", present)
            if revokes:
                tab.page.locator("label:has-text('Also revoke app passwords')").click()
            tab.save()

        change(SECOND, PASSWORD)
        said = tab.text()
        check("still work" in said and "Old phone" in said and "Laptop" in said, said[:500])
        equal(names(), ["Old phone", "Laptop"], "the tokens that stay")
        tab.follow("main button:has-text('Revoke all of them')")
        equal(tab.path.split("?")[0], "/settings/passwords", "where it leads")
        equal(names(), [], "the tokens that are left")
        atrium("tokens", "add", "Old phone", home=hub.home, expect=0)
        change(PASSWORD, SECOND, revokes=True)
        check("password is changed" in tab.message(), tab.message())
        equal(names(), [], "the tokens that are left")


for script in (True, False):
    tried(
        f"a new password lists the app passwords that still work, {'with' if script else 'without'} script",
        lambda script=script: tokens_after_a_password(script),
    )


@case
def every_link():
    """every link of every page, from the first on, leads to a page"""
    shown = sum(1 for _ in crawl(hub, hub.visitor, most=150 if QUICK else 1500))
    check(shown > 40, f"only {shown} pages were reached")
    return f"({shown} pages)"


finish()
