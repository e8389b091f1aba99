#!/usr/bin/env bash
# Fuzzes one reader. Builds it first.
#
#   run.sh TARGET SECONDS        explores: tries new inputs for so long
#   run.sh TARGET --regression   tries the same inputs, as many of them, on every machine and at any time
#   run.sh --list                prints the targets
#
# The inputs begin as Fuzz/Seeds/TARGET and the files of ../shared/corpus where it is there. Those that reach new code
# are kept in Fuzz/.corpus/TARGET, so that exploring goes on from there; a regression run neither reads nor keeps any.
# Inputs that lead to a finding are put in Fuzz/.findings and never removed: mend the cause, keep the input as a test,
# then remove the file. They are also printed in base64, for machines that are gone afterwards.
# The last line says how many inputs were tried and how many findings there are; the exit code is 1 where there is one.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
corpus_root=${CORPUS:-$here/../../shared/corpus}
targets=(vcard icalendar recurrence csv opml markdown jrnl todotxt taskpaper text)

if [ "${1:-}" = --list ]; then
    printf '%s\n' "${targets[@]}"
    exit 0
fi
usage="usage: run.sh TARGET SECONDS | run.sh TARGET --regression | run.sh --list"
target=${1:?"$usage"}
amount=${2:?"$usage"}
[[ " ${targets[*]} " == *" $target "* ]] || {
    echo "run.sh: there is no target $target; the targets are ${targets[*]}" >&2
    exit 64
}

build=(swift build --package-path "$here" -c release --sanitize fuzzer --disable-index-store)
"${build[@]}" --product "$target" >&2
program=$("${build[@]}" --show-bin-path)/$target

findings=$here/.findings
log=$(mktemp)
work=$(mktemp -d)
trap 'rm -rf "$log" "$work"' EXIT

# The folders of the shared corpus that hold what a target reads, the longest input that is tried, and how many inputs a
# regression run tries: about a minute's worth, more of those that find most.
case $target in
vcard) sources=(vcard) longest=8192 inputs=15000 ;;
icalendar) sources=(icalendar rrule/libical) longest=8192 inputs=60000 ;;
recurrence) sources=() longest=256 inputs=3000000 ;;
csv) sources=(csv) longest=4096 inputs=60000 ;;
opml) sources=(opml) longest=8192 inputs=50000 ;;
markdown) sources=() longest=2048 inputs=20000 ;;
jrnl) sources=() longest=2048 inputs=200000 ;;
todotxt) sources=(todotxt) longest=2048 inputs=60000 ;;
taskpaper) sources=(taskpaper omnifocus) longest=2048 inputs=60000 ;;
text) sources=(vcard/ez-vcard csv) longest=4096 inputs=400000 ;;
esac

corpus=$here/.corpus/$target
[ "$amount" != --regression ] || corpus=$work/corpus
mkdir -p "$corpus" "$findings" "$here/Seeds/$target"

# Seeds under their check sums, once; libFuzzer cuts none, so that long ones would only cost time.
for source in "${sources[@]}"; do
    [ -d "$corpus_root/$source" ] || continue
    find "$corpus_root/$source" -type f -size "-$((longest / 1024 + 1))k" -print0 |
        while IFS= read -r -d '' file; do
            name=$(sha1sum <"$file" | cut -d' ' -f1)
            [ -e "$corpus/$name" ] || cp "$file" "$corpus/$name"
        done
done

# Rules by themselves, each after eight bytes that say when it begins and what is asked of it.
if [ "$target" = recurrence ] && [ -d "$corpus_root" ]; then
    { grep -rhaoE '^RRULE:[A-Z0-9=;,+-]+' "$corpus_root/icalendar" "$corpus_root/rrule" || true; } | tr -d '\r' | sort -u |
        while IFS= read -r rule; do
            name=$(sha1sum <<<"$rule" | cut -d' ' -f1)
            [ -e "$corpus/$name" ] || printf '@..@@@..%s' "${rule#RRULE:}" >"$corpus/$name"
        done
fi

# Nothing that differs from run to run may choose the inputs: not the time, nor the order in which a folder lists its
# files, nor the seed of hashes, nor what the program compares, since that may be addresses. What reaches new code goes
# into an empty folder, which is not read again.
regression() {
    export SWIFT_DETERMINISTIC_HASHING=1
    for folder in "$corpus" "$here/Seeds/$target"; do
        find "$folder" -type f | LC_ALL=C sort
    done | paste -sd, >"$work/seeds"
    mkdir "$work/new"
    "$program" "$work/new" -seed_inputs="@$work/seeds" -seed=1 -runs="$inputs" -reload=0 -use_cmp=0 "$@"
}

explore() { "$program" "$corpus" "$here/Seeds/$target" -max_total_time="$amount" "$@"; }

count_findings() { find "$findings" -name "$target-*" | wc -l; }
before=$(count_findings)
export SWIFT_BACKTRACE=enable=no
run=explore
[ "$amount" != --regression ] || run=regression
status=0
SECONDS=0
$run -timeout=10 -rss_limit_mb=1024 -max_len="$longest" -print_final_stats=1 \
    -artifact_prefix="$findings/$target-" ${FUZZ_OPTIONS:-} >"$log" 2>&1 || status=$?
executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
units=$(sed -n 's/^stat::new_units_added: *//p' "$log")
peak=$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")
found=$(($(count_findings) - before))
if [ "$status" -ne 0 ] || [ "$found" -ne 0 ]; then
    # A finding's message may have several lines; the stack is behind it.
    grep -aE -A 20 'finding:|Fatal error|ERROR:|SUMMARY:|Test unit written' "$log" | grep -avE '^ +#[0-9]+ |^--$' >&2 ||
        tail -20 "$log" >&2
    find "$findings" -name "$target-*" -newer "$work" -size -33k -exec sh -c 'echo "$1:"; base64 "$1"' - {} \; >&2
fi
echo "$target: ${executions:-unknown} executions in $SECONDS s, ${units:-?} reached new code, peak ${peak:-?} MB, $found findings"
[ "$status" -eq 0 ] && [ "$found" -eq 0 ]
