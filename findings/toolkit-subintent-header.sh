#!/usr/bin/env bash
# @radixdlt/radix-dapp-toolkit 2.3.0: the new `header` of a subintent request cannot carry every header of the ledger,
# and says nothing about it.
#
# 2.3.0 lets a site give the header that wallets sign, so that several wallets sign the same hash. Three things differ
# from what one would guess:
# - The ledger's intent discriminator is an unsigned integer of 64 bits. The schema takes a JavaScript number only, neither
#   a bigint nor text: 2^53 + 1 is sent as 2^53, and the largest value is sent as a number beyond 64 bits. Both pass the
#   schema. A discriminator has to be chosen below 2^53.
# - A request has an expiration and its header an end of its own. They may differ, and both are sent as they are.
# - `header` belongs before `setExpiration`: given after it, the builder can do nothing but take the expiration once more.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @radixdlt/radix-dapp-toolkit@2.3.0 valibot@0.42.1
cat >try.mjs <<'JS'
import { SubintentHeader, SubintentRequestBuilder, SubintentRequestItem } from "@radixdlt/radix-dapp-toolkit"
import { safeParse } from "valibot"

const headerOf = (intentDiscriminator) => ({
  startEpochInclusive: 1,
  endEpochExclusive: 100,
  maxProposerTimestampExclusive: 1_900_000_000,
  intentDiscriminator
})
const begun = () => SubintentRequestBuilder().manifest("YIELD_TO_PARENT;")
const item = (discriminator) => begun().header(headerOf(discriminator)).setExpiration("atTime", 1_800_000_000).toRequestItem()
const passes = (discriminator) => safeParse(SubintentHeader, headerOf(discriminator)).success

for (const wanted of [2n ** 53n + 1n, 2n ** 64n - 1n]) {
  const sent = JSON.stringify(item(Number(wanted)).header.intentDiscriminator)
  console.log(`${wanted}: sent as ${sent}, in 64 bits ${BigInt(sent) < 2n ** 64n}, passes ${passes(Number(wanted))}`)
  console.log(`${wanted}: passes as bigint ${passes(wanted)}, as text ${passes(String(wanted))}`)
}
const one = item(7)
const ends = `${one.expiration.unixTimestampSeconds} and ${one.header.maxProposerTimestampExclusive}`
console.log(`two ends: ${ends}, passes ${safeParse(SubintentRequestItem, one).success}`)
console.log("after setExpiration and header:", Object.keys(begun().setExpiration("atTime", 1).header(headerOf(7))).join())
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected=$'9007199254740993: sent as 9007199254740992, in 64 bits true, passes true
9007199254740993: passes as bigint false, as text false
18446744073709551615: sent as 18446744073709552000, in 64 bits false, passes true
18446744073709551615: passes as bigint false, as text false
two ends: 1800000000 and 1900000000, passes true
after setExpiration and header: setExpiration'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
