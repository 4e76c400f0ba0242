/** Lists of bond series: of a community, of a reserve account, in a state. */

import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { isPublished, Series, SeriesState } from "./Series"

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

export class SeriesLists extends Effect.Service<SeriesLists>()("treasury/bonds/SeriesLists", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
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

    return {
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
      several: (ids: ReadonlyArray<string>) => several(ids)
    }
  })
}) {}
