/**
 * Executes what was voted. Payouts and bonds look up `approvedAction` and report back. A manifest is a prepared
 * transaction of its own (`executionStep`), whose committed instructions are decoded and compared with the voted ones.
 */
import { Effect, Either, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { isRefused, takeStep } from "~/effects/governance/votes/proposal/lifeCycle"
import { type Manifest, parseManifest } from "~/ledger/index"
import { manifestTextOf } from "./action.server"
import { ExecutionOutcomes } from "./ExecutionOutcomes.server"
import { NotExecuted, wrongStep } from "./errors"
import type { ProposalRow } from "./rows.server"
import type { ActionType } from "./values"

const Approved = Schema.Struct({ id: ProposalId, number: Schema.Int, status: Schema.String, payload: Schema.String })

/** Idempotency key of an execution: the database allows one attempt with it to be pending or done. */
export const EXECUTE = "proposal-execution"
export const executionKey = (proposalId: ProposalId): string => `proposal:${proposalId}`

const votedManifest = ({ action }: ProposalRow): Manifest | null => {
  const text = action === null ? null : manifestTextOf(action)
  return text === null ? null : Option.getOrNull(Either.getRight(parseManifest(text)))
}

export class Executions extends Effect.Service<Executions>()("governance/proposals/Executions", {
  dependencies: [ExecutionOutcomes.Default, PreparedTransactions.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const steps = yield* PreparedTransactions
    const { isNotYet, isUnderWay, report } = yield* ExecutionOutcomes

    const approved = findOne({
      Request: Schema.Struct({ communityId: CommunityId, kind: Schema.String, hash: Schema.String }),
      Result: Approved,
      execute: ({ communityId, hash, kind }) => sql`SELECT id, number, status, action AS payload FROM proposals
        WHERE community_id = ${communityId} AND action_type = ${kind} AND action_hash = ${hash}
          AND status IN ('awaitingExecution', 'executionFailed', 'executed')
        ORDER BY closed_at DESC LIMIT 1`
    })
    /** The proposal that approved exactly this action and can still be executed, or was. */
    const approvedAction = Effect.fn("Executions.approvedAction")(
      (communityId: CommunityId, kind: ActionType, hash: string) => approved({ communityId, kind, hash })
    )

    /**
     * The prepared transaction that executes it, for the wallet that may sign it; the same one until it is submitted.
     */
    const begin = Effect.fn("Executions.begin")(function* (row: ProposalRow, account: AccountAddress) {
      const after = takeStep(row.status, "execute")
      if (isRefused(after)) return yield* wrongStep(after)
      const manifest = votedManifest(row)
      if (manifest === null) return yield* new NotExecuted({ message: "This proposal has no manifest." })
      return yield* steps.open({
        idempotencyKey: executionKey(row.id),
        kind: EXECUTE,
        communityId: row.communityId,
        related: row.id,
        account,
        manifest
      })
    })

    return { approvedAction, begin, report, isUnderWay, isNotYet }
  })
}) {}
