/** The step of an admin that parks a payout. What it made is read from the ledger's own record of the transaction. */
import { Clock, Effect, Schema } from "effect"
import { AccountAddress, LockerAddress } from "~/effects/base/addresses/addresses"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { StepMismatch } from "~/effects/chain/ledger-steps/errors"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { StepKind } from "~/effects/chain/ledger-steps/StepKind.server"
import { amountOf, wellKnown } from "~/ledger/index"
import { changesOf } from "../changes"
import { ParkingPlan } from "./Parking"
import { ParkingsRepo } from "./ParkingsRepo.server"

export const PARK = "park"
export const parkKeyOf = (id: string): string => `park:${id}`

export const ParkDetail = Schema.parseJson(ParkingPlan)

const isAccount = Schema.is(AccountAddress)
const isLocker = Schema.is(LockerAddress)

/** The account that the transaction made, and its locker or the one of before. */
const madeBy = (plan: ParkingPlan, { created }: CommittedTransaction) => {
  const made = created.map(({ address }) => address)
  return { parked: made.find(isAccount), locker: plan.locker ?? made.find(isLocker) }
}

const XRD = wellKnown("xrd", NETWORK_ID)

/** What the account must have got of each token. */
const wanted = ({ fees, resource, total }: ParkingPlan) =>
  resource === XRD
    ? [[XRD, amountOf(total) + amountOf(fees)] as const]
    : [[resource, amountOf(total)] as const, [XRD, amountOf(fees)] as const]

export const parkStep = Effect.gen(function* () {
  const ledger = yield* Ledger
  const parkings = yield* ParkingsRepo
  const detailOf = (step: Step) => Effect.orDie(Schema.decode(ParkDetail)(step.detail))

  /** The code that stands on the account. */
  const codeOn = (parked: AccountAddress, at: number) =>
    Effect.map(orGatewayDown(ledger.entityDetails([parked], { metadata: ["plan"], at })), ({ byAddress }) => {
      const found = byAddress.get(parked)
      return found === undefined ? null : textIn(found.metadata, "plan")
    })

  const kind: StepKind = {
    kind: PARK,
    prove: (step, found) =>
      Effect.gen(function* () {
        const plan = yield* detailOf(step)
        const { locker, parked } = madeBy(plan, found)
        if (parked === undefined || locker === undefined) {
          return yield* new StepMismatch({ what: "it did not make the account that was to be parked in." })
        }
        for (const [resource, amount] of wanted(plan)) {
          const changed = changesOf(found, resource)
          if (changed(parked) !== amount || changed(plan.treasury) !== -amount) {
            return yield* new StepMismatch({ what: "another amount was parked than was prepared." })
          }
        }
        if ((yield* codeOn(parked, found.stateVersion)) !== plan.digest) {
          return yield* new StepMismatch({ what: "the parked account does not carry the code of this list." })
        }
        return Effect.gen(function* () {
          // A page may have taken it back while a wallet still had it: what is on the ledger counts.
          yield* parkings.ask(plan, step.id)
          const parkedAt = yield* Clock.currentTimeMillis
          yield* parkings.update(plan.distributionId, ["asked"], { state: "parked", parked, locker, parkedAt })
        })
      }),
    sent: () => Effect.void,
    ended: (step) =>
      Effect.flatMap(detailOf(step), ({ distributionId }) =>
        parkings.update(distributionId, ["asked"], { problem: step.problem ?? "It did not happen." })
      )
  }
  return kind
})
