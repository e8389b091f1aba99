#!/usr/bin/env python3
"""proxy.py PROGRAM [--quick]: the recipe “From the phone” of docs/web.md, and what a phone's browser makes of the hub.

A certificate by docs/examples/own-ca.sh, nginx by docs/examples/nginx.conf, and through them the first user, forms and
log-in; the QR code is read from the screen by zbarimg; Chromium judges the manifest."""

import http.client
import json
import re
import shutil
import subprocess

from axe_playwright_python.sync_playwright import Axe
from browser import *
from nginx import EXAMPLES, Nginx
from server import Skipped, TLSConnection

NAME = "hub.example.org"
own = f"{ROOT}/own"


class Far(Visitor):
    """Somebody who comes through nginx, and trusts the authority that was made."""

    def __init__(self, hub, nginx):
        super().__init__(hub)
        self.connection = TLSConnection(nginx.port, nginx.how["tls"], 60)
        self.name = nginx.how["host"]

    def ask(self, method, path, body=None, headers=None, wanted=None):
        return super().ask(method, path, body, {"Host": self.name, **(headers or {})}, wanted)


def behind_nginx():
    """A hub as the recipe makes it, nginx before it, and its first visitor."""
    subprocess.run([f"{EXAMPLES}/own-ca.sh", NAME, own], check=True, capture_output=True)
    hub = Hub(samples=False, ready=False, options=("--insecure-behind-proxy",))
    nginx = Nginx(hub.server.port, own)
    hub.origin = f"https://{nginx.how['host']}"
    return hub, nginx, Far(hub, nginx)


hub, nginx, me = behind_nginx()


@case
def first_user():
    """behind nginx: the first user's form, forms of other sites, log-out, log-in; cookies are for HTTPS alone"""
    form = {"username": USER, "password": PASSWORD}
    setup = hub.setup_path()
    me.get(setup, wanted=200)
    for elsewhere in (
        {"Origin": "https://evil.example"},
        {"Origin": f"http://{me.name}"},
        {"Origin": None},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        me.send(setup, form, wanted=403, headers=elsewhere)
    begun = me.send(setup, form, wanted=303)
    check(
        all(c.startswith("__Host-atrium") and "; Secure" in c and "HttpOnly" in c for c in begun.cookies()),
        f"cookies: {begun.cookies()}",
    )
    added = me.send("/quotes/add", {"text": "Through nginx"}, wanted=303)
    check(b"Through nginx" in me.get(added.headers["Location"], wanted=200).body, "the record is not shown")
    me.send("/quotes/add", {"text": "From elsewhere"}, wanted=403, headers={"Origin": "https://evil.example"})
    equal(len(me.all("quotes")), 1, "the quotes")
    me.send("/logout", {}, wanted=303)
    equal(me.get("/quotes").status, 303, "after the log-out")
    me.send("/login", form, wanted=303, headers={"Origin": None, "Sec-Fetch-Site": "same-origin"})
    me.get("/quotes", wanted=200)
    equal({item["address"] for item in me.api("sessions/list")["items"]}, {"127.0.0.1"}, "whose address is kept")


def far_tab(size=PHONE, **options):
    # The browser knows nothing of the authority: that its certificate holds is seen by the visitor above.
    tab = hub.tab(Visitor(hub), size, ignore_https_errors=True, **options)
    tab.follows_links = False
    tab.go("/login?next=/settings/phone")
    tab.page.fill("[name=username]", USER)
    tab.page.fill("[name=password]", PASSWORD)
    tab.follow("form button.btn")
    equal(tab.path, "/settings/phone", "where the log-in leads")
    return tab


@case
def in_a_browser():
    """behind nginx, in a browser: log-in, a record by its form, the message, Undo"""
    with far_tab() as tab:
        check(all(c["secure"] for c in tab.cookies().values()), "a cookie that goes over HTTP")
        tab.go("/habits/add")
        tab.page.fill("[name=title]", "Read")
        tab.save()
        check("added" in tab.message(), tab.message())
        tab.follow(".toasts form button")
        equal(me.all("habits"), [], "after Undo")


def read_code(tab):
    """What a camera reads of the code on the screen."""
    program = shutil.which("zbarimg")
    if not program:
        raise Skipped("zbarimg is missing")
    path = f"{ROOT}/code.png"
    tab.page.screenshot(path=path, full_page=True)
    done = subprocess.run([program, "--quiet", "--raw", path], capture_output=True, text=True, timeout=60)
    check(done.returncode == 0, f"no code is read: {done.stderr}")
    return done.stdout.strip()


@case
def code():
    """open on your phone: the code on the screen is the hub's address, light and dark, on phone and desktop"""
    for theme in ("light", "dark"):
        for size in (PHONE, DESKTOP):
            with far_tab(size, color_scheme=theme) as tab:
                equal(tab.page.input_value("#address"), hub.origin, "the address")
                equal(read_code(tab), hub.origin, f"the code at {size}, {theme}")
                check(hub.origin in tab.page.locator("svg.qr").get_attribute("aria-label"), "the label")
                tab.page.get_by_role("button", name="Copy").wait_for()
                equal(Axe().run(tab.page).response["violations"], [], "what axe finds")


near = Hub(samples=False)


@case
def on_loopback():
    """open on your phone, on this machine alone: no code, and what to do"""
    with near.tab() as tab:
        tab.go("/settings/phone")
        equal(tab.page.locator("svg.qr").count(), 0, "codes")
        check("--certificate" in tab.text() and near.origin in tab.text(), tab.text()[:500])
        tab.go("/settings").follow("main a[href='/settings/phone']")
        tab.go("/more").follow("main a[href='/help']")
        for part in ("first-week", "keys", "privacy", "undo", "about"):
            equal(tab.page.locator(f"section#{part} h2").count(), 1, part)


@case
def manifest():
    """the manifest: read without a log-in and without an error, good to install; icons are as large as it says"""
    with near.tab(Visitor(near)) as tab:
        tab.go("/login")
        browser = tab.context.new_cdp_session(tab.page)
        found = browser.send("Page.getAppManifest")
        equal(found["errors"], [], "errors in the manifest")
        equal(found["url"], f"{near.origin}/manifest.webmanifest", "where it is")
        said = json.loads(found["data"])
        equal((said["start_url"], said["scope"], said["display"]), ("/", "/", "standalone"), "how it opens")
        problems = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A window of a test is one that keeps nothing.
        equal([p["errorId"] for p in problems if p["errorId"] != "in-incognito"], [], "why it is not installed")
        for icon in said["icons"] + [{"src": "/apple-touch-icon.png", "type": "image/png", "sizes": "180x180"}]:
            size = tab.page.evaluate(
                "async src => { const it = new Image(); it.src = src; await it.decode();"
                " return `${it.naturalWidth}x${it.naturalHeight}`; }",
                icon["src"],
            )
            check(icon["sizes"] in (size, "any"), f"{icon['src']} is {size}")
        for theme, color in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(21, 21, 24)")):
            tab.page.emulate_media(color_scheme=theme)
            said = tab.page.evaluate(
                "() => [...document.querySelectorAll('meta[name=theme-color]')].filter("
                "it => matchMedia(it.media).matches).map(it => it.content)"
            )
            ground = tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
            equal(ground, color, f"the ground, {theme}")
            numbers = [int(number) for number in re.findall(r"\d+", color)]
            equal(said, ["#" + "".join(f"{number:02x}" for number in numbers)], f"what the browser is told, {theme}")
    anonymous = http.client.HTTPConnection("127.0.0.1", near.server.port, timeout=20)
    anonymous.request("GET", "/manifest.webmanifest")
    answer = anonymous.getresponse()
    equal((answer.status, answer.headers["Content-Type"]), (200, "application/manifest+json"), "without a log-in")


nginx.__exit__()
finish()
