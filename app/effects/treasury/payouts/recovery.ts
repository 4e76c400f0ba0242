/** Builds the transaction that takes back unclaimed tokens of some accounts, protected by an idempotency key. Pure. */

import type { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { hashOf } from "~/effects/base/text/digest"
import { type Admin, type Amount, type Manifest, metadataVariant, Templates, Tree } from "~/ledger/index"

/** Accounts per transaction. */
export const RECOVER_AT_ONCE = 20

export interface Unclaimed {
  readonly account: AccountAddress
  readonly amount: Amount
}
export interface Recovery {
  readonly admin: Admin
  readonly treasury: AccountAddress
  readonly locker: LockerAddress
  readonly resource: ResourceAddress
  readonly unclaimed: ReadonlyArray<Unclaimed>
  /** Unique on this treasury. */
  readonly idempotencyKey: string
}

/**
 * With `isProven` the manifest makes no proofs of its own, because the signers bring them along
 * (`Templates.councilAct`).
 */
export const recoveryManifest = ({ idempotencyKey, unclaimed, ...place }: Recovery, isProven = false): Manifest => {
  const singles = unclaimed.map((each) => Templates.recoverUnclaimed({ ...place, ...each }).instructions)
  const [first = []] = singles
  const [proof] = first
  const text = hashOf(unclaimed.map(({ account, amount }) => [account, String(amount)]))
  return Tree.manifest(
    ...(proof === undefined || isProven ? [] : [proof]),
    ...singles.flatMap((instructions) => instructions.slice(1, 2)),
    ...first.slice(2),
    Tree.instruction(
      "SET_METADATA",
      Tree.address(place.treasury),
      Tree.text(idempotencyKey),
      Tree.variant(metadataVariant("String", false), Tree.text(text))
    ),
    Tree.instruction("LOCK_METADATA", Tree.address(place.treasury), Tree.text(idempotencyKey))
  )
}
