/**
 * Nothing has happened for twelve months: the owner is told so once, and nothing is closed
 * (docs/product/communities.md, 3.4). Whatever happens afterwards begins a new year.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"

const YEAR_MS = 365 * 86_400_000
/** Owners told in one transaction. */
const BATCH = 100

const Inactive = Schema.Struct({ id: CommunityId, name: Schema.String, ownerAddress: Schema.String })

export class Inactivity extends Effect.Service<Inactivity>()("effects/Inactivity", {
  dependencies: [Notifications.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const notifications = yield* Notifications

    const markTold = SqlSchema.findAll({
      Request: Schema.Number,
      Result: Inactive,
      execute: (now) => sql`UPDATE communities SET quiet_told_at = ${now}
        WHERE id IN (SELECT id FROM communities WHERE active_at <= ${now - YEAR_MS} AND quiet_told_at <= active_at
          AND stage IN ('live', 'deployed') ORDER BY active_at, id LIMIT ${BATCH})
        RETURNING id, name, owner_address`
    })

    /** Answers how many were told since it was last asked, at most one batch. */
    const tellOwners = Effect.gen(function* () {
      const inactive = yield* markTold(yield* Clock.currentTimeMillis)
      for (const { id, name, ownerAddress } of inactive) {
        yield* notifications.tell({
          to: [ownerAddress],
          type: "quiet",
          communityId: id,
          target: `/community/detail/${id}`,
          text: `Nothing has happened in ${name} for a year. It stays open; you can archive it in its settings.`,
          importance: "normal"
        })
      }
      return inactive.length
    }).pipe(Effect.orDie, atomically(sql), Effect.withSpan("Inactivity.tellOwners"))

    return { tellOwners }
  })
}) {}

export const inactivityJob = Effect.map(
  Inactivity,
  ({ tellOwners }): Job => ({
    name: "quiet",
    every: "hour",
    run: Effect.asVoid(Effect.repeat(tellOwners, { while: (told) => told === BATCH }))
  })
)
