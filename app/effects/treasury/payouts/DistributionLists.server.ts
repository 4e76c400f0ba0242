/** Lists of payouts: a page of a community's payouts, and how many people are in their failed batches. */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { EscrowState, transactionKinds } from "~/effects/treasury/escrow/Escrow"
import type { Distribution } from "./Distribution"
import { readRun } from "./readRun.server"
import type { RunEscrow } from "./views"

export class DistributionLists extends Effect.Service<DistributionLists>()("treasury/payouts/DistributionLists", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const page = findAll({
      Request: Schema.Struct({
        communityId: CommunityId,
        before: Schema.Number,
        isHolder: Schema.Boolean,
        limit: Schema.Int
      }),
      Result: Schema.Unknown,
      execute: ({ before, communityId, isHolder, limit }) => sql`SELECT * FROM distributions
        WHERE ${sql.and([
          sql`community_id = ${communityId} AND number < ${before}`,
          ...(isHolder ? [] : [sql`finished = 1`])
        ])} ORDER BY number DESC LIMIT ${limit}`
    })
    const failed = findAll({
      Request: Schema.Array(Schema.String),
      Result: Schema.Struct({ id: Schema.String, people: Schema.Int }),
      execute: (ids) => sql`SELECT distribution_id AS id, SUM(people) AS people FROM distribution_chunks
        WHERE ${sql.in("distribution_id", ids)} AND state IN ('failed', 'rejected') GROUP BY distribution_id`
    })

    const escrows = findAll({
      Request: Schema.Array(Schema.String),
      Result: Schema.Struct({ id: Schema.String, state: EscrowState, taken: Schema.Int, signed: Schema.Int }),
      execute: (ids) => sql`SELECT e.id, e.state,
          CASE WHEN k.id IS NULL THEN 0 ELSE 1 END AS taken,
          CASE WHEN EXISTS (SELECT 1 FROM distribution_chunks c WHERE c.distribution_id = e.id
            AND (c.state IN ('signing', 'pending') OR c.updated_at > COALESCE(e.ended_at, 0))) THEN 1 ELSE 0 END AS signed
        FROM escrows e
        LEFT JOIN prepared_transactions k ON k.id = e.transaction_id AND k.kind = ${transactionKinds.payout.withdraw} AND k.state = 'verified'
        WHERE ${sql.in("e.id", ids)}`
    })

    return {
      /** Escrow state by payout, for running payouts that have one. */
      escrowsOf: (runs: ReadonlyArray<Pick<Distribution, "id" | "state">>) => {
        const ids = runs.filter(({ state }) => state === "running").map(({ id }) => id)
        const found = ids.length === 0 ? Effect.succeed([]) : escrows(ids)
        return Effect.map(
          found,
          (rows) =>
            new Map(
              rows.map(({ id, signed, state, taken }) => {
                const escrow: RunEscrow = { state, isTaken: taken === 1, goesOn: signed === 1 }
                return [id, escrow] as const
              })
            )
        )
      },
      /**
       * Newest first; without an admin badge, finished payouts only. Unreadable payouts are included with their number.
       */
      page: (communityId: CommunityId, isHolder: boolean, before: number, limit: number) =>
        Effect.flatMap(page({ communityId, isHolder, before, limit }), (rows) =>
          Effect.all(rows.map((row) => Effect.either(readRun(row))))
        ),
      /** Number of people in failed batches, by payout. */
      failedIn: (runs: ReadonlyArray<{ readonly id: string }>) =>
        runs.length === 0
          ? Effect.succeed(new Map<string, number>())
          : Effect.map(
              failed(runs.map(({ id }) => id)),
              (rows) => new Map(rows.map(({ id, people }) => [id, people] as const))
            )
    }
  })
}) {}
