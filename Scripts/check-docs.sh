#!/usr/bin/env bash
# Checks the documents: every relative link leads to a file, every heading linked to exists, every test and target of make
# that is named is there, as is every script in their page; no path of one machine.
set -euo pipefail
cd "$(dirname "$0")/.."

failures=0
fail() {
    echo "$1" >&2
    failures=$((failures + 1))
}

# The anchor that a heading gets: lower case, punctuation dropped, blanks as hyphens.
has_anchor() {
    grep -E '^#+ ' "$1" | sed -E 's/^#+ +//; s/`//g' | tr '[:upper:]' '[:lower:]' |
        sed -E 's/[^[:alnum:] _-]//g; s/ /-/g' | grep -Fxq -- "$2"
}

documents() {
    find . -name .build -prune -o -name .git -prune -o -name '*.md' -type f -print | sort
}

while IFS= read -r document; do
    while IFS= read -r link; do
        case $link in
        '' | http://* | https://* | mailto:*) continue ;;
        esac
        file=${link%%#*}
        anchor=
        [ "$file" = "$link" ] || anchor=${link#*#}
        target=$document
        [ -z "$file" ] || target=$(dirname "$document")/$file
        if [ ! -e "$target" ]; then
            fail "$document: no such file: $link"
        elif [ -n "$anchor" ] && [ -f "$target" ] && ! has_anchor "$target" "$anchor"; then
            fail "$document: no such heading: $link"
        fi
    done < <(grep -oE '\]\([^) ]+\)' "$document" | sed -E 's/^\]\(//; s/\)$//')
done < <(documents)

# What the threat model names is there: suites, the tests of each, the words of a case in brackets, attacks and scripts.
model=docs/threat-model.md

# The text of a suite, and of its extensions.
suite() {
    cat $(grep -rlE "(struct|class|actor|extension) $1\\b" Tests Plugins/*/Tests) /dev/null |
        awk -v suite="$1" '$0 ~ "(struct|class|actor|extension) " suite "([ :<{]|$)" { inside = 1 } inside { print } /^}/ { inside = 0 }'
}

while IFS= read -r suite; do
    text=$(suite "$suite")
    grep -qF '@Test' <<<"$text" || fail "$model: no such suite: $suite"
    # A chain of its tests: the first with the suite, those after it by their names.
    while IFS= read -r name; do
        grep -qE "func $name\b" <<<"$text" || fail "$model: no such test: $suite.$name"
    done < <(grep -oE "\b$suite\.[A-Za-z0-9]+(, [a-z]+[A-Z][A-Za-z0-9]*)*" "$model" | sed 's/^[^.]*\.//' | tr -d ' ' | tr ',' '\n' | sort -u)
    while IFS= read -r words; do
        grep -qF -- "\"$words\"" <<<"$text" || fail "$model: no such case: $suite ($words)"
    done < <(grep -oE "\b$suite \([^)]+\)" "$model" | sed -E 's/^[^(]*\(//; s/\)$//' | sort -u)
done < <(grep -oE '\b[A-Z][A-Za-z]*Tests\b' "$model" | sort -u)
while IFS=. read -r script name; do
    [ -n "$(find Scripts -name "$script.$name")" ] || grep -qsE "^def $name\(" "Scripts/attacks/$script.py" ||
        fail "$model: no such script or attack: $script.$name"
done < <(grep -oE '\b([a-z-]+\.(py|sh)|(files|values|calendars|archives|terminal|web|accounts)\.[a-z_]+)\b' "$model" | sort -u)

# Nothing stands in Scripts that its page does not name; what is to be made can be made, and says what it is for.
for script in Scripts/*; do
    name=${script##*/}
    [ "$name" = README.md ] || [ "$name" = __pycache__ ] || grep -qF "]($name)" Scripts/README.md || fail "Scripts/README.md does not name $name"
done
while IFS= read -r name; do
    grep -qE "^$name:.*## " Makefile || fail "make help does not name $name"
done < <({ grep -E '^[a-z-]+:' Makefile | cut -d: -f1; documents | xargs grep -ohE '`make [a-z-]+' | cut -d' ' -f2; } | sort -u)

if grep -nE '(^|[^[:alnum:]_.])/(work|opt|root)/[a-z]' $(documents) /dev/null >&2; then
    fail "A document names a path that exists on one machine only."
fi

[ "$failures" -eq 0 ] || { echo "check-docs: $failures problem(s)" >&2; exit 1; }
