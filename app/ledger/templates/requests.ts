/**
 * Requests to the signers of a treasury (docs/ledger.md). A request is one subintent: proofs of all signers' badges,
 * the instructions, and an idempotency key. All signers sign the same hash, so a signature approves exactly this
 * request, and any transaction may execute it.
 *
 * It has the open form (without `ASSERT_WORKTOP_IS_EMPTY` at the start): a wallet would preview a closed one with its
 * own keys alone, and refuse it because the other signers' proofs fail there.
 */
import type { AccountAddress, ResourceAddress } from "../address"
import type { Amount } from "../amount"
import { wellKnown } from "../entities"
import type { Manifest } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import { openedByOne, type SignerGroup, setRule } from "./council"
import { type Admin, call, give, once, proofOfAdmin, take, useChild, withdraw, yieldDown, yieldUp } from "./snippets"

/**
 * Idempotency key, locked on the treasury with the instructions, so that at most one request with this key is executed.
 */
export interface IdempotencyField {
  readonly treasury: AccountAddress
  readonly idempotencyKey: string
  readonly digest: string
}

export interface PaymentsRequest extends IdempotencyField {
  readonly payments: ReadonlyArray<{
    readonly resource: ResourceAddress
    readonly amount: Amount
    readonly payee: AccountAddress
  }>
}

export const paymentsRequest = ({ digest, idempotencyKey, payments, treasury }: PaymentsRequest): Manifest =>
  Tree.manifest(
    ...payments.flatMap(({ amount, payee, resource }, index) => [
      withdraw(treasury, resource, amount),
      take(resource, amount, `payment${index + 1}`),
      give(payee, `payment${index + 1}`)
    ]),
    ...once(treasury, idempotencyKey, digest)
  )

/**
 * The idempotency key is locked first, because the current signers might not be allowed to lock it under the new rule.
 */
export const ruleRequest = ({ digest, idempotencyKey, ...rule }: SignerGroup & IdempotencyField): Manifest =>
  Tree.manifest(...once(rule.treasury, idempotencyKey, digest), setRule(rule))

/** Reverts the treasury to any single admin badge, as it was created. */
export const releaseRequest = ({
  badge,
  digest,
  idempotencyKey,
  treasury
}: IdempotencyField & { readonly badge: ResourceAddress }): Manifest =>
  Tree.manifest(...once(treasury, idempotencyKey, digest), openedByOne(treasury, badge))

/** `act`: the treasury's instructions, without proofs and with the idempotency key. */
export const signersRequest = (signers: ReadonlyArray<Admin>, act: Manifest): Manifest =>
  Tree.manifest(
    ...signers.map(proofOfAdmin),
    ...act.instructions,
    Tree.instruction("DROP_AUTH_ZONE_REGULAR_PROOFS"),
    yieldUp()
  )

export interface RequestRoot {
  readonly networkId: number
  /** `subtxid_…` */
  readonly subintent: string
  /** Locked from the faucet (docs/ledger.md). */
  readonly fee: Amount
}

/** Signed by the relayer, or by anyone else. */
export const requestRoot = ({ fee, networkId, subintent }: RequestRoot): Manifest =>
  Tree.manifest(
    useChild("request", subintent),
    call(wellKnown("faucet", networkId), "lock_fee", Tree.decimal(fee)),
    yieldDown("request")
  )
