#!/usr/bin/env bash
# Makes a Debian package of a program that is built: make.sh PROGRAM FOLDER
#
# The package contains the program, its completions, manual pages, licences, examples and systemd unit. Manual pages with a
# warning and findings of lintian are errors. Debug information goes into a file beside the package, which gdb finds by its
# name. try.sh installs the package where nothing else is.
set -euo pipefail

program=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/atrium
staging=$tree/staging
mkdir -p "$staging"/{examples,sysusers}
cp -r "$here/debian" "$tree/debian"

version=$(HOME=$work "$program" --version | sed 's/^atrium //')
python3 -B "$here/papers.py" "$version" "$work/papers"
mv "$work/papers/changelog" "$work/papers/copyright" "$tree/debian/"
mv "$work/papers/licences" "$staging/"
sed -i "s/@MAINTAINER@/$(cat "$work/papers/maintainer")/" "$tree/debian/control"

debug=atrium_${version}_$(dpkg --print-architecture).debug
objcopy --only-keep-debug --compress-debug-sections "$program" "$work/$debug"
objcopy --strip-debug --add-gnu-debuglink="$work/$debug" "$program" "$staging/atrium"
"$here/../completions.sh" "$program" "$staging/completions"
python3 -B "$here/manual.py" "$program" "$staging/manual" "$(cat "$work/papers/date")"
for page in "$staging"/manual/*.1; do
    said=$(mandoc -T lint -W warning "$page" 2>&1; groff -K utf8 -mandoc -T utf8 -ww -z "$page" 2>&1) || true
    [ -z "$said" ] || { printf 'make.sh: %s:\n%s\n' "${page##*/}" "$said" >&2; exit 1; }
done

# The unit of the examples, for the place where a package puts the program, and without its words on doing that by hand.
sed -n '/^\[Unit\]/,$ s#/usr/local/bin#/usr/bin#; /^\[Unit\]/,$ p' "$root/docs/examples/atrium.service" >"$tree/debian/atrium.service"
mv "$tree/debian/atrium.sysusers" "$staging/sysusers/atrium.conf"
cp -r "$root/SampleData" "$staging/examples/"
for example in atrium-notify atrium-reminders.service atrium-reminders.timer nginx.conf; do
    cp "$root/docs/examples/$example" "$staging/examples/"
    sed -i 's#/usr/local/bin#/usr/bin#' "$staging/examples/$example"
done

(cd "$tree" && dpkg-buildpackage --build=binary --no-sign) >"$work/log" 2>&1 || { tail -30 "$work/log" >&2; exit 1; }
package=$work/atrium_${version}_$(dpkg --print-architecture).deb
lintian --allow-root --fail-on error,warning --suppress-tags-from-file "$here/lintian-accepted" "$package"
cp "$package" "$work/$debug" "$folder/"
echo "$folder/${package##*/}"
