#!/usr/bin/env bash
# @extractus/feed-extractor 8.0.3: identifiers and titles of entries are read as numbers and written again.
#
# What looks like a number between two tags becomes one before the entry is made. An entry titled "1.50" is shown as
# "1.5", "1e3" as "1000", and entries whose identifiers are 0010, 10, 1e1 and +10 all get the identifier "10": a
# reader that keeps what it has seen by identifier leaves out the later three. An identifier of zeros is empty, which
# stands for an entry without one. Longer numbers than JavaScript can hold stay as they are, so that a test with a
# long identifier passes. With `parseTagValue: false` handed to its XML parser the package keeps the texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @extractus/feed-extractor@8.0.3
cat >try.mjs <<'JS'
import { extractFromXml } from "@extractus/feed-extractor"

const sent = [
  ["0010", "1.50"],
  ["10", "1e3"],
  ["1e1", "0x1F"],
  ["+10", "007"],
  ["000", "0"],
  ["12345678901234567890", "2026-11"]
]
const item = ([id, title]) => `<item><title>${title}</title><guid isPermaLink="false">${id}</guid><description>A vote ended.</description></item>`
const channel = `<title>Votes</title><link>https://votes.example/</link><description>Votes</description>${sent.map(item).join("")}`
const feed = `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel>${channel}</channel></rss>`
const read = async (options) => (await extractFromXml(feed, options)).entries
const kept = await read({ xmlParserOptions: { parseTagValue: false } })
for (const [index, { id, title }] of (await read()).entries()) {
  const same = kept[index].id === sent[index][0] && kept[index].title === sent[index][1]
  console.log(`${sent[index].join(", ")}: read as "${id}", "${title}"; with the option as sent: ${same}`)
}
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='0010, 1.50: read as "10", "1.5"; with the option as sent: true
10, 1e3: read as "10", "1000"; with the option as sent: true
1e1, 0x1F: read as "10", "31"; with the option as sent: true
+10, 007: read as "10", "7"; with the option as sent: true
000, 0: read as "", ""; with the option as sent: true
12345678901234567890, 2026-11: read as "12345678901234567890", "2026-11"; with the option as sent: true'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
