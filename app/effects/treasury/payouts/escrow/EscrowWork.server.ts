/**
 * The relayer's transactions for payouts from escrow. The batch is marked as pending in the transaction that stores
 * them.
 */
import { Effect } from "effect"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { siteWork } from "~/effects/treasury/relayer/siteWork.server"
import type { Manifest } from "~/ledger/index"
import { DistributionBatches } from "../DistributionBatches.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import type { Escrow } from "./PayoutEscrow"
import { PayoutEscrowsRepo } from "./PayoutEscrowsRepo.server"

/** The batch that a transaction pays. */
interface WorkOf {
  readonly distribution: string
  readonly n: number
}

export class EscrowWork extends Effect.Service<EscrowWork>()("treasury/payouts/EscrowWork", {
  dependencies: [
    DistributionBatches.Default,
    DistributionsRepo.Default,
    PreparedTransactions.Default,
    PayoutEscrowsRepo.Default,
    Relayer.Default
  ],
  effect: Effect.gen(function* () {
    const batches = yield* DistributionBatches
    const parkings = yield* PayoutEscrowsRepo
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
      follow: (parking: Escrow, stepId: string) => work.follow(parking.distributionId, parking, stepId),
      setBack: (parking: Escrow, problem: string) => work.setBack(parking.distributionId, parking, problem),
      hold: (parking: Escrow, problem: string) => work.hold(parking.distributionId, problem),
      send: (parking: Escrow, step: Step, manifest: Manifest, batch: WorkOf | null) =>
        work.send(parking.distributionId, step, manifest, batch === null ? undefined : besideOf(batch, step.id))
    }
  })
}) {}
