#!/usr/bin/env bash
# standardwebhooks 1.1.1: `verify` refuses a message whose signature is right, if its body is not JSON.
#
# The specification signs the bytes of the body and only recommends JSON. The public package verifies, then parses the
# body as JSON and returns that. A plain text that was signed correctly throws a SyntaxError, not the package's
# WebhookVerificationError: a receiver that answers 400 for the one and 500 for all others reports its own failure and is
# sent the message again. An empty body is verified and returned as undefined, so "returned something" does not mean
# "verified".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts standardwebhooks@1.1.1
cat >try.mjs <<'JS'
import { Webhook, WebhookVerificationError } from "standardwebhooks"

const webhook = new Webhook(`whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`)
const now = new Date()
const told = (signed, sent) => {
  const headers = {
    "webhook-id": "message_1",
    "webhook-timestamp": String(Math.floor(now / 1000)),
    "webhook-signature": webhook.sign("message_1", now, signed)
  }
  try {
    return `returns ${JSON.stringify(webhook.verify(sent, headers))}`
  } catch (error) {
    return error instanceof WebhookVerificationError ? "refused as not verified" : error.constructor.name
  }
}
console.log("JSON, right signature:", told('{"a":1}', '{"a":1}'))
console.log("JSON, changed:", told('{"a":1}', '{"a":2}'))
console.log("text, right signature:", told("paid", "paid"))
console.log("text, changed:", told("paid", "lost"))
console.log("nothing, right signature:", told("", ""))
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='JSON, right signature: returns {"a":1}
JSON, changed: refused as not verified
text, right signature: SyntaxError
text, changed: refused as not verified
nothing, right signature: returns undefined'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
