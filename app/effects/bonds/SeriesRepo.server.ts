/** Bond series on disk. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { NotThere } from "../failures"
import { takeTurns } from "../limits/turns.server"
import { type Paid, Series, type SeriesState } from "./Series"

export interface After {
  readonly at: number
  readonly id: string
}

const Coupon = Schema.Struct({ seriesId: Schema.String, dueAt: Schema.Number, paidAt: Schema.NullOr(Schema.Number) })

/** What a change of state brings along. */
export type SeriesChange = Partial<Omit<Series, "id" | "communityId" | "version" | "createdAt" | "updatedAt">>

export const PUBLISHED: ReadonlyArray<SeriesState> = [
  "scheduled",
  "open",
  "settling",
  "active",
  "maturing",
  "overdue",
  "redeemed",
  "cancelled"
]
const UNPUBLISHED: ReadonlyArray<SeriesState> = ["draft", "proposed", "approved", "issuing"]

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

    const coupons = SqlSchema.findAll({
      Request: Schema.Array(Schema.String),
      Result: Coupon,
      execute: (ids) => sql`SELECT series_id, due_at, paid_at FROM bond_coupons WHERE ${sql.in("series_id", ids)}`
    })

    /** Of several series at once, what was paid of each; those without coupons are not asked for. */
    const paidOf = Effect.fn("SeriesRepo.paidOf")(function* (all: ReadonlyArray<Series>) {
      const ids = all.filter(({ variant }) => variant === "coupon").map(({ id }) => id)
      const rows = ids.length === 0 ? [] : yield* coupons(ids)
      return ({ id }: Pick<Series, "id">): Paid =>
        new Map(rows.flatMap(({ dueAt, paidAt, seriesId }) => (seriesId === id ? [[dueAt, paidAt] as const] : [])))
    }, Effect.orDie)

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
