/**
 * The public moderation log (docs/product/conversation.md): who did what to whom, and why. `record` joins the
 * transaction of the action. Discussion, members and votes write here; entries are never deleted.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { isAccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { randomId } from "~/effects/base/text/random.server"
import { PersonColumns, personColumns, personOf } from "~/effects/people/users/people.server"
import { type LogEntry, type LogPage, ModerationKind, SITE_OPERATORS } from "./LogEntry"

const PAGE_SIZE = 20

export interface NewAction {
  readonly communityId: CommunityId
  readonly actor: string
  readonly action: ModerationKind
  readonly target: {
    readonly type: "thread" | "comment" | "announcement" | "proposal" | "member" | "community" | "posts"
    readonly id: string
    /** Its title or name. */
    readonly label: string
    /** A path of our own router; null if it has no page. */
    readonly path: string | null
  }
  readonly reason: string
  /** The action on many posts that it belongs to. The public log shows one entry for all of them (`countsOf`). */
  readonly partOf?: string
}

const Row = Schema.Struct({
  id: Schema.String,
  actor: Schema.String,
  ...PersonColumns.fields,
  action: ModerationKind,
  targetType: Schema.String,
  targetLabel: Schema.String,
  targetPath: Schema.NullOr(Schema.String),
  reason: Schema.String,
  createdAt: Schema.Number
})

/** `time~id` of the last row of the previous page. */
const readKey = (after: string | null) => {
  const found = /^(\d{1,15})~([a-z2-7]{12})$/.exec(after ?? "")
  return found === null ? null : { at: Number(found[1]), id: found[2] ?? "" }
}

export class ModerationLog extends Effect.Service<ModerationLog>()("activity/moderation-log/ModerationLog", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const recordAll = Effect.fn("ModerationLog.recordAll")(function* (actions: ReadonlyArray<NewAction>) {
      if (actions.length === 0) return
      const now = yield* Clock.currentTimeMillis
      const rows = yield* Effect.forEach(actions, ({ partOf = null, target, ...action }) =>
        Effect.map(randomId(), (id) => ({
          ...action,
          partOf,
          id,
          targetType: target.type,
          targetId: target.id,
          targetLabel: target.label.slice(0, 200),
          targetPath: target.path,
          createdAt: now,
          updatedAt: now
        }))
      )
      yield* sql`INSERT INTO moderation_actions ${sql.insert(rows)}`
    })
    const record = Effect.fn("ModerationLog.record")((action: NewAction) => recordAll([action]))

    const countsOf = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ communityId: CommunityId, posts: Schema.Int }),
      execute: (partOf) => sql`SELECT community_id, CAST(COUNT(*) AS INTEGER) AS posts FROM moderation_actions
        WHERE part_of = ${partOf} GROUP BY community_id ORDER BY community_id`
    })

    const select = findAll({
      Request: Schema.Struct({ communityId: CommunityId, after: Schema.NullOr(Schema.String) }),
      Result: Row,
      execute: ({ after, communityId }) => {
        const key = readKey(after)
        return sql`SELECT a.id, a.actor, ${sql.literal(personColumns)}, a.action, a.target_type, a.target_label, a.target_path,
            a.reason, a.created_at
          FROM moderation_actions a LEFT JOIN users u ON u.account_address = a.actor
          WHERE a.community_id = ${communityId} AND a.part_of IS NULL
            AND ${key === null ? sql`1 = 1` : sql`(a.created_at, a.id) < (${key.at}, ${key.id})`}
          ORDER BY a.created_at DESC, a.id DESC LIMIT ${PAGE_SIZE + 1}`
      }
    })

    /** Newest first. */
    const page = Effect.fn("ModerationLog.page")(function* (communityId: CommunityId, after: string | null) {
      const rows = yield* select({ communityId, after })
      const shown = rows.slice(0, PAGE_SIZE)
      const last = shown.at(-1)
      const entries = shown.map(
        (row): LogEntry => ({
          id: row.id,
          actor: isAccountAddress(row.actor) ? personOf(row.actor, row) : null,
          action: row.action,
          targetType: row.targetType,
          label: row.targetLabel,
          path: row.targetPath,
          reason: row.reason,
          at: row.createdAt
        })
      )
      const next = rows.length > PAGE_SIZE && last !== undefined ? `${last.createdAt}~${last.id}` : null
      return { entries, next } satisfies LogPage
    })

    const lastOfSite = findOne({
      Request: Schema.String,
      Result: Schema.Struct({ action: ModerationKind, reason: Schema.String }),
      execute: (communityId) => sql`SELECT action, reason FROM moderation_actions
        WHERE community_id = ${communityId} AND part_of IS NULL AND target_type = 'community' AND actor = ${SITE_OPERATORS}
        ORDER BY created_at DESC, id DESC LIMIT 1`
    })

    return {
      record,
      recordAll,
      /** How many posts an action on many changed in each community. */
      countsOf,
      page,
      /** Why the operators closed the whole community; none if they did not, or reopened it. */
      closedBecause: (communityId: CommunityId) =>
        Effect.map(
          lastOfSite(communityId),
          Option.filterMap(({ action, reason }) => (action === "close" ? Option.some(reason) : Option.none()))
        )
    }
  })
}) {}
