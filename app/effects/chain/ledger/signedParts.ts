/** Who signed what in the bytes of a transaction: its subintents and its root, with the keys whose signatures hold. Pure. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  badgeOfKey,
  decodeTransaction,
  decompile,
  type IntentSignature,
  intentHashV1,
  intentHashV2,
  isSignedBy,
  type Manifest,
  type NotarizedV2,
  type PublicKey,
  type Subintent,
  shortCode,
  signedIntentHashV1,
  signedIntentHashV2,
  signerOfSignature,
  subintentHash,
  writeHash
} from "~/ledger/index"

/** Global id of the badge of a key, by which access rules count it. */
export const keyBadge = (key: PublicKey): string => {
  const { id, resource } = badgeOfKey(key, NETWORK_ID)
  return `${resource}:${id}`
}

export interface SignedPart {
  /** `subtxid_…` */
  readonly hash: string
  readonly code: string
  readonly message: string | null
  readonly manifest: Manifest
  /** Keys with a valid signature over its hash. */
  readonly keys: ReadonlyArray<PublicKey>
}

export interface SignedParts {
  /** `txid_…` */
  readonly transaction: string
  /** Keys that signed the root. */
  readonly root: ReadonlyArray<PublicKey>
  readonly parts: ReadonlyArray<SignedPart>
}

export const UNREADABLE = "This transaction has instructions that this check cannot read, so it says nothing about it."
export const FALSE_SIGNATURE =
  "A signature in the bytes from the gateway is not valid, so this check says nothing about it."

/** Left if one is invalid: the ledger accepts no such transaction, so these are not its bytes. */
const keysOf = (given: ReadonlyArray<IntentSignature>, hash: Uint8Array) =>
  Either.fromOption(Option.all(given.map((one) => signerOfSignature(one, hash))), () => FALSE_SIGNATURE)

const partOf = (given: Subintent, signatures: ReadonlyArray<IntentSignature>): Either.Either<SignedPart, string> =>
  Either.gen(function* () {
    const hash = subintentHash(given)
    const { children, instructions, message } = given.core
    const manifest = yield* Either.mapLeft(
      decompile(instructions, { children, networkId: NETWORK_ID }),
      () => UNREADABLE
    )
    const isText = message.kind === "plaintext" && typeof message.content === "string"
    return {
      hash: writeHash("subtxid", hash, NETWORK_ID),
      code: shortCode(hash),
      message: isText ? String(message.content) : null,
      manifest,
      keys: yield* keysOf(signatures, hash)
    }
  })

const ofV2 = (body: NotarizedV2): Either.Either<SignedParts, string> =>
  Either.gen(function* () {
    const { intent, signatures, subintentSignatures } = body.signedIntent
    const hash = intentHashV2(intent)
    const root = yield* keysOf(signatures, hash)
    if (!isSignedBy(intent.header.notaryPublicKey, body.notarySignature, signedIntentHashV2(body.signedIntent))) {
      return yield* Either.left(FALSE_SIGNATURE)
    }
    const { notaryIsSignatory, notaryPublicKey } = intent.header
    const parts = intent.subintents.map((given, index) => partOf(given, subintentSignatures[index] ?? []))
    return {
      transaction: writeHash("txid", hash, NETWORK_ID),
      root: notaryIsSignatory ? [...root, notaryPublicKey] : root,
      parts: yield* Either.all(parts)
    }
  })

/** @param payload the notarized transaction, in hexadecimal */
export const signedPartsIn = (payload: string): Either.Either<SignedParts, string> =>
  Either.gen(function* () {
    const bytes = yield* Either.try({ try: () => hexToBytes(payload), catch: () => UNREADABLE })
    const found = yield* Either.mapLeft(decodeTransaction(bytes), () => UNREADABLE)
    if (found.kind === "notarizedV2") return yield* ofV2(found.body)
    if (found.kind !== "notarizedV1") return yield* Either.left(UNREADABLE)
    const { intent, signatures } = found.body.signedIntent
    const hash = intentHashV1(intent)
    const { notaryIsSignatory, notaryPublicKey } = intent.header
    const root = yield* keysOf(signatures, hash)
    if (!isSignedBy(notaryPublicKey, found.body.notarySignature, signedIntentHashV1(found.body.signedIntent))) {
      return yield* Either.left(FALSE_SIGNATURE)
    }
    return {
      transaction: writeHash("txid", hash, NETWORK_ID),
      root: notaryIsSignatory ? [...root, notaryPublicKey] : root,
      parts: []
    }
  })
