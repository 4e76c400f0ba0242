/** Rows of `webhook_deliveries`: queued deliveries and their results. */
import { SqlClient, type Statement } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { StoredEvent } from "~/effects/activity/activity/Activity.server"
import { ActivityEvent } from "~/effects/activity/activity/ActivityEvent"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { gauge, type Reading } from "~/effects/base/metrics/Family"
import type { DeliveryView } from "./Webhook"
import { Problem } from "./WebhookSender.server"

/** Retry schedule of deliveries (docs/product/webhooks.md): eight tries within a day. Pure. */

const MINUTE = 60_000
export const DAY_MS = 1_440 * MINUTE

/** Minutes to wait after each failed try; together a day. */
const PAUSES = [1, 4, 15, 60, 180, 400, 780]
export const MAX_TRIES = PAUSES.length + 1

/** Milliseconds to wait after this many failed tries; undefined after the last. */
export const pauseAfter = (tries: number): number | undefined => {
  const minutes = PAUSES[tries - 1]
  return minutes === undefined ? undefined : minutes * MINUTE
}

const Waiting = Schema.Struct({ waiting: Schema.Number, due: Schema.NullOr(Schema.Number), paused: Schema.Number })

/** Metrics of queued deliveries. */
export const webhookReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = single({
    Request: Schema.Void,
    Result: Waiting,
    execute: () => sql`SELECT COUNT(*) AS waiting, MIN(d.next_at) AS due,
        (SELECT COUNT(*) FROM webhooks p WHERE p.paused_why = 'failing' AND p.paused_at > 0 AND p.removed_at IS NULL) AS paused
      FROM webhook_deliveries d JOIN webhooks h ON h.id = d.hook_id
      WHERE d.state = 'waiting' AND d.next_at > 0 AND h.paused_at IS NULL AND h.removed_at IS NULL`
  })
  const families = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { due, paused, waiting } = yield* collect()
    return [
      gauge("commonhold_webhooks_waiting", "Webhook deliveries that were queued and have not arrived yet.", waiting),
      gauge(
        "commonhold_webhooks_overdue_seconds",
        "Since the longest waiting delivery was due.",
        due === null ? 0 : Math.max(0, now - due) / 1_000
      ),
      gauge("commonhold_webhooks_paused", "Webhooks that were paused because nothing arrived for a day.", paused)
    ]
  })
  return { name: "webhooks", families }
})

/** Lifetime of the delivery log, and of deliveries queued for a paused hook. */
const RETENTION = Duration.toMillis("30 days")

/** Longer than a removal can be undone. */
const REMOVED_STAY = Duration.toMillis("1 minute")

/** Deletes old deliveries, replaced secrets after their day, and removed hooks. */
export const sweepWebhooks: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.all([
      sql`UPDATE webhooks SET former_secret = NULL, former_until = NULL WHERE former_until <= ${now}`,
      sql`DELETE FROM webhooks WHERE removed_at < ${now - REMOVED_STAY}`,
      sql`DELETE FROM webhook_deliveries WHERE created_at < ${now - RETENTION}`
    ])
)

const State = Schema.Literal("waiting", "delivered", "failed")
const Line = Schema.Struct({
  id: Schema.String,
  event: Schema.String,
  state: State,
  tries: Schema.Int,
  nextAt: Schema.Number,
  triedAt: Schema.NullOr(Schema.Number),
  tookMs: Schema.NullOr(Schema.Number),
  status: Schema.NullOr(Schema.Int),
  problem: Schema.NullOr(Problem),
  answer: Schema.NullOr(Schema.String),
  createdAt: Schema.Number
})

/** A queued delivery with everything needed to build and sign its body. */
export const Due = Schema.Struct({
  id: Schema.String,
  hookId: Schema.String,
  communityId: CommunityId,
  event: Schema.String,
  tries: Schema.Int,
  createdAt: Schema.Number,
  url: Schema.String,
  secret: Schema.String,
  formerSecret: Schema.NullOr(Schema.String),
  formerUntil: Schema.NullOr(Schema.Number),
  slug: Schema.String,
  name: Schema.String,
  isPublic: Schema.Number,
  owner: Schema.String,
  /** Number of the event; null for a test. */
  seq: Schema.NullOr(Schema.Number),
  at: Schema.NullOr(Schema.Number),
  actor: Schema.NullOr(Schema.String),
  target: Schema.NullOr(Schema.String),
  data: Schema.NullOr(ActivityEvent.fields.data)
})
export type Due = typeof Due.Type

/** Result of one try. */
export interface Tried {
  readonly state: "waiting" | "delivered" | "failed"
  readonly nextAt: number
  readonly triedAt: number
  readonly tookMs: number
  readonly status: number | null
  readonly problem: Problem | null
  readonly answer: string | null
}

const Asked = Schema.Struct({
  hookId: Schema.String,
  after: Schema.NullOr(Schema.Struct({ at: Schema.Number, id: Schema.String })),
  limit: Schema.Int
})

export class DeliveriesRepo extends Effect.Service<DeliveriesRepo>()("publishing/webhooks/DeliveriesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const page = findAll({
      Request: Asked,
      Result: Line,
      execute: ({ after, hookId, limit }) => sql`SELECT id, event, state, tries, next_at, tried_at, took_ms, status,
          problem, answer, created_at FROM webhook_deliveries
        WHERE hook_id = ${hookId} AND ${after === null ? sql`1 = 1` : sql`(created_at, id) < (${after.at}, ${after.id})`}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    })

    /** A paused hook still sends its tests. */
    const isDue = (now: number): Statement.Fragment =>
      sql`d.state = 'waiting' AND d.next_at <= ${now} AND (h.paused_at IS NULL OR d.seq IS NULL) AND h.removed_at IS NULL`

    const hooks = findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int, free: Schema.Any }),
      Result: Schema.Struct({ hookId: Schema.String }),
      execute: ({
        free,
        limit,
        now
      }) => sql`SELECT d.hook_id FROM webhook_deliveries d JOIN webhooks h ON h.id = d.hook_id
        WHERE ${isDue(now)} AND ${free} GROUP BY d.hook_id
        ORDER BY CASE WHEN MAX(h.failing_since) IS NULL THEN 0 ELSE 1 END, MIN(d.next_at), d.hook_id LIMIT ${limit}`
    })

    const first = findOne({
      Request: Schema.Struct({ hookId: Schema.String, now: Schema.Number }),
      Result: Due,
      execute: ({ hookId, now }) => sql`SELECT d.id, d.hook_id, d.community_id, d.event, d.tries, d.created_at, h.url,
          h.secret, h.former_secret, h.former_until, c.slug, c.name, c.owner_address AS owner,
          CASE WHEN c.visibility <> 'private' AND c.stage <> 'draft' THEN 1 ELSE 0 END AS is_public,
          d.seq, e.at, e.actor, e.target, e.data
        FROM webhook_deliveries d JOIN webhooks h ON h.id = d.hook_id JOIN communities c ON c.id = d.community_id
        LEFT JOIN activity_events e ON e.community_id = d.community_id AND e.seq = d.seq
        WHERE d.hook_id = ${hookId} AND ${isDue(now)} ORDER BY d.next_at, d.created_at, COALESCE(d.seq, 0), d.id LIMIT 1`
    })

    return {
      /**
       * Queues one delivery for each hook of the community that subscribes to the event, in the event's transaction.
       */
      queue: ({ at, communityId, seq }: StoredEvent, event: string) =>
        Effect.map(
          sql`INSERT INTO webhook_deliveries (id, hook_id, community_id, event, seq, state, next_at, created_at)
              SELECT h.id || '-' || CAST(${seq} AS TEXT), h.id, h.community_id, CAST(${event} AS TEXT),
                CAST(${seq} AS BIGINT), 'waiting', CAST(${at} AS BIGINT), CAST(${at} AS BIGINT)
              FROM webhooks h WHERE h.community_id = ${communityId} AND h.paused_at IS NULL AND h.removed_at IS NULL
                AND h.events LIKE ${`% ${event} %`} RETURNING id`,
          (rows) => rows.length
        ),

      /** Queues a test, which has no event. */
      add: (row: { readonly id: string; readonly hookId: string; readonly communityId: CommunityId }, at: number) =>
        sql`INSERT INTO webhook_deliveries ${sql.insert({
          ...row,
          event: "test",
          seq: null,
          state: "waiting",
          nextAt: at,
          createdAt: at
        })}`,

      page: (asked: typeof Asked.Type): Effect.Effect<ReadonlyArray<DeliveryView>> => page(asked),

      /** Hooks with due deliveries: healthy hooks first, and within each group the longest overdue first. */
      dueHooks: (now: number, limit: number, free: Statement.Fragment) =>
        Effect.map(hooks({ now, limit, free }), (rows) => rows.map(({ hookId }) => hookId)),

      /** The hook's next delivery. */
      nextOf: (hookId: string, now: number) => first({ hookId, now }),

      tried: (id: string, tried: Tried) =>
        sql`UPDATE webhook_deliveries SET ${sql.update({ ...tried })}, tries = tries + 1 WHERE id = ${id}`,

      /** Restarts a delivery immediately with its tries reset. False if it was not tried yet or does not exist. */
      again: (communityId: CommunityId, id: string, now: number) =>
        Effect.map(
          sql`UPDATE webhook_deliveries SET state = 'waiting', tries = 0, next_at = ${now}
              WHERE id = ${id} AND community_id = ${communityId} AND (state <> 'waiting' OR tries > 0) RETURNING id`,
          (rows) => rows.length > 0
        )
    }
  })
}) {}
