/** Whether a payout needs a vote, and whether one approved exactly these rows (product 3.6.7, D-21). */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"

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
