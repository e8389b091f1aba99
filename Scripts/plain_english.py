#!/usr/bin/env python3
"""plain_english.py: counts wording that is hard to read in comments, in help and messages, and in documents.

Without an option it prints a table. The other modes:
  --list PATTERN [FOLDER]  prints every hit of a pattern, in one folder of the table, below a path, or everywhere
  --check                  fails if a folder has more hits than Scripts/plain_english.json allows
  --budget                 lowers the numbers in that file to the present counts; it never raises one
  --self-test              runs the patterns on sentences whose result is known
  --root FOLDER            reads another package instead of this one

The unit is a sentence, or a clause that ends with a semicolon: line breaks never change a count. The script reads the
comments and string literals of Swift, and Markdown. It skips tests, SQL, code samples and generated pages."""

import argparse
import bisect
import collections
import json
import os
import re
import signal
import subprocess
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUDGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "plain_english.json")
# The sorts of text, with the headings of their columns.
SORTS = {"comments": "doc comments", "messages": "help and messages", "documents": "documents"}
LONGEST_SUBJECT = 60


# Patterns


class Pattern:
    """A wording to avoid: `bad` matches it after the phrases of `good` were removed from the sentence.

    In both expressions _ is a blank, and line breaks and blanks have no meaning."""

    def __init__(self, advice, bad, good=None, sorts=tuple(SORTS)):
        self.advice = advice
        self.bad = re.compile(bad.replace("_", "[ ]"), re.VERBOSE)
        self.good = re.compile(good.replace("_", "[ ]"), re.VERBOSE) if good else None
        self.sorts = sorts

    def hits(self, sentence):
        if self.good:
            sentence = self.good.sub("…", sentence)
        return not sentence.endswith("?") and self.bad.search(sentence) is not None


# X is a code span, a link or an interpolated value.
PATTERNS = {
    "opens-relative": Pattern(
        "Open with a noun phrase or a verb in the third person.",
        r"""^(?: (?:What|Whether|How|Whose|Whom?|Where(?:ver)?|Which|Why|Whoever|Whatever|Whichever)\b
            | (?:As_to|About|After|At|Before|Behind|By|For|From|In|Into|Of|On|Over|To|Under|Up_to|With|Without)_
              (?:what|which|whom|whose|whether)\b
            | (?:Those|The_ones?)_(?:of|that|which|who|whose|with|without|in|from|for)\b
            # A clause as the subject: “That a file is missing ...”.
            | That_(?:an?|the|it|its|no|none|nothing|each|every|one|they|there|some|any|all|both|we|those)\b
            # A condition without a main clause.
            | (?:If|When|Unless)_(?:it|they|one|there)_(?:is|are|was|were|has|have|had|can|does)_[^,]{1,40}\.$ )""",
        r"^Where(?:ver)?_(?:possible|appropriate|applicable|necessary|available|supported)\b",
        sorts=("comments",),
    ),
    "the-same": Pattern(
        "Name the other thing: “Like `run(_:)`, but ...”.",
        r"""^(?:(?:Just|Exactly|And|But|Also|Much)_)?(?:[Tt]he|[Aa]s_the|[Aa]lways_the)?_?[Ss]ame\b
            | ^(?:Same_as|Like|As|See)_(?:above|before|there)\b | ^(?:Likewise|Ditto)\b""",
        # What follows “as” is the other thing; the second phrase is a subject with its verb.
        r"""^(?:The_|As_the_)?[Ss]ame_(?:\w+_){0,3}?as\b(?!_(?:above|before|there)\b)
            | ^The_same_\w+_(?:\w+_)?(?:is|are|was|were|has|have|can|may|must|does|do|says?|apply|applies|works?)\b""",
        sorts=("comments",),
    ),
    "nil-where": Pattern(
        "Write “or nil if the row has no name”.",
        r"""(?<![\w.-])(?:nil|null|none|nothing|empty|true|false|zero|0|-1)[,:]?_
              (?:where|wherever|unless|without|in_case|when_(?:absent|missing|none)|for_none)\b
            | \bif_(?:there_(?:is|are|was|were)|(?:it|they|one)_(?:is|are|was|were))_none\b
            | (?:^|[,;(—]_?|\bor_)(?:nil|null|none|true|false|empty):_""",
        r"\bzero_without\b",
    ),
    "where-for-if": Pattern(
        "“If” states a condition, “when” a time, “where” a place.",
        r"""(?: ^[Ww]here(?:ver)?(?=_[^.]*,)
                | (?:[,;:(—–]_?|\b(?:only|except|even|but|and|or|so|just|also|it|them|none)_)where(?:ver)? )_
              (?:there|it|they|one|none|nothing|nobody|no|not|that|this|these|an?|any|some|somebody|two|several|both
                |(?:the|its)_\w+_(?:is|are|was|were|has|have|had|does|lacks|needs|says|names))\b
            | \b(?:is|are)_where_(?:nothing|none|nobody|no|there_(?:is|are)_(?:no|none))\b
            | \bin_case_(?:there|it|they|the|an?|one|that|this|no)\b
            | \b(?:in_?so_?far|so_far)_as\b | \bas_far_as_(?:it|they|that|this|one|can|known)\b""",
        r"\b(?:and|or)_where_(?:it|they|that|this)_(?:is|are|was|were|comes?|came|goes?|went)\b",
    ),
    "stands": Pattern(
        # The last good phrase is Polish, from the names of time zones.
        "Write is, has or contains.",
        r"""(?<![-\w])
              (?:stands?|standing|stood|sits?|sitting|sat|lies|lying|lain|resides?|residing|dwells?|dwelling)(?![-\w])
            | \blie_(?:in|at|on|under|between|outside|within|behind|before|after|there)\b""",
        r"\b(?:stand(?:s|ing)?|stood)_(?:in_for|for|by|out|alone|up|aside)\b|\bczas_stand\b",
    ),
    "is-none": Pattern(
        "Write “is not a” or “has no”.",
        r"""\b(?:is|are|was|were|be|been|being)_
              (?:none|nobody|no_one)\b(?!_of_(?:the|these|those|its|our|your|them)\b)
            | \b(?:is|are|was|were|be|been)_(?:nobody's|no_[A-Za-z])""",
        r"""\b[Tt]here(?:_\w+){0,2}?_(?:is|are|was|were|be|been)_no\b(?!_one\b)
            | \b(?:is|are|was|were|be|been)_no_(?:longer|more|less|fewer|other|different|better|worse|problem|matter
              |wonder|use|point|way|\w+er_than)\b""",
    ),
    "old-words": Pattern(
        "Name the user, the person or the program; write again, or at the same time.",
        r"""\b(?:[Nn]obody|[Nn]o_one|[Ss]omebody|[Aa]nybody|[Ee]verybody|[Ww]hoever|[Ww]homever|[Ww]hatever|[Ww]hichever
              |anew|afresh|[Mm]eanwhile|thereof|therein|thereby|thereupon|thereto|therefrom|hereby|herein|hitherto
              |wherein|whereby|whereupon|wherewith|lest|such_an?_one|(?:of|by|to|from)_whom
              |the_other(?:'s|s'(?=_)))(?!\w)""",
        r"\black_thereof\b|\b[Nn]o_one_(?:\w+_)?of\b",
    ),
    "headless": Pattern(
        "Name the noun: the file, the import, the record.",
        r"""\b(?:[Ww]hat|that_which|[Tt]hose_(?:that|which|who)|[Tt]he_(?:one|ones|thing|things)_(?:that|which|who)
              |[Ee]verything_that|[Aa]ll_that|[Aa]nything_that)_
            (?:is|are|was|were|be|has|have|had|does|do|did|came|comes?|goes|went|it|they|there|one|he|stays?|belongs?
              |says?|follows?|begins?|ends?|changed?|changes|needs?|can|cannot|may|must)\b
            | \b(?:of|for|from|with|without|to|by|in|on|at|than|as|like|behind|before|after|beside|and)_what_
              (?:the|an?|its|their|each|every|others?|this|these|only|somebody|nobody)\b
            | \bof_which\b""",
        r"""\bwhat_(?:went_wrong|is_going_on)\b
            | \b(?:each|both|most|all|none|neither|either|any|some|many|one|two|first|last|half|number|list)_of_which\b
            | \bof_which_(?:\d+|one|two|three|four|five|\w+ty|at_most|at_least|most|some|many|half)\b""",
    ),
    "weak-verbs": Pattern(
        "Write imports, exports, contains, returns or stores.",
        r"""\b(?:is|are|be|been|was|were|being)_
              (?: (?:taken|given|said|brought|told|handed)_(?:for|as|of|to|from|with|back|there|here|by|out)
                | (?:met|kept|left)_(?:for|as|of|to|from|with|back|there|here)
                | (?:kept|left)_by_(?:itself|themselves) | made_(?:for|as|of|from|there|here) )\b
            | \b(?:says?|said|tells?)_(?:of|what|so|nothing|that_it|how(?!_(?:much|many|long|often))|whose)\b
            | \b(?:goes|comes|came|gone)_(?:to|back|of|on|into|by|out|away|again|up)\b | \bgoes_with\b
            | \b(?:gives?|takes?|brings?|hands?)_(?:back|out|up|it_as|none|nothing|for)\b""",
        r"""\bwhen_it_comes_to\b | \bcomes?_to_mind\b | \bcame_up_with\b | \bcomes?_back_online\b
            | \bgives?_up\b | \btakes?_up\b | \b(?:[Cc]are|[Cc]aution)_(?:\w+_)*?taken_to\b
            | \b(?:is|are)_left_(?:as_an|to_the)\b | \bis_to_say\b | \byou_say_so\b""",
    ),
    "house-words": Pattern(
        "Use the user's word: record, row, event, contact.",
        r"""\b(?:[Cc]ontainers?|[Cc]laims?|claimed|[Dd]rafts?|[Rr]ehears\w+|hearsay|told|arrivals?|[Cc]odecs?
              |draw(?:ing|n)_of|fingerprints?|in_force)\b""",
        # The containers of Swift's coders, and a claim that is a verb.
        r"\b(?:[Kk]eyed|[Uu]nkeyed|[Vv]alue|JSON|persistence)_container\b|\bclaims?_to_\w+\b",
        sorts=("messages",),
    ),
}


# Sentences

NEVER_END = r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\betc\.)(?<!\bvs\.)"
END = re.compile(NEVER_END + r"(?<=[.!?:])[”\"')\]]*\s+(?=[A-Z“\"'(])|;\s+|\s*\r\s*")
CODE = re.compile(r"(`+)(.+?)\1", re.DOTALL)
WORD = re.compile(r"[A-Za-z']{2,}")


def placeholder(match):
    """X, with the line breaks of the text that it replaces; names of values such as nil stay readable."""
    text = match[2].strip() if match.re is CODE else ""
    return text if text in ("nil", "null", "true", "false", "none", "0", "-1") else "X" + "\n" * match[0].count("\n")


def without_markup(text):
    text = CODE.sub(placeholder, text)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"\[([^\]]*)\](?:\([^)\s]*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"https?://[^\s>)]+|<doc:[^>]*>", placeholder, text)
    text = re.sub(r"</?[A-Za-z][^<>]*>", " ", text)
    return re.sub(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)", "", text)


def sentences(start, text):
    """The sentences of at least three words, as (line, sentence)."""
    text = without_markup(text)
    at = 0
    for end in [*END.finditer(text), None]:
        part = text[at : end.start() if end else None]
        words = len(WORD.findall(part))
        # Code counts as a word here. Many words without a mark between them are a list of words.
        if words >= 2 and words + len(re.findall(r"\bX\b", part)) >= 3 and (words < 50 or re.search(r"[,.:()]", part)):
            skipped = len(part) - len(part.lstrip())
            yield start + text.count("\n", 0, at + skipped), " ".join(part.split())
        at = end.end() if end else at


# Markdown, in documents and in comments

ITEM = re.compile(r"(?:[-*+•]|\d+[.)])\s+")
LABEL = re.compile(r"(?!(?:nil|null|none|true|false):)(?:[Pp]arameter \S+|`[^`]+`|\w+):(?=\s|$)\s*")
SEPARATOR = re.compile(r"\|[\s:|-]+\|?$")
NO_TEXT = re.compile(r"#{1,6}\s|\[[^\]]+\]:\s|@\w+|\|?[\s:|-]+\|?$|[-=*_]{3,}|Permission is hereby granted")


def markdown(lines, is_comment=False):
    """The paragraphs, list items and table cells of numbered lines, as (line, text). Code and headings are left out."""
    lines = list(lines)
    texts, fence, is_open, in_list, generated = [], None, False, False, None
    for index, (number, line) in enumerate(lines):
        text = line.strip()
        if fence or re.match(r"```|~~~", text):
            if not fence:
                fence = text[:3]
            elif text.startswith(fence):
                fence = None
            is_open = False
            continue
        mark = re.match(r"<!-- (begin|end) ([\w-]+)", text)
        if mark:
            generated = mark[2] if mark[1] == "begin" else None
        text = re.sub(r"^(?:>\s?)+", "", text)
        if mark or generated or not text or NO_TEXT.match(text):
            is_open = False
            in_list = in_list and not text
            continue
        indent = len(line) - len(line.lstrip())
        item = ITEM.match(text)
        if item:
            in_list, is_open = True, False
            text = text[item.end() :]
        elif not is_open and indent >= 4 and not in_list:
            continue
        elif not is_open and indent == 0:
            in_list = False
        if text.startswith("|"):
            # The first row of a table has headings.
            if index + 1 == len(lines) or not SEPARATOR.match(lines[index + 1][1].strip()):
                texts += [(number, [cell.strip()]) for cell in re.split(r"(?<!\\)\|", text.strip("|"))]
            is_open = False
        elif is_open:
            texts[-1][1].append(text)
        else:
            label = LABEL.match(text) if item and is_comment else None
            # The text of a parameter may begin with Whether: “…” keeps it from opening a sentence.
            texts.append((number, ["… " + text[label.end() :] if label else text]))
            is_open = True
    return [(number, "\n".join(parts)) for number, parts in texts]


# Swift

# What escapes in literals mean; a carriage return ends a sentence here.
ESCAPES = {"n": "\r", "t": " ", "r": "", "0": "", "u": ""}
MARKS = re.compile(r"//[^\n]*|/\*|(?P<hashes>#*)(?P<quotes>\"\"\"|\")|[()]")
# A comment that is not for readers, and a line of a comment that is not.
NO_COMMENT = re.compile(r"\s*(?:===-|SPDX-|Licensed under|Copyright|swift-tools-version|Permission is hereby)")
NO_COMMENT_LINE = re.compile(r"\s*(?:MARK:|swift-format-ignore|swiftlint:|sourcery:)")
DECLARATION = re.compile(
    r"\s*(?:@\w+(?:\((?:[^()]|\([^()]*\))*\))?\s+|(?:public|package|internal|private|fileprivate|open|static|class"
    r"|final|mutating|nonmutating|nonisolated|override|consuming|borrowing|isolated|prefix|postfix|infix)\s+)*func\b"
)
SQL_LABEL = re.compile(r"\b(?:sql|\w*SQL)\b\s*(?::\s*\w+\s*)?[:=({]\s*(?:return\s+)?$")
SQL_WORD = re.compile(
    r"\b(?:SELECT|FROM|WHERE|JOIN|UNION|ORDER BY|GROUP BY|HAVING|LIMIT|INSERT|INTO|VALUES|UPDATE|SET|DELETE|CREATE"
    r"|TABLE|INDEX|TRIGGER|VIEW|DROP|ALTER|PRAGMA|AND|OR|NOT|NULL|EXISTS|BETWEEN|LIKE|CASE|WHEN|THEN|ELSE|CAST|TEXT"
    r"|INTEGER|BLOB|REAL|PRIMARY KEY|REFERENCES|CHECK|DEFAULT|UNIQUE|COLLATE|SAVEPOINT|ROLLBACK"
    r"|COMMIT|BEGIN|ATTACH|VACUUM)\b"
)
# Words that SQL does not have in lower case.
PROSE_WORD = re.compile(
    r"(?<![\w.\"'])(?:the|of|to|is|are|it|its|that|this|for|with|without|and|or|not|no|has|must|can|cannot|by|in|on|if"
    r"|when|from)(?![\w.\"'(])"
)
# Between two literals that are one text: a plus, or an expression between two.
PLUS = re.compile(r"\s*\+\s*(?:[\w.]+(?:\([^()\"]*\))?\s*\+\s*)?$")


class Swift:
    """The comments and the string literals of a source."""

    def __init__(self, source):
        self.source = source
        self.breaks = [match.start() for match in re.finditer("\n", source)]
        # Each as (start, end, text).
        self.comments, self.literals = [], []
        at = 0
        while at < len(source):
            # A closing parenthesis without an opening one ends a scan too soon: in a regular expression, for example.
            at = self.scan(at)
        self.literals.sort()

    def line(self, at):
        return bisect.bisect_left(self.breaks, at) + 1

    def scan(self, at, depth=0):
        """Reads code up to its end, or up to the parenthesis that closes an interpolation."""
        while mark := MARKS.search(self.source, at):
            at = mark.end()
            if mark[0].startswith("//"):
                self.comments.append((mark.start(), at, mark[0]))
            elif mark[0] == "/*":
                at = self.source.find("*/", at)
                at = len(self.source) if at < 0 else at + 2
                self.comments.append((mark.start(), at, self.source[mark.start() : at]))
            elif mark[0] == "(":
                depth += 1
            elif mark[0] == ")":
                depth -= 1
                if depth == 0:
                    return at
            else:
                at = self.literal(mark)
        return len(self.source)

    def literal(self, opening):
        """Reads a literal to its end; what it interpolates is X."""
        hashes, quotes = opening["hashes"], opening["quotes"]
        is_long = len(quotes) == 3
        end = f"{quotes}{hashes}" + ("" if is_long else "|\n")
        special = re.compile(rf"\\{hashes}(?P<escaped>u\{{\w*\}}|[^u])|{end}", re.DOTALL)
        parts, at = [], opening.end()
        while mark := special.search(self.source, at):
            parts.append(self.source[at : mark.start()])
            at = mark.end()
            if mark["escaped"] is None:
                break
            if mark["escaped"] == "(":
                at = self.scan(at - 1)
                parts.append("X" + "\n" * self.source.count("\n", mark.start(), at))
            else:
                parts.append(ESCAPES.get(mark["escaped"][0], mark["escaped"]))
        else:
            at = len(self.source)
        self.literals.append((opening.start(), at, "".join(parts)))
        return at

    def comment_blocks(self):
        """The comments as (end, slashes, lines); those on lines of their own that follow one another are one."""
        blocks, last = [], None
        for start, end, text in sorted(self.comments):
            line = self.line(start)
            if text.startswith("/*"):
                inner = re.sub(r"^/\*+|\*+/$", "", text).split("\n")
                lines = [(line + index, re.sub(r"^\s*\* ?", "", part)) for index, part in enumerate(inner)]
                blocks.append([end, "/*", lines])
                last = None
                continue
            slashes = re.match(r"///?", text)[0]
            is_alone = not self.source[self.source.rfind("\n", 0, start) + 1 : start].strip()
            if not (is_alone and last == (slashes, line - 1)):
                blocks.append([end, slashes, []])
            blocks[-1][0] = end
            blocks[-1][2].append((line, text[len(slashes) :].removeprefix(" ")))
            last = (slashes, line) if is_alone else None
        return blocks

    def joined_literals(self):
        """The literals as (start, text), with those that a + joins as one."""
        joined, ends = [], {}
        for start, end, text in self.literals:
            plus = PLUS.search(self.source, max(0, start - 200), start)
            before = ends.pop(start - len(plus[0]), None) if plus else None
            if before is None:
                before = len(joined)
                joined.append([start, text])
            else:
                joined[before][1] += "X" * (plus[0].count("+") - 1) + "\n" * plus[0].count("\n") + text
            ends[end] = before
        return joined

    def texts(self):
        """The comments and the messages, as (sort, line, text)."""
        for _, _, block in self.comment_blocks():
            if not any(NO_COMMENT.match(text) for _, text in block):
                lines = [(line, "" if NO_COMMENT_LINE.match(text) else text) for line, text in block]
                for line, text in markdown(lines, is_comment=True):
                    yield "comments", line, text
        for start, text in self.joined_literals():
            if len(WORD.findall(text)) >= 3 and " " in text and not self.is_sql(start, text):
                for line, part in markdown(enumerate(textwrap.dedent(text).split("\n"), self.line(start))):
                    yield "messages", line, part

    def is_sql(self, start, text):
        """Whether a literal is SQL: by the label before it, or by keywords without a word of prose."""
        if SQL_LABEL.search(self.source[max(0, start - 80) : start]):
            return True
        bare = re.sub(r"'[^']*'|--[^\n]*", "", text)
        return bool(SQL_WORD.search(bare)) and not PROSE_WORD.search(bare)

    def openings(self):
        """The comments of functions, as one line each."""
        for end, slashes, block in self.comment_blocks():
            if slashes == "///" and DECLARATION.match(self.source, end):
                yield " ".join(without_markup("\n".join(text for _, text in block)).split())


# The tree

# Folders of tests, of generated pages and of sample data.
OUT_OF_SCOPE = re.compile(r"(?:^|/)(?:Tests|IntegrationTests|node_modules)/|^docs/reference/|^SampleData/journal\.md$")
# Folders whose Swift files are tests or samples, and whose documents count.
ONLY_DOCUMENTS = re.compile(r"(?:^|/)(?:Fuzz|Benchmarks|Snippets|Examples)/")


def paths(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = os.path.relpath(os.path.join(folder, name), root)
            is_swift = name.endswith(".swift") and not ONLY_DOCUMENTS.search(path)
            if (is_swift or name.endswith(".md")) and not OUT_OF_SCOPE.search(path):
                yield path


def folder_of(path):
    """The folder that a file is counted in: a target, docs or one of its folders, the change log, or the rest."""
    parts = path.split("/")
    if parts[0] in ("Sources", "Plugins") and len(parts) > 2:
        return "/".join(parts[:2])
    if parts[0] == "docs":
        return "/".join(parts[:2]) if len(parts) > 2 else "docs"
    return path if path == "CHANGELOG.md" else "."


# Words that end in s as verbs do, and every such word before “of”, except a few verbs.
NO_VERBS = re.compile(
    r"(?:This|Its|As|Always|Process|Access|Thus|Plus|Besides|Minutes|Hours|Seconds|Days|Weekdays|Rows|Columns|Fields"
    r"|Items|Cells|Files|Bytes|Words|Lines|Texts|Values|Dates|Tasks|Tags|Keywords|Paragraphs|Modules|Inputs|Documents"
    r"|Paths|Ids|Numbers|Cards|Things|Settings|Drawings|Pictures|Exceptions|Parts|Alarms|Components|Parameters|Addresses"
    r"|Persons|Events|Entries|Options|Properties|Errors|Characters|Digits|Arguments|Commands"
    r"|(?!Consists|Says|Asks|Disposes|Gets|Tells)\w+s of)\b"
)


def opens_with_verb(comment):
    """Whether a comment opens with a verb in the third person: with a word in s that is no known noun."""
    return re.match(r"[A-Z][a-z]+s\b", comment) is not None and not NO_VERBS.match(comment)


class Counts:
    """The sentences, hits and function comments of a tree."""

    def __init__(self, root):
        # By (folder, sort), by (folder, sort, pattern), and by (folder,).
        self.sentences, self.hits = collections.Counter(), collections.Counter()
        self.functions, self.verbs = collections.Counter(), collections.Counter()
        # (path, line, sort, pattern, sentence)
        self.found = []
        for path in paths(root):
            try:
                with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
                    text = file.read()
            except FileNotFoundError:
                continue
            self.read(path, text)

    def read(self, path, text):
        folder = folder_of(path)
        if path.endswith(".md"):
            texts = [("documents", line, part) for line, part in markdown(enumerate(text.split("\n"), 1))]
        else:
            swift = Swift(text)
            texts = swift.texts()
            for comment in swift.openings():
                self.functions[(folder,)] += 1
                self.verbs[(folder,)] += opens_with_verb(comment)
        for sort, start, part in texts:
            for line, sentence in sentences(start, part):
                self.sentences[folder, sort] += 1
                for name, pattern in PATTERNS.items():
                    if sort in pattern.sorts and pattern.hits(sentence):
                        self.hits[folder, sort, name] += 1
                        self.found.append((path, line, sort, name, sentence))

    def folders(self):
        return sorted({folder for folder, _ in self.sentences})


# The table and the lists


def total(counter, folder=None, sort=None, pattern=None):
    """The sum over the keys (folder, sort, pattern) that have the given parts."""
    wanted = (folder, sort, pattern)
    return sum(number for key, number in counter.items() if all(one in (None, part) for one, part in zip(wanted, key)))


def rate(hits, number):
    return 1000 * hits / number if number else 0.0


def print_patterns(counts):
    """The hits of each pattern by sort of text."""
    print(f"{'pattern':15}" + "".join(f"{title + ', per 1,000':>32}" for title in SORTS.values()))
    for name in [*PATTERNS, None]:
        cells = []
        for sort in SORTS:
            hits = total(counts.hits, sort=sort, pattern=name)
            is_read = name is None or sort in PATTERNS[name].sorts
            per_thousand = rate(hits, total(counts.sentences, sort=sort))
            cells.append(f"{hits:>22,} {per_thousand:9.1f}" if is_read else " " * 32)
        print((f"{name or 'all':15}" + "".join(cells)).rstrip())
    cells = [f"{total(counts.sentences, sort=sort):>22,}" + " " * 10 for sort in SORTS]
    print((f"{'sentences':15}" + "".join(cells)).rstrip())


def print_folders(counts):
    """The rate of all hits in each folder, and how many comments of functions open with a verb."""
    width = max(len(folder) for folder in counts.folders())
    print(f"\n{'folder':{width}}  {'hits per 1,000':>14}  {'comments of functions':>21}  {'open with a verb':>16}")
    for folder in [*counts.folders(), None]:
        all_hits = rate(total(counts.hits, folder), total(counts.sentences, folder))
        functions, verbs = total(counts.functions, folder), total(counts.verbs, folder)
        share = f"  {functions:>21,}  {100 * verbs / functions:>14.0f} %" if functions else ""
        print(f"{folder or 'together':{width}}  {all_hits:>14.1f}{share}")


def print_hits(counts, name, folder=""):
    """The hits of a pattern; FOLDER is a folder of the table, or any other path."""
    if name not in PATTERNS:
        sys.exit(f"plain_english: “{name}” is no pattern; the patterns are {', '.join(PATTERNS)}")
    print(f"{name}: {PATTERNS[name].advice}")
    folder = folder.rstrip("/")
    is_counted = folder in counts.folders()
    folder += "/" if folder and not is_counted else ""
    for path, line, sort, pattern, sentence in counts.found:
        is_in = folder_of(path) == folder if is_counted else f"{path}/".startswith(folder)
        if pattern == name and is_in:
            print(f"{path}:{line}: [{sort}] {sentence[:200]}")


# The budget


def read_budget():
    """The allowed hits by (folder, sort, pattern), or None without the file."""
    if not os.path.exists(BUDGET):
        return None
    with open(BUDGET, encoding="utf-8") as file:
        nested = json.load(file)
    return {
        (folder, sort, name): number
        for folder, sorts in nested.items()
        for sort, patterns in sorts.items()
        for name, number in patterns.items()
    }


def write_budget(budget):
    nested = {}
    for (folder, sort, name), number in sorted(budget.items()):
        if number:
            nested.setdefault(folder, {}).setdefault(sort, {})[name] = number
    with open(BUDGET, "w", encoding="utf-8") as file:
        file.write(json.dumps(nested, indent=2) + "\n")


def excesses(counts, budget):
    """A line for each folder, sort and pattern with more hits than allowed."""
    for (folder, sort, name), hits in sorted(counts.hits.items()):
        allowed = budget.get((folder, sort, name), 0)
        if hits > allowed:
            yield (
                f"plain_english: {folder}: {name} in {SORTS[sort]}: {hits} hits, {allowed} allowed. "
                f"List them: Scripts/plain_english.py --list {name} {folder}"
            )


def lowerings(counts, budget):
    """A line for each folder with fewer hits than allowed."""
    lower = collections.defaultdict(list)
    for (folder, sort, name), allowed in sorted(budget.items()):
        hits = counts.hits[folder, sort, name]
        if hits < allowed:
            lower[folder].append(f"{name} in {sort} {allowed} to {hits}")
    return [f"plain_english: {folder} can be lowered: {', '.join(parts)}" for folder, parts in lower.items()]


def check(counts):
    budget = read_budget()
    if budget is None:
        sys.exit("plain_english: Scripts/plain_english.json is missing; Scripts/plain_english.py --budget writes it")
    for subject in long_subjects():
        print(f"plain_english: warning: {subject}", file=sys.stderr)
    if lower := lowerings(counts, budget):
        print("\n".join(lower))
        print("plain_english: Scripts/plain_english.py --budget lowers them")
    over = list(excesses(counts, budget))
    print("\n".join(over), file=sys.stderr, end="\n" if over else "")
    sys.exit(1 if over else 0)


def lower_budget(counts):
    budget = read_budget()
    if budget is None:
        write_budget(counts.hits)
        return
    write_budget({key: min(allowed, counts.hits[key]) for key, allowed in budget.items()})
    over = list(excesses(counts, budget))
    print("\n".join(over), file=sys.stderr, end="\n" if over else "")
    sys.exit("plain_english: these numbers were not raised" if over else 0)


def long_subjects():
    """The commits with a long subject among those that the upstream lacks, or else among the last 20."""

    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)

    commits = ["@{upstream}.."] if git("rev-parse", "@{upstream}").returncode == 0 else ["-20"]
    for line in git("log", "--no-merges", "--format=%h %s", *commits).stdout.splitlines():
        commit, subject = line.split(" ", 1)
        if len(subject) > LONGEST_SUBJECT:
            yield f"commit {commit}: subject of {len(subject)} characters, more than {LONGEST_SUBJECT}: {subject}"


# The self-test

# Sentences, with a pattern that each has.
BAD = [
    ("opens-relative", "Whether the user may write to the hub."),
    ("opens-relative", "What the exporter adds to a file."),
    ("opens-relative", "By which column the rows are sorted."),
    ("opens-relative", "That a file is missing must not end the backup."),
    ("opens-relative", "If it was edited since the last import."),
    ("opens-relative", "Those without a title or a date."),
    ("the-same", "The same for several records."),
    ("the-same", "The same, with a limit."),
    ("the-same", "As above, but for a range of days."),
    ("nil-where", "The date of birth, or nil where the card has no date."),
    ("nil-where", "The limit of the query; `nil` unless the caller sets one."),
    ("nil-where", "The place of the event, if there is any, or false: the place is unknown."),
    ("where-for-if", "The title is trimmed, where it has blanks at its end."),
    ("where-for-if", "Where the row has a uid, the import looks for the record."),
    ("where-for-if", "Writes a second file in case the first is full."),
    ("stands", "The version stands in the first line of the file."),
    ("stands", "The cache sits between the store and the server."),
    ("stands", "The vault resides in the home folder."),
    ("is-none", "The text is no date of the calendar."),
    ("is-none", "The row is rejected if its kind is none that the module has."),
    ("old-words", "Nobody else can open the vault."),
    ("old-words", "The index is built anew after each import."),
    ("old-words", "The record was removed by whoever sent the request."),
    ("headless", "Prints what is left in the queue."),
    ("headless", "Compares the record with that which was imported."),
    ("headless", "A text of which the importer knows one line."),
    ("weak-verbs", "The empty row is taken for a title."),
    ("weak-verbs", "The report says of each row that it is new."),
    ("weak-verbs", "The parser gives back the rest of the line."),
    ("house-words", "The rehearsal found two conflicts."),
]
# Sentences without any.
GOOD = [
    "Returns the person's age, or nil if the birth date is unknown.",
    "A Boolean value that indicates whether the record was edited.",
    "Like `run(_:values:)`, but reads the input after the permission check.",
    "The same value as `count`, but without removed rows.",
    "The same rule applies to outlines.",
    "What happens if two devices edit one record?",
    "That means a later import adds the row again.",
    "Where possible, the exporter keeps the order of the properties.",
    "If it is empty, the importer uses the file's name.",
    "The folder where the backups are stored.",
    "Prints the path of the vault and where it comes from.",
    "A stand-in for the clock in tests; RRULE stands for recurrence rule.",
    "The lists stay still while the outstanding requests finish.",
    "There is no limit, and there must be no second session.",
    "The token is no longer valid, and the file is no larger than 2 MB.",
    "None of the rows is changed, and none of them is removed.",
    "The package comes with a command-line tool.",
    "The time zone comes from the settings of the user.",
    "A message that describes what went wrong.",
    "Returns two lists, each of which is sorted by date.",
    "Calls `stands`, `nobody` and `what is` by their names.",
    "Show the changes that the import would make, and write nothing.",
    "The importer gives up after three attempts.",
    "Care must be taken to close the file before the move.",
    "A keyed container of the decoder has no value for this key.",
    "Use SELECT to read values FROM a table, and never UPDATE the log.",
]
SOURCE = r"""
/// The record's
/// key; X.
///
/// - Parameter name: Whether the name is
///   kept here.
func key() {
    fail("the first part and " + name
        + " with \(isLast ? "or the last of them" : "") behind")
    read(sql: "SELECT the FROM what WHERE it is none")
    read("SELECT id, name FROM person ORDER BY name")
    print("SELECT is not a command of the terminal")
}
"""
TEXTS = [
    ("comments", 2, "The record's key"),
    ("comments", 5, "… Whether the name is kept here."),
    ("messages", 8, "the first part and X with X behind"),
    ("messages", 9, "or the last of them"),
    ("messages", 12, "SELECT is not a command of the terminal"),
]
DOCUMENT = """
# Where is no text

| what it is | where it stands |
|---|---|
| the first cell here | the second cell here |

1. The item of a list
   goes on here. The next sentence.

```
Nobody reads this code.
```
"""
PARTS = [
    (6, "the first cell here"),
    (6, "the second cell here"),
    (8, "The item of a list goes on here."),
    (9, "The next sentence."),
]


def names_of(text):
    """The patterns that a text has."""
    parts = [part for _, part in sentences(1, text)]
    return [name for name, pattern in PATTERNS.items() if any(map(pattern.hits, parts))]


def self_test():
    failures = [(text, names_of(text), [name]) for name, text in BAD if name not in names_of(text)]
    failures += [(text, names_of(text), []) for text in GOOD if names_of(text)]
    swift = Swift(SOURCE)
    texts = [(sort, line, part) for sort, at, text in swift.texts() for line, part in sentences(at, text)]
    parts = [part for at, text in markdown(enumerate(DOCUMENT.split("\n"), 1)) for part in sentences(at, text)]
    failures += [("SOURCE", texts, TEXTS)] if texts != TEXTS else []
    failures += [("DOCUMENT", parts, PARTS)] if parts != PARTS else []
    for text, found, expected in failures:
        print(f"plain_english: {text}: found {found}, expected {expected}", file=sys.stderr)
    sys.exit(1 if failures else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--list", nargs="+", metavar=("PATTERN", "FOLDER"))
    modes.add_argument("--check", action="store_true")
    modes.add_argument("--budget", action="store_true")
    modes.add_argument("--self-test", action="store_true")
    parser.add_argument("--root", default=ROOT, metavar="FOLDER")
    options = parser.parse_args()
    # A reader such as `head` may close the output early.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if options.self_test:
        self_test()
    counts = Counts(options.root)
    if options.list:
        print_hits(counts, *options.list[:2])
    elif options.check:
        check(counts)
    elif options.budget:
        lower_budget(counts)
    else:
        print_patterns(counts)
        print_folders(counts)


if __name__ == "__main__":
    main()
