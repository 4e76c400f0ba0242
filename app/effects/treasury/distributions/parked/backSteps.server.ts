/** The steps that bring back what is parked: by an admin at any moment, by the site's key when nothing more is paid. */
import { Effect, Schema } from "effect"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { StepKind } from "~/effects/chain/ledger-steps/StepKind.server"
import { Back, broughtBack } from "~/effects/treasury/settler/parkedProofs.server"
import { amountOf } from "~/ledger/index"
import { ParkingsRepo } from "./ParkingsRepo.server"

export const PARK_BACK = "park-back"
export const PARK_RETURN = "park-return"
export const backKeyOf = (id: string, moves: number): string => `park-back:${id}-${moves}`
export const returnKeyOf = (id: string, moves: number): string => `park-return:${id}-${moves}`

export const BackDetail = Schema.parseJson(Schema.Struct({ distribution: Schema.String, ...Back.fields }))

export const backSteps = Effect.gen(function* () {
  const parkings = yield* ParkingsRepo
  const detailOf = (step: Step) => Effect.orDie(Schema.decode(BackDetail)(step.detail))

  const kindOf = (name: string, isBySite: boolean): StepKind => ({
    kind: name,
    prove: (step, found) =>
      Effect.gen(function* () {
        const detail = yield* detailOf(step)
        const back = yield* broughtBack(detail, found)
        const moved = { moves: 1, ...back, ...(isBySite && { spent: amountOf(found.fee) }) }
        // From now on the site only looks whether anything is left: what was taken back is not paid out any more.
        return parkings.add(detail.distribution, moved, { state: "returning", problem: null, tries: 0, nextAt: 0 })
      }),
    sent: () => Effect.void,
    ended: (step, committed) =>
      isBySite && committed !== undefined
        ? Effect.flatMap(detailOf(step), ({ distribution }) =>
            parkings.add(distribution, { spent: amountOf(committed.fee) })
          )
        : Effect.void
  })

  return [kindOf(PARK_BACK, false), kindOf(PARK_RETURN, true)]
})
