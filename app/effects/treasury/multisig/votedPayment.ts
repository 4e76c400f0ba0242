/**
 * Whether a payment of signers is what a vote decided: the voted manifest pays exactly this, in this order, and does
 * nothing else. Proofs and the idempotency key differ between one admin and several signers, so both sides leave them
 * out, as well as fee locks and assertions, which wallets add. Pure.
 */
import { Either } from "effect"
import { fingerprintOf } from "~/effects/chain/prepared-transactions/fingerprint"
import {
  type AccountAddress,
  amountOf,
  type Instruction,
  type Manifest,
  parseManifest,
  type ResourceAddress,
  Templates,
  Tree
} from "~/ledger/index"
import type { Paying } from "./approvalMessages"

interface Place {
  readonly treasury: AccountAddress
  readonly badge: ResourceAddress
}

const PROOFS: ReadonlySet<string> = new Set(["create_proof_of_non_fungibles", "create_proof_of_amount"])

const isProof = ({ args, name }: Instruction, { badge }: Place): boolean => {
  const [, method, resource] = args
  return (
    name === "CALL_METHOD" &&
    method?.kind === "String" &&
    PROOFS.has(method.value) &&
    resource?.kind === "Address" &&
    resource.address === badge
  )
}

const isIdempotencyKey = ({ args, name }: Instruction, { treasury }: Place): boolean => {
  const [of, key] = args
  return (
    (name === "SET_METADATA" || name === "LOCK_METADATA") &&
    of?.kind === "Address" &&
    of.address === treasury &&
    key?.kind === "String" &&
    key.value.startsWith("proposal:")
  )
}

const essential = ({ instructions }: Manifest, place: Place): Manifest =>
  Tree.manifest(...instructions.filter((each) => !isProof(each, place) && !isIdempotencyKey(each, place)))

/** @param voted the manifest as it was voted on */
export const isVotedPayment = (voted: string, { amount, further, payee, resource }: Paying, place: Place): boolean => {
  const paid = Templates.paymentsRequest({
    treasury: place.treasury,
    payments: [{ amount, payee }, ...further].map((one) => ({
      resource,
      amount: amountOf(one.amount),
      payee: one.payee
    })),
    idempotencyKey: "proposal:",
    digest: ""
  })
  return Either.match(parseManifest(voted), {
    onLeft: () => false,
    onRight: (manifest) => fingerprintOf(essential(manifest, place)) === fingerprintOf(essential(paid, place))
  })
}
