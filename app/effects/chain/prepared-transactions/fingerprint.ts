/**
 * Recognizes a committed transaction as the prepared one. Wallets add a fee lock and may add assertions, so it compares
 * instructions without those, never texts. Pure.
 */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { compileManifest, decompile, hash, type Instruction, type Manifest, renderManifest } from "~/ledger/index"
import type { Step } from "./Step"

const FEE_LOCKS: ReadonlySet<string> = new Set(["lock_fee", "lock_contingent_fee"])

const isFeeLock = ({ args, name }: Instruction): boolean =>
  name === "CALL_METHOD" && args[1]?.kind === "String" && FEE_LOCKS.has(args[1].value)

const isOfWallet = (instruction: Instruction): boolean =>
  instruction.name.startsWith("ASSERT_") || isFeeLock(instruction)

/** Replaces the names of buckets and the like by numbers, as in a transaction decoded from its bytes. */
const numbered = (manifest: Manifest) =>
  Either.flatMap(compileManifest(manifest, { kind: "v1", networkId: NETWORK_ID }), ({ values }) =>
    decompile(values, { networkId: NETWORK_ID, children: [], idsAsTuples: true })
  )

/** Equal for two manifests that do the same. It is stored, so how it is made stays. If a manifest cannot be compiled, its text is hashed. */
export const fingerprintOf = (manifest: Manifest): string => {
  const { instructions } = Either.getOrElse(numbered(manifest), () => manifest)
  const essential = instructions.filter((instruction) => !isOfWallet(instruction))
  return bytesToHex(hash(utf8ToBytes(renderManifest({ instructions: essential }))))
}

export const isSameTransaction = (step: Pick<Step, "fingerprint">, { intents }: CommittedTransaction): boolean =>
  Option.exists(intents, ([root]) => root !== undefined && fingerprintOf(root.manifest) === step.fingerprint)
