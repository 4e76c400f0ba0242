/** Archiving a community, and opening it again (docs/product/communities.md, 3.6.7). */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { mustBeAllowed } from "~/effects/access/must"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import type { CommunityChanges } from "~/effects/communities/communities/CommunityUpdatesRepo.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED, OwnsTooMany } from "~/effects/communities/communities/errors"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { StillOpen } from "./errors"
import { openBusiness } from "./openBusiness"

import { SettingsWrites } from "./SettingsWrites.server"

export class Archiving extends Effect.Service<Archiving>()("effects/Archiving", {
  dependencies: [CommunityWrites.Default, OwnedCommunities.Default, SettingsWrites.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const writes = yield* CommunityWrites
    const owned = yield* OwnedCommunities
    const { tell } = yield* SettingsWrites

    const archive = Effect.fn("Archiving.archive")(function* (here: Inside) {
      yield* mustBeAllowed(here, "settings")
      const account = here.community.ownerAddress
      yield* Effect.gen(function* () {
        yield* writes.change(
          here.community.id,
          null,
          account,
          (now): Effect.Effect<CommunityChanges, WrongState | StillOpen> => {
            const what = openBusiness(now)
            if (now.stage !== "live" && now.stage !== "deployed") {
              return new WrongState({ thing: "community", state: now.stage, action: "archiving it" })
            }
            return what.length > 0 ? new StillOpen({ what }) : Effect.succeed({ stage: "archived" as const })
          }
        )
        yield* tell(here, "archived")
      }).pipe(atomically(sql))
    })

    const unarchive = Effect.fn("Archiving.unarchive")(function* (here: Inside) {
      yield* mustBeAllowed(here, "settings")
      const account = here.community.ownerAddress
      yield* Effect.gen(function* () {
        yield* Effect.orDie(takeTurns(sql, [`owner:${account}`]))
        if ((yield* owned.countOwned(account)) >= MAX_OWNED) return yield* new OwnsTooMany()
        yield* writes.change(here.community.id, null, account, (now) =>
          now.stage === "archived"
            ? Effect.succeed({ stage: now.treasuryAccount === null ? ("live" as const) : ("deployed" as const) })
            : new WrongState({ thing: "community", state: now.stage, action: "opening it again" })
        )
        yield* tell(here, "unarchived")
      }).pipe(atomically(sql))
    })

    return { archive, unarchive }
  })
}) {}
