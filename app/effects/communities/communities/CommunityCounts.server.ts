/**
 * Numbers that a community hands out, and counts of what it has, for the features that create those. Each joins the
 * caller's transaction and locks the community's row until that ends.
 */

import { Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findOne, Sql } from "~/effects/base/db/statements.server"

const Given = Schema.Struct({ given: Schema.Int })

export class CommunityCounts extends Effect.Service<CommunityCounts>()("communities/communities/CommunityCounts", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** The next number; each is handed out once. */
    const next = (column: "announcement_seq" | "distribution_seq" | "proposal_seq") => {
      const take = findOne({
        Request: Schema.String,
        Result: Given,
        execute: (communityId) => sql`UPDATE communities SET ${sql(column)} = ${sql(column)} + 1
          WHERE id = ${communityId} RETURNING ${sql(column)} AS given`
      })
      return (communityId: CommunityId) =>
        Effect.map(take(communityId), Option.match({ onNone: () => 0, onSome: ({ given }) => given }))
    }

    const count = (column: "thread_count" | "open_proposals") => (communityId: CommunityId, by: 1 | -1) =>
      Effect.asVoid(sql`UPDATE communities SET ${sql(column)} = ${sql(column)} + ${by} WHERE id = ${communityId}`)

    /** Count of open sales, which the directory filters by. */
    const countOpenSales = (communityId: CommunityId, by: 1 | -1) =>
      Effect.asVoid(
        sql`UPDATE communities SET open_sales = open_sales + ${by}
          WHERE id = ${communityId} AND open_sales + ${by} >= 0`
      )

    return {
      nextAnnouncementNumber: next("announcement_seq"),
      nextDistributionNumber: next("distribution_seq"),
      nextProposalNumber: next("proposal_seq"),
      countThreads: count("thread_count"),
      countOpenProposals: count("open_proposals"),
      countOpenSales
    }
  })
}) {}
