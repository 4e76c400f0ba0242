/** Rows of `webhooks`. Secrets are encrypted at rest; only `secretsOf` decrypts them. */
import { SqlClient } from "@effect/sql"
import { Effect, Queue, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { SealedRow, type SealedTexts } from "~/effects/base/jobs/Resealing.server"
import type { SecretPurpose } from "~/effects/base/settings/Seal.server"
import { eventsIn } from "./events"
import type { HookView } from "./Webhook"

export const HOOK_SECRETS: SecretPurpose = "webhook secrets"

const Row = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  events: Schema.String,
  pausedAt: Schema.NullOr(Schema.Number),
  pausedWhy: Schema.NullOr(Schema.Literal("owner", "failing", "newOwner")),
  failingSince: Schema.NullOr(Schema.Number),
  formerUntil: Schema.NullOr(Schema.Number),
  createdAt: Schema.Number
})

const Named = Schema.Struct({ id: Schema.String, communityId: CommunityId })

export interface NewHook {
  readonly id: string
  readonly communityId: CommunityId
  readonly url: string
  readonly events: string
  readonly secret: string
  readonly createdAt: number
}

export class WebhooksRepo extends Effect.Service<WebhooksRepo>()("publishing/webhooks/WebhooksRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findAll({
      Request: Schema.String,
      Result: Row,
      execute: (
        communityId
      ) => sql`SELECT id, url, events, paused_at, paused_why, failing_since, former_until, created_at
        FROM webhooks WHERE community_id = ${communityId} AND removed_at IS NULL ORDER BY created_at, id`
    })
    const list = (communityId: CommunityId): Effect.Effect<ReadonlyArray<HookView>> =>
      Effect.map(select(communityId), (rows) =>
        rows.map(({ events, ...row }) => ({ ...row, events: eventsIn(events) }))
      )

    const one = findOne({
      Request: Named,
      Result: Schema.Struct({ url: Schema.String, secret: Schema.String }),
      execute: ({ communityId, id }) =>
        sql`SELECT url, secret FROM webhooks
          WHERE id = ${id} AND community_id = ${communityId} AND removed_at IS NULL`
    })

    return {
      list,
      /** With its encrypted secret. */
      find: (communityId: CommunityId, id: string) => one({ communityId, id }),

      /**
       * False if the community has the maximum number of hooks or already uses this address. One statement, so that two
       * concurrent calls cannot both pass.
       */
      add: (hook: NewHook, most: number) =>
        Effect.map(
          sql`INSERT INTO webhooks (id, community_id, url, events, secret, created_at)
              SELECT c.id, c.community_id, c.url, c.events, c.secret, c.created_at FROM (SELECT
                CAST(${hook.id} AS TEXT) AS id, CAST(${hook.communityId} AS TEXT) AS community_id,
                CAST(${hook.url} AS TEXT) AS url, CAST(${hook.events} AS TEXT) AS events,
                CAST(${hook.secret} AS TEXT) AS secret, CAST(${hook.createdAt} AS BIGINT) AS created_at) c
              WHERE (SELECT COUNT(*) FROM webhooks w WHERE w.community_id = ${hook.communityId}) < ${most}
              ON CONFLICT (community_id, url) DO NOTHING RETURNING id`,
          (rows) => rows.length > 0
        ),

      setEvents: (communityId: CommunityId, id: string, events: string) =>
        sql`UPDATE webhooks SET events = ${events} WHERE id = ${id} AND community_id = ${communityId}`,

      /** Sends nothing more and is in no list; its rows stay until that can no longer be undone. */
      remove: (communityId: CommunityId, id: string, at: number) =>
        sql`UPDATE webhooks SET removed_at = ${at} WHERE id = ${id} AND community_id = ${communityId}`,

      /** Whether there was such a hook to bring back. */
      restore: (communityId: CommunityId, id: string) =>
        Effect.map(
          sql`UPDATE webhooks SET removed_at = NULL
              WHERE id = ${id} AND community_id = ${communityId} AND removed_at IS NOT NULL RETURNING id`,
          (rows) => rows.length > 0
        ),

      /** Removed hooks give way to a new one: to its address, and to its place among the most that are allowed. */
      deleteRemoved: (communityId: CommunityId) =>
        sql`DELETE FROM webhooks WHERE community_id = ${communityId} AND removed_at IS NOT NULL`,

      pause: (communityId: CommunityId, id: string, at: number, why: "owner" | "failing") =>
        sql`UPDATE webhooks SET paused_at = ${at}, paused_why = ${why}
          WHERE id = ${id} AND community_id = ${communityId} AND paused_at IS NULL`,

      /** Pauses all active hooks of the community. */
      pauseAll: (communityId: CommunityId, at: number, why: "newOwner") =>
        sql`UPDATE webhooks SET paused_at = ${at}, paused_why = ${why}
          WHERE community_id = ${communityId} AND paused_at IS NULL`,

      resume: (communityId: CommunityId, id: string) =>
        sql`UPDATE webhooks SET paused_at = NULL, paused_why = NULL, failing_since = NULL
          WHERE id = ${id} AND community_id = ${communityId}`,

      /** Replaces the secret; the previous one also signs until `formerUntil`. */
      rotate: (communityId: CommunityId, id: string, secret: string, formerUntil: number) =>
        sql`UPDATE webhooks SET former_secret = secret, former_until = ${formerUntil}, secret = ${secret}
          WHERE id = ${id} AND community_id = ${communityId}`,

      arrived: (id: string) =>
        sql`UPDATE webhooks SET failing_since = NULL WHERE id = ${id} AND failing_since IS NOT NULL`,

      /** Records a failure and returns since when no delivery has succeeded. */
      failed: (id: string, at: number) =>
        Effect.map(
          sql<{ readonly failingSince: number }>`UPDATE webhooks SET failing_since = COALESCE(failing_since, ${at})
              WHERE id = ${id} RETURNING failing_since`,
          (rows) => Number(rows[0]?.failingSince ?? at)
        )
    }
  })
}) {}

/** Wakes this server's worker when a delivery is queued, so that it does not wait for the next minute. */
export class WebhookNotices extends Effect.Service<WebhookNotices>()("publishing/webhooks/WebhookNotices", {
  effect: Effect.map(Queue.sliding<void>(1), (news) => ({
    wake: Effect.asVoid(Queue.offer(news, undefined)),
    awaitNews: Queue.take(news)
  }))
}) {}

/**
 * Secrets of webhooks for encryption with a new key: the current ones, and the previous ones that still sign for a day.
 */
export const webhookEncryption = Effect.map(SqlClient.SqlClient, (sql): ReadonlyArray<SealedTexts> => {
  const inColumn = (column: "secret" | "former_secret"): SealedTexts => {
    const next = findAll({
      Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
      Result: SealedRow,
      execute: ({ after, limit }) => sql`SELECT id, ${sql(column)} AS sealed FROM webhooks
        WHERE ${sql(column)} IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`
    })
    return {
      purpose: HOOK_SECRETS,
      next: (after, limit) => next({ after, limit }),
      replace: ({ id, sealed }, reencrypted) =>
        Effect.orDie(
          sql`UPDATE webhooks SET ${sql(column)} = ${reencrypted} WHERE id = ${id} AND ${sql(column)} = ${sealed}`
        )
    }
  }
  return [inColumn("secret"), inColumn("former_secret")]
})
