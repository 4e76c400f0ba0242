#!/usr/bin/env bash
# @radixdlt/babylon-gateway-api-sdk 1.10.1: one call for more than twenty entities reads several states of the ledger.
#
# `state.getEntityDetailsVaultAggregated(addresses)` takes any number of addresses and cuts them into requests of twenty,
# which it sends at once. Each is answered at the ledger's state of its moment, and the result is one list of items
# without the state that each belongs to. Money that moves between two requests is counted twice or not at all. A sum over
# accounts is one moment's only if the caller names a state version in the call.
#
# The server here is a function that hands out a later state version with each answer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @radixdlt/babylon-gateway-api-sdk@1.10.1
cat >try.mjs <<'JS'
import { GatewayApiClient } from "@radixdlt/babylon-gateway-api-sdk"

let version = 100
const asked = []
const fetchApi = async (_url, { body }) => {
  const { addresses, at_ledger_state } = JSON.parse(body)
  const state_version = at_ledger_state?.state_version ?? version++
  asked.push(`${addresses.length} at ${state_version}`)
  const ledger_state = { network: "stokenet", state_version, proposer_round_timestamp: "2026-11-28T12:00:00Z", epoch: 1, round: 1 }
  const items = addresses.map((address) => ({ address, metadata: { items: [], total_count: 0 } }))
  return new Response(JSON.stringify({ ledger_state, items }), { headers: { "content-type": "application/json" } })
}
const client = GatewayApiClient.initialize({ applicationName: "try", basePath: "http://gateway.example", fetchApi })
const addresses = Array.from({ length: 45 }, (_, index) => `account_${index}`)
const show = (name, items) => {
  const told = items.some((item) => "ledger_state" in item || "state_version" in item)
  console.log(`${name}: ${asked.splice(0).join(", ")}; ${items.length} items, their state told: ${told}`)
}
show("45 addresses", await client.state.getEntityDetailsVaultAggregated(addresses))
show("with a state", await client.state.getEntityDetailsVaultAggregated(addresses, undefined, { state_version: 99 }))
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='45 addresses: 20 at 100, 20 at 101, 5 at 102; 45 items, their state told: false
with a state: 20 at 99, 20 at 99, 5 at 99; 45 items, their state told: false'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
