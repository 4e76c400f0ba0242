/**
 * Builds transactions: from compiled manifests and headers to signed and notarized payloads.
 *
 * Always in this order: intent, signatures of its hash, notary's signature of all of that.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { TransactionError } from "../errors"
import type { Compiled } from "../manifest/compile"
import { intentHashV1, intentHashV2, signedIntentHashV1, signedIntentHashV2, subintentHash } from "./hashes"
import { intentSignatureBy, type Signer, signatureBy } from "./keys"
import { type Message, noMessage } from "./parts"
import type { HeaderV1, IntentV1, NotarizedV1, SignedIntentV1 } from "./v1"
import type {
  HeaderV2,
  IntentCore,
  IntentHeaderV2,
  IntentV2,
  NotarizedV2,
  SignedIntentV2,
  SignedPartial,
  Subintent
} from "./v2"

export const MAX_SUBINTENTS = 32 // docs/ledger.md

export const buildIntentV1 = (header: HeaderV1, compiled: Compiled, message: Message = noMessage): IntentV1 => ({
  header,
  instructions: compiled.values,
  blobs: [],
  message
})

export const signV1 = (intent: IntentV1, signers: ReadonlyArray<Signer>): SignedIntentV1 => {
  const hash = intentHashV1(intent)
  return { intent, signatures: signers.map((signer) => intentSignatureBy(signer, hash)) }
}

/** The notary's key must be the one in the header. */
export const notarizeV1 = (signedIntent: SignedIntentV1, notary: Signer): NotarizedV1 => ({
  signedIntent,
  notarySignature: signatureBy(notary, signedIntentHashV1(signedIntent))
})

const core = (header: IntentHeaderV2, compiled: Compiled, message: Message): IntentCore => ({
  header,
  blobs: [],
  message,
  children: compiled.children,
  instructions: compiled.values
})

export const buildSubintent = (
  header: IntentHeaderV2,
  compiled: Compiled,
  message: Message = noMessage
): Subintent => ({ core: core(header, compiled, message) })

type Signed = Pick<SignedPartial, "partial" | "subintentSignatures" | "signatures">

/** All subintents below a set of children, with their signatures: each child, followed by its descendants. */
const flatten = (children: ReadonlyArray<Signed>) => ({
  subintents: children.flatMap(({ partial }) => [partial.root, ...partial.subintents]),
  subintentSignatures: children.flatMap(({ signatures, subintentSignatures }) => [signatures, ...subintentSignatures])
})

/** Whether the children that an intent core names are exactly those given, in any order. */
const sameChildren = (given: IntentCore, children: ReadonlyArray<Signed>): Either.Either<void, TransactionError> => {
  const wanted = given.children.map(bytesToHex).sort()
  const found = children.map(({ partial }) => bytesToHex(subintentHash(partial.root))).sort()
  return wanted.join() === found.join()
    ? Either.void
    : Either.left(new TransactionError({ message: "the children are not those the manifest names" }))
}

/** A pre-authorization: the subintent, the pre-authorizations it uses, and the signatures of its own signers. */
export const signPartial = (
  root: Subintent,
  signers: ReadonlyArray<Signer>,
  children: ReadonlyArray<SignedPartial> = []
): Either.Either<SignedPartial, TransactionError> =>
  Either.map(sameChildren(root.core, children), () => {
    const { subintents, subintentSignatures } = flatten(children)
    const hash = subintentHash(root)
    return {
      partial: { root, subintents },
      signatures: signers.map((signer) => intentSignatureBy(signer, hash)),
      subintentSignatures
    }
  })

export interface RootV2 {
  readonly header: HeaderV2
  readonly intentHeader: IntentHeaderV2
  readonly compiled: Compiled
  readonly children: ReadonlyArray<SignedPartial>
  readonly message?: Message
}

export const buildIntentV2 = ({
  children,
  compiled,
  header,
  intentHeader,
  message = noMessage
}: RootV2): Either.Either<IntentV2, TransactionError> => {
  const root = core(intentHeader, compiled, message)
  const { subintents } = flatten(children)
  if (subintents.length > MAX_SUBINTENTS) {
    return Either.left(new TransactionError({ message: `more than ${MAX_SUBINTENTS} subintents` }))
  }
  return Either.map(sameChildren(root, children), () => ({ header, core: root, subintents }))
}

/** `signers` sign the root; the children include their own signatures. */
export const signV2 = (
  intent: IntentV2,
  children: ReadonlyArray<SignedPartial>,
  signers: ReadonlyArray<Signer>
): SignedIntentV2 => {
  const hash = intentHashV2(intent)
  return {
    intent,
    signatures: signers.map((signer) => intentSignatureBy(signer, hash)),
    subintentSignatures: flatten(children).subintentSignatures
  }
}

export const notarizeV2 = (signedIntent: SignedIntentV2, notary: Signer): NotarizedV2 => ({
  signedIntent,
  notarySignature: signatureBy(notary, signedIntentHashV2(signedIntent))
})
