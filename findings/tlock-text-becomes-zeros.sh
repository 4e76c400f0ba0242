#!/usr/bin/env bash
# tlock-js 0.9.0: a text that is encrypted until a later moment comes back as zeros.
#
# `timelockEncrypt` encrypts a payload for a round of the drand beacon. Its type asks for a Buffer; plain JavaScript,
# or a value of type any, may hand it a string. One would guess that it is refused or encrypted as UTF-8. It is taken
# as as many bytes of value zero as the string has units, without an error: the ciphertext looks right, and a sealed
# vote turns out lost when its round comes. Two more things differ from what one would guess, with bytes as well:
# - The armor of age may have lines that end with CR LF, as a file gets them on Windows or by mail. The package
#   refuses it, and says that the lines are longer than 64.
# - `timelockDecrypt` prints the beacon to standard output, in front of what a command-line program prints.
#
# The beacon here is one of this script's own, with the scheme of drand's quicknet: no network is asked.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts tlock-js@0.9.0 @noble/curves@2.4.0 @noble/hashes@2.4.0
cat >try.mjs <<'JS'
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { sha256 } from "@noble/hashes/sha2.js"
import tlock from "tlock-js"

const { shortSignatures } = bls12_381
const key = new Uint8Array(32).fill(7)
const info = {
  public_key: shortSignatures.getPublicKey(key).toHex(),
  period: 3,
  genesis_time: 1692803367,
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  schemeID: "bls-unchained-g1-rfc9380",
  metadata: { beaconID: "quicknet" }
}
const beacon = async (round) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  const message = shortSignatures.hash(sha256(bytes), "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_")
  const signature = shortSignatures.Signature.toBytes(shortSignatures.sign(message, key))
  return { round, randomness: Buffer.from(sha256(signature)).toString("hex"), signature: Buffer.from(signature).toString("hex") }
}
const client = { options: {}, get: beacon, latest: () => beacon(1000), chain: () => ({ baseUrl: "beacon", info: async () => info }) }
const printed = []
const print = console.log
console.log = (text) => printed.push(text.split(":")[0])
const told = async (name, payload, change = (text) => text) => {
  const sealed = change(await tlock.timelockEncrypt(1000, payload, client))
  const opened = tlock.timelockDecrypt(sealed, client).then((bytes) => JSON.stringify(String(bytes)), (error) => error.message)
  print(`${name}: ${await opened}; printed: ${printed.splice(0).join() || "nothing"}`)
}
await told("bytes", Buffer.from("yes, é"))
await told("string", "yes, é")
await told("bytes, CR LF", Buffer.from("yes, é"), (text) => text.replaceAll("\n", "\r\n"))
JS
seen=$(node try.mjs)
printf '%s\n' "$seen"
expected='bytes: "yes, é"; printed: beacon received
string: "\u0000\u0000\u0000\u0000\u0000\u0000"; printed: beacon received
bytes, CR LF: Armor to decode cannot have lines longer than 64 (configurable) in order to stop padding attacks; printed: nothing'
[[ "$seen" == "$expected" ]] || { echo "the behaviour has changed"; exit 1; }
