/** Archives a community, and reopens it. */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { WrongState } from "~/effects/base/failures/failures"
import { counted } from "~/effects/base/text/counted"
import { StillOpen } from "./errors"

/**
 * What prevents archiving a community (docs/product/communities.md). Pure; every feature that can have something open
 * adds to it.
 */
type Business = Pick<Community, "openProposals" | "openSales">

export const openBusiness = ({ openProposals, openSales }: Business): ReadonlyArray<string> => [
  ...(openProposals > 0 ? [counted(openProposals, "open proposal")] : []),
  ...(openSales > 0 ? [counted(openSales, "open bond sale")] : [])
]

type Change = { readonly stage: Community["stage"] }

/** Fails while something in it is open. */
export const archived = (now: Community): Effect.Effect<Change, WrongState | StillOpen> => {
  const what = openBusiness(now)
  if (now.stage !== "live" && now.stage !== "deployed") {
    return new WrongState({ thing: "community", state: now.stage, action: "archiving it" })
  }
  return what.length > 0 ? new StillOpen({ what }) : Effect.succeed({ stage: "archived" })
}
export const opened = (now: Community): Effect.Effect<Change, WrongState> =>
  now.stage === "archived"
    ? Effect.succeed({ stage: now.treasuryAccount === null ? "live" : "deployed" })
    : new WrongState({ thing: "community", state: now.stage, action: "reopening it" })
