/**
 * Whether a payout needs a vote, and whether one approved exactly these rows (docs/product/treasury.md, 3.6.7; D-21).
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { formatAmount } from "~/ledger/index"
import type { Distribution } from "./Distribution"
import { NotApproved } from "./errors"
import { FREE_DAYS } from "./limits"
import { freePayoutOf, needsVote } from "./voteRule"

const Found = Schema.Struct({ id: Schema.String, number: Schema.Int, status: Schema.String })

const APPROVED: ReadonlySet<string> = new Set(["awaitingExecution", "executed", "executionFailed"])
const UNDECIDED: ReadonlySet<string> = new Set(["review", "active"])

export interface Approval {
  readonly proposalId: string
  readonly number: number
  readonly isApproved: boolean
  /** People are still voting. */
  readonly isOpen: boolean
}

/** The newest proposal that carries exactly these payments; one that passed comes before any other. */
export const approvalOf = (communityId: string, digest: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const find = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Found,
      execute: () => sql`SELECT id, number, status FROM proposals
        WHERE community_id = ${communityId} AND action_type = 'distribution' AND action_hash = ${digest}
        ORDER BY number DESC LIMIT 20`
    })
    const found = yield* Effect.orDie(find())
    const best = found.find(({ status }) => APPROVED.has(status)) ?? found.find(({ status }) => UNDECIDED.has(status))
    return Option.map(
      Option.fromNullable(best ?? found[0]),
      ({ id, number, status }): Approval => ({
        proposalId: id,
        number,
        isApproved: APPROVED.has(status),
        isOpen: UNDECIDED.has(status)
      })
    )
  })

/**
 * A coupon exactly as it was prepared from the ledger: the terms of its series owe it, so nobody decides on it again.
 * With any change to its rows it is a payout like others.
 */
export const isOwed = (
  sql: SqlClient.SqlClient,
  { id, purpose }: Pick<Distribution, "id" | "purpose">,
  digest: string | null
) =>
  purpose !== "coupon" || digest === null
    ? Effect.succeed(false)
    : Effect.map(
        Effect.orDie(sql`SELECT 1 FROM bond_coupons WHERE distribution_id = ${id} AND plan_digest = ${digest}`),
        (rows) => rows.length > 0
      )

/** Of one token, in payouts without a vote and not owed that were started in the last 30 days, whatever became of them since. */
export const paidFreely = (sql: SqlClient.SqlClient, communityId: string, resource: string) =>
  Effect.gen(function* () {
    const since = (yield* Clock.currentTimeMillis) - Duration.toMillis(Duration.days(FREE_DAYS))
    const find = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ id: Schema.String, total: AmountFromText }).annotations(rowOf("distributions")),
      execute: () => sql`SELECT id, total FROM distributions
      WHERE community_id = ${communityId} AND resource = ${resource} AND started_at > ${since} AND proposal_id IS NULL
        AND NOT (purpose = 'coupon' AND EXISTS (SELECT 1 FROM bond_coupons c
          WHERE c.distribution_id = distributions.id AND c.plan_digest = distributions.digest))`
    })
    const rows = yield* Effect.orDie(find())
    return formatAmount(rows.reduce((sum, { total }) => sum + total, 0n))
  })

type Deciding = Pick<Community, "id" | "memberCount" | "governance">

/** Of a run that waits to be sent: members may have joined, or the rule have changed, since its rows were checked. */
export const mustBeFree = (sql: SqlClient.SqlClient, community: Deciding) => (run: Distribution) =>
  Effect.gen(function* () {
    if (run.proposalId !== null || (yield* isOwed(sql, run, run.digest))) return
    const before = yield* paidFreely(sql, community.id, run.resource)
    if (!needsVote(community, run.total, before)) return
    return yield* new NotApproved({ limit: freePayoutOf(community), before, symbol: run.symbol })
  })

/** The same in the transaction that starts it: of two that start at once, the second counts the first. */
export const mayStart = (sql: SqlClient.SqlClient, community: Deciding) => (run: Distribution) =>
  Effect.zipRight(Effect.orDie(takeTurns(sql, [`free-payouts:${community.id}`])), mustBeFree(sql, community)(run))
