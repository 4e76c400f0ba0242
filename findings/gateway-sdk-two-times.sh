#!/usr/bin/env bash
# @radixdlt/babylon-gateway-api-sdk 1.10.1: of two times of one transaction, one becomes a Date and the other stays text.
#
# The gateway sends `round_timestamp` and `confirmed_at` of a committed transaction in the same form, with up to
# microseconds. The SDK makes a Date of `confirmed_at`, which ends at milliseconds, and leaves `round_timestamp` and the
# ledger state's `proposer_round_timestamp` as text. So equal moments are not equal, comparing them with `<` gives false
# both ways without an error, and written out again the SDK's own converter gives another text than the gateway sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @radixdlt/babylon-gateway-api-sdk@1.10.1
cat >try.mjs <<'JS'
import { CommittedTransactionInfoFromJSON, CommittedTransactionInfoToJSON } from "@radixdlt/babylon-gateway-api-sdk"

const moment = "2026-11-28T12:00:00.123456Z"
const json = { state_version: 1, epoch: 1, round: 1, round_timestamp: moment, confirmed_at: moment, transaction_status: "CommittedSuccess" }
const read = CommittedTransactionInfoFromJSON(json)
const { confirmed_at, round_timestamp } = read
console.log(`round_timestamp: ${typeof round_timestamp}, confirmed_at: ${confirmed_at.constructor.name}`)
console.log(`earlier, later, equal: ${round_timestamp < confirmed_at}, ${round_timestamp > confirmed_at}, ${round_timestamp == confirmed_at}`)
console.log(`written again: ${CommittedTransactionInfoToJSON(read).confirmed_at}`)
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='round_timestamp: string, confirmed_at: Date
earlier, later, equal: false, false, false
written again: 2026-11-28T12:00:00.123Z'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
