#!/usr/bin/env bash
# @radixdlt/radix-engine-toolkit 1.0.6: instructions compile that fit into no transaction.
#
# SBOR of the ledger nests at most 24 deep. `Instructions.compile` counts from the instructions, and takes values that
# nest 20 deep in a call's arguments. A whole transaction has three more levels around its instructions, so 18 are the
# most that can be signed: with 19 `NotarizedTransaction.compile` refuses what `Instructions.compile` took. Whoever checks
# a manifest by compiling it accepts one that nobody can submit.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @radixdlt/radix-engine-toolkit@1.0.6
cat >try.mjs <<'JS'
import { PrivateKey, RadixEngineToolkit, TransactionBuilder } from "@radixdlt/radix-engine-toolkit"

const faucet = "component_tdx_2_1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxyulkzl"
const key = new PrivateKey.Ed25519("01".repeat(32))
const header = {
  networkId: 2,
  startEpochInclusive: 1,
  endEpochExclusive: 2,
  nonce: 1,
  notaryPublicKey: key.publicKey(),
  notaryIsSignatory: true,
  tipPercentage: 0
}
const told = (made) => made.then(() => "compiles", () => "refused")
const whole = async (instructions) => {
  const builder = await TransactionBuilder.new()
  return RadixEngineToolkit.NotarizedTransaction.compile(await builder.header(header).manifest({ instructions, blobs: [] }).notarize(key))
}
for (const depth of [18, 19, 20, 21]) {
  const value = `CALL_METHOD Address("${faucet}") "any" ${"Tuple(".repeat(depth)}${")".repeat(depth)};`
  const instructions = { kind: "String", value }
  const alone = await told(RadixEngineToolkit.Instructions.compile(instructions, 2))
  console.log(`${depth} deep: instructions ${alone}, transaction ${await told(whole(instructions))}`)
}
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='18 deep: instructions compiles, transaction compiles
19 deep: instructions compiles, transaction refused
20 deep: instructions compiles, transaction refused
21 deep: instructions refused, transaction refused'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
