/**
 * The relayer's transactions for payouts from escrow. The batch is marked as pending in the transaction that stores
 * them.
 */
import { Effect } from "effect"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import { Settler } from "~/effects/treasury/settler/Settler.server"
import { siteWork } from "~/effects/treasury/settler/siteWork.server"
import type { Manifest } from "~/ledger/index"
import { DistributionBatches } from "../DistributionBatches.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import type { Parked } from "./Parking"
import { ParkingsRepo } from "./ParkingsRepo.server"

/** The batch that a transaction pays. */
interface WorkOf {
  readonly distribution: string
  readonly n: number
}

export class ParkedWork extends Effect.Service<ParkedWork>()("effects/ParkedWork", {
  dependencies: [
    DistributionBatches.Default,
    DistributionsRepo.Default,
    LedgerSteps.Default,
    ParkingsRepo.Default,
    Settler.Default
  ],
  effect: Effect.gen(function* () {
    const batches = yield* DistributionBatches
    const parkings = yield* ParkingsRepo
    const runs = yield* DistributionsRepo
    const work = yield* siteWork((id, change) => parkings.update(id, ["parked", "returning"], change))

    const besideOf = ({ distribution: id, n }: WorkOf, stepId: string) => ({
      isWanted: Effect.zipWith(
        runs.goesOn(id),
        parkings.update(id, ["parked"], {}),
        (isGoingOn, isParked) => isGoingOn && isParked
      ),
      also: (txId: string) => batches.move({ id, n }, [], { state: "pending", error: null, txId, stepId })
    })

    return {
      follow: (parking: Parked, stepId: string) => work.follow(parking.distributionId, parking, stepId),
      setBack: (parking: Parked, problem: string) => work.setBack(parking.distributionId, parking, problem),
      hold: (parking: Parked, problem: string) => work.hold(parking.distributionId, problem),
      send: (parking: Parked, step: Step, manifest: Manifest, batch: WorkOf | null) =>
        work.send(parking.distributionId, step, manifest, batch === null ? undefined : besideOf(batch, step.id))
    }
  })
}) {}
