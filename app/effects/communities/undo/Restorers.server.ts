/** Port: writes removed rows back. Each feature does it for what it owns; `server/layers/restorers.server.ts` lists them. */
import { Context, type Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { RouteFailure } from "~/effects/base/remix/RouteFailure"
import type { InsideKind } from "./Removal"
import type { RemovedRows } from "./Removals.server"

/**
 * Runs in the transaction that marks the removal as undone. Fails if the rows are not this person's, or if what they
 * refer to has changed.
 */
export type Restore = (who: Inside, rows: RemovedRows) => Effect.Effect<void, RouteFailure>

export interface Restorer {
  /** Whether the person may still have this here; before the transaction, so that it may ask the ledger. */
  readonly may: (who: Inside) => Effect.Effect<unknown, RouteFailure>
  readonly restore: Restore
}

export class Restorers extends Context.Tag("communities/undo/Restorers")<
  Restorers,
  Readonly<Record<InsideKind, Restorer>> & {
    /** Of the draft of a community, which only its founder `account` ever saw. */
    readonly "community-draft": (account: AccountAddress, rows: RemovedRows) => Effect.Effect<void, RouteFailure>
  }
>() {}
