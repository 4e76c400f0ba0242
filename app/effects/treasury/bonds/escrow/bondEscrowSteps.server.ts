/** Transactions of bond escrow: an admin funds it, an admin can withdraw at any time, the relayer returns the rest. */
import { Clock, Effect, Schema } from "effect"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { escrowOpening } from "~/effects/treasury/relayer/escrowOpening.server"
import { Back, escrowProofs } from "~/effects/treasury/relayer/escrowProofs.server"
import { backKinds } from "~/effects/treasury/relayer/escrowSteps.server"
import { SeriesRepo } from "../SeriesRepo.server"
import { BondEscrowPlan } from "./BondEscrow"
import { BondEscrowsRepo } from "./BondEscrowsRepo.server"

export const BOND_PARK = "bond-park"
export const BOND_PARK_BACK = "bond-park-back"
export const BOND_PARK_RETURN = "bond-park-return"

const FundDetail = Schema.parseJson(BondEscrowPlan)
export const BackDetail = Schema.parseJson(Schema.Struct({ parking: Schema.String, ...Back.fields }))
/** As stored with a prepared transaction. */
export type BackOf = typeof BackDetail.Type

const fundStep = Effect.gen(function* () {
  const parkings = yield* BondEscrowsRepo
  const all = yield* SeriesRepo
  const opened = yield* escrowOpening
  const { escrowFundedBy } = yield* escrowProofs
  const planOf = (step: Step) => Effect.orDie(Schema.decode(FundDetail)(step.detail))

  const kind: TransactionKind = {
    kind: BOND_PARK,
    prove: (step, found) =>
      Effect.gen(function* () {
        const plan = yield* planOf(step)
        const parked = yield* escrowFundedBy(plan, found)
        return Effect.gen(function* () {
          // A page may have withdrawn the request while a wallet still had it; what is on the ledger counts.
          yield* parkings.ask(plan, step.id)
          const parkedAt = yield* Clock.currentTimeMillis
          yield* parkings.update(plan.id, ["asked"], { state: "parked", parked, parkedAt, problem: null })
          const { communityId, direction, resource, seriesId } = plan
          const { code, symbol } = yield* Effect.orDie(all.findOrFail(communityId, seriesId))
          yield* opened(
            {
              account: parked,
              communityId,
              about: `the bond ${code}`,
              target: `/community/detail/${communityId}/bondissued?series=${code}`,
              resource,
              symbol: direction === "buy" ? `units of ${code}` : symbol
            },
            found
          )
        })
      }),
    sent: () => Effect.void,
    ended: (step) =>
      Effect.flatMap(planOf(step), ({ id }) =>
        parkings.update(id, ["asked"], { problem: step.problem ?? "It did not happen." })
      )
  }
  return kind
})

const detailOf = (step: Step) =>
  Effect.map(Effect.orDie(Schema.decode(BackDetail)(step.detail)), ({ parking: id, ...back }) => ({ id, ...back }))

const backSteps = Effect.map(BondEscrowsRepo, ({ add }) =>
  backKinds({ names: { byAdmin: BOND_PARK_BACK, bySite: BOND_PARK_RETURN }, detailOf, add })
)

export const bondEscrowSteps = Effect.map(Effect.all([fundStep, backSteps]), ([fundEscrow, back]) => [
  fundEscrow,
  ...back
])
