/**
 * The transaction that executes a voted manifest (docs/product/votes.md). The page on which it was signed may be closed
 * before the ledger decides, so the instructions that ran are read from the ledger, compared with the voted ones, and
 * shown either way.
 */
import { Effect, Option } from "effect"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import { isSameTransaction } from "~/effects/chain/prepared-transactions/fingerprint"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { renderManifest } from "~/ledger/index"
import { ExecutionOutcomes, type Ran } from "./ExecutionOutcomes.server"
import { EXECUTE } from "./Executions.server"
import { ProposalsRepo } from "./ProposalsRepo.server"

/** Characters of another manifest that are stored. */
const MOST_KEPT = 50_000
const TOO_EARLY = "this transaction ran before the vote closed."

export const executionStep = Effect.gen(function* () {
  const executions = yield* ExecutionOutcomes
  const repo = yield* ProposalsRepo
  const isEarly = ({ communityId, related }: Step, at: string) =>
    Effect.map(
      repo.findById(communityId, related, null),
      (found) => Option.isNone(found) || Date.parse(at) < found.value.closesAt
    )
  /** A proposal that expired in the meantime stays expired; the transaction is on the ledger in any case. */
  const report = ({ communityId, related }: Step, ran: Ran) =>
    Effect.catchTag(executions.report(communityId, ProposalId.make(related), ran), "WrongState", () => Effect.void)

  const kind: TransactionKind = {
    kind: EXECUTE,
    prove: (step, { at, intentHash: txId }) =>
      Effect.gen(function* () {
        if (yield* isEarly(step, at)) return yield* new TransactionMismatch({ what: TOO_EARLY })
        return report(step, { ok: true, txId, manifestMatches: true })
      }),
    sent: ({ related, txId }) => executions.isUnderWay(ProposalId.make(related), txId),
    ended: (step, transaction) =>
      Effect.gen(function* () {
        const { txId } = step
        if (transaction === undefined) {
          if (step.state !== "rejected") return yield* executions.isNotYet(ProposalId.make(step.related))
          return yield* report(step, { ok: false, txId, manifestMatches: null })
        }
        if (yield* isEarly(step, transaction.at)) return yield* executions.isNotYet(ProposalId.make(step.related))
        const manifestMatches = isSameTransaction(step, transaction)
        const root = Option.getOrUndefined(transaction.intents)?.[0]
        const other =
          manifestMatches || root === undefined ? {} : { ran: renderManifest(root.manifest).slice(0, MOST_KEPT) }
        yield* report(step, { ok: false, txId: transaction.intentHash, manifestMatches, ...other })
      })
  }
  return kind
})
