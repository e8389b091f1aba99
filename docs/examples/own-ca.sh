#!/usr/bin/env bash
# Creates a certificate for one name, and the authority that signs it: own-ca.sh NAME FOLDER
#
# The authority is created once and reused: run the script again within a year for another certificate of 397 days.
# Another name needs another folder. Install only FOLDER/authority.pem on phones and computers, no other file of the
# folder. The authority can vouch only for this name and names below it, so a stolen FOLDER/authority.key endangers no
# other site. Keep the key on this machine only.
set -euo pipefail
name=$1 folder=$2
none=0:0:0:0:0:0:0:0
umask 077
mkdir -p "$folder"
cd "$folder"

if [ ! -e authority.key ]; then
    openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -keyout authority.key -out authority.pem \
        -subj "/CN=Authority of $name" -addext "keyUsage=critical,keyCertSign,cRLSign" \
        -addext "nameConstraints=critical,permitted;DNS:$name,excluded;IP:0.0.0.0/0.0.0.0,excluded;IP:$none/$none"
fi
openssl req -new -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj "/CN=$name"
# iPhones require a subject alternative name, the purpose, and at most 825 days.
openssl x509 -req -in request.pem -CA authority.pem -CAkey authority.key -CAcreateserial -days 397 -out chain.pem \
    -extfile <(printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth\nbasicConstraints=critical,CA:FALSE\n' "$name")
rm request.pem
