#!/usr/bin/env bash
# effect 3.22.4: a Cron in a time zone leaves out a whole hour of a job that runs every few minutes, once a year.
#
# When clocks go back, one local hour comes twice. `Cron.next`, `Cron.sequence` and Schedule.cron take a local time in
# it once, the first time. For a job at one fixed hour that is right. A job of every 30 minutes or every hour has to
# go on through the second hour as well, as croner 11.0.0 does: Effect's pauses for it. `Cron.match` says yes to
# moments of that hour, so that the two disagree about one schedule. In UTC nothing is left out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts effect@3.22.4 croner@11.0.0
cat >try.mjs <<'JS'
import { Cron as Croner } from "croner"
import { Cron } from "effect"

const from = new Date("2026-10-24T23:59:00Z")
const timeOf = (date) => date.toISOString().slice(11, 16)
const show = (expression, timezone) => {
  const cron = Cron.unsafeParse(expression, timezone)
  const moments = Cron.sequence(cron, from)
  const own = Array.from({ length: 4 }, () => timeOf(moments.next().value))
  const other = new Croner(expression, { timezone }).nextRuns(4, from).map(timeOf)
  const second = Cron.match(cron, new Date("2026-10-25T01:30:00Z"))
  console.log(`${expression} in ${timezone}: Effect ${own.join(" ")}, croner ${other.join(" ")}; 01:30 matches ${second}`)
}
show("*/30 * * * *", "UTC")
show("*/30 * * * *", "Europe/Berlin")
show("30 * * * *", "Europe/Berlin")
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='*/30 * * * * in UTC: Effect 00:00 00:30 01:00 01:30, croner 00:00 00:30 01:00 01:30; 01:30 matches true
*/30 * * * * in Europe/Berlin: Effect 00:00 00:30 02:00 02:30, croner 00:00 00:30 01:00 01:30; 01:30 matches true
30 * * * * in Europe/Berlin: Effect 00:30 02:30 03:30 04:30, croner 00:30 01:30 02:30 03:30; 01:30 matches true'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
