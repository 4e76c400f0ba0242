/**
 * Nothing has happened for twelve months: the owner is told so once, and nothing is closed
 * (docs/product/communities.md, 3.4). Whatever happens afterwards begins a new year.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"

const YEAR_MS = 365 * 86_400_000
/** Owners told in one transaction. */
const BATCH = 100

/** Answers how many were told since it was last asked, at most one batch. */
export const makeTellInactive = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const notifications = yield* Notifications
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const quiet = yield* sql<{ readonly id: string; readonly name: string; readonly ownerAddress: string }>`
      UPDATE communities SET quiet_told_at = ${now}
      WHERE id IN (SELECT id FROM communities WHERE active_at <= ${now - YEAR_MS} AND quiet_told_at <= active_at
        AND stage IN ('live', 'deployed') ORDER BY active_at, id LIMIT ${BATCH})
      RETURNING id, name, owner_address`
    for (const { id, name, ownerAddress } of quiet) {
      const communityId = CommunityId.make(id)
      yield* notifications.tell({
        to: [ownerAddress],
        type: "quiet",
        communityId,
        target: `/community/detail/${id}`,
        text: `Nothing has happened in ${name} for a year. It stays open; you can archive it in its settings.`,
        importance: "normal"
      })
    }
    return quiet.length
  }).pipe(Effect.orDie, atomically(sql), Effect.withSpan("tellQuiet"))
})

export const inactivityJob = Effect.map(
  makeTellInactive,
  (tell): Job => ({
    name: "quiet",
    every: "hour",
    run: Effect.asVoid(Effect.repeat(tell, { while: (told) => told === BATCH }))
  })
)
