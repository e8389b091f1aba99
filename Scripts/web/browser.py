"""What the scripts of this folder share: a hub behind a server, a browser before it, and what every page has to be.

A case fails, whatever else it tries, if a page meanwhile had an error on the console, broke the policy of its content,
opened a dialog, asked another host for something, answered with a status that the case does not expect, or linked to
what is not there."""

import atexit
import html.parser
import http.client
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from urllib.parse import urlencode, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "http"))
from server import ATRIUM, PASSWORD, ROOT, Answer, Server, ask, atrium, check  # noqa: E402,F401
from common import Skipped, cases, result, shared, write  # noqa: E402,F401
from playwright.sync_api import Error as BrowserError  # noqa: E402,F401
from playwright.sync_api import TimeoutError as BrowserTimeout  # noqa: E402,F401
from playwright.sync_api import sync_playwright  # noqa: E402

SAMPLES = os.path.join(HERE, "..", "..", "SampleData")
# Of what the files have nothing.
MORE_SAMPLES = (
    ("connections", "interactions", "add", "Ben Brandt", "--when", "2026-02-03T18:00", "--note", "By the river"),
    ("connections", "memories", "add", "The storm at the pier", "--person", "Ben Brandt", "--day", "2025-03-08"),
    ("mental-models", "observations", "add", "We kept paying for it since we had already spent so much on it."),
)
# The name of docs/examples leads to this machine, any other nowhere.
NAMES = "MAP hub.example.org 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
USER = "ada"
QUICK = "--quick" in sys.argv
PHONE = (390, 844)
DESKTOP = (1280, 900)
# Words of names: only such cases are run, to look at one again.
ONLY = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
# How long a script may take before it ends itself, and how long a page may.
LONGEST = 3600
PATIENCE = 15_000
# Of links that differ only in numbers as many are followed.
LINKS_A_SHAPE = 1 if QUICK else 3

# What browsers and servers said since the case began; see `case`.
breaches = []
# Functions that are called before each case, such as `Hub.rewind`.
before_each_case = []
open_hubs = []
# The one browser of a script, started when a tab is first asked for.
started = {}


# Cases


def case(function):
    """Runs a case at once, which is named by its first line of documentation, and prints a line for it."""
    tried(function.__doc__, function)
    return function


def tried(title, body):
    """Runs a case of a given name; what a page should not have done meanwhile is its failure too."""

    if ONLY not in title:
        return None

    def watched():
        for prepare in before_each_case:
            prepare()
        breaches.clear()
        note = body()
        check(not breaches, "; ".join(dict.fromkeys(breaches)))
        return note

    return cases.tell(title, watched)


def equal(found, wanted, what=""):
    check(found == wanted, f"{what}: {found!r} instead of {wanted!r}")


def until(condition, problem, longest=60):
    """Waits until a condition is true; fails with a problem, in words or as a function that returns them."""
    end = time.monotonic() + longest
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(problem() if callable(problem) else problem)
        time.sleep(0.05)


def finish():
    """Ends what was started, prints the counts as the last line, and ends the script."""
    clean()
    cases.finish()


def chromium():
    """The browser, which asks no other host for anything: each is unknown to it, and what asks is seen."""
    if not started:
        started["driver"] = sync_playwright().start()
        started["chromium"] = started["driver"].chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", f"--host-resolver-rules={NAMES}"],
        )
    return started["chromium"]


def clean():
    """Ends browser and servers, and removes what was made."""
    for name, end in (("chromium", "close"), ("driver", "stop")):
        if name in started:
            try:
                getattr(started.pop(name), end)()
            except Exception as error:
                print(f"the browser did not end: {error}", file=sys.stderr)
    end_hubs()


def end_hubs():
    while open_hubs:
        open_hubs.pop().stop()
    shutil.rmtree(ROOT, ignore_errors=True)


def give_up(number, _):
    """Ends the script at once, with what it started: a signal may come in the middle of a call to the browser."""
    print(
        f"{os.path.basename(sys.argv[0])}: ended by signal {number}, perhaps after {LONGEST} seconds", file=sys.stderr
    )
    end_hubs()
    # The browser ends with the pipe to it.
    os._exit(1)


atexit.register(clean)
for ending in (signal.SIGTERM, signal.SIGALRM):
    signal.signal(ending, give_up)
signal.alarm(LONGEST)


# The hub


class Hub:
    """A hub with all modules on, served on loopback at a free port by `options`, and its first user."""

    def __init__(self, samples=True, modules=True, ready=True, copy=None, options=()):
        self.home = tempfile.mkdtemp(dir=ROOT) + "/home"
        if copy:
            shutil.copytree(copy, self.home)
        if modules:
            atrium("modules", "enable", "--all", home=self.home, expect=0)
        if samples:
            self.take(*(f"{SAMPLES}/{name}" for name in sorted(os.listdir(SAMPLES)) if not name.endswith("README.md")))
            for words in MORE_SAMPLES:
                atrium(*words, home=self.home, expect=0)
        self.options, self.kept = options, None
        self.server = Server(self.home, *options)
        open_hubs.append(self)
        self.origin = f"http://127.0.0.1:{self.server.port}"
        self.links = {}
        self.visitor = Visitor(self)
        if ready:
            self.visitor.send(self.setup_path(), {"username": USER, "password": PASSWORD}, wanted=303)

    def take(self, *files):
        """Imports files, of which some may have nothing for this hub."""
        return result("import", *files, home=self.home, expect=(0, 65))

    def setup_path(self):
        """The path of the link that the server prints while nobody can log in."""
        for _ in range(50):
            with open(self.server.log, encoding="utf-8") as output:
                if found := re.search(r"http://127\.0\.0\.1:\d+(/setup/\w+)", output.read()):
                    return found[1]
            time.sleep(0.1)
        raise AssertionError("the server printed no link for the first user")

    def tab(self, visitor=None, size=PHONE, script=True, **options):
        """A tab of a new browser profile, logged in as a visitor; as the first user if none is given."""
        return Tab(self, self.visitor if visitor is None else visitor, size, script, options)

    def stop(self):
        """Ends the server, by force if it does not end by itself."""
        if self.server.process.poll() is None:
            self.server.stop()

    def keep(self):
        """Keeps the hub as it is now: from here on, each case begins with it, whatever the cases before have done."""
        if self.kept:
            shutil.rmtree(self.kept)
        self.kept = tempfile.mkdtemp(dir=ROOT) + "/kept"
        self.server.stop()
        shutil.copytree(self.home, self.kept)
        self.server = Server(self.home, *self.options, port=self.server.port)
        if self.rewind not in before_each_case:
            before_each_case.append(self.rewind)

    def rewind(self):
        """Makes the hub what it was at the last `keep`; its address, sessions and tabs stay."""
        self.server.process.kill()
        self.server.process.wait()
        shutil.rmtree(self.home)
        shutil.copytree(self.kept, self.home)
        self.server = Server(self.home, *self.options, port=self.server.port)
        self.visitor.connection.close()

    # What the hub holds

    def changes(self):
        """The number of the last change, 0 before the first."""
        items = self.visitor.api("history?limit=1")["items"]
        return items[0]["id"] if items else 0

    def exports(self):
        """The bytes of `export --all` by file name, but for the time at which they were made."""
        from home_state import exported

        name = os.path.basename(tempfile.mkdtemp(dir=ROOT))
        os.rmdir(f"{ROOT}/{name}")
        return exported(self.home, name)


class Visitor:
    """Somebody who asks the hub without a browser, on one connection, with a session once they are logged in."""

    def __init__(self, hub, log_in=None):
        self.hub, self.cookies = hub, {}
        self.connection = http.client.HTTPConnection("127.0.0.1", hub.server.port, timeout=60)
        if log_in:
            self.send("/login", {"username": log_in, "password": PASSWORD}, wanted=303)

    def ask(self, method, path, body=None, headers=None, wanted=None):
        """The answer to a request; cookies are kept."""
        fields = dict(headers or {})
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        for attempt in (1, 2):
            try:
                self.connection.request(method, path, body=body, headers=fields)
                response = self.connection.getresponse()
                break
            except (http.client.RemoteDisconnected, ConnectionError):
                # The server ends connections that were idle.
                self.connection.close()
                if attempt == 2:
                    raise
        answer = Answer(response, response.read())
        for cookie in answer.cookies():
            name, _, value = cookie.split(";")[0].partition("=")
            if value:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
        if wanted is not None:
            check(answer.status == wanted, f"{method} {path[:200]}: {answer.status} instead of {wanted}")
        return answer

    def get(self, path, wanted=None):
        return self.ask("GET", path, wanted=wanted)

    def send(self, path, fields, wanted=None, headers=None):
        """Sends a form as a page of the hub does; other headers may say that it comes from elsewhere."""
        own = {"Origin": self.hub.origin, "Content-Type": "application/x-www-form-urlencoded"}
        own = {name: value for name, value in (own | (headers or {})).items() if value is not None}
        return self.ask("POST", path, urlencode(fields).encode(), own, wanted)

    def api(self, path):
        """What the API gives, with the session."""
        return self.ask("GET", f"/api/v1/{path}", headers={"X-Atrium-Client": "script"}, wanted=200).json

    def rehearse(self, name, content):
        """The address of the page that shows what a file would become, once that is known."""
        head = f'--x\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
        fields = {"Origin": self.hub.origin, "Content-Type": "multipart/form-data; boundary=x"}
        answer = self.ask("POST", "/import", f"{head}{content}\r\n--x--\r\n".encode(), fields, wanted=303)
        page = answer.headers["Location"]
        for _ in range(200):
            if self.api(f"jobs/{page.split('/')[-1]}")["state"] not in ("waiting", "running"):
                return page
            time.sleep(0.1)
        raise AssertionError(f"{name} is not rehearsed")

    def all(self, path):
        """All records of a list of the API."""
        found, cursor = [], ""
        while cursor is not None:
            page = self.api(path + ("?limit=1000" if "?" not in path else "&limit=1000") + cursor)
            found += page["items"]
            cursor = f"&cursor={page['next']}" if page.get("next") else None
        return found


# The browser


class Markup(html.parser.HTMLParser):
    """The elements of a page as (name, attributes), read without a browser."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.feed(text)

    def handle_starttag(self, name, attributes):
        self.elements.append((name, {key: value or "" for key, value in attributes}))

    def links(self):
        return [own["href"] for name, own in self.elements if name == "a" and "href" in own]


class Tab:
    """A page in a browser profile of its own, which is watched."""

    def __init__(self, hub, visitor, size, script, options):
        self.hub, self.visitor, self.script, self.follows_links = hub, visitor, script, True
        self.context = chromium().new_context(
            viewport={"width": size[0], "height": size[1]},
            java_script_enabled=script,
            base_url=hub.origin,
            **options,
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(
            "addEventListener('securitypolicyviolation', event => console.error('policy broken: '"
            " + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))"
        )
        self.context.on("console", self.heard)
        self.context.on("weberror", lambda error: breaches.append(f"script failed: {error.error}"))
        self.context.on("dialog", self.asked)
        self.context.on("request", self.requested)
        self.context.on("response", self.responded)
        # Of a page that is told by its status alone, which the case judges.
        self.documents = {}
        # The statuses that a request of the page's script may get: what the case wants to be refused.
        self.may_get = ()
        self.was_cut_off = False
        if visitor.cookies:
            self.give_cookies(visitor.cookies)
        self.page = self.context.new_page()

    def give_cookies(self, cookies):
        self.context.add_cookies(
            [{"name": name, "value": value, "url": self.hub.origin} for name, value in cookies.items()]
        )

    def cookies(self):
        return {cookie["name"]: cookie for cookie in self.context.cookies()}

    def close(self):
        self.context.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # Watching

    def heard(self, message):
        if message.type != "error":
            return
        address = (message.location or {}).get("url", "")
        # The browser says of every page with a status from 400 on that it is one: the case judges that.
        if "Failed to load resource" in message.text and self.documents.get(address, 0) >= 400:
            return
        if self.was_cut_off and "ERR_INTERNET_DISCONNECTED" in message.text:
            return
        breaches.append(f"console on {self.page.url}: {message.text[:300]} ({address[:200]})")

    def asked(self, dialog):
        breaches.append(f"dialog on {self.page.url}: {dialog.type} {dialog.message[:100]!r}")
        dialog.dismiss()

    def requested(self, request):
        if not request.url.startswith((self.hub.origin + "/", "data:", "blob:", "about:")):
            breaches.append(f"request to another host: {request.url[:200]}")

    def responded(self, response):
        if response.request.is_navigation_request() or response.status in self.may_get:
            self.documents[response.url] = response.status
        elif response.status >= 400:
            breaches.append(f"{response.status} for {response.url[:200]}")

    # Going about

    def cut_off(self, is_off=True):
        """Takes the network away, or gives it back."""
        self.was_cut_off = True
        self.context.set_offline(is_off)

    def go(self, path, status=200):
        """Opens an address; a page must answer with the status."""
        self.arrive(self.page.goto(path), status)
        return self

    def follow(self, target, status=200):
        """Clicks on what leads to another page, given as selector or locator."""
        target = self.page.locator(target).first if isinstance(target, str) else target
        with self.page.expect_navigation() as navigation:
            target.click()
        self.arrive(navigation.value, status)
        return self

    def save(self, status=200):
        """Sends the page's form by its own button."""
        return self.follow("main form[data-form] .apply button.btn", status)

    def arrive(self, response, status):
        self.page.wait_for_load_state()
        found = response.status if response else 200
        check(
            found in status if isinstance(status, tuple) else found == status,
            f"{self.page.url} answers {found} instead of {status}: {self.problem()}",
        )
        if self.follows_links:
            self.check_links()

    def check_links(self):
        """Follows each link of the page that was not followed yet, as a request that changes nothing."""
        visitor = Visitor(self.hub)
        visitor.cookies = {name: cookie["value"] for name, cookie in self.cookies().items()}
        for address in links_of(self.page.content(), self.page.url, self.hub):
            found = visitor.get(address).status
            if found != 200:
                breaches.append(f"the link {address[:200]} on {self.page.url[:200]} answers {found}")
        visitor.connection.close()

    # What stands on the page

    @property
    def path(self):
        parts = urlsplit(self.page.url)
        return parts.path + (f"?{parts.query}" if parts.query else "")

    def problem(self):
        """What the page says that is wrong, in one line."""
        found = self.page.locator("#errors, .err, [role=alert]").all_inner_texts()
        return " / ".join(" ".join(text.split()) for text in found)[:500]

    def message(self):
        """The words of the message about what was just done."""
        found = self.page.locator(".toasts .toast p")
        return found.first.inner_text().strip() if found.count() else ""

    def text(self):
        return self.page.locator("body").inner_text()

    def heading(self):
        return self.page.locator("h1").inner_text()

    def open_all(self):
        """Opens what is folded."""
        folded = self.page.locator("main details:not([open]) > summary")
        for _ in range(folded.count()):
            folded.first.click()


def links_of(markup, place, hub):
    """The hub's own addresses that a page links to and nobody followed yet; a few of those that differ in numbers."""
    for address in Markup(markup).links():
        own = address.removeprefix(hub.origin)
        if not own.startswith("/"):
            check(
                own.startswith(
                    ("#", "http://", "https://", "mailto:", "tel:", "sms:", "xmpp:", "sip:", "sips:", "geo:")
                ),
                f"a link of another kind on {place}: {own[:100]}",
            )
            continue
        own = own.partition("#")[0]
        shape = re.sub(r"\d+", "0", own.replace("%2F", "/"))
        seen = hub.links.setdefault(shape, set())
        if own not in seen and len(seen) < LINKS_A_SHAPE:
            seen.add(own)
            yield own


def crawl(hub, visitor, most=400):
    """Follows links from the first page on, a few of each shape; gives the pages as path and markup."""
    hub.links.clear()
    waiting, count = ["/"], 0
    while waiting and count < most:
        path = waiting.pop(0)
        answer = visitor.get(path)
        count += 1
        if answer.status != 200:
            breaches.append(f"{path} answers {answer.status}")
            continue
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            text = answer.body.decode()
            yield path, text
            waiting += links_of(text, path, hub)
