/** Payouts from escrow: each poll pays one batch, until the payout no longer runs. */
import { Clock, Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { FundedEscrow } from "~/effects/treasury/escrow/Escrow"
import { EscrowAccounts } from "~/effects/treasury/escrow/EscrowAccounts.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { escrowWorker } from "~/effects/treasury/escrow/EscrowWorker.server"
import { escrowTransactions } from "~/effects/treasury/escrow/escrowTransactions.server"
import { feesUsedUp, wayBack } from "~/effects/treasury/escrow/messages"
import type { Purpose } from "~/effects/treasury/escrow/Purpose.server"
import { lockIn } from "~/effects/treasury/relayer/fees"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf, NOTHING, Templates, wellKnown } from "~/ledger/index"
import { DistributionId } from "../Distribution"
import { DistributionBatches } from "../DistributionBatches.server"
import { DistributionRows } from "../DistributionRows.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import { DROP } from "../dropStep.server"
import { batchHash, batchIdOf, idempotencyKeyOf } from "../list/batches"
import { makePaidMarks, makeUnreportedPayments } from "../PaidMarks.server"

const XRD = wellKnown("xrd", NETWORK_ID)

const tooLittle = (escrow: FundedEscrow) =>
  `The escrow account holds less than the next batch pays. ${wayBack(escrow)}, or stop this payout: the site then returns the rest.`
const otherRows = (escrow: FundedEscrow) =>
  `The rows of a batch differ from those that were approved. Nothing more is paid. ${wayBack(escrow)}.`

const purposeOf = Effect.gen(function* () {
  const sql = yield* Sql
  const batches = yield* DistributionBatches
  const repo = yield* DistributionsRepo
  const steps = yield* PreparedTransactions
  const marks = yield* makePaidMarks
  const escrows = yield* EscrowsRepo
  const rowsRepo = yield* DistributionRows
  const accounts = yield* EscrowAccounts
  const { findUnreported } = yield* makeUnreportedPayments
  const runOf = ({ subjectId }: FundedEscrow) => Effect.orDie(repo.findIdOrFail(subjectId))

  /** Prepares the next batch if the payout still runs. Locks the payout and its escrow while that is decided. */
  const prepare = Effect.fnUntraced(function* (
    escrow: FundedEscrow,
    held: Effect.Effect.Success<ReturnType<typeof accounts.heldIn>>
  ) {
    const { address, locker, resource } = escrow
    const run = yield* repo.mustBe({ id: DistributionId.make(escrow.subjectId) }, ["running"], "paying it")
    const now = Option.getOrUndefined(yield* escrows.find(escrow.id))
    if (run.paused === 1 || now?.state !== "funded" || locker === null) return "rest" as const
    const at = yield* Clock.currentTimeMillis
    const batch = Option.getOrUndefined(yield* batches.nextOf(run.id, address, at))
    if (batch === undefined) {
      const until = yield* batches.nextDue(run.id, at)
      if (until === null) return "over" as const
      yield* escrows.rest(escrow.id, until)
      return "rest" as const
    }
    const { n } = batch
    const rows = (yield* rowsRepo.ofBatch(run.id, n)).map((row) => ({ ...row, amount: amountOf(row.amount) }))
    if (batchHash(batchIdOf(run.id, n), run.resource, rows) !== batch.hash) return { problem: otherRows(escrow) }
    const sum = rows.reduce((all, { amount }) => all + amount, 0n)
    if (held(resource) < sum) return { problem: tooLittle(escrow) }
    const left = resource === XRD ? held(XRD) - sum : held(XRD)
    const fee = lockIn(left, amountOf(escrow.fee ?? NOTHING), escrow.tries)
    if (fee === null) return { problem: feesUsedUp(escrow, left) }
    const manifest = Templates.escrowBatch({
      escrow: address,
      locker,
      resource,
      shares: rows.map(({ account, amount }) => [account, amount] as const),
      isDirect: run.mode === "direct",
      batchId: batchIdOf(run.id, n),
      batchHash: batch.hash,
      fee
    })
    const step = yield* steps.open({
      idempotencyKey: idempotencyKeyOf(run.id, n),
      kind: DROP,
      communityId: run.communityId,
      related: batchIdOf(run.id, n),
      account: address,
      manifest,
      detail: { distribution: run.id, n, treasury: address, locker, escrow: escrow.id }
    })
    yield* batches.move({ id: run.id, n }, ["ready", "signing", "failed", "rejected"], {
      state: "signing",
      stepId: step.id
    })
    return { run, n, locker, step, manifest }
  }, atomically(sql))

  const next = Effect.fn("escrowPurpose.next")(function* (escrow: FundedEscrow) {
    const found = yield* prepare(escrow, yield* accounts.heldIn(escrow))
    if (typeof found === "string" || found.step === undefined) return found
    const { locker, manifest, n, run, step } = found
    // After a mismatch or a restored database, a batch marked as paid on the ledger is searched for and never paid again.
    if (escrow.tries > 0 && (yield* marks.isPaid(escrow.address, step.idempotencyKey))) {
      yield* findUnreported(locker, run)
      return {
        problem: `Batch ${n} is marked as paid on the ledger. We are looking for its transaction.`,
        isRetried: true
      } as const
    }
    return {
      step,
      manifest,
      isWanted: Effect.zipWith(
        repo.goesOn(run.id),
        escrows.stillPays(escrow.id),
        (isGoingOn, pays) => isGoingOn && pays
      ),
      also: (txId: string) =>
        batches.move({ id: run.id, n }, [], { state: "pending", error: null, txId, stepId: step.id })
    }
  })

  return {
    job: "escrow.payouts",
    purposes: ["payout"],
    subject: sql`JOIN distributions d ON d.id = e.subject_id`,
    isOver: () => sql`d.state <> 'running'`,
    hasNext: sql`d.paused = 0`,
    isBusy: sql`d.paused = 0`,
    stateOf: (escrow: FundedEscrow) =>
      Effect.map(runOf(escrow), ({ paused, state }) =>
        state !== "running" ? "over" : paused === 1 ? "paused" : "open"
      ),
    next,
    // A payout that was paused for a withdrawal can be signed now.
    ended: (escrow: FundedEscrow) =>
      Effect.flatMap(runOf(escrow), ({ id, paused, state }) =>
        state === "running" && paused === 1 ? repo.update(id, { paused: 0 }) : Effect.void
      )
  } satisfies Purpose
})

export class PayoutEscrowWorker extends Effect.Service<PayoutEscrowWorker>()("treasury/payouts/PayoutEscrowWorker", {
  dependencies: [
    DistributionBatches.Default,
    DistributionsRepo.Default,
    EscrowAccounts.Default,
    EscrowsRepo.Default,
    DistributionRows.Default,
    PreparedTransactions.Default,
    Relayer.Default,
    WorkQueue.Default
  ],
  effect: Effect.flatMap(purposeOf, escrowWorker)
}) {}

/** The transaction kinds of a payout's escrow. */
export const payoutEscrowTransactions = Effect.flatMap(DistributionsRepo, (runs) =>
  escrowTransactions({
    purpose: "payout",
    named: ({ communityId, subjectId }) =>
      Effect.map(Effect.orDie(runs.findIdOrFail(subjectId)), ({ number, symbol, title }) => ({
        about: `the payout “${title}”`,
        target: `/community/detail/${communityId}/tokenDistribution?d=${number}`,
        symbol
      }))
  })
)
