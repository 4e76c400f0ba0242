/** The transaction kind that funds a payout's escrow. What it created is read from the committed transaction. */
import { Clock, Effect, Schema } from "effect"
import { LockerAddress } from "~/effects/base/addresses/addresses"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { StepMismatch } from "~/effects/chain/ledger-steps/errors"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { StepKind } from "~/effects/chain/ledger-steps/StepKind.server"
import { escrowOpening } from "~/effects/treasury/settler/escrowOpening.server"
import { parkedProofs } from "~/effects/treasury/settler/parkedProofs.server"
import { DistributionsRepo } from "../DistributionsRepo.server"
import { ParkingPlan } from "./Parking"
import { ParkingsRepo } from "./ParkingsRepo.server"

export const PARK = "park"

export const ParkDetail = Schema.parseJson(ParkingPlan)

const isLocker = Schema.is(LockerAddress)

export const parkStep = Effect.gen(function* () {
  const parkings = yield* ParkingsRepo
  const runs = yield* DistributionsRepo
  const opened = yield* escrowOpening
  const addresses = yield* FollowedAddresses
  const { parkedIn } = yield* parkedProofs
  const detailOf = (step: Step) => Effect.orDie(Schema.decode(ParkDetail)(step.detail))

  const kind: StepKind = {
    kind: PARK,
    prove: (step, found) =>
      Effect.gen(function* () {
        const plan = yield* detailOf(step)
        const parked = yield* parkedIn(plan, found)
        const locker = plan.locker ?? found.created.map(({ address }) => address).find(isLocker)
        if (locker === undefined) return yield* new StepMismatch({ what: "it did not create the locker of payouts." })
        return Effect.gen(function* () {
          // A page may have withdrawn the request while a wallet still had it; the ledger decides.
          yield* parkings.ask(plan, step.id)
          const parkedAt = yield* Clock.currentTimeMillis
          yield* parkings.update(plan.distributionId, ["asked"], { state: "parked", parked, locker, parkedAt })
          const { communityId, number, resource, symbol, title } = yield* Effect.orDie(
            runs.mustFindId(plan.distributionId)
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
