#!/usr/bin/env bash
# structured-headers 2.1.0: some fractions are written as "1.", which the package itself cannot read.
#
# A decimal of a structured field has one to three digits after its point, and is rounded to even. The package rounds
# to three digits and then cuts off zeros, all of them: a number that is rounded to a whole one keeps the point and no
# digit. The header as a whole is unreadable then, also to receivers that need another part of it. Ties go up instead
# of to even: 0.0625 becomes 0.063. Numbers with up to three digits, and whole ones, are written right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts structured-headers@2.1.0
cat >try.mjs <<'JS'
import { parseDictionary, serializeDictionary } from "structured-headers"

const read = (header) => {
  try {
    return `read as ${parseDictionary(header).get("share")[0]}`
  } catch (error) {
    return error.constructor.name
  }
}
for (const share of [0.5, 0.125, 12, 0.0004, 1.0004, 2.9996, 0.0625, 0.1875]) {
  const header = serializeDictionary(new Map([["share", share], ["vote", 7]]))
  console.log(`${share}: ${header}: ${read(header)}`)
}
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='0.5: share=0.5, vote=7: read as 0.5
0.125: share=0.125, vote=7: read as 0.125
12: share=12, vote=7: read as 12
0.0004: share=0., vote=7: ParseError
1.0004: share=1., vote=7: ParseError
2.9996: share=3., vote=7: ParseError
0.0625: share=0.063, vote=7: read as 0.063
0.1875: share=0.188, vote=7: read as 0.188'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
