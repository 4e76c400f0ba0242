/**
 * Prepares the batches of a running payout for a wallet and confirms them from the ledger.
 *
 * A batch can be requested repeatedly from any device: it is one prepared transaction, and on the ledger the payment
 * locks its key `drop:{run}-{n}`, so a second transaction fails and moves nothing. Before a batch is prepared again,
 * the ledger is searched for a payment that no page reported.
 */
import { Clock, Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { inUtc } from "~/effects/base/text/moments"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import type { Escrow } from "~/effects/treasury/escrow/Escrow"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { refused } from "~/effects/treasury/escrow/errors"
import { amountOf } from "~/ledger/index"
import type { Batch, Distribution } from "./Distribution"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionRows } from "./DistributionRows.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { DROP } from "./dropStep.server"
import { NothingToSign } from "./errors"
import { batchIdOf, idempotencyKeyOf } from "./list/batches"
import { makePaidMarks, makeUnreportedPayments } from "./PaidMarks.server"
import { dropOf, makePayoutDryRuns } from "./PayoutDryRuns.server"
import { makeRecoveries } from "./Recoveries.server"

/** Why no batch can be signed by hand now; null if it can. */
const byHandRefused = ({
  problem,
  signerRule,
  state
}: Pick<Escrow, "signerRule" | "problem" | "state">): string | null => {
  switch (state) {
    case "asked":
      return problem === null
        ? signerRule === null
          ? "A wallet is asked to move this payout into escrow. Approve it there, or sign each batch instead."
          : "The signers are asked to move this payout into escrow."
        : null
    case "funded":
      return signerRule === null
        ? "The site is paying this payout. To sign the rest yourself, let the site return the rest, or withdraw it."
        : "The site is paying this payout from the signers' escrow. Stop it first; the rest is then returned."
    case "refunding":
      return "The money in escrow is being returned. Wait until it has arrived."
    case "ended":
      return null
  }
}

const NO_ESCROW = { address: null, locker: null }

export class Payouts extends Effect.Service<Payouts>()("treasury/payouts/Payouts", {
  dependencies: [
    DistributionsRepo.Default,
    DistributionRows.Default,
    DistributionBatches.Default,
    PreparedTransactions.Default,
    EscrowsRepo.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* DistributionsRepo
    const rowsRepo = yield* DistributionRows
    const batches = yield* DistributionBatches
    const marks = yield* makePaidMarks
    const escrows = yield* EscrowsRepo
    const steps = yield* PreparedTransactions
    const { findUnreported } = yield* makeUnreportedPayments
    const { fit, requireCovered } = yield* makePayoutDryRuns
    const { recover } = yield* makeRecoveries

    /** No batch is signed while the site may pay from escrow or a wallet may still fund it. */
    const requireByHand = Effect.fnUntraced(function* (id: string) {
      const words = Option.flatMapNullable(yield* escrows.find(id), byHandRefused)
      if (Option.isSome(words)) return yield* refused(words.value)
    })

    const open = Effect.fn("Payouts.open")(function* (treasury: HeldTreasury, given: Distribution, batch: Batch) {
      const run = yield* repo.mustBe(given, ["running"], "sending it")
      yield* requireByHand(run.id)
      const { hash, n } = batch
      const rows = (yield* rowsRepo.ofBatch(run.id, n)).map(({ account, amount }) => ({
        account,
        amount: amountOf(amount)
      }))
      const step = yield* steps.open({
        idempotencyKey: idempotencyKeyOf(run.id, n),
        kind: DROP,
        communityId: run.communityId,
        related: batchIdOf(run.id, n),
        account: treasury.admin.account,
        manifest: dropOf(treasury, run, n, hash, rows),
        detail: { distribution: run.id, n, treasury: treasury.treasury, locker: treasury.locker }
      })
      yield* batches.move({ id: run.id, n }, ["ready", "signing"], { state: "signing", stepId: step.id })
      return step
    }, atomically(sql))

    /** Also looks for a payment from escrow that no page reported. */
    const isPaid = Effect.fnUntraced(function* (treasury: HeldTreasury, run: Distribution, n: number) {
      const idempotencyKey = idempotencyKeyOf(run.id, n)
      const { address, locker } = Option.getOrElse(yield* escrows.find(run.id), () => NO_ESCROW)
      const places = [
        { account: treasury.treasury, locker: treasury.locker },
        ...(address !== null && locker !== null ? [{ account: address, locker }] : [])
      ]
      for (const { account, locker } of places) {
        if (!(yield* marks.isPaid(account, idempotencyKey))) continue
        yield* findUnreported(locker, run)
        return true
      }
      return false
    })

    /** The next batch, prepared for the wallet; none if it turns out to be paid already. */
    const next = Effect.fn("Payouts.next")(function* (treasury: HeldTreasury, given: Distribution) {
      const run = yield* Effect.orDie(repo.findIdOrFail(given.id))
      if (run.state !== "running") {
        return yield* new WrongState({ thing: "payout", state: run.state, action: "sending it" })
      }
      if (run.paused === 1) return yield* new NothingToSign({ message: "This payout is paused. Resume it first." })
      yield* requireByHand(run.id)
      const all = yield* batches.all(run.id)
      const now = yield* Clock.currentTimeMillis
      const unpaid = all.filter(({ state }) => state === "ready" || state === "signing")
      const batch = unpaid.find(({ dueAt }) => dueAt === null || dueAt <= now)
      if (batch === undefined) {
        const isFailed = all.some(({ state }) => state === "failed" || state === "rejected")
        const later = unpaid[0]?.dueAt ?? null
        return yield* new NothingToSign({
          message: isFailed
            ? "Batches failed. Retry them first."
            : later === null
              ? "All batches are sent. Waiting for the ledger to decide."
              : `The next payout is due on ${inUtc("day", later)}.`
        })
      }
      const step: Step = yield* open(treasury, run, batch)
      return (yield* isPaid(treasury, run, batch.n)) ? Option.none<Step>() : Option.some(step)
    })

    return { requireCovered, fit, next, recover }
  })
}) {}
