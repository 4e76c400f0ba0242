#!/usr/bin/env bash
# csv-parse 7.0.3: with `cast: true` every hexadecimal address of a table becomes the number zero.
#
# `cast: true` turns fields that are numbers into numbers. What is a number is decided with JavaScript's conversion,
# which reads 0x…, 0b… and 0o…, and the value is then taken with parseFloat, which stops after the leading 0. So all
# addresses, hashes and keys that are written with 0x become equal, without an error, while those without the prefix
# stay text. Only "0x" alone is left as it is. A list of voters has one voter then, and a list of payments one payee.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3
cat >try.mjs <<'JS'
import { parse } from "csv-parse/sync"

const table = `payee,amount
0x52908400098527886e0f7030069857d2e4169ee7,1.5
0xde709f2102306220921060314715629080e2fb77,2
de709f2102306220921060314715629080e2fb77,2
0x1f,0x10
0b101,0o17
`
for (const { payee, amount } of parse(table, { columns: true, cast: true })) {
  console.log(`${typeof payee} ${payee}, ${typeof amount} ${amount}`)
}
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='number 0, number 1.5
number 0, number 2
string de709f2102306220921060314715629080e2fb77, number 2
number 0, number 0
number 0, number 0'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
