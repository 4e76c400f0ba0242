import { Context, Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"

export interface OwnerChange {
  readonly community: Pick<Community, "id" | "name">
  /** The owner from here on. */
  readonly to: AccountAddress
}

/**
 * Hears that a community has another owner, in the transaction that makes it so: features that stand later tell them what
 * else they take over (publishing). Without it, nothing is told.
 */
export class OwnerChanged extends Context.Reference<OwnerChanged>()("effects/OwnerChanged", {
  defaultValue:
    () =>
    (_: OwnerChange): Effect.Effect<void> =>
      Effect.void
}) {}
