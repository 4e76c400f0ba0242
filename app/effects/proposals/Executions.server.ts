/**
 * Carrying out what was voted (product D-21). Distributions and bonds ask `approvedAction`, and report back; of a
 * manifest, the committed instructions are read from the ledger and compared with the voted ones, decoded.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Either, Option, Schema } from "effect"
import { type Manifest, parseManifest, renderManifest } from "~/ledger/index"
import { Activity } from "../activity/Activity.server"
import { Ledger } from "../ledger/Ledger.server"
import { fingerprintOf } from "../ledger-steps/fingerprint"
import { atomically } from "../limits/atomically.server"
import { Notifications } from "../notifications/Notifications.server"
import { isRefused, takeStep } from "../votes/proposal/lifeCycle"
import { manifestTextOf } from "./action.server"
import { NotExecuted, ProposalOver } from "./errors"
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

/** Characters of a stranger's manifest that are kept. */
const MOST_KEPT = 50_000

export class Executions extends Effect.Service<Executions>()("effects/Executions", {
  dependencies: [ProposalsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* ProposalsRepo
    const ledger = yield* Ledger
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
        if (isRefused(after)) {
          return yield* new ProposalOver({ state: after.params.state ?? "", action: after.params.action ?? "" })
        }
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

    const votedManifest = (row: ProposalRow): Manifest | null => {
      const text = row.action === null ? null : manifestTextOf(row.action)
      return text === null ? null : Option.getOrNull(Either.getRight(parseManifest(text)))
    }

    /** Looks a transaction up that is said to have run the voted manifest, and stores what it really did. */
    const executedBy = Effect.fn("Executions.executedBy")(function* (row: ProposalRow, txId: string) {
      const voted = votedManifest(row)
      if (voted === null) {
        return yield* new NotExecuted({ message: "This proposal carries no manifest." })
      }
      const { transaction } = yield* ledger.committedDetails(txId)
      if (Date.parse(transaction.at) < row.closesAt) {
        return yield* new NotExecuted({ message: "This transaction ran before the vote was closed." })
      }
      const ran = Option.match(transaction.intents, {
        onNone: () => null,
        onSome: ([root]) => root?.manifest ?? null
      })
      const matches = ran !== null && fingerprintOf(voted) === fingerprintOf(ran)
      const ok = transaction.status === "CommittedSuccess" && matches
      const other = matches || ran === null ? {} : { ran: renderManifest(ran).slice(0, MOST_KEPT) }
      yield* report(row.communityId, row.id, { ok, txId, manifestMatches: matches, ...other })
    })

    return { approvedAction, report, executedBy }
  })
}) {}
