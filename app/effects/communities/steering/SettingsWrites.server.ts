/**
 * What every change of settings has in common: it takes the lock, needs the owner and a community that is not archived,
 * and is announced.
 */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { type CommunityChanges, CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"

/** The fields that really differ: saving equal values changes nothing and notifies nobody. */
const differences = (now: Community, next: CommunityChanges): CommunityChanges =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => JSON.stringify(now[name as keyof CommunityChanges]) !== JSON.stringify(value)
    )
  )

export class SettingsWrites extends Effect.Service<SettingsWrites>()("communities/steering/SettingsWrites", {
  dependencies: [CommunityWrites.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const writes = yield* CommunityWrites
    const activity = yield* Activity

    const requireLiving = ({ stage }: Community) =>
      stage === "archived" || stage === "draft"
        ? new WrongState({ thing: "community", state: stage, action: "changing its settings" })
        : Effect.void

    /** Writes to the activity; `what` completes "changed …". */
    const notify = (here: Inside, type: "settingsChanged" | "archived" | "unarchived", what?: string) =>
      activity.record({
        communityId: here.community.id,
        actor: here.communityRole.account,
        type,
        target: `/community/detail/${here.community.id}`,
        ...(what === undefined ? {} : { data: { what } }),
        visibility: "public"
      })

    /** Returns whether something was changed. */
    const save = <E, R>(
      here: Inside,
      version: number,
      what: string,
      decide: (now: Community) => Effect.Effect<CommunityChanges, E, R>
    ) =>
      Effect.gen(function* () {
        yield* requireAllowed(here, "settings")
        const account = here.community.ownerAddress // only the owner may do this
        const after = yield* writes.change(here.community.id, version, account, (now) =>
          Effect.zipRight(
            requireLiving(now),
            Effect.map(decide(now), (next) => differences(now, next))
          )
        )
        const isChanged = after.version !== version
        if (isChanged) yield* notify(here, "settingsChanged", what)
        return isChanged
      }).pipe(atomically(sql))

    return { save, notify }
  })
}) {}
