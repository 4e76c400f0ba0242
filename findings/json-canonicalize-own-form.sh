#!/usr/bin/env bash
# json-canonicalize 3.0.1: an object that says its own JSON form is not put in order, and an absent one makes invalid
# JSON.
#
# The package writes JSON by RFC 8785, where equal data have one text, to be signed or hashed. It sorts the names of
# plain objects at every depth. What an object's `toJSON` returns is written as JSON.stringify does, in the order in
# which it was made, down to the last level: the same amount of two classes, or one read from a database in another
# order, has two texts, and a value that went through JSON once has another text than before. Effect's values, which
# have a `toJSON`, are among them. If `toJSON` returns undefined, and for a symbol or a function, the text holds the
# word undefined. canonicalize 4.0.0, for the same specification, sorts what `toJSON` returns.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts json-canonicalize@3.0.1 canonicalize@4.0.0 effect@3.22.4
cat >try.mjs <<'JS'
import other from "canonicalize"
import { Option } from "effect"
import { canonicalize } from "json-canonicalize"

const withForm = (form) => ({ toJSON: () => form })
const values = {
  plain: { paid: { unit: "XRD", amount: "1" } },
  "own form": { paid: withForm({ unit: "XRD", amount: "1" }) },
  "own form, deep": { paid: withForm({ list: [{ unit: "XRD", amount: "1" }], by: "anna" }) },
  "Effect's Option": { paid: Option.some({ unit: "XRD", amount: "1" }) },
  "no form": { paid: withForm(undefined), vote: 1 },
  symbol: { paid: Symbol("XRD"), vote: 1 }
}
const isJson = (text) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
for (const [name, value] of Object.entries(values)) {
  const text = canonicalize(value)
  const after = canonicalize(JSON.parse(JSON.stringify(value)))
  console.log(`${name}: ${text}\n  JSON ${isJson(text)}, as after a round trip ${text === after}, as the other package ${text === other(value)}`)
}
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='plain: {"paid":{"amount":"1","unit":"XRD"}}
  JSON true, as after a round trip true, as the other package true
own form: {"paid":{"unit":"XRD","amount":"1"}}
  JSON true, as after a round trip false, as the other package false
own form, deep: {"paid":{"list":[{"unit":"XRD","amount":"1"}],"by":"anna"}}
  JSON true, as after a round trip false, as the other package false
Effect'\''s Option: {"paid":{"_id":"Option","_tag":"Some","value":{"unit":"XRD","amount":"1"}}}
  JSON true, as after a round trip false, as the other package false
no form: {"paid":undefined,"vote":1}
  JSON false, as after a round trip false, as the other package true
symbol: {"paid":undefined,"vote":1}
  JSON false, as after a round trip false, as the other package false'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
