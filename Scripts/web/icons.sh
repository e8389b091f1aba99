#!/usr/bin/env bash
# Draws the PNG icons of Sources/CWebAssets/assets from icon.svg, by hand after icon.svg has changed. It needs rsvg-convert
# (Debian: librsvg2-bin) and pngquant.
#
# icon-192 and icon-512 have the round corners of icon.svg; icon-180 (home screens of iOS) and icon-mask (Android, which
# cuts it to a shape of its own) fill their square: the arches stand in the inner four fifths.
set -euo pipefail
cd "$(dirname "$0")/../../Sources/CWebAssets/assets"

draw() { # draw SIZE NAME: of the SVG on standard input
    rsvg-convert --width "$1" --height "$1" --output "$2.png"
    pngquant --force --ext .png --strip 64 "$2.png"
}
square() { sed 's/ rx="[^"]*"//' icon.svg; }

draw 192 icon-192 <icon.svg
draw 512 icon-512 <icon.svg
square | draw 180 icon-180
square | draw 512 icon-mask
