/** One escrowed payout from its approval to its refund, on disk, for the benchmark that measures it. */
import { Duration, Effect, Layer, Logger } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { ONE } from "~/ledger/index"
import { accountNumbered } from "../../../ledger/manyAccounts"
import { approved, escrowFoundOf, escrowWorld, settled, withXrd } from "./escrowWorld"
import { garden, planned } from "./world"

export const escrowLife = (file: string, rows: number) => {
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(file)), Layer.orDie)
  return Effect.gen(function* () {
    const place = yield* Effect.tap(garden, (made) => withXrd(made))
    const [distributions, repo] = [yield* Distributions, yield* DistributionsRepo]
    const plan = yield* planned(
      place,
      Array.from({ length: rows }, (_, index) => [accountNumbered(index), ONE] as const)
    )
    const payouts = yield* Payouts
    const { fee, size } = yield* payouts.fit(place.treasury, plan, yield* distributions.payable(plan.id))
    yield* distributions.start(plan, size, 1)
    const run = yield* repo.findIdOrFail(plan.id)
    yield* approved(place, run, fee)
    const [took] = yield* Effect.timed(settled(run.id, rows))
    const end = yield* repo.findIdOrFail(run.id)
    const { batches, spent, state } = yield* escrowFoundOf(run.id)
    // XRD for each person, including the refund of the rest.
    const feePerRow = Number(spent) / rows
    return { approvals: 1, batches, feePerRow, paid: end.rowsSent, seconds: Duration.toSeconds(took), state }
  }).pipe(Effect.provide(escrowWorld(database)), Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)
}
