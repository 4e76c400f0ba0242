/**
 * The audit log: who did or viewed what, and why. `record` joins the transaction of the action it describes. Rows are
 * never changed or deleted.
 */
import { Clock, Duration, Effect, Schema } from "effect"
import { isAccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { randomId } from "~/effects/base/text/random.server"
import { shortName } from "~/effects/people/account/shortName"
import { type LogLine, type LogTarget, OperatorAct } from "./acts"
import type { FoundCommunity } from "./console"
import type { Order } from "./Operator"

const Row = Schema.Struct({
  id: Schema.String,
  at: Schema.Number,
  actor: Schema.String,
  actorName: Schema.NullOr(Schema.String),
  act: OperatorAct,
  summary: Schema.String,
  targetType: Schema.String,
  targetId: Schema.String,
  targetLabel: Schema.String,
  reason: Schema.String
})

const MAX_LABEL = 200
/** Repeated views within this time are logged once, because pages are reloaded. */
const SAME_VIEW = Duration.toMillis("1 hour")
/** `time~id` of the last row of the previous page. */
const readKey = (after: string | null) => {
  const found = /^(\d{1,15})~([a-z2-7]{12})$/.exec(after ?? "")
  return found === null ? null : { at: Number(found[1]), id: found[2] ?? "" }
}

const lineOf = (row: typeof Row.Type): LogLine => ({
  id: row.id,
  at: row.at,
  by: row.actorName ?? (isAccountAddress(row.actor) ? shortName(row.actor) : row.actor),
  act: row.act,
  summary: row.summary,
  target: { type: row.targetType, id: row.targetId, label: row.targetLabel },
  reason: row.reason
})

export class OperatorLog extends Effect.Service<OperatorLog>()("publishing/operating/OperatorLog", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const record = Effect.fn("OperatorLog.record")(function* (
      { by, reason }: Order,
      act: OperatorAct,
      summary: string,
      target: LogTarget
    ) {
      yield* sql`INSERT INTO operator_log ${sql.insert({
        id: yield* randomId(),
        at: yield* Clock.currentTimeMillis,
        actor: by.actor,
        act,
        summary,
        targetType: target.type,
        targetId: target.id,
        targetLabel: target.label.slice(0, MAX_LABEL),
        reason
      })}`
    })

    /** Logs that non-public data was viewed. Viewing changes nothing, so it does not join a transaction. */
    const recordView = Effect.fn("OperatorLog.recordView")(function* (
      { by, reason }: Order,
      summary: string,
      { id, label, type }: LogTarget
    ) {
      const now = yield* Clock.currentTimeMillis
      const stored = label.slice(0, MAX_LABEL)
      yield* sql`INSERT INTO operator_log (id, at, actor, act, summary, target_type, target_id, target_label, reason)
        SELECT ${yield* randomId()}, CAST(${now} AS BIGINT), ${by.actor}, 'look', ${summary}, ${type}, ${id}, ${stored}, ${reason}
        WHERE NOT EXISTS (SELECT 1 FROM operator_log WHERE at > ${now - SAME_VIEW} AND actor = ${by.actor} AND act = 'look'
          AND summary = ${summary} AND target_id = ${id} AND target_label = ${stored} AND reason = ${reason})`
    })

    const select = findAll({
      Request: Schema.Struct({ after: Schema.NullOr(Schema.String), limit: Schema.Int }),
      Result: Row,
      execute: ({ after, limit }) => {
        const key = readKey(after)
        return sql`SELECT l.id, l.at, l.actor, u.username AS actor_name, l.act, l.summary, l.target_type, l.target_id,
            l.target_label, l.reason
          FROM operator_log l LEFT JOIN users u ON u.account_address = l.actor AND u.status = 'active'
          WHERE ${key === null ? sql`1 = 1` : sql`(l.at, l.id) < (${key.at}, ${key.id})`}
          ORDER BY l.at DESC, l.id DESC LIMIT ${limit}`
      }
    })

    /** Newest first. */
    const page = Effect.fn("OperatorLog.page")(function* (after: string | null, size: number) {
      const rows = yield* select({ after, limit: size + 1 })
      const shown = rows.slice(0, size)
      const last = rows.length > size ? shown.at(-1) : undefined
      return { lines: shown.map(lineOf), next: last === undefined ? null : `${last.at}~${last.id}` }
    })

    return { record, recordView, page }
  })
}) {}

/** Describes which non-public data of others an operator viewed, as an entry of the audit log. */
interface LoggedView {
  readonly summary: string
  readonly target: LogTarget
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** Entry for a search; undefined if it found only public data. */
export const searchView = (
  query: string,
  found: {
    readonly people?: ReadonlyArray<unknown>
    readonly communities?: ReadonlyArray<Pick<FoundCommunity, "visibility">>
    readonly isPrivatePost?: boolean
  }
): LoggedView | undefined => {
  const hidden = found.communities?.filter(({ visibility }) => visibility === "private").length ?? 0
  const people = found.people?.length ?? 0
  const seen = [
    ...(people === 0 ? [] : [counted(people, "person", "people")]),
    ...(hidden === 0 ? [] : [counted(hidden, "private community", "private communities")]),
    ...(found.isPrivatePost === true ? ["a post of a private community"] : [])
  ]
  if (seen.length === 0) return undefined
  const target: LogTarget = { type: "site", id: "search", label: query === "" ? "everything" : `“${query}”` }
  return { summary: `Viewed ${seen.join(", ")}`, target }
}
