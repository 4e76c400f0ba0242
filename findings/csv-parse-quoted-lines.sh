#!/usr/bin/env bash
# csv-parse 7.0.3: a line break inside quotes counts as two lines if it is CR LF.
#
# `info.lines`, the `lines` of an error and the options `from_line` and `to_line` count lines of the file. With LF the
# count is right, whatever is quoted. With CR LF, which the format's specification asks for, each line break between
# two records counts as one and each inside quotes as two, also if `record_delimiter` is given. So the same table has
# other line numbers behind its first quoted line break: an importer names a line that is not the wrong one (here even
# one that the file has not), and a table that is read in parts by line number loses records or reads them twice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3
cat >try.mjs <<'JS'
import { parse } from "csv-parse/sync"

const told = (name, lineBreak, options = {}) => {
  const table = ["member,note", 'anna,"first', "second", 'third"', "ben,x", "cleo,y"].join(lineBreak)
  const lines = parse(table, { columns: true, info: true, ...options }).map(({ info }) => info.lines)
  const until = parse(table, { to_line: 5, ...options }).at(-1)[0]
  let wrong
  try {
    parse(`${table},z`, { columns: true, ...options })
  } catch (error) {
    wrong = error.lines
  }
  console.log(`${name}: records end in lines ${lines}, wrong one in line ${wrong} of 6, last of 5 lines: ${until}`)
}
told("LF", "\n")
told("CR LF", "\r\n")
told("CR LF, told", "\r\n", { record_delimiter: "\r\n" })
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='LF: records end in lines 4,5,6, wrong one in line 6 of 6, last of 5 lines: ben
CR LF: records end in lines 6,7,8, wrong one in line 8 of 6, last of 5 lines: member
CR LF, told: records end in lines 6,7,8, wrong one in line 8 of 6, last of 5 lines: member'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
