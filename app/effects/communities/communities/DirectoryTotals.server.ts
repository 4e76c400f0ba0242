/**
 * Totals of the public directory: communities listed, memberships in them, votes closed and bond units redeemed.
 * Stored, because counting would cost more with every row (docs/goals.md A14).
 */

import { Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import type { Deeds, PublicCounts } from "./PublicCounts"

const Row = Schema.Struct({ name: Schema.String, value: Schema.Int })

export class DirectoryTotals extends Effect.Service<DirectoryTotals>()("communities/communities/DirectoryTotals", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /**
     * Changes the totals in the transaction that changes what is listed. Call it last: it locks rows that all writers
     * share.
     */
    const change = Effect.fn("DirectoryTotals.change")((by: Partial<PublicCounts>) =>
      Effect.forEach(
        Object.entries(by)
          .filter(([, change]) => change !== 0)
          .sort(([one], [other]) => (one < other ? -1 : 1)),
        ([name, change]) => sql`UPDATE public_counts SET value = value + ${change} WHERE name = ${name}`,
        { discard: true }
      )
    )

    const holdListed = findOne({
      Request: Schema.String,
      Result: Schema.Struct({ listed: Schema.Int }),
      execute: (id) => sql`UPDATE communities SET stage = stage WHERE id = ${id} RETURNING listed`
    })
    /**
     * The same for a community's votes and units, which count only while the directory lists it. Locks the community,
     * so a change of its listing waits.
     */
    const countDeeds = Effect.fn("DirectoryTotals.countDeeds")(function* (
      communityId: CommunityId,
      by: Partial<Deeds>
    ) {
      const held = yield* holdListed(communityId)
      if (Option.isSome(held) && held.value.listed === 1) yield* change(by)
    })

    const rows = findAll({
      Request: Schema.Void,
      Result: Row,
      execute: () => sql`SELECT name, value FROM public_counts`
    })
    /** The totals as stored. */
    const read = rows(undefined).pipe(
      Effect.map((found): PublicCounts => {
        const of = (name: keyof PublicCounts) => found.find((row) => row.name === name)?.value ?? 0
        return {
          communities: of("communities"),
          memberships: of("memberships"),
          votes: of("votes"),
          votesPassed: of("votesPassed"),
          units: of("units"),
          unitsOnTime: of("unitsOnTime")
        }
      }),
      Effect.withSpan("publicCounts")
    )

    return { change, countDeeds, read }
  })
}) {}
