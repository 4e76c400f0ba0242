/** Stores the outcome of executing a proposal and notifies people of it. */

import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { isRefused, takeStep } from "~/effects/governance/votes/proposal/lifeCycle"
import type { Execution, ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"
import { wrongStep } from "./errors"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"

/** What ran, as reported by the feature that executes actions. */
export interface Ran {
  readonly ok: boolean
  readonly txId: string | null
  readonly manifestMatches: boolean | null
  /** The manifest that ran, as text, if it is not the voted one. */
  readonly ran?: string
}

const executionOf = ({ manifestMatches, ok, ran, txId }: Ran, at: number) =>
  JSON.stringify({ txId, state: ok ? "done" : "failed", manifestMatches, at, ...(ran === undefined ? {} : { ran }) })

export class ExecutionOutcomes extends Effect.Service<ExecutionOutcomes>()("governance/proposals/ExecutionOutcomes", {
  dependencies: [ProposalsRepo.Default, ProposalNotices.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const transition = transitionsOf<ProposalStatus>(sql, "proposals", { column: "status" })
    const repo = yield* ProposalsRepo
    const notices = yield* ProposalNotices

    /** Stores the outcome, and notifies the author and everyone who voted. May be called again after a failure. */
    const report = Effect.fn("ExecutionOutcomes.report")(function* (
      communityId: CommunityId,
      id: ProposalId,
      ran: Ran
    ) {
      const now = yield* Clock.currentTimeMillis
      const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
      if (row === null) return
      const after = takeStep(row.status, ran.ok ? "execute" : "failExecution")
      if (isRefused(after)) return yield* wrongStep(after)
      const change = { execution: executionOf(ran, now), dueAt: ran.ok ? null : row.dueAt }
      if (!(yield* transition(id, { from: row.status, to: after, change }))) return
      const words = ran.ok ? "was executed" : "could not be executed"
      yield* notices.author(row, `Your proposal “${row.title}” ${words}.`)
      yield* notices.voters(row, "votedProposal", true, `“${row.title}” ${words}.`)
      if (ran.ok) yield* notices.happened(row, "proposalExecuted", null)
    }, atomically(sql))

    const note = (
      id: ProposalId,
      execution: typeof Execution.Type | null,
      status: "awaitingExecution" | "executionFailed"
    ) =>
      sql`UPDATE proposals SET execution = ${execution === null ? null : JSON.stringify(execution)}
        WHERE id = ${id} AND status = ${status}`

    /** A transaction was submitted and the ledger has not decided on it yet. */
    const isUnderWay = Effect.fn("ExecutionOutcomes.isUnderWay")(function* (id: ProposalId, txId: string | null) {
      const execution = { txId, state: "pending", manifestMatches: null, at: null } as const
      yield* note(id, execution, "awaitingExecution")
      yield* note(id, execution, "executionFailed")
    })

    /** The submitted transaction failed, or was a different one. */
    const isNotYet = Effect.fn("ExecutionOutcomes.isNotYet")(function* (id: ProposalId) {
      yield* note(id, null, "awaitingExecution")
      yield* note(id, { txId: null, state: "failed", manifestMatches: null, at: null }, "executionFailed")
    })

    return { report, isUnderWay, isNotYet }
  })
}) {}
