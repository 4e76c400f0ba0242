/** When a community's important announcements were or will be sent, and when the next one may be. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import type { AnnouncementId } from "./Announcement"
import { TooManyImportant } from "./errors"
import { IMPORTANT_WINDOW_MS, importantFrom } from "./importance"

export class ImportantTimes extends Effect.Service<ImportantTimes>()("conversation/announcements/ImportantTimes", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const select = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, id: Schema.String, from: Schema.Number }),
      Result: Schema.Struct({ publishAt: Schema.Number }),
      execute: ({ communityId, from, id }) => sql`SELECT publish_at FROM announcements
        WHERE community_id = ${communityId} AND importance = 'important' AND publish_at > ${from}
          AND state <> 'draft' AND id <> ${id}`
    })

    /**
     * Fails if one more important announcement at its time exceeds the limit. The caller holds the community's lock.
     */
    const requireFit = Effect.fn("ImportantTimes.requireFit")(function* (
      communityId: string,
      id: AnnouncementId,
      at: number
    ) {
      const others = yield* Effect.orDie(select({ communityId, id, from: at - 2 * IMPORTANT_WINDOW_MS }))
      const from = importantFrom(
        others.map(({ publishAt }) => publishAt),
        at
      )
      if (from > at) return yield* new TooManyImportant({ from })
    })

    return { requireFit }
  })
}) {}
