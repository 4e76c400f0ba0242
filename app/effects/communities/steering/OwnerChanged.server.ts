import { Context, Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"

export interface OwnerChange {
  readonly community: Pick<Community, "id" | "name">
  /** The new owner. */
  readonly to: AccountAddress
}

/**
 * Called when a community gets a new owner, in the same transaction, so that features of later layers can notify them
 * of what else they take over (publishing). By default it does nothing.
 */
export class OwnerChanged extends Context.Reference<OwnerChanged>()("communities/steering/OwnerChanged", {
  defaultValue:
    () =>
    (_: OwnerChange): Effect.Effect<void> =>
      Effect.void
}) {}
