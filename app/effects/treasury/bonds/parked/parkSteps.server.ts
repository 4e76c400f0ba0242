/** The steps around parked bonds: an admin parks, an admin takes back at any moment, the site's key brings the rest back. */
import { Clock, Effect, Schema } from "effect"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { StepKind } from "~/effects/chain/ledger-steps/StepKind.server"
import { Back, broughtBack, parkedProofs } from "~/effects/treasury/settler/parkedProofs.server"
import { amountOf } from "~/ledger/index"
import { BondParkingPlan } from "./BondParking"
import { BondParkingsRepo } from "./BondParkingsRepo.server"

export const BOND_PARK = "bond-park"
export const BOND_PARK_BACK = "bond-park-back"
export const BOND_PARK_RETURN = "bond-park-return"

/** On the ledger each of them happens once; the ids of parkings are spoken for by series, direction and number. */
export const parkKeyOf = (id: string): string => `park:${id}`
export const backKeyOf = (id: string, moves: number): string => `park-back:${id}-${moves}`
export const returnKeyOf = (id: string, moves: number): string => `park-return:${id}-${moves}`

const ParkDetail = Schema.parseJson(BondParkingPlan)
const BackDetail = Schema.parseJson(Schema.Struct({ parking: Schema.String, ...Back.fields }))
/** As it is kept beside a step. */
export type BackOf = typeof BackDetail.Type

const parkStep = Effect.gen(function* () {
  const parkings = yield* BondParkingsRepo
  const { parkedIn } = yield* parkedProofs
  const planOf = (step: Step) => Effect.orDie(Schema.decode(ParkDetail)(step.detail))

  const kind: StepKind = {
    kind: BOND_PARK,
    prove: (step, found) =>
      Effect.gen(function* () {
        const plan = yield* planOf(step)
        const parked = yield* parkedIn(plan, found)
        return Effect.gen(function* () {
          // A page may have taken it back while a wallet still had it: what is on the ledger counts.
          yield* parkings.ask(plan, step.id)
          const parkedAt = yield* Clock.currentTimeMillis
          yield* parkings.update(plan.id, ["asked"], { state: "parked", parked, parkedAt, problem: null })
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

const backSteps = Effect.gen(function* () {
  const parkings = yield* BondParkingsRepo
  const detailOf = (step: Step) => Effect.orDie(Schema.decode(BackDetail)(step.detail))

  const kindOf = (name: string, isBySite: boolean): StepKind => ({
    kind: name,
    prove: (step, found) =>
      Effect.gen(function* () {
        const detail = yield* detailOf(step)
        const back = yield* broughtBack(detail, found)
        const moved = { moves: 1, ...back, ...(isBySite && { spent: amountOf(found.fee) }) }
        // What was taken back is not handed out any more; the site only looks whether anything is left.
        return parkings.add(detail.parking, moved, { state: "returning", problem: null, tries: 0, nextAt: 0 })
      }),
    sent: () => Effect.void,
    ended: (step, committed) =>
      isBySite && committed !== undefined
        ? Effect.flatMap(detailOf(step), ({ parking }) => parkings.add(parking, { spent: amountOf(committed.fee) }))
        : Effect.void
  })
  return [kindOf(BOND_PARK_BACK, false), kindOf(BOND_PARK_RETURN, true)]
})

export const bondParkSteps = Effect.map(Effect.all([parkStep, backSteps]), ([park, back]) => [park, ...back])
