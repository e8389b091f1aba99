#!/usr/bin/env bash
# Fuzzes one reader: run.sh TARGET SECONDS. Builds it first; `run.sh --list` prints the targets.
#
# The inputs begin as Fuzz/Seeds/TARGET and the files of ../shared/corpus where it is there. Those that reach new code
# are kept in Fuzz/.corpus/TARGET, so that the next run goes on from there. Inputs that lead to a finding are put in
# Fuzz/.findings and never removed: mend the cause, keep the input as a test, then remove the file.
# The last line says how many inputs were tried and how many findings there are; the exit code is 1 where there is one.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
corpus_root=${CORPUS:-$here/../../shared/corpus}
targets=(vcard icalendar recurrence csv opml text)

if [ "${1:-}" = --list ]; then
    printf '%s\n' "${targets[@]}"
    exit 0
fi
target=${1:?"usage: run.sh TARGET SECONDS"}
seconds=${2:?"usage: run.sh TARGET SECONDS"}
[[ " ${targets[*]} " == *" $target "* ]] || {
    echo "run.sh: there is no target $target; the targets are ${targets[*]}" >&2
    exit 64
}

build=(swift build --package-path "$here" -c release --sanitize fuzzer --disable-index-store)
"${build[@]}" --product "$target" >&2
program=$("${build[@]}" --show-bin-path)/$target

corpus=$here/.corpus/$target
findings=$here/.findings
mkdir -p "$corpus" "$findings" "$here/Seeds/$target"

# The folders of the shared corpus that hold what a target reads, and the longest input that is tried.
case $target in
vcard) sources=(vcard) longest=8192 ;;
icalendar) sources=(icalendar rrule/libical) longest=8192 ;;
recurrence) sources=() longest=256 ;;
csv) sources=(csv) longest=4096 ;;
opml) sources=(opml) longest=8192 ;;
text) sources=(vcard/ez-vcard csv) longest=4096 ;;
esac

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

log=$(mktemp)
trap 'rm -f "$log"' EXIT
count_findings() { find "$findings" -name "$target-*" | wc -l; }
before=$(count_findings)
export SWIFT_BACKTRACE=enable=no
status=0
"$program" "$corpus" "$here/Seeds/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 \
    -max_len="$longest" -print_final_stats=1 -artifact_prefix="$findings/$target-" ${FUZZ_OPTIONS:-} \
    >"$log" 2>&1 || status=$?
executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
peak=$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")
found=$(($(count_findings) - before))
if [ "$status" -ne 0 ] || [ "$found" -ne 0 ]; then
    grep -E 'finding:|Fatal error|ERROR:|SUMMARY:|Test unit written' "$log" >&2 || tail -20 "$log" >&2
fi
echo "$target: ${executions:-unknown} executions in $seconds s, peak ${peak:-?} MB, $found findings"
[ "$status" -eq 0 ] && [ "$found" -eq 0 ]
