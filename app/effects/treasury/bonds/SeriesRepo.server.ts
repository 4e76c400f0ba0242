/**
 * Repository of bond series: one by one, those of a community, a reserve account or a state, and the counters of each.
 * A counter is one statement in the caller's transaction, so no number is issued twice.
 */
import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere } from "~/effects/base/failures/failures"
import { withLocks } from "~/effects/base/limits/locks.server"
import type { RemovedRow } from "~/effects/communities/undo/Removals.server"
import type { Direction } from "./Order"
import { isPublished, Series, SeriesState } from "./Series"

const Last = Schema.Struct({ last: Schema.Number })

/** When a batch was settled, and the longest wait of its holders; milliseconds. */
export interface Repaid {
  readonly at: number
  readonly waitedMs: number
}

/** Cursor of a list's next page: after this sale's opening and this series. */
export interface After {
  readonly at: number
  readonly id: string
}

export const PUBLISHED: ReadonlyArray<SeriesState> = SeriesState.literals.filter(isPublished)
/** States in which something is owed, or is about to be. */
export const OWING: ReadonlyArray<SeriesState> = ["open", "settling", "active", "maturing", "overdue"]
const UNPUBLISHED: ReadonlyArray<SeriesState> = SeriesState.literals.filter((state) => !isPublished(state))

const { code, communityId, id } = Series.fields
const Coded = Schema.Struct({ id, code })

const Page = Schema.Struct({
  communityId: CommunityId,
  at: Schema.Number,
  id: Schema.String,
  limit: Schema.Int,
  states: Schema.Array(Schema.String)
})

/** Fields that change together with the state. */
export type SeriesChange = Partial<Omit<Series, "id" | "communityId" | "version" | "createdAt" | "updatedAt">>

export class SeriesRepo extends Effect.Service<SeriesRepo>()("treasury/bonds/SeriesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const transition = transitionsOf<SeriesState, SeriesChange>(sql, "bond_series", { isVersioned: true })

    const find = findOne({
      Request: Schema.String,
      Result: Series,
      execute: (id) => sql`SELECT * FROM bond_series WHERE id = ${id}`
    })
    const byCode = findOne({
      Request: Schema.Struct({ communityId: CommunityId, code: Schema.String }),
      Result: Series,
      execute: ({ code, communityId }) =>
        sql`SELECT * FROM bond_series WHERE community_id = ${communityId} AND code = ${code}`
    })

    /** Updates the series only if it is still in one of the given states; returns it as updated. */
    const move = Effect.fn("SeriesRepo.move")(function* (
      id: string,
      from: ReadonlyArray<SeriesState>,
      change: SeriesChange
    ) {
      return (yield* transition(id, { from, change })) ? yield* find(id) : Option.none<Series>()
    })

    const page = findAll({
      Request: Page,
      Result: Series,
      execute: ({ at, communityId, id, limit, states }) => sql`SELECT * FROM bond_series
        WHERE community_id = ${communityId} AND ${sql.in("state", states)} AND (sale_opens_at, id) < (${at}, ${id})
        ORDER BY sale_opens_at DESC, id DESC LIMIT ${limit}`
    })
    const several = findAll({
      Request: Schema.Array(Schema.String),
      Result: Series,
      execute: (ids) => sql`SELECT * FROM bond_series WHERE ${sql.in("id", ids)} ORDER BY id`
    })
    const keysIn = findAll({
      Request: Schema.Struct({ states: Schema.Array(Schema.String), after: Schema.String, limit: Schema.Int }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ after, limit, states }) => sql`SELECT id FROM bond_series
        WHERE ${sql.in("state", states)} AND id > ${after} ORDER BY id LIMIT ${limit}`
    })
    const onReserves = findAll({
      Request: Schema.Array(Schema.String),
      Result: Series,
      execute: (accounts) => sql`SELECT * FROM bond_series
        WHERE ${sql.in("reserve_account", accounts)} AND ${sql.in("state", OWING)}`
    })
    const withOthers = findAll({
      Request: Schema.Struct({ communityId: CommunityId, code: Schema.String }),
      Result: Series,
      execute: ({ code, communityId }) => sql`SELECT * FROM bond_series
        WHERE community_id = ${communityId} AND code = ${code}
        UNION ALL SELECT o.* FROM bond_series s CROSS JOIN bond_series o
        WHERE s.community_id = ${communityId} AND s.code = ${code} AND o.reserve_account = s.reserve_account
          AND o.currency = s.currency AND o.id <> s.id AND ${sql.in("o.state", OWING)}`
    })
    const codes = findAll({
      Request: communityId,
      Result: Coded,
      execute: (communityId) => sql`SELECT id, code FROM bond_series WHERE community_id = ${communityId}`
    })

    const listOf =
      (states: ReadonlyArray<SeriesState>) => (communityId: CommunityId, after: After | null, limit: number) =>
        page({ communityId, states, at: after?.at ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? "", limit })

    const Asked = Schema.Struct({ id: Schema.String, many: Schema.Number, units: Schema.Number })

    const ordered = single({
      Request: Asked.pick("id", "units"),
      Result: Last,
      execute: ({ id, units }) => sql`UPDATE bond_series
        SET order_seq = order_seq + 1, sold = sold + ${units} WHERE id = ${id} RETURNING order_seq AS last`
    })
    const sold = single({
      Request: Asked,
      Result: Last,
      execute: ({ id, many, units }) => sql`UPDATE bond_series
        SET receipt_seq = receipt_seq + ${many}, settled_units = settled_units + ${units}
        WHERE id = ${id} RETURNING receipt_seq AS last`
    })
    const paid = single({
      Request: Asked.pick("id", "many"),
      Result: Last,
      execute: ({ id, many }) => sql`UPDATE bond_series SET payment_seq = payment_seq + ${many}
        WHERE id = ${id} RETURNING payment_seq AS last`
    })
    const repaid = single({
      Request: Schema.Struct({ ...Asked.fields, at: Schema.Number, waitedMs: Schema.Number }),
      Result: Last,
      execute: ({ at, id, many, units, waitedMs }) => sql`UPDATE bond_series
        SET payment_seq = payment_seq + ${many}, redeemed_units = redeemed_units + ${units},
          last_redeemed_at = CASE WHEN last_redeemed_at > ${at} THEN last_redeemed_at ELSE ${at} END,
          longest_wait_ms = CASE WHEN longest_wait_ms > ${waitedMs} THEN longest_wait_ms ELSE ${waitedMs} END
        WHERE id = ${id} RETURNING payment_seq AS last`
    })
    const firstOf = (many: number) => Effect.map(({ last }: typeof Last.Type) => last - many + 1)

    return {
      /** Locks the series until the transaction ends: nobody else orders, settles or moves it. */
      turn: (id: string) => withLocks(sql, [`bond:${id}`]),
      find: (id: string) => find(id),
      /** The series in this community; fails like a page that does not exist. */
      findOrFail: (communityId: CommunityId, id: string) =>
        find(id).pipe(
          Effect.map(Option.filter((series) => series.communityId === communityId)),
          Effect.flatMap(Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))
        ),
      byCode: (communityId: CommunityId, code: string) => byCode({ communityId, code }),
      insert: (series: Series) => Effect.asVoid(sql`INSERT INTO bond_series ${sql.insert(series)}`),
      remove: (id: string) => sql<RemovedRow>`DELETE FROM bond_series WHERE id = ${id} AND state = 'draft' RETURNING *`,
      /** Writes a removed row back. */
      restore: (row: RemovedRow) => sql`INSERT INTO bond_series ${sql.insert(row)}`,
      move,
      /** Newest sale first. */
      published: listOf(PUBLISHED),
      /** Drafts and series being issued; not paged, since people make them by hand. */
      unpublished: (communityId: CommunityId, limit: number) => listOf(UNPUBLISHED)(communityId, null, limit),
      codes: (communityId: typeof Series.Type.communityId) => codes(communityId),
      /** Series of any community that owe money from these accounts. */
      onReserves: (accounts: ReadonlyArray<string>) =>
        accounts.length === 0 ? Effect.succeed([]) : onReserves(accounts),
      /** A series, with all others that owe its currency from the same account. */
      byCodeWithOthers: (communityId: CommunityId, code: string) =>
        Effect.map(withOthers({ communityId, code }), (all) => ({
          found: Option.fromNullable(all.find((each) => each.communityId === communityId && each.code === code)),
          all
        })),
      /** Ids only, for jobs: one unreadable row does not block the others. */
      keysIn: (states: ReadonlyArray<SeriesState>) => (last: string | null, limit: number) =>
        Effect.map(keysIn({ states, after: last ?? "", limit }), (rows) => rows.map(({ id }) => id)),
      several: (ids: ReadonlyArray<string>) => several(ids),
      /** Counts a signed order; returns its position among the orders of the series. */
      countOrdered: (id: string, direction: Direction, units: number) =>
        Effect.map(ordered({ id, units: direction === "buy" ? units : 0 }), ({ last }) => last),
      /** A signed order ended without a swap: its units are for sale again. */
      countReleased: (id: string, units: number) =>
        Effect.asVoid(sql`UPDATE bond_series SET sold = sold - ${units} WHERE id = ${id}`),
      /** Counts `many` settled purchases of `units` in total; returns the number of their first receipt. */
      countSold: (id: string, many: number, units: number) => firstOf(many)(sold({ id, many, units })),
      /** Counts `many` redemptions of `units` in total; returns the number of their first receipt. */
      countRedeemed: (id: string, many: number, units: number, { at, waitedMs }: Repaid) =>
        firstOf(many)(repaid({ id, many, units, at, waitedMs })),
      /** Counts `many` paid coupons; returns the number of their first receipt. */
      countCoupons: (id: string, many: number) => firstOf(many)(paid({ id, many }))
    }
  })
}) {}
