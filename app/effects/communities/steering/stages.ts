/** Archives a community, and reopens it. */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { WrongState } from "~/effects/base/failures/failures"
import { StillOpen } from "./errors"
import { openBusiness } from "./openBusiness"

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
