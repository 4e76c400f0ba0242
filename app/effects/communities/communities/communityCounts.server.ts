/**
 * Numbers that a community hands out and counts of what it has, for the features that make those things. Each joins the
 * caller's transaction and keeps the community's row locked until that ends.
 */
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

type Sql = SqlClient.SqlClient

/** The next number; none is given twice. */
const next = (column: "announcement_seq" | "distribution_seq" | "proposal_seq") => (sql: Sql, communityId: string) =>
  sql<{ readonly given: number }>`UPDATE communities SET ${sql(column)} = ${sql(column)} + 1
    WHERE id = ${communityId} RETURNING ${sql(column)} AS given`.pipe(
    Effect.map(([row]) => row?.given ?? 0),
    Effect.orDie
  )
export const nextAnnouncementNumber = next("announcement_seq")
export const nextDistributionNumber = next("distribution_seq")
export const nextProposalNumber = next("proposal_seq")

type Count = (sql: Sql, communityId: string, by: 1 | -1) => Effect.Effect<void>

export const countThreads: Count = (sql, communityId, by) =>
  Effect.asVoid(Effect.orDie(sql`UPDATE communities SET thread_count = thread_count + ${by} WHERE id = ${communityId}`))

export const countOpenProposals: Count = (sql, communityId, by) =>
  Effect.asVoid(
    Effect.orDie(sql`UPDATE communities SET open_proposals = open_proposals + ${by} WHERE id = ${communityId}`)
  )

/** The directory's "open sale" counts by this. */
export const countOpenSales: Count = (sql, communityId, by) =>
  Effect.asVoid(
    Effect.orDie(sql`UPDATE communities SET open_sales = open_sales + ${by}
      WHERE id = ${communityId} AND open_sales + ${by} >= 0`)
  )
