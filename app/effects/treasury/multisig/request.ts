/** Builds what signers sign: the manifest of a request, and its subintent, when it is proposed and again from the stored row. Pure. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { isKeySeat } from "~/effects/treasury/deployment/seatIds"
import {
  type AccountAddress,
  amountOf,
  buildSubintent,
  compileManifest,
  type IntentSignature,
  type Manifest,
  mergeSigned,
  type PublicKey,
  parseManifest,
  plaintext,
  type ResourceAddress,
  readHash,
  renderManifest,
  type SignedPartial,
  type Subintent,
  shortCode,
  subintentHash,
  Templates,
  writeHash
} from "~/ledger/index"
import type { ApprovalRequest, Request, SignerResponse, SignerSlot } from "./ApprovalRequest"
import { isTransactionRequest, paidBy } from "./approvalMessages"

/** Locked from the faucet for one transaction, of which ten secured bonds need 12; what is not used goes back. */
const FEE = 20n * 10n ** 18n

interface Place {
  readonly treasury: AccountAddress
  readonly badge: ResourceAddress
}

/** Of our own making, so that it can be read again. */
export const writtenBefore = (text: string): Manifest => Either.getOrThrow(parseManifest(text))

type Wanted = Pick<ApprovalRequest, "digest" | "idempotencyKey" | "payload">

const actOf = ({ digest, idempotencyKey, payload }: Wanted, { badge, treasury }: Place): Manifest => {
  const once = { treasury, idempotencyKey, digest }
  if (payload.kind === "rule") {
    const ids = payload.seats.map(({ id }) => id)
    return Templates.ruleRequest({ ...once, badge, ids, needed: payload.needed })
  }
  if (payload.kind === "release") return Templates.releaseRequest({ ...once, badge })
  // A step brings its idempotency key along.
  if (isTransactionRequest(payload)) return writtenBefore(payload.manifest)
  const payments = paidBy(payload).map(({ amount, payee }) => ({
    resource: payload.resource,
    amount: amountOf(amount),
    payee
  }))
  return Templates.paymentsRequest({ ...once, payments })
}

/** What every one of these signers signs. Who counts by a key shows nothing: the signature itself is the proof. */
export const requestManifest = (wanted: Wanted, signers: ReadonlyArray<SignerSlot>, place: Place): Manifest =>
  Templates.signersRequest(
    signers.filter(({ id }) => !isKeySeat(id)).map(({ account, id }) => ({ account, badge: place.badge, id })),
    actOf(wanted, place)
  )

export const rootManifest = (subintent: string): Manifest =>
  Templates.requestRoot({ networkId: NETWORK_ID, subintent, fee: FEE })

/** How long a request can be signed; the ledger allows thirty days. */
export const DAYS = 14
const DAY_SECONDS = 86_400
const EPOCHS_A_DAY = 288

/** The ledger's clock at the proposal. */
interface Moment {
  readonly epoch: number
  /** Unix milliseconds. */
  readonly at: number
}

export const subintentOf = ({
  discriminator,
  endEpoch,
  manifest,
  maxTimestamp,
  message,
  startEpoch
}: Omit<Request, "hash" | "needed">): Subintent =>
  buildSubintent(
    {
      networkId: NETWORK_ID,
      startEpoch: BigInt(startEpoch),
      endEpoch: BigInt(endEpoch),
      minTimestamp: Option.none(),
      maxTimestamp: Option.some(BigInt(maxTimestamp)),
      discriminator: BigInt(discriminator)
    },
    Either.getOrThrow(compileManifest(writtenBefore(manifest), { kind: "subintent", networkId: NETWORK_ID })),
    plaintext(message)
  )

export const newRequest = (
  manifest: Manifest,
  message: string,
  { at, epoch }: Moment,
  /** At least 13 hexadecimal digits. */
  random: string
): Request => {
  const request = {
    manifest: renderManifest(manifest),
    message,
    startEpoch: epoch,
    // Ends by time, never by an epoch that began earlier.
    endEpoch: epoch + DAYS * EPOCHS_A_DAY + 1,
    maxTimestamp: Math.floor(at / 1000) + DAYS * DAY_SECONDS,
    discriminator: Number.parseInt(random.slice(0, 13), 16)
  }
  return { ...request, hash: writeHash("subtxid", subintentHash(subintentOf(request)), NETWORK_ID) }
}

/** Header for a wallet; the connector adds the network. */
export const headerOf = ({ discriminator, endEpoch, maxTimestamp, startEpoch }: Request) => ({
  startEpochInclusive: startEpoch,
  endEpochExclusive: endEpoch,
  maxProposerTimestampExclusive: maxTimestamp,
  intentDiscriminator: discriminator
})

export const codeOf = ({ hash }: Pick<Request, "hash">): string =>
  Option.match(readHash("subtxid", hash, NETWORK_ID), { onNone: () => "", onSome: shortCode })

const signatureOf = ({ curve, publicKey, signature }: SignerResponse): ReadonlyArray<IntentSignature> => {
  if (signature === null || publicKey === null || curve === null) return []
  return curve === "secp256k1"
    ? [{ curve, signature: hexToBytes(signature) }]
    : [{ curve, signature: hexToBytes(signature), publicKey: hexToBytes(publicKey) }]
}

/** A signature as stored, with its key. */
export const signatureRow = (given: IntentSignature, { bytes, curve }: PublicKey) => ({
  curve,
  publicKey: bytesToHex(bytes),
  signature: bytesToHex(given.signature)
})

/** The subintent with the signatures of these answers, which were checked when they arrived. */
export const signedRequest = (request: Request, responses: ReadonlyArray<SignerResponse>): SignedPartial => {
  const root = subintentOf(request)
  const alone = (signatures: ReadonlyArray<IntentSignature>): SignedPartial => ({
    partial: { root, subintents: [] },
    signatures,
    subintentSignatures: []
  })
  const parts = responses.map((each) => alone(signatureOf(each)))
  return Either.getOrThrow(mergeSigned(root, parts, () => true))
}
