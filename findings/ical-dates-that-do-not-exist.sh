#!/usr/bin/env bash
# ical.js 2.2.1: some recurrences move a day that does not exist into the next month, or forget the end of the month.
#
# The specification leaves out days that a month or year has not (a monthly rule from the 31st skips June). ical.js
# does so for FREQ=MONTHLY, which is what one tries first. A yearly rule that takes its day from the start does not:
# from 29 February it goes on on 1 March every year, and with BYMONTH from 30 January a payment of February comes on 2
# March. With the day named in the rule, BYMONTHDAY, the same dates are right. The usual way to say "the last of 28 to
# 31" (BYSETPOS=-1) gives 28 and 29 March after a February. The package rrule 2.8.1 keeps to the specification in all
# five.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 rrule@2.8.1
cat >try.mjs <<'JS'
import ICAL from "ical.js"
import rrule from "rrule"

const show = (rule, start) => {
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString(start))
  const count = Number(/COUNT=(\d+)/.exec(rule)[1])
  const own = Array.from({ length: count }, () => dates.next().toString())
  const options = { ...rrule.RRule.parseString(rule), dtstart: new Date(`${start}T00:00:00Z`) }
  const other = new rrule.RRule(options).all().map((date) => date.toISOString().slice(0, 10))
  console.log(`${rule} from ${start}\n  ical.js ${own.join(" ")}\n  rrule   ${other.join(" ")}`)
}
show("FREQ=MONTHLY;COUNT=4", "2026-01-31")
show("FREQ=YEARLY;COUNT=3", "2024-02-29")
show("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=3", "2024-02-29")
show("FREQ=YEARLY;BYMONTH=1,2,3;COUNT=4", "2026-01-30")
show("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;COUNT=4", "2026-01-31")
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='FREQ=MONTHLY;COUNT=4 from 2026-01-31
  ical.js 2026-01-31 2026-03-31 2026-05-31 2026-07-31
  rrule   2026-01-31 2026-03-31 2026-05-31 2026-07-31
FREQ=YEARLY;COUNT=3 from 2024-02-29
  ical.js 2024-02-29 2025-03-01 2026-03-01
  rrule   2024-02-29 2028-02-29 2032-02-29
FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=3 from 2024-02-29
  ical.js 2024-02-29 2028-02-29 2032-02-29
  rrule   2024-02-29 2028-02-29 2032-02-29
FREQ=YEARLY;BYMONTH=1,2,3;COUNT=4 from 2026-01-30
  ical.js 2026-01-30 2026-03-02 2026-03-30 2027-01-30
  rrule   2026-01-30 2026-03-30 2027-01-30 2027-03-30
FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;COUNT=4 from 2026-01-31
  ical.js 2026-01-31 2026-02-28 2026-03-28 2026-03-29
  rrule   2026-01-31 2026-02-28 2026-03-31 2026-04-30'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
