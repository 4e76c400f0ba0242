#!/usr/bin/env bash
# effect 3.22.4 with @radixdlt/radix-engine-toolkit 1.0.6: an amount with 16 decimals or more cannot be written into a
# manifest.
#
# The ledger's amounts have 18 decimals. Effect's BigDecimal is exact, but writes a number with 16 or more decimals,
# and a whole number that ends in 16 or more zeros, with an exponent: `BigDecimal.format`, `String` and what
# Schema.BigDecimal encodes. With 15 it writes plain digits, so that the usual test amounts are right. The engine
# toolkit refuses an exponent in the text of a manifest, and takes the same text as the value of its own builder:
# which of the two ways a program goes decides whether its smallest amounts can be paid. The toolkit's own amounts
# have an exponent from 7 decimals on.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts effect@3.22.4 @radixdlt/radix-engine-toolkit@1.0.6
cat >try.mjs <<'JS'
import { ManifestBuilder, RadixEngineToolkit, decimal, resolveDecimal } from "@radixdlt/radix-engine-toolkit"
import { BigDecimal, Schema } from "effect"

const faucet = "component_tdx_2_1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxyulkzl"
const told = (made) => made.then(() => "compiles", () => "refused")
const inText = (amount) => {
  const value = `CALL_METHOD Address("${faucet}") "lock_fee" Decimal("${amount}");`
  return told(RadixEngineToolkit.Instructions.compile({ kind: "String", value }, 2))
}
const built = (amount) => {
  const { instructions } = new ManifestBuilder().callMethod(faucet, "lock_fee", [decimal(amount)]).build()
  return told(RadixEngineToolkit.Instructions.convert(instructions, 2, "String"))
}
for (const typed of ["0.000000000000001", "0.0000000000000001", "25.000000000000000001", "10000000000000000"]) {
  const amount = BigDecimal.unsafeFromString(typed)
  const text = BigDecimal.format(amount)
  const encoded = Schema.encodeSync(Schema.BigDecimal)(amount)
  console.log(`${typed}: ${text}, encoded alike ${encoded === text}; text ${await inText(text)}, value ${await built(text)}`)
}
const own = String(resolveDecimal("0.0000001"))
console.log(`the toolkit's own: ${own}; text ${await inText(own)}, value ${await built(own)}`)
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='0.000000000000001: 0.000000000000001, encoded alike true; text compiles, value compiles
0.0000000000000001: 1e-16, encoded alike true; text refused, value compiles
25.000000000000000001: 2.5000000000000000001e+1, encoded alike true; text refused, value compiles
10000000000000000: 1e+16, encoded alike true; text refused, value compiles
the toolkit'\''s own: 1e-7; text refused, value compiles'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
