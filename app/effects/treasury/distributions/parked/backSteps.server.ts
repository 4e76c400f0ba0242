/** The steps that bring back what is parked: by an admin at any moment, by the site's key when nothing more is paid. */
import { Effect, Schema } from "effect"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { StepMismatch } from "~/effects/chain/ledger-steps/errors"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { StepKind } from "~/effects/chain/ledger-steps/StepKind.server"
import { amountOf, wellKnown } from "~/ledger/index"
import { changesOf } from "../changes"
import { ParkingsRepo } from "./ParkingsRepo.server"

export const PARK_BACK = "park-back"
export const PARK_RETURN = "park-return"
export const backKeyOf = (id: string, moves: number): string => `park-back:${id}-${moves}`
export const returnKeyOf = (id: string, moves: number): string => `park-return:${id}-${moves}`

export const BackDetail = Schema.parseJson(
  Schema.Struct({
    distribution: Schema.String,
    treasury: AccountAddress,
    resource: ResourceAddress,
    amounts: Schema.Array(Schema.Tuple(ResourceAddress, AmountText))
  })
)
type Amounts = (typeof BackDetail.Type)["amounts"]

const XRD = wellKnown("xrd", NETWORK_ID)
const ofToken = (amounts: Amounts, resource: string) =>
  amounts.reduce((sum, [token, amount]) => (token === resource ? sum + amountOf(amount) : sum), 0n)

export const backSteps = Effect.gen(function* () {
  const parkings = yield* ParkingsRepo
  const detailOf = (step: Step) => Effect.orDie(Schema.decode(BackDetail)(step.detail))

  const kindOf = (name: string, isBySite: boolean): StepKind => ({
    kind: name,
    prove: (step, found) =>
      Effect.gen(function* () {
        const { amounts, distribution, resource, treasury } = yield* detailOf(step)
        for (const [token, amount] of amounts) {
          if (changesOf(found, token)(treasury) !== amountOf(amount)) {
            return yield* new StepMismatch({ what: `the treasury did not get back ${amount} of ${token}.` })
          }
        }
        const moved = {
          moves: 1,
          returned: ofToken(amounts, resource),
          returnedFees: resource === XRD ? 0n : ofToken(amounts, XRD),
          ...(isBySite && { spent: amountOf(found.fee) })
        }
        // From now on the site only looks whether anything is left: what was taken back is not paid out any more.
        return parkings.add(distribution, moved, { state: "returning", problem: null, tries: 0, nextAt: 0 })
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
