/**
 * Members' wishes for roadmap items (docs/product/publishing.md): one for each account and item, removed as easily as
 * added. The number of wishes is stored per item, so that a page never counts rows.
 */
import { Clock, Effect, Schema } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"

const Count = Schema.Struct({ item: Schema.String, people: Schema.Int })

export class FeatureRequests extends Effect.Service<FeatureRequests>()("publishing/articles/FeatureRequests", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const selectCounts = findAll({
      Request: Schema.Void,
      Result: Count,
      execute: () => sql`SELECT item, people FROM feature_request_counts WHERE people > 0`
    })
    /** Item id → number of people who want it; items without a wish are absent. */
    const counts = selectCounts(undefined).pipe(
      Effect.map((rows): { readonly [item: string]: number } =>
        Object.fromEntries(rows.map(({ item, people }) => [item, people]))
      ),
      Effect.withSpan("FeatureRequests.counts")
    )

    const selectOwn = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ item: Schema.String }),
      execute: (account) => sql`SELECT item FROM feature_requests WHERE account = ${account} ORDER BY item`
    })
    const of = Effect.fn("FeatureRequests.of")((account: AccountAddress) =>
      Effect.map(selectOwn(account), (rows) => rows.map(({ item }) => item))
    )

    const addOne = (item: string) => sql`INSERT INTO feature_request_counts ${sql.insert({ item, people: 1 })}
      ON CONFLICT (item) DO UPDATE SET people = feature_request_counts.people + 1`
    const takeOne = (item: string) => sql`UPDATE feature_request_counts SET people = people - 1 WHERE item = ${item}`

    const make = (account: AccountAddress, item: string) =>
      Effect.gen(function* () {
        const createdAt = yield* Clock.currentTimeMillis
        const made = yield* sql`INSERT INTO feature_requests ${sql.insert({ account, item, createdAt })}
          ON CONFLICT (account, item) DO NOTHING RETURNING item`
        if (made.length > 0) yield* addOne(item)
      })
    const takeBack = (account: AccountAddress, item: string) =>
      Effect.gen(function* () {
        const gone =
          yield* sql`DELETE FROM feature_requests WHERE account = ${account} AND item = ${item} RETURNING item`
        if (gone.length > 0) yield* takeOne(item)
      })

    /** Sets the wish instead of toggling it, so that a repeated request has one effect. */
    const set = Effect.fn("FeatureRequests.set")((account: AccountAddress, item: string, isWanted: boolean) =>
      (isWanted ? make(account, item) : takeBack(account, item)).pipe(atomically(sql))
    )

    return { counts, of, set }
  })
}) {}
