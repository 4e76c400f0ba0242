/** Bond series on disk. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { isPublished, type Paid, Series, SeriesState } from "./Series"

export interface After {
  readonly at: number
  readonly id: string
}

/** A coupon; or, without a date, all redemptions of a series together. */
const Payment = Schema.Struct({
  seriesId: Schema.String,
  dueAt: Schema.NullOr(Schema.Number),
  paidAt: Schema.NullOr(Schema.Number),
  waitedMs: Schema.NullOr(Schema.Number)
})

/** What a holder waited for: from maturity, or from when they asked later than that. */
export const waitedMs = (sql: SqlClient.SqlClient) => sql`MAX(r.settled_at - CASE
  WHEN o.signed_at > s.matures_at THEN o.signed_at ELSE s.matures_at END)`

/** What a change of state brings along. */
export type SeriesChange = Partial<Omit<Series, "id" | "communityId" | "version" | "createdAt" | "updatedAt">>

export const PUBLISHED: ReadonlyArray<SeriesState> = SeriesState.literals.filter(isPublished)
/** While something is owed, or about to be. */
export const OWING: ReadonlyArray<SeriesState> = ["open", "settling", "active", "maturing", "overdue"]
const UNPUBLISHED: ReadonlyArray<SeriesState> = SeriesState.literals.filter((state) => !isPublished(state))

export class SeriesRepo extends Effect.Service<SeriesRepo>()("effects/bonds/SeriesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const find = SqlSchema.findOne({
      Request: Schema.String,
      Result: Series,
      execute: (id) => sql`SELECT * FROM bond_series WHERE id = ${id}`
    })
    const byCode = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, code: Schema.String }),
      Result: Series,
      execute: ({ code, communityId }) =>
        sql`SELECT * FROM bond_series WHERE community_id = ${communityId} AND code = ${code}`
    })
    const page = SqlSchema.findAll({
      Request: Schema.Struct({
        communityId: Schema.String,
        at: Schema.Number,
        id: Schema.String,
        limit: Schema.Int,
        states: Schema.Array(Schema.String)
      }),
      Result: Series,
      execute: ({ at, communityId, id, limit, states }) => sql`SELECT * FROM bond_series
        WHERE community_id = ${communityId} AND ${sql.in("state", states)} AND (sale_opens_at, id) < (${at}, ${id})
        ORDER BY sale_opens_at DESC, id DESC LIMIT ${limit}`
    })
    const inStates = SqlSchema.findAll({
      Request: Schema.Struct({ states: Schema.Array(Schema.String), after: Schema.String, limit: Schema.Int }),
      Result: Series,
      execute: ({ after, limit, states }) => sql`SELECT * FROM bond_series
        WHERE ${sql.in("state", states)} AND id > ${after} ORDER BY id LIMIT ${limit}`
    })

    const listOf = (states: ReadonlyArray<SeriesState>) => (communityId: string, after: After | null, limit: number) =>
      Effect.orDie(page({ communityId, states, at: after?.at ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? "", limit }))

    const payments = SqlSchema.findAll({
      Request: Schema.Array(Schema.String),
      Result: Payment,
      execute: (ids) => sql`SELECT series_id, due_at, paid_at, CAST(NULL AS BIGINT) AS waited_ms
        FROM bond_coupons WHERE ${sql.in("series_id", ids)}
        UNION ALL SELECT r.series_id, CAST(NULL AS BIGINT), MAX(r.settled_at), ${waitedMs(sql)}
        FROM bond_receipts r JOIN bond_orders o ON o.id = r.order_id JOIN bond_series s ON s.id = r.series_id
        WHERE r.kind = 'redemption' AND ${sql.in("r.series_id", ids)} GROUP BY r.series_id`
    })

    /** Of several series at once, what was paid of each; those that can have paid nothing yet are not asked for. */
    const paidOf = Effect.fn("SeriesRepo.paidOf")(function* (all: ReadonlyArray<Series>) {
      const ids = all
        .filter(({ redeemedUnits, variant }) => variant === "coupon" || redeemedUnits > 0)
        .map(({ id }) => id)
      const rows = ids.length === 0 ? [] : yield* payments(ids)
      return ({ id }: Pick<Series, "id">): Paid => {
        const own = rows.filter(({ seriesId }) => seriesId === id)
        const redeemed = own.find(({ dueAt }) => dueAt === null)
        return {
          coupons: new Map(own.flatMap(({ dueAt, paidAt }) => (dueAt === null ? [] : [[dueAt, paidAt] as const]))),
          redemption:
            redeemed === undefined || redeemed.paidAt === null
              ? null
              : { at: redeemed.paidAt, waitedMs: redeemed.waitedMs ?? 0 }
        }
      }
    }, Effect.orDie)

    const onReserves = SqlSchema.findAll({
      Request: Schema.Array(Schema.String),
      Result: Series,
      execute: (accounts) => sql`SELECT * FROM bond_series
        WHERE ${sql.in("reserve_account", accounts)} AND ${sql.in("state", OWING)}`
    })
    const withOthers = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, code: Schema.String }),
      Result: Series,
      execute: ({ code, communityId }) => sql`SELECT * FROM bond_series
        WHERE community_id = ${communityId} AND code = ${code}
        UNION ALL SELECT o.* FROM bond_series s CROSS JOIN bond_series o
        WHERE s.community_id = ${communityId} AND s.code = ${code} AND o.reserve_account = s.reserve_account
          AND o.currency = s.currency AND o.id <> s.id AND ${sql.in("o.state", OWING)}`
    })

    /** Writes only where the series is still in one of the given states; answers it as it then is. */
    const move = Effect.fn("SeriesRepo.move")(function* (
      id: string,
      from: ReadonlyArray<SeriesState>,
      change: SeriesChange
    ) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE bond_series SET ${sql.update({ ...change, updatedAt })}, version = version + 1
        WHERE id = ${id} AND ${sql.in("state", from)} RETURNING id`
      return rows.length === 0 ? Option.none<Series>() : yield* find(id)
    }, Effect.orDie)

    return {
      /** Until the transaction ends, nobody else orders, settles or moves this series. */
      turn: (id: string) => Effect.orDie(takeTurns(sql, [`bond:${id}`])),
      find: (id: string) => Effect.orDie(find(id)),
      /** In this community, or as the page that does not exist. */
      mustFind: (communityId: string, id: string) =>
        Effect.orDie(find(id)).pipe(
          Effect.map(Option.filter((series) => series.communityId === communityId)),
          Effect.flatMap(Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))
        ),
      byCode: (communityId: string, code: string) => Effect.orDie(byCode({ communityId, code })),
      /** Newest sale first. */
      published: listOf(PUBLISHED),
      /** Drafts and what is on its way to the ledger; a bounded list, since people make them by hand. */
      unpublished: (communityId: string, limit: number) => listOf(UNPUBLISHED)(communityId, null, limit),
      codes: (communityId: string) =>
        Effect.map(
          Effect.orDie(
            sql<{ readonly id: string; readonly code: string }>`SELECT id, code FROM bond_series
              WHERE community_id = ${communityId}`
          ),
          (rows) => rows
        ),
      paidOf,
      /** Series of any community that owe something out of these accounts. */
      onReserves: (accounts: ReadonlyArray<string>) =>
        accounts.length === 0 ? Effect.succeed([]) : Effect.orDie(onReserves(accounts)),
      /** A series, beside all that owe its currency out of the same account. */
      byCodeWithOthers: (communityId: string, code: string) =>
        Effect.map(Effect.orDie(withOthers({ communityId, code })), (all) => ({
          found: Option.fromNullable(all.find((each) => each.communityId === communityId && each.code === code)),
          all
        })),
      inStates: (states: ReadonlyArray<SeriesState>, after: string, limit: number) =>
        Effect.orDie(inStates({ states, after, limit })),
      insert: (series: Series) => Effect.asVoid(Effect.orDie(sql`INSERT INTO bond_series ${sql.insert(series)}`)),
      remove: (id: string) =>
        Effect.map(
          Effect.orDie(sql`DELETE FROM bond_series WHERE id = ${id} AND state = 'draft' RETURNING id`),
          (rows) => rows.length > 0
        ),
      move
    }
  })
}) {}
