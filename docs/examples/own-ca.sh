#!/usr/bin/env bash
# Makes a certificate for one name, and the authority that vouches for it: own-ca.sh NAME FOLDER
#
# The authority is made once, and kept: run this again after a year, for another certificate of 397 days. Another name
# needs another folder. Phones and computers get FOLDER/authority.pem, and nothing else of the folder. The authority can
# vouch for this name and names below it only, so that FOLDER/authority.key endangers no other site to those who trust
# it. Keep it on no other machine.
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
# iPhones want the name as an alternative one, the purpose, and no more than 825 days.
openssl x509 -req -in request.pem -CA authority.pem -CAkey authority.key -CAcreateserial -days 397 -out chain.pem \
    -extfile <(printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth\nbasicConstraints=critical,CA:FALSE\n' "$name")
rm request.pem
