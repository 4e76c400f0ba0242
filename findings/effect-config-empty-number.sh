#!/usr/bin/env bash
# effect 3.22.4: a setting that is present but empty is the number zero, and no default applies.
#
# `Config.number` and `Config.integer` read an empty variable, or one of blanks, as 0. A line `LIMIT=` in a file of
# settings, or a variable that a deployment fills with nothing, thus sets a limit, a price or a time-out to zero,
# though the program names a default for the absent one. `Config.port`, `Config.boolean` and `Config.duration` refuse
# the same text, and so does Schema.NumberFromString, which looks like the same reading. In the same way
# `Config.integer` takes "0x10" and "1e3", and `BigDecimal.fromString` makes 0 of nothing but refuses a blank.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts effect@3.22.4
cat >try.mjs <<'JS'
import { BigDecimal, Config, ConfigProvider, Effect, Option, Schema } from "effect"

const read = (config, entries) => {
  const settings = ConfigProvider.fromMap(new Map(entries))
  const effect = Effect.withConfigProvider(config, settings).pipe(Effect.map(String), Effect.catchAll(() => Effect.succeed("refused")))
  return Effect.runSync(effect)
}
const kinds = { number: Config.number, integer: Config.integer, port: Config.port, boolean: Config.boolean, duration: Config.duration }
const list = (values) => values.map((text) => JSON.stringify(text)).join(", ")
const texts = ["", "  ", "0x10", "1e3"]
console.log(`read: ${list(texts)}`)
for (const [name, kind] of Object.entries(kinds)) {
  console.log(`${name}: ${texts.map((text) => read(kind("LIMIT"), [["LIMIT", text]])).join(", ")}`)
}
const schema = texts.map((text) => Option.getOrElse(Schema.decodeOption(Schema.NumberFromString)(text), () => "refused"))
console.log(`Schema.NumberFromString: ${schema.join(", ")}`)
const decimals = texts.map((text) => Option.match(BigDecimal.fromString(text), { onNone: () => "refused", onSome: BigDecimal.format }))
console.log(`BigDecimal: ${decimals.join(", ")}`)
const limit = Config.integer("LIMIT").pipe(Config.withDefault(50))
console.log(`with the default 50: absent ${read(limit, [])}, empty ${read(limit, [["LIMIT", ""]])}`)
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='read: "", "  ", "0x10", "1e3"
number: 0, 0, 16, 1000
integer: 0, 0, 16, 1000
port: refused, refused, refused, refused
boolean: refused, refused, refused, refused
duration: refused, refused, refused, refused
Schema.NumberFromString: refused, refused, 16, 1000
BigDecimal: 0, refused, refused, 1000
with the default 50: absent 50, empty 0'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
