#!/usr/bin/env bash
# prom2javascript 0.2.0: a backslash before an n in a label is read as a line break, and one at the end loses its label.
#
# Prometheus' text writes a backslash as two and a line break as a backslash and an n, so the folder C:\new is written
# "C:\\new". The parser replaces doubled backslashes first and then every backslash with an n, also those that it has just
# made: C:, a line break, ew. A value that ends in a backslash is written "C:\\"; the parser takes the second of the two
# and the closing quotation mark for an escaped quotation mark, reads on, and refuses the line. -Inf and NaN, which the
# format allows as values, are refused.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts prom2javascript@0.2.0
cat >try.mjs <<'JS'
import prom from "prom2javascript"

const told = async (name, line) => {
  try {
    const { a } = await prom.getMetricsFromIterator(["# TYPE a gauge", line].values())
    console.log(`${name}: ${JSON.stringify(a.data)}`)
  } catch (error) {
    console.log(`${name}: refused`)
  }
}
await told("plain", 'a{folder="C:"} 1')
await told("backslash, n", 'a{folder="C:\\\\new"} 1')
await told("line break", 'a{folder="C:\\new"} 1')
await told("backslash at the end", 'a{folder="C:\\\\"} 1')
await told("and another label", 'a{folder="C:\\\\",disk="c"} 1')
await told("not a number", "a NaN")
await told("negative infinity", "a -Inf")
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
# In the output, \n is a line break, as JSON writes it.
expected='plain: [{"labels":{"folder":"C:"},"value":1}]
backslash, n: [{"labels":{"folder":"C:\new"},"value":1}]
line break: [{"labels":{"folder":"C:\new"},"value":1}]
backslash at the end: refused
and another label: refused
not a number: refused
negative infinity: refused'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
