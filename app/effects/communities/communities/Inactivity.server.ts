/**
 * Notifies an owner once after twelve months without activity; the community stays open (docs/product/communities.md).
 * Any activity afterwards starts a new year.
 */
import { Clock, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"

const YEAR_MS = 365 * 86_400_000
/** The job whose work items are inactive communities (docs/operations.md, "Jobs"). */
const TELLING = "communities.inactive"

const Inactive = Schema.Struct({ id: CommunityId, name: Schema.String, ownerAddress: Schema.String })

export class Inactivity extends Effect.Service<Inactivity>()("communities/communities/Inactivity", {
  dependencies: [Notifications.Default, WorkQueue.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const notifications = yield* Notifications
    const queue = yield* WorkQueue

    const isInactive = (now: number) =>
      sql`active_at <= ${now - YEAR_MS} AND quiet_notified_at <= active_at AND stage IN ('live', 'deployed')`

    const due = findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ limit, now }) => sql`SELECT id FROM communities
        WHERE ${isInactive(now)} AND ${queue.isFree(TELLING, sql`communities.id`, now)}
        ORDER BY active_at, id LIMIT ${limit}`
    })
    const markNotified = findAll({
      Request: Schema.Struct({ id: Schema.String, now: Schema.Number }),
      Result: Inactive,
      execute: ({ id, now }) => sql`UPDATE communities SET quiet_notified_at = ${now}
        WHERE id = ${id} AND ${isInactive(now)} RETURNING id, name, owner_address`
    })

    const notifyOwner = Effect.fnUntraced(function* (community: string) {
      const now = yield* Clock.currentTimeMillis
      for (const { id, name, ownerAddress } of yield* markNotified({ id: community, now })) {
        yield* notifications.notify({
          to: [ownerAddress],
          type: "quiet",
          communityId: id,
          target: `/community/detail/${id}`,
          text: `Nothing has happened in ${name} for a year. It stays open; you can archive it in its settings.`,
          importance: "normal"
        })
      }
    }, atomically(sql))

    const notifyOwners = queue.workThrough({
      job: TELLING,
      due: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => due({ now, limit })),
      keyOf: ({ id }) => id,
      work: ({ id }) => notifyOwner(id)
    })

    return { notifyOwners }
  })
}) {}

export const inactivityJob = Effect.map(
  Inactivity,
  ({ notifyOwners }): Job => ({ name: "quiet", every: "hour", isShared: true, run: notifyOwners })
)
