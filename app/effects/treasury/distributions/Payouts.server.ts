/**
 * Payouts: the batches of a running distribution, each prepared for a wallet and proven from the ledger.
 *
 * A batch can be asked for as often as anybody likes, from any device: it is one step (ledger_steps), and on the ledger
 * its key `drop:{run}-{n}` locks with the payment, so a second transaction fails and moves nothing. A batch that was
 * paid by a transaction nobody told of is looked for before it is prepared again.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { inUtc } from "~/effects/base/text/moments"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ParkingRefused } from "~/effects/treasury/settler/errors"
import { amountOf } from "~/ledger/index"
import type { Batch, Distribution } from "./Distribution"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { DROP } from "./dropStep.server"
import { NothingToSign } from "./errors"
import { batchIdOf, onceKeyOf } from "./list/batches"
import { PaidMarks } from "./PaidMarks.server"
import { PayableRows } from "./PayableRows.server"
import { dropOf, PayoutTrials } from "./PayoutTrials.server"
import { byHandRefused, isParked } from "./parked/Parking"
import { ParkingsRepo } from "./parked/ParkingsRepo.server"
import { Recoveries } from "./Recoveries.server"
import { UntoldPayments } from "./UntoldPayments.server"

export class Payouts extends Effect.Service<Payouts>()("effects/Payouts", {
  dependencies: [
    DistributionsRepo.Default,
    PayableRows.Default,
    DistributionBatches.Default,
    PaidMarks.Default,
    PayoutTrials.Default,
    Recoveries.Default,
    LedgerSteps.Default,
    ParkingsRepo.Default,
    UntoldPayments.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* DistributionsRepo
    const rowsRepo = yield* PayableRows
    const batches = yield* DistributionBatches
    const marks = yield* PaidMarks
    const parkings = yield* ParkingsRepo
    const steps = yield* LedgerSteps
    const { findUntold } = yield* UntoldPayments
    const { fit, mustCover } = yield* PayoutTrials
    const { recover } = yield* Recoveries

    /** While the site may pay from what is parked, or a wallet may still park it, no batch is signed. */
    const mustBeByHand = Effect.fnUntraced(function* (id: string) {
      const words = Option.flatMapNullable(yield* parkings.find(id), byHandRefused)
      if (Option.isSome(words)) return yield* new ParkingRefused({ message: words.value })
    })

    const open = Effect.fn("Payouts.openDrop")(function* (treasury: HeldTreasury, given: Distribution, batch: Batch) {
      const run = yield* repo.mustBe(given, ["running"], "sending it")
      yield* mustBeByHand(run.id)
      const { hash, n } = batch
      const rows = (yield* rowsRepo.ofBatch(run.id, n)).map(({ account, amount }) => ({
        account,
        amount: amountOf(amount)
      }))
      const step = yield* steps.open({
        onceKey: onceKeyOf(run.id, n),
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

    /** Also what a batch was paid with from the parked account, where nobody told of it. */
    const isPaid = Effect.fnUntraced(function* (treasury: HeldTreasury, run: Distribution, n: number) {
      const onceKey = onceKeyOf(run.id, n)
      const parking = Option.getOrUndefined(yield* parkings.find(run.id))
      const places = [
        { account: treasury.treasury, locker: treasury.locker },
        ...(parking !== undefined && isParked(parking) ? [{ account: parking.parked, locker: parking.locker }] : [])
      ]
      for (const { account, locker } of places) {
        if (!(yield* marks.isPaid(account, onceKey))) continue
        yield* findUntold(locker, run)
        return true
      }
      return false
    })

    /** The next batch, ready for the wallet. Answers none where it turned out to be paid already. */
    const next = Effect.fn("Payouts.next")(function* (treasury: HeldTreasury, given: Distribution) {
      const run = yield* Effect.orDie(repo.mustFindId(given.id))
      if (run.state !== "running") {
        return yield* new WrongState({ thing: "distribution", state: run.state, action: "sending it" })
      }
      if (run.paused === 1) return yield* new NothingToSign({ message: "This run is paused. Go on with it first." })
      yield* mustBeByHand(run.id)
      const all = yield* batches.all(run.id)
      const now = yield* Clock.currentTimeMillis
      const unpaid = all.filter(({ state }) => state === "ready" || state === "signing")
      const batch = unpaid.find(({ dueAt }) => dueAt === null || dueAt <= now)
      if (batch === undefined) {
        const isFailed = all.some(({ state }) => state === "failed" || state === "rejected")
        const later = unpaid[0]?.dueAt ?? null
        return yield* new NothingToSign({
          message: isFailed
            ? "Batches failed. Try them again."
            : later === null
              ? "Every batch is sent. The ledger has not decided yet."
              : `The next payout is due on ${inUtc("day", later)}.`
        })
      }
      const step: Step = yield* open(treasury, run, batch)
      return (yield* isPaid(treasury, run, batch.n)) ? Option.none<Step>() : Option.some(step)
    })

    return { mustCover, fit, next, recover }
  })
}) {}
