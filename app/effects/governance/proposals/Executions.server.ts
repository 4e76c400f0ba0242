/**
 * Carrying out what was voted (D-21). Distributions and bonds ask `approvedAction`, and report back. A manifest is a
 * step of its own (executionStep): the committed instructions are compared with the voted ones, decoded.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Either, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Refusal } from "~/effects/access/rules"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { isRefused, takeStep } from "~/effects/governance/votes/proposal/lifeCycle"
import type { Execution } from "~/effects/governance/votes/proposal/Proposal"
import { type Manifest, parseManifest } from "~/ledger/index"
import { manifestTextOf } from "./action.server"
import { NotExecuted } from "./errors"
import { ProposalsRepo } from "./ProposalsRepo.server"
import type { ProposalRow } from "./rows.server"
import { sqlDies } from "./sqlDies.server"
import { makeTelling } from "./telling.server"
import type { ActionType } from "./values"

const Approved = Schema.Array(
  Schema.Struct({ id: Schema.String, number: Schema.Int, status: Schema.String, payload: Schema.String })
)

/** What ran, as a part that carries actions out reports it. */
export interface Ran {
  readonly ok: boolean
  readonly txId: string | null
  readonly manifestMatches: boolean | null
  /** Another manifest than the voted one, as text. */
  readonly ran?: string
}

/** Carried out at most once: of all attempts with this key the database lets one be under way or done. */
export const EXECUTE = "proposal-execution"
export const executionKey = (proposalId: string): string => `proposal:${proposalId}`

const over = ({ params }: Refusal) =>
  new WrongState({ thing: "proposal", state: params.state ?? "", action: params.action ?? "" })

export class Executions extends Effect.Service<Executions>()("effects/Executions", {
  dependencies: [ProposalsRepo.Default, LedgerSteps.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* ProposalsRepo
    const steps = yield* LedgerSteps
    const telling = makeTelling(sql, yield* Activity, yield* Notifications)

    /** The proposal that approved exactly this, if one did and may still be carried out (or was). */
    const approvedAction = Effect.fn("Executions.approvedAction")(function* (
      communityId: string,
      kind: ActionType,
      hash: string
    ) {
      const rows = yield* sqlDies(sql`SELECT id, number, status, action AS payload FROM proposals
        WHERE community_id = ${communityId} AND action_type = ${kind} AND action_hash = ${hash}
          AND status IN ('awaitingExecution', 'executionFailed', 'executed')
        ORDER BY closed_at DESC LIMIT 1`)
      const [found] = yield* Effect.orDie(Schema.decodeUnknown(Approved)(rows))
      return Option.fromNullable(found)
    })

    /** Stores how it went, and tells its author and those who voted. May be called again after a failure. */
    const report = Effect.fn("Executions.report")(
      function* (communityId: string, id: string, ran: Ran) {
        const now = yield* Clock.currentTimeMillis
        const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
        if (row === null) return
        const after = takeStep(row.status, ran.ok ? "execute" : "failExecution")
        if (isRefused(after)) return yield* over(after)
        const execution = JSON.stringify({
          txId: ran.txId,
          state: ran.ok ? "done" : "failed",
          manifestMatches: ran.manifestMatches,
          at: now,
          ...(ran.ran === undefined ? {} : { ran: ran.ran })
        })
        const changed =
          yield* sql`UPDATE proposals SET status = ${after}, execution = ${execution}, updated_at = ${now},
        due_at = ${ran.ok ? null : row.dueAt} WHERE id = ${id} AND status = ${row.status} RETURNING id`
        if (changed.length === 0) return
        const words = ran.ok ? "was carried out" : "could not be carried out"
        yield* telling.author(row, `Your proposal “${row.title}” ${words}.`)
        yield* telling.voters(row, "votedProposal", true, `“${row.title}” ${words}.`)
        if (ran.ok) yield* telling.happened(row, "proposalExecuted", null)
      },
      atomically(sql),
      sqlDies
    )

    const votedManifest = ({ action }: ProposalRow): Manifest | null => {
      const text = action === null ? null : manifestTextOf(action)
      return text === null ? null : Option.getOrNull(Either.getRight(parseManifest(text)))
    }

    /** The step that carries it out, for the wallet of whoever may sign; the same one as long as nothing was sent. */
    const begin = Effect.fn("Executions.begin")(function* (row: ProposalRow, account: string) {
      const after = takeStep(row.status, "execute")
      if (isRefused(after)) return yield* over(after)
      const manifest = votedManifest(row)
      if (manifest === null) return yield* new NotExecuted({ message: "This proposal carries no manifest." })
      return yield* steps.open({
        onceKey: executionKey(row.id),
        kind: EXECUTE,
        communityId: CommunityId.make(row.communityId),
        related: row.id,
        account,
        manifest
      })
    })

    const note = (
      id: string,
      execution: typeof Execution.Type | null,
      status: "awaitingExecution" | "executionFailed"
    ) =>
      sqlDies(sql`UPDATE proposals SET execution = ${execution === null ? null : JSON.stringify(execution)}
        WHERE id = ${id} AND status = ${status}`)

    /** A transaction was named, and the ledger has not decided on it. */
    const isUnderWay = Effect.fn("Executions.isUnderWay")(function* (id: string, txId: string | null) {
      const execution = { txId, state: "pending", manifestMatches: null, at: null } as const
      yield* note(id, execution, "awaitingExecution")
      yield* note(id, execution, "executionFailed")
    })

    /** The transaction that was named came to nothing, or was about something else. */
    const isNotYet = Effect.fn("Executions.isNotYet")(function* (id: string) {
      yield* note(id, null, "awaitingExecution")
      yield* note(id, { txId: null, state: "failed", manifestMatches: null, at: null }, "executionFailed")
    })

    return { approvedAction, report, begin, isUnderWay, isNotYet }
  })
}) {}
