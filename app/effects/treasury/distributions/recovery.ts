/**
 * Taking back what nobody claimed: one transaction for some accounts, once (template 10, with the once-only key). Pure.
 */

import type { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { digestOf } from "~/effects/base/text/digest"
import { type Admin, type Amount, type Manifest, metadataVariant, Templates, Tree } from "~/ledger/index"

/** Accounts in one transaction. */
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
  readonly onceKey: string
}

/** `isProven`: those who sign it bring their proofs along (`Templates.councilAct`). */
export const recoveryManifest = ({ onceKey, unclaimed, ...place }: Recovery, isProven = false): Manifest => {
  const singles = unclaimed.map((each) => Templates.recoverUnclaimed({ ...place, ...each }).instructions)
  const [first = []] = singles
  const [proof] = first
  const text = digestOf(unclaimed.map(({ account, amount }) => [account, String(amount)]))
  return Tree.manifest(
    ...(proof === undefined || isProven ? [] : [proof]),
    ...singles.flatMap((instructions) => instructions.slice(1, 2)),
    ...first.slice(2),
    Tree.instruction(
      "SET_METADATA",
      Tree.address(place.treasury),
      Tree.text(onceKey),
      Tree.variant(metadataVariant("String", false), Tree.text(text))
    ),
    Tree.instruction("LOCK_METADATA", Tree.address(place.treasury), Tree.text(onceKey))
  )
}
