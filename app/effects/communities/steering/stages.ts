/** From a living community to an archived one, and back. */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { WrongState } from "~/effects/base/failures/failures"
import { StillOpen } from "./errors"
import { openBusiness } from "./openBusiness"

type Change = { readonly stage: Community["stage"] }

/** Nothing may be left open in it. */
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
    : new WrongState({ thing: "community", state: now.stage, action: "opening it again" })
