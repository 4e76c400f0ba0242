/**
 * Reads a pre-authorization: it must be exactly the requested subintent, for the requested time, with valid signatures
 * (docs/ledger.md). Ownership of the keys is checked on the ledger elsewhere. Pure.
 */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  buildSubintent,
  compileManifest,
  decodeTransaction,
  type IntentHeaderV2,
  type Manifest,
  type PublicKey,
  type SignedPartial,
  type Subintent,
  signerOfSignature,
  subintentHash,
  writeHash
} from "~/ledger/index"

export interface Expected {
  readonly manifest: Manifest
  /** Unix seconds: the requested expiry. */
  readonly expiry: number
  /** The ledger's present epoch. */
  readonly epoch: number
}

export interface SignedPart {
  /** `subtxid_…` */
  readonly hash: string
  readonly partial: SignedPartial
  readonly signers: ReadonlyArray<PublicKey>
}

const MAX_EPOCHS = 8_640n // thirty days (docs/ledger.md)

const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

const decoded = (hex: string): Either.Either<SignedPartial, string> => {
  if (!/^([0-9a-f]{2}){100,20000}$/i.test(hex)) return Either.left("no signed part")
  const transaction = decodeTransaction(hexToBytes(hex))
  return Either.isRight(transaction) && transaction.right.kind === "signedPartial"
    ? Either.right(transaction.right.body)
    : Either.left("no signed part")
}

const wrongHeader = (header: IntentHeaderV2, { epoch, expiry }: Expected): string | undefined => {
  const { endEpoch, maxTimestamp, minTimestamp, networkId, startEpoch } = header
  if (networkId !== NETWORK_ID) return "another network"
  if (!Option.contains(maxTimestamp, BigInt(expiry))) return "a different expiry"
  if (Option.isSome(minTimestamp)) return "it starts later"
  if (startEpoch > BigInt(epoch) || endEpoch <= BigInt(epoch)) return "not valid now"
  return endEpoch - startEpoch > MAX_EPOCHS ? "valid for too long" : undefined
}

/** The wallet chooses the header; with it and our own instructions the hash must be the same. */
const isOurs = ({ partial }: SignedPartial, manifest: Manifest): boolean =>
  Either.match(compileManifest(manifest, { kind: "subintent", networkId: NETWORK_ID }), {
    onLeft: () => false,
    onRight: (compiled) =>
      same(subintentHash(buildSubintent(partial.root.core.header, compiled)), subintentHash(partial.root))
  })

const isAlone = ({ partial, subintentSignatures }: SignedPartial): boolean =>
  partial.subintents.length === 0 && subintentSignatures.length === 0

/** The signers; all signatures must be valid. */
const signedBy = (given: SignedPartial): Either.Either<SignedPart, string> => {
  const hash = subintentHash(given.partial.root)
  const signers = Option.all(given.signatures.map((signature) => signerOfSignature(signature, hash)))
  if (Option.isNone(signers) || signers.value.length === 0) return Either.left("an invalid signature")
  return Either.right({ hash: writeHash("subtxid", hash, NETWORK_ID), partial: given, signers: signers.value })
}

export const readSignedPart = (hex: string, expected: Expected): Either.Either<SignedPart, string> =>
  Either.flatMap(decoded(hex), (given): Either.Either<SignedPart, string> => {
    if (!isAlone(given)) return Either.left("it has subintents of its own")
    const wrong = wrongHeader(given.partial.root.core.header, expected)
    if (wrong !== undefined) return Either.left(wrong)
    return isOurs(given, expected.manifest) ? signedBy(given) : Either.left("different instructions")
  })

/** The wallet signed these instructions under its own header because it ignores headers that a site chooses. */
export const OWN_HEADER = "own header"

/** Accepts exactly the expected subintent: its header was chosen by the site, so that several wallets sign one hash. */
export const readExactPart = (hex: string, expected: Subintent): Either.Either<SignedPart, string> =>
  Either.flatMap(decoded(hex), (given): Either.Either<SignedPart, string> => {
    if (!isAlone(given)) return Either.left("it has subintents of its own")
    const { core } = given.partial.root
    if (same(subintentHash(given.partial.root), subintentHash(expected))) return signedBy(given)
    const underOurs: Subintent = { core: { ...core, header: expected.core.header } }
    return Either.left(same(subintentHash(underOurs), subintentHash(expected)) ? OWN_HEADER : "different instructions")
  })
