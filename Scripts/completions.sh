#!/usr/bin/env bash
# Writes the completions of a program for bash, zsh and fish: completions.sh PROGRAM FOLDER
#
# They know the commands of every module: which of them are on is another matter for each user.
set -euo pipefail

program=$(realpath "$1")
folder=$2
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export ATRIUM_HOME=$home/hub
"$program" modules enable --all >/dev/null
mkdir -p "$folder"
# Files that a shell only reads have no first line that names an interpreter.
"$program" --generate-completion-script bash | sed '1{/^#!/d}' >"$folder/atrium"
"$program" --generate-completion-script zsh >"$folder/_atrium"
"$program" --generate-completion-script fish >"$folder/atrium.fish"
