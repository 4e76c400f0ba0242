#!/usr/bin/env bash
# effect 3.22.4: in a time zone `DateTime.add` counts hours and minutes on the wall clock, and can go back in time.
#
# The documentation says that the zone is taken into account for days, weeks, months and years, and one would guess
# that 24 hours are 24 hours. A zoned DateTime is moved by its local time instead, whatever the unit, down to
# milliseconds: over a change of the clocks 24 hours are 23 or 25, and in the second of two equal hours one minute
# later is 59 minutes earlier. `DateTime.addDuration` with the same amount is right, and so is `add` on a DateTime in
# UTC. The parts of one call are also applied from the smallest up: a month and a day after 30 January is 28 February,
# where Temporal says 1 March.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts effect@3.22.4 temporal-polyfill@1.0.8
cat >try.mjs <<'JS'
import { DateTime, Duration } from "effect"
import { Temporal } from "temporal-polyfill"

const timeZone = "Europe/Berlin"
const show = (from, parts) => {
  const start = DateTime.unsafeMakeZoned(from, { timeZone })
  const zoned = DateTime.add(start, parts)
  const local = Temporal.Instant.from(from).toZonedDateTimeISO(timeZone)
  const meant = DateTime.unsafeMake(local.add(parts).epochMilliseconds)
  const inUtc = (date) => DateTime.formatIso(date).slice(0, 16)
  const { days, months, ...exact } = parts
  const amount = Duration.sum(Duration.hours(exact.hours ?? 0), Duration.minutes(exact.minutes ?? 0))
  const duration = days || months ? "none" : inUtc(DateTime.addDuration(start, amount))
  console.log(`${from} + ${JSON.stringify(parts)}: add ${inUtc(zoned)}, addDuration ${duration}, Temporal ${inUtc(meant)}`)
}
show("2026-03-28T11:00Z", { hours: 24 })
show("2026-10-24T10:00Z", { hours: 24 })
show("2026-10-24T10:00Z", { minutes: 1440 })
show("2026-10-25T01:30Z", { minutes: 1 })
show("2026-06-25T01:30Z", { hours: 24 })
show("2026-01-30T11:00Z", { months: 1, days: 1 })
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='2026-03-28T11:00Z + {"hours":24}: add 2026-03-29T10:00, addDuration 2026-03-29T11:00, Temporal 2026-03-29T11:00
2026-10-24T10:00Z + {"hours":24}: add 2026-10-25T11:00, addDuration 2026-10-25T10:00, Temporal 2026-10-25T10:00
2026-10-24T10:00Z + {"minutes":1440}: add 2026-10-25T11:00, addDuration 2026-10-25T10:00, Temporal 2026-10-25T10:00
2026-10-25T01:30Z + {"minutes":1}: add 2026-10-25T00:31, addDuration 2026-10-25T01:31, Temporal 2026-10-25T01:31
2026-06-25T01:30Z + {"hours":24}: add 2026-06-26T01:30, addDuration 2026-06-26T01:30, Temporal 2026-06-26T01:30
2026-01-30T11:00Z + {"months":1,"days":1}: add 2026-02-28T11:00, addDuration none, Temporal 2026-03-01T11:00'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
