/** What a request does, and the transaction that carries it out. Pure. */
import { Either } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { isKeySeat } from "~/effects/treasury/deployment/seatIds"
import {
  type AccountAddress,
  amountOf,
  type Manifest,
  parseManifest,
  type ResourceAddress,
  Templates
} from "~/ledger/index"
import type { ApprovalRequest, SignerSlot } from "./ApprovalRequest"
import { isTransactionRequest, paidBy } from "./approvalMessages"

/** Locked from the faucet for one transaction; what is not used goes back. */
const FEE = 10n * 10n ** 18n

interface Place {
  readonly treasury: AccountAddress
  readonly badge: ResourceAddress
}

/** Of our own making, so that it can be read again. */
export const writtenBefore = (text: string): Manifest => Either.getOrThrow(parseManifest(text))

type Wanted = Pick<ApprovalRequest, "digest" | "onceKey" | "payload">

const actOf = ({ digest, onceKey, payload }: Wanted, { badge, treasury }: Place): Manifest => {
  const once = { treasury, onceKey, digest }
  if (payload.kind === "rule") {
    const ids = payload.seats.map(({ id }) => id)
    return Templates.ruleRequest({ ...once, badge, ids, needed: payload.needed })
  }
  if (payload.kind === "release") return Templates.releaseRequest({ ...once, badge })
  // A step brings its once-only key along.
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
