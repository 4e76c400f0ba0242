/**
 * The sample file of the home page and /verify: a vote of the demo's film club with real signatures by demo keys, the
 * same bytes on every machine. `npm run verify:sample` writes it to public/; a test fails when it is out of date.
 */

import { hexToBytes } from "@noble/hashes/utils.js"
import { deriveAddress } from "~/ledger/index"
import { fileOf, hexOf, type TestCast, testVoter, textOf } from "./world"

export const SAMPLE_FILE = "public/sample-ballots.json"

const MEMBERS = 23
const voter = (n: number) => {
  // Two members whose accounts were created on the ledger: their addresses do not derive from their keys.
  if (n === 9 || n === 16) {
    const address = deriveAddress("account", "curve25519", hexToBytes(hexOf(`made on the ledger ${n}`, 64)), 2)
    return testVoter(`film club member ${n}`, "1", "curve25519", address)
  }
  return testVoter(`film club member ${n}`, "1", n % 5 === 0 ? "secp256k1" : "curve25519")
}

const REASONS: Readonly<Record<number, string>> = {
  2: "Sundays are empty anyway.",
  4: "Two films a week is more than I can follow.",
  7: "If somebody else does the projector.",
  11: "I am away until March, so I leave it to you."
}
/** One letter a ballot, in the order of the chain. */
const SAID = "yynyyayynyyynyyayy"
const CHOICES: Readonly<Record<string, string>> = { y: "yes", n: "no", a: "abstain" }

export const sampleFile = (): string => {
  const voters = Array.from({ length: MEMBERS }, (_, at) => voter(at + 1))
  const casts = [...SAID].flatMap((said, at): ReadonlyArray<TestCast> => {
    const member = voters[at]
    return member === undefined
      ? []
      : [{ voter: member, choice: CHOICES[said] ?? "abstain", reason: REASONS[at + 1] ?? "" }]
  })
  const first = casts[2]
  // One voter changes their mind: both ballots stay in the file, the later one counts.
  const again = first === undefined ? [] : [{ ...first, choice: "yes", reason: "Convinced by the others." }]
  return textOf(fileOf({ voters, quorumPct: 25 }, [...casts, ...again]))
}
