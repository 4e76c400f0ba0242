/** The transaction kind that funds a payout's escrow. What it created is read from the committed transaction. */
import { Clock, Effect, Schema } from "effect"
import { LockerAddress } from "~/effects/base/addresses/addresses"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { escrowOpening } from "~/effects/treasury/relayer/escrowOpening.server"
import { escrowProofs } from "~/effects/treasury/relayer/escrowProofs.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import { PayoutEscrowPlan } from "./PayoutEscrow"
import { PayoutEscrowsRepo } from "./PayoutEscrowsRepo.server"

export const PARK = "park"

export const FundDetail = Schema.parseJson(PayoutEscrowPlan)

const isLocker = Schema.is(LockerAddress)

export const fundStep = Effect.gen(function* () {
  const parkings = yield* PayoutEscrowsRepo
  const runs = yield* DistributionsRepo
  const opened = yield* escrowOpening
  const addresses = yield* FollowedAddresses
  const { escrowFundedBy } = yield* escrowProofs
  const detailOf = (step: Step) => Effect.orDie(Schema.decode(FundDetail)(step.detail))

  const kind: TransactionKind = {
    kind: PARK,
    prove: (step, found) =>
      Effect.gen(function* () {
        const plan = yield* detailOf(step)
        const parked = yield* escrowFundedBy(plan, found)
        const locker = plan.locker ?? found.created.map(({ address }) => address).find(isLocker)
        if (locker === undefined)
          return yield* new TransactionMismatch({ what: "it did not create the locker of payouts." })
        return Effect.gen(function* () {
          // A page may have withdrawn the request while a wallet still had it; the ledger decides.
          yield* parkings.ask(plan, step.id)
          const parkedAt = yield* Clock.currentTimeMillis
          yield* parkings.update(plan.distributionId, ["asked"], { state: "parked", parked, locker, parkedAt })
          const { communityId, number, resource, symbol, title } = yield* Effect.orDie(
            runs.findIdOrFail(plan.distributionId)
          )
          const target = `/community/detail/${communityId}/tokenDistribution?d=${number}`
          yield* addresses.follow(communityId, [locker], found.stateVersion)
          yield* opened(
            { account: parked, communityId, about: `the payout “${title}”`, target, resource, symbol },
            found
          )
        })
      }),
    sent: () => Effect.void,
    ended: (step) =>
      Effect.flatMap(detailOf(step), ({ distributionId }) =>
        parkings.update(distributionId, ["asked"], { problem: step.problem ?? "It was not carried through." })
      )
  }
  return kind
})
