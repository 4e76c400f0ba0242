/**
 * Escrowed payouts run unattended: each poll pays one batch or refunds the remainder. Any number of servers may poll;
 * work that a crash left unfinished is found and completed first.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { EscrowAccounts } from "~/effects/treasury/relayer/EscrowAccounts.server"
import { lockIn } from "~/effects/treasury/relayer/escrowFees"
import { returnRefused } from "~/effects/treasury/relayer/escrowMessages"
import { backKeyOf, isLeftToAsked, returnKeyOf } from "~/effects/treasury/relayer/escrowSteps.server"
import type { Looked } from "~/effects/treasury/relayer/lookThrough.server"
import { type Amount, amountOf, formatAmount, Templates, wellKnown } from "~/ledger/index"
import { DistributionBatches } from "../DistributionBatches.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import { DROP } from "../dropStep.server"
import { batchHash, batchIdOf, idempotencyKeyOf } from "../list/batches"
import { PaidMarks } from "../PaidMarks.server"
import { PayableRows } from "../PayableRows.server"
import { UntoldPayments } from "../UntoldPayments.server"
import { PARK_RETURN } from "./backSteps.server"
import { EscrowWork } from "./EscrowWork.server"
import { type Escrow, isParked, leftIn } from "./PayoutEscrow"
import { PayoutEscrowsRepo } from "./PayoutEscrowsRepo.server"
import { type Trouble, troubleWords } from "./troubles"

const XRD = wellKnown("xrd", NETWORK_ID)

export class EscrowRuns extends Effect.Service<EscrowRuns>()("treasury/payouts/EscrowRuns", {
  dependencies: [
    DistributionBatches.Default,
    DistributionsRepo.Default,
    PreparedTransactions.Default,
    EscrowAccounts.Default,
    PaidMarks.Default,
    EscrowWork.Default,
    PayoutEscrowsRepo.Default,
    PayableRows.Default,
    UntoldPayments.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const batches = yield* DistributionBatches
    const repo = yield* DistributionsRepo
    const steps = yield* PreparedTransactions
    const marks = yield* PaidMarks
    const work = yield* EscrowWork
    const parkings = yield* PayoutEscrowsRepo
    const rowsRepo = yield* PayableRows
    const accounts = yield* EscrowAccounts
    const { findUntold } = yield* UntoldPayments

    const setBack = (parking: Escrow, problem: string) => Effect.as(work.setBack(parking, problem), "rest" as const)
    const hold = (parking: Escrow, trouble: Trouble, left?: Amount) =>
      Effect.as(work.hold(parking, troubleWords(parking, trouble, left)), "rest" as const)

    /** Prepares the next batch if the payout still runs. Locks the payout and its escrow while that is decided. */
    const prepare = Effect.fnUntraced(function* (parking: Escrow, held: (token: string) => Amount) {
      const run = yield* repo.mustBe({ id: parking.distributionId }, ["running"], "paying it")
      const now = Option.getOrUndefined(yield* parkings.find(run.id))
      if (run.paused === 1 || now?.state !== "parked") return "rest" as const
      const at = yield* Clock.currentTimeMillis
      const batch = Option.getOrUndefined(yield* batches.nextOf(run.id, parking.parked, at))
      if (batch === undefined) {
        const until = yield* batches.nextDue(run.id, at)
        if (until === null) return "none" as const
        yield* parkings.rest(run.id, until)
        return "rest" as const
      }
      const rows = (yield* rowsRepo.ofBatch(run.id, batch.n)).map((row) => ({ ...row, amount: amountOf(row.amount) }))
      if (batchHash(batchIdOf(run.id, batch.n), run.resource, rows) !== batch.hash) return "changed" as const
      const sum = rows.reduce((all, { amount }) => all + amount, 0n)
      if (held(parking.resource) < sum) return "short" as const
      const left = parking.resource === XRD ? held(XRD) - sum : held(XRD)
      const fee = lockIn(left, amountOf(parking.fee), parking.tries)
      if (fee === null) return { left }
      const manifest = Templates.escrowBatch({
        parked: parking.parked,
        locker: parking.locker,
        resource: parking.resource,
        shares: rows.map(({ account, amount }) => [account, amount] as const),
        isDirect: run.mode === "direct",
        batchId: batchIdOf(run.id, batch.n),
        batchHash: batch.hash,
        fee
      })
      const step = yield* steps.open({
        onceKey: idempotencyKeyOf(run.id, batch.n),
        kind: DROP,
        communityId: run.communityId,
        related: batchIdOf(run.id, batch.n),
        account: parking.parked,
        manifest,
        detail: { distribution: run.id, n: batch.n, treasury: parking.parked, locker: parking.locker, isParked: true }
      })
      yield* batches.move({ id: run.id, n: batch.n }, ["ready", "signing", "failed", "rejected"], {
        state: "signing",
        stepId: step.id
      })
      return { run, batch, step, manifest }
    }, atomically(sql))

    const pay = Effect.fn("EscrowRuns.pay")(function* (parking: Escrow) {
      const halted = yield* accounts.halted(parking)
      if (halted !== null) return yield* Effect.as(work.hold(parking, halted), "rest" as const)
      if (!(yield* accounts.isOwnKey(parking))) return yield* hold(parking, "keyGone")
      const next = yield* prepare(parking, yield* accounts.heldIn(parking))
      if (next === "rest") return next
      if (next === "changed") return yield* hold(parking, "otherRows")
      if (next === "short") return yield* hold(parking, "tooLittle")
      if (next === "none") return yield* beginReturn(parking)
      if ("left" in next) return yield* hold(parking, "noFees", next.left)
      const { batch, manifest, run, step } = next
      // After a mismatch or a restored database, a batch marked as paid on the ledger is searched for and never paid
      // again.
      if (parking.tries > 0 && (yield* marks.isPaid(parking.parked, idempotencyKeyOf(run.id, batch.n)))) {
        yield* findUntold(parking.locker, run)
        return yield* setBack(
          parking,
          `Batch ${batch.n} is marked as paid on the ledger. We are looking for its transaction.`
        )
      }
      yield* work.send(parking, step, manifest, { distribution: run.id, n: batch.n })
      return "again" as const
    })

    const beginReturn = (parking: Escrow) =>
      Effect.as(
        parkings.update(parking.distributionId, ["parked"], { state: "returning", problem: null, nextAt: 0, tries: 0 }),
        "again" as const
      )

    const end = Effect.fnUntraced(function* (parking: Escrow) {
      const { distributionId } = parking
      yield* accounts.close(parking, leftIn(parking))
      const endedAt = yield* Clock.currentTimeMillis
      yield* parkings.update(distributionId, ["returning"], { state: "ended", endedAt, problem: null })
      const run = yield* Effect.orDie(repo.findIdOrFail(distributionId))
      // A payout that was paused for a withdrawal can be signed now.
      if (run.state === "running" && run.paused === 1) yield* repo.update(run.id, { paused: 0 })
      return "rest" as const
    })

    /** Refunds what is left, less the fee of the refund. */
    const giveBack = Effect.fn("EscrowRuns.giveBack")(function* (parking: Escrow) {
      const asked = Option.getOrUndefined(yield* steps.alive(backKeyOf(parking.distributionId, parking.moves)))
      if (isLeftToAsked(asked, yield* Clock.currentTimeMillis)) return "rest" as const
      const back = yield* accounts.returning(parking)
      if (back === null) return yield* end(parking)
      if (!(yield* accounts.isOwnKey(parking))) return yield* hold(parking, "keyGone")
      if ("refused" in back) {
        return yield* Effect.as(work.hold(parking, returnRefused(parking.kept, back.refused)), "rest" as const)
      }
      if ("short" in back) return yield* hold(parking, "noFees", back.short)
      const { amounts, manifest } = back
      // Signers might approve their withdrawal much later, when nothing would be left to withdraw.
      if (asked !== undefined && parking.kept !== null) yield* steps.drop(asked)
      const step = yield* steps.open({
        onceKey: returnKeyOf(parking.distributionId, parking.moves),
        kind: PARK_RETURN,
        communityId: parking.communityId,
        related: parking.distributionId,
        account: parking.parked,
        manifest,
        detail: {
          distribution: parking.distributionId,
          treasury: parking.treasury,
          resource: parking.resource,
          amounts: amounts.map(([each, amount]) => [each, formatAmount(amount)])
        }
      })
      yield* work.send(parking, step, manifest, null)
      return "again" as const
    })

    /**
     * One poll: checks the pending transaction first, then does the next thing. Fails only if the ledger cannot be
     * read.
     */
    const look = Effect.fn("EscrowRuns.look")(function* (id: string) {
      const parking = Option.getOrUndefined(yield* parkings.find(id))
      if (parking === undefined || !isParked(parking)) return "rest" as const
      if (parking.state !== "parked" && parking.state !== "returning") return "rest" as const
      if (parking.workStep !== null) {
        const found = yield* work.follow(parking, parking.workStep)
        return found === "undecided" ? found : found === "done" ? ("again" as const) : ("rest" as const)
      }
      const run = yield* Effect.orDie(repo.findIdOrFail(id))
      // Applies while a recurring payout waits for its next day, too.
      if (parking.state === "parked" && run.state !== "running") return yield* beginReturn(parking)
      if (parking.nextAt > (yield* Clock.currentTimeMillis)) return "rest" as const
      if (parking.state === "returning") return yield* giveBack(parking)
      return run.paused === 1 ? ("rest" as const) : yield* pay(parking)
    })

    return {
      look: (id: string) =>
        // Another server or an admin's page is working on it; the next poll reads the result.
        Effect.catchTags(look(id), {
          StepDone: () => Effect.succeed<Looked>("rest"),
          TransactionUnderWay: () => Effect.succeed<Looked>("rest"),
          TransactionLeased: () => Effect.succeed<Looked>("rest"),
          WrongState: () => Effect.succeed<Looked>("rest")
        })
    }
  })
}) {}
