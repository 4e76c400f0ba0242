/** Merges partial transactions that different wallets signed into one. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { TransactionError } from "../errors"
import { subintentHash } from "./hashes"
import { signerOfSignature } from "./keys"
import type { IntentSignature, PublicKey } from "./parts"
import type { SignedPartial, Subintent } from "./v2"

const refused = (message: string) => Either.left(new TransactionError({ message }))
const named = ({ bytes, curve }: PublicKey): string => `${curve}:${bytesToHex(bytes)}`

/**
 * All valid signatures of the hash of `root`, one per key, because the ledger rejects lists with an invalid signature
 * or with two of one key. `isExpected` selects the keys to include.
 */
export const mergeSigned = (
  root: Subintent,
  parts: ReadonlyArray<SignedPartial>,
  isExpected: (key: PublicKey) => boolean
): Either.Either<SignedPartial, TransactionError> => {
  const hash = subintentHash(root)
  const byKey = new Map<string, IntentSignature>()
  for (const { partial, signatures, subintentSignatures } of parts) {
    if (partial.subintents.length > 0 || subintentSignatures.length > 0) return refused("a part has parts of its own")
    if (bytesToHex(subintentHash(partial.root)) !== bytesToHex(hash)) return refused("a part signs another subintent")
    for (const signature of signatures) {
      const key = signerOfSignature(signature, hash)
      if (Option.isNone(key)) return refused("a signature does not hold")
      if (isExpected(key.value) && !byKey.has(named(key.value))) byKey.set(named(key.value), signature)
    }
  }
  return Either.right({ partial: { root, subintents: [] }, signatures: [...byKey.values()], subintentSignatures: [] })
}
