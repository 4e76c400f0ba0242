#!/usr/bin/env bash
# @radixdlt/radix-engine-toolkit 1.0.6: the newest official toolkit for JavaScript knows no transaction of version 2.
#
# Wallets sign pre-authorizations (subintents), the dApp toolkit requests them and the gateway reports them, so one would
# guess that the engine toolkit compiles their manifests. It refuses every instruction of version 2: those of subintents,
# and the assertions that roots may use as well. Its list of well-known addresses ends with version 1, too: the account
# locker's package is missing, with which every network has answered since. Both have to come from elsewhere.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @radixdlt/radix-engine-toolkit@1.0.6
cat >try.mjs <<'JS'
import { RadixEngineToolkit } from "@radixdlt/radix-engine-toolkit"

const instructions = [
  "DROP_ALL_PROOFS;",
  "ASSERT_WORKTOP_IS_EMPTY;",
  "ASSERT_WORKTOP_RESOURCES_ONLY Map<Address, Enum>();",
  "VERIFY_PARENT Enum<AccessRule::AllowAll>();",
  "YIELD_TO_PARENT;"
]
for (const value of instructions) {
  const compiled = RadixEngineToolkit.Instructions.compile({ kind: "String", value }, 2)
  console.log(`${value.split(/[ ;]/)[0]}: ${await compiled.then(() => "compiles", () => "refused")}`)
}
const { packageAddresses } = await RadixEngineToolkit.Utils.knownAddresses(2)
const names = Object.values(packageAddresses)
console.log(`packages: account ${names.some((name) => name.includes("accntx"))}, locker ${names.some((name) => name.includes("lcker"))}`)
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='DROP_ALL_PROOFS: compiles
ASSERT_WORKTOP_IS_EMPTY: refused
ASSERT_WORKTOP_RESOURCES_ONLY: refused
VERIFY_PARENT: refused
YIELD_TO_PARENT: refused
packages: account true, locker false'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
