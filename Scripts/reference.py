#!/usr/bin/env python3
"""reference.py PROGRAM [--check]: writes docs/reference, and the table of modules of the README, from what the program
says of itself; with --check it only says where that differs, and fails.

Commands come from `--help`, their routes and results from `openapi`, settings from the commands that list them, tables
from the schema of a vault with all modules on. The program does not tell its error codes: those are read from the Swift
sources that declare them, and held to the answers that OpenAPI describes."""

import difflib
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile

from program import Program

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
FOLDER = os.path.join(ROOT, "docs", "reference")
README = "../../README.md"
MADE = "<!-- Made by `make reference`; do not edit. -->\n\n"


# Commands


def camel(words):
    first, *rest = [part for word in words for part in word.split("-")]
    return first + "".join(part.capitalize() for part in rest)


def cell(text):
    return " ".join(str(text).split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def table(columns, rows):
    return (
        "\n".join(
            ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
            + ["| " + " | ".join(row) + " |" for row in rows]
        )
        + "\n\n"
    )


class Description:
    """The OpenAPI document: operations by id, and schemas."""

    def __init__(self):
        document = json.loads(run("openapi"))
        self.schemas, self.responses = document["components"]["schemas"], document["components"]["responses"]
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
            if isinstance(operation, dict) and "operationId" in operation
        }

    def result(self, operation):
        """The name of the schema of an answer, and whether there are many."""
        for status in ("200", "201", "202"):
            content = (
                operation["responses"].get(status, {}).get("content", {}).get("application/json", {}).get("schema", {})
            )
            items = content.get("properties", {}).get("items", {}).get("items", {})
            if "$ref" in content or "$ref" in items:
                return (content.get("$ref") or items["$ref"]).rsplit("/", 1)[1], "$ref" in items
        return None, False

    def kind(self, schema):
        """A type in words, such as `integer, 1 to 31` or `list of text`."""
        if "$ref" in schema:
            return "object"
        types = schema.get("type", "any")
        types = [kind for kind in ([types] if isinstance(types, str) else types) if kind != "null"]
        words = (
            {"string": {"date": "date", "date-time": "instant"}.get(schema.get("format"), "text")}.get(
                types[0], types[0]
            )
            if types
            else "any"
        )
        if schema.get("enum"):
            words = ", ".join(f"`{choice}`" for choice in schema["enum"] if choice is not None)
        elif words == "array":
            words = "list of " + self.kind(schema.get("items", {}))
        elif "minimum" in schema and "maximum" in schema:
            words += f", {schema['minimum']} to {schema['maximum']}"
        return words

    def fields(self, name):
        rows = []
        for field, schema in self.schemas[name].get("properties", {}).items():
            nullable = isinstance(schema.get("type"), list) and "null" in schema["type"]
            rows.append(
                (
                    f"`{field}`",
                    self.kind(schema) + (" or null" if nullable else ""),
                    cell(schema.get("description", "")),
                )
            )
            inner = schema.get("items", schema).get("properties", {})
            rows += [
                (f"`{field}.{part}`", self.kind(value), cell(value.get("description", "")))
                for part, value in inner.items()
            ]
        return rows


def command(help_, description):
    """The part of a page that is about one command."""
    words = " ".join(help_.words)
    text = (
        f"## atrium {words}\n\n"
        + "\n\n".join(cell(part) for part in help_.overview)
        + f"\n\n```\n{help_.usage}\n```\n\n"
    )
    rows = [(f"`{name}`", cell(said)) for name, said in help_.own]
    if rows:
        text += table(["argument or option", "meaning"], rows)
    if camel(help_.words) in description.operations:
        method, path, operation = description.operations[camel(help_.words)]
        name, many = description.result(operation)
        text += (
            f"Over HTTP: `{method} /api/v1{path}`."
            + (f" Gives {'a list of ' if many else ''}`{name}`." if name else "")
            + "\n\n"
        )
    return text


def pages(description):
    """One page for each module, and one for the hub's own commands."""
    found = run.tree()
    modules = found[()].sections["SUBCOMMANDS"]
    result = {"README.md": index(found[()], modules)}
    for page, names in [(name, [name]) for name, _ in modules] + [
        ("hub", [name for name, _ in found[()].sections["HUB SUBCOMMANDS"]])
    ]:
        helps = [help_ for words, help_ in found.items() if words and words[0] in names and not help_.subcommands]
        helps.sort(key=lambda help_: names.index(help_.words[0]))
        title, about = (
            (f"# {page}", found[page,].overview[0])
            if page != "hub"
            else ("# The hub's own commands", "What the program can do with any module.")
        )
        text = f"{title}\n\n{MADE}{cell(about)}\n\n" + "".join(command(help_, description) for help_ in helps)
        used = [name for name in description.schemas if re.search(rf"`{name}`", text)]
        text += "# What commands give\n\nThe fields of `--json` and of HTTP.\n\n" if used else ""
        for name in used:
            text += f"## {name}\n\n" + table(["field", "type", "meaning"], description.fields(name))
        result[f"{page}.md"] = text
    return result


def index(help_, modules):
    options = [(f"`{name}`", cell(text)) for name, text in help_.of("OPTIONS")]
    return (
        "# Reference\n\n"
        + MADE
        + "Every command with its arguments, options, choices and results; every table, error and setting. "
        "All of it is what the program\nsays of itself, so that it is true of this version.\n\n"
        + table(
            ["page", "what is in it"],
            [(f"[{name}]({name}.md)", cell(text)) for name, text in modules]
            + [
                (
                    "[hub](hub.md)",
                    "modules, users, tokens, settings, tags, links, imports, exports, search, undo, backups, "
                    "the server",
                ),
                ("[tables](tables.md)", "the tables of a vault with all modules on, and of the accounts"),
                ("[errors](errors.md)", "error codes with the exit status and the status over HTTP"),
                ("[settings](settings.md)", "settings of a user and of the hub"),
            ],
        )
        + "## Options that every command takes\n\n"
        + table(["option", "meaning"], options)
    )


# Tables


def schema(path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    virtual = [
        name for name, sql in database.execute("SELECT name, sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'")
    ]
    text = ""
    for name, sql in database.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"
    ).fetchall():
        # What SQLite keeps for itself, and for a full-text index, is no table of ours.
        if name.startswith("sqlite_") or any(name.startswith(f"{owner}_") for owner in virtual):
            continue
        text += f"## {name}\n\n"
        if name in virtual:
            text += f"A full-text index: `{cell(sql.split('USING', 1)[1])}`.\n\n"
            continue
        points = {
            row[3]: f"{row[2]}" + (f", {row[6].lower()}" if row[6] != "NO ACTION" else "")
            for row in database.execute(f'PRAGMA foreign_key_list("{name}")')
        }
        rows = [
            (
                f"`{column}`",
                kind.lower(),
                "key" if key else "must have a value" if required else "",
                f"`{cell(default)}`" if default is not None else "",
                points.get(column, ""),
            )
            for _, column, kind, required, default, key in database.execute(f'PRAGMA table_info("{name}")')
        ]
        text += table(["column", "type", "", "default", "points at; when that is removed"], rows)
        indexes = [
            (row[1], row[2], [part[2] or "(expression)" for part in database.execute(f'PRAGMA index_info("{row[1]}")')])
            for row in database.execute(f'PRAGMA index_list("{name}")')
        ]
        for _, unique, columns in sorted(indexes):
            text += f"* {'unique' if unique else 'index'}: {', '.join(f'`{column}`' for column in columns)}\n"
        text += "\n" if indexes else ""
    database.close()
    return text


def tables():
    return {
        "tables.md": "# Tables\n\n"
        + MADE
        + "Every user's data is a vault: one SQLite file. A module's tables begin with its name, "
        "the hub's own with `host_` and `search_`.\n\n"
        + schema(f"{HOME}/hub/vaults/1/vault.sqlite")
        + "# The accounts\n\n`hub.sqlite`, beside the vaults.\n\n"
        + schema(f"{HOME}/hub/hub.sqlite")
    }


# Errors and settings


def switch(source, name):
    """The cases of a computed property that is one switch, as case name to number."""
    body = re.search(rf"var {name}: \w+ \{{\s*switch self \{{(.*?)\n        \}}", source, re.DOTALL)
    if not body:
        sys.exit(f"reference.py: there is no switch “{name}” where it was")
    return {
        case.strip(" .`"): int(number)
        for cases, number in re.findall(r"case ([^:]+): (\d+)", body[1])
        for case in cases.split(",")
    }


def constant(name):
    """The exit status that a file of the terminal's streams declares."""
    with open(f"{ROOT}/Sources/AtriumCLI/Streams/{name}.swift", encoding="utf-8") as file:
        return re.search(r"static let exitStatus: Int32 = (\d+)", file.read())[1]


def errors(description):
    with open(f"{ROOT}/Sources/AtriumSDK/Values/AtriumError.swift", encoding="utf-8") as file:
        source = file.read()
    with open(f"{ROOT}/Sources/AtriumHost/Description/Route.swift", encoding="utf-8") as file:
        statuses = switch(file.read(), "httpStatus")
    exits = switch(source, "exitStatus")
    body = source[source.index("enum Code") : source.index("var exitStatus")]
    cases = re.findall(r"((?: *///[^\n]*\n)+) *case (`?\w+`?)(?: = \"([^\"]+)\")?\n", body)
    names = [name.strip("`") for _, name, _ in cases]
    if not names or set(names) != exits.keys() or set(names) != statuses.keys():
        sys.exit(f"reference.py: codes without a status: {set(names) ^ exits.keys() | set(names) ^ statuses.keys()}")
    rows, said = [], {}
    for lines, name, raw in cases:
        name = name.strip("`")
        text = re.sub(r"``(?:\w+/)?(\w+)``", r"`\1`", " ".join(line.strip(" /") for line in lines.splitlines()).strip())
        rows.append((f"`{raw or name}`", str(exits[name]), str(statuses[name]), cell(text)))
        said.setdefault(statuses[name], set()).add(raw or name)
    described = {
        int(name.removeprefix("Error")): set(re.findall(r"[a-z-]+", answer["description"].split(":")[1]))
        for name, answer in description.responses.items()
    }
    for status, codes in said.items():
        if not codes <= described.get(status, set()):
            sys.exit(f"reference.py: OpenAPI describes {described.get(status)} for {status}, the sources {codes}")
    only = [
        (f"`{code}`", str(status))
        for status, codes in sorted(described.items())
        for code in sorted(codes - said.get(status, set()))
    ]
    return {
        "errors.md": "# Errors\n\n"
        + MADE
        + "A terminal prints `atrium: what was wrong: what to do` and ends with the exit status (as in sysexits.h); "
        "with `--json` also\n"
        '`{"error":{"code","message","remedy"}}`, and `choices` where names fit several records. '
        "HTTP answers with the status\n"
        "and the same object; from 500 on without the reason.\n\n"
        + table(["code", "exit status", "HTTP", "meaning"], rows)
        + f"A process that Ctrl-C ends has status {constant('Interruption')}; "
        f"one whose reader has gone, {constant('ByteStreams')}.\n\n"
        "## Codes that only HTTP has\n\n" + table(["code", "HTTP"], only)
    }


def settings():
    text = "# Settings\n\n" + MADE
    for title, words, how in [
        ("A user's", ("settings", "list"), "atrium settings set KEY VALUE"),
        ("The hub's", ("hub", "list"), "atrium hub set KEY VALUE"),
    ]:
        rows = [
            (f"`{item['key']}`", f"`{item['value']}`" if item["value"] else "", cell(item["help"]))
            for item in json.loads(run(*words, "--json"))["items"]
        ]
        # The zone is that of the machine, which is fixed here.
        rows = [(key, "the machine's" if key == "`zone`" else value, help_) for key, value, help_ in rows]
        text += f"## {title}\n\n`{how}` changes one.\n\n" + table(["setting", "default", "meaning"], rows)
    return {"settings.md": text}


# The README's table


def modules():
    """Each module with what it keeps and the formats that it really takes and gives: SampleData, a text of jrnl, one of
    todo.txt, one of TaskPaper, and what the modules themselves export of these are given to each."""
    formats = {
        "vcard": "vCard",
        "icalendar": "iCalendar",
        "opml": "OPML",
        "csv": "CSV",
        "markdown": "Markdown",
        "jrnl": "jrnl",
        "todotxt": "todo.txt",
        "taskpaper": "TaskPaper",
    }
    probes = f"{HOME}/probes"
    shutil.copytree(f"{ROOT}/SampleData", probes)
    for name, text in {
        "journal.txt": "[2026-01-02 09:30] A title\nA text.\n",
        "todo.txt": "(A) 2026-01-02 Call the plumber +House @phone\n",
        "garden.taskpaper": "Garden:\n\t- Order seeds @due(2026-04-05)\n",
    }.items():
        with open(f"{probes}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    found = json.loads(run("modules", "list", "--json"))["items"]
    run("import", probes)
    given = {
        module["id"]: [
            name
            for name in formats
            if not run.attempt(
                "export", module["id"], "--format", name, "--output", f"{probes}/exported-{module['id']}.{name}"
            ).returncode
        ]
        for module in found
    }
    rows = []
    for module in found:
        name = module["id"]
        taken = json.loads(run.attempt("import", probes, "--dry-run", "--json", "--module", name).stdout).get(
            "files", []
        )
        taken = {file["format"] for file in taken if file["added"] + file["updated"] + file["unchanged"]}
        rows.append(
            (
                f"[{name}](docs/reference/{name}.md)",
                cell(module["summary"]).rstrip("."),
                *(
                    ", ".join(said for format_, said in formats.items() if format_ in names)
                    for names in (taken, given[name])
                ),
            )
        )
    with open(f"{ROOT}/README.md", encoding="utf-8") as file:
        text, count = re.subn(
            r"(<!-- begin modules[^>]*-->\n).*?(\n<!-- end modules -->)",
            lambda mark: (
                mark[1] + "\n" + table(["module", "what it keeps", "reads", "writes"], rows).rstrip() + "\n" + mark[2]
            ),
            file.read(),
            flags=re.DOTALL,
        )
    if count != 1:
        sys.exit("reference.py: README.md has no place for the modules")
    return {README: text}


with tempfile.TemporaryDirectory(prefix="atrium-reference-") as HOME:
    run = Program(sys.argv[1], HOME)
    run("modules", "enable", "--all")
    openapi = Description()
    documents = {
        name: text.rstrip() + "\n"
        for name, text in (pages(openapi) | tables() | errors(openapi) | settings() | modules()).items()
    }
present = {
    name: open(f"{FOLDER}/{name}", encoding="utf-8").read()
    for name in [README] + (os.listdir(FOLDER) if os.path.isdir(FOLDER) else [])
}
if "--check" in sys.argv:
    different = sorted(name for name in documents.keys() | present.keys() if documents.get(name) != present.get(name))
    for name in different:
        lines = difflib.unified_diff(
            present.get(name, "").splitlines(),
            documents.get(name, "").splitlines(),
            f"docs/reference/{name}",
            "as the program says",
            lineterm="",
            n=0,
        )
        print("\n".join(list(lines)[:20]), file=sys.stderr)
    print(
        f"reference: {len(documents)} pages, {len(different)} differ"
        + (": `make reference` writes them anew" if different else "")
    )
    sys.exit(1 if different else 0)
os.makedirs(FOLDER, exist_ok=True)
for name in present.keys() - documents.keys():
    os.remove(f"{FOLDER}/{name}")
for name, text in documents.items():
    with open(f"{FOLDER}/{name}", "w", encoding="utf-8") as page:
        page.write(text)
print(f"reference: {len(documents)} pages")
