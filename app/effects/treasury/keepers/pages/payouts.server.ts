/** Requests of signers about a payout: its escrow, withdrawing it, and recovering unclaimed money. */
import { Effect, Option, Schema } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { numberIn } from "~/effects/treasury/distributions/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/distributions/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/distributions/Payouts.server"
import { parkNow } from "~/effects/treasury/distributions/pages/parking.server"
import { Parkings } from "~/effects/treasury/distributions/parked/Parkings.server"
import { ParkingsRepo } from "~/effects/treasury/distributions/parked/ParkingsRepo.server"
import { RecoverDetail } from "~/effects/treasury/distributions/recoverStep.server"
import { ParkingRefused } from "~/effects/treasury/settler/errors"
import { backKeyOf, parkKeyOf } from "~/effects/treasury/settler/parkedSteps.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { broughtIn, keeperHere, toAct } from "./keeperHere.server"

/** The signer, the payout that the form names, and the treasury with all its signers. */
const asked = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const keeper = yield* keeperHere(here, "distribute")
    const number = Option.getOrElse(numberIn(textOf(form, "d")), () => 0)
    return { here, ...keeper, run: yield* (yield* DistributionsRepo).mustFind(here.community.id, number) }
  })

const parking = (form: FormData) =>
  Effect.gen(function* () {
    const { acts, here, kept, run, treasury } = yield* asked(form)
    yield* acts.mustBeFree(here.community.id, parkKeyOf(run.id))
    yield* (yield* Parkings).mustBeAs(run, textOf(form, "digest"))
    const step = yield* parkNow({ here, run, treasury })
    const plan = yield* (yield* ParkingsRepo).find(run.id)
    const { digest, fees, total } = yield* Effect.orDie(plan)
    const amounts = [
      { symbol: run.symbol, amount: total, resource: run.resource },
      { symbol: "XRD", amount: fees }
    ]
    return toAct(yield* acts.propose(here, kept, { kind: "parking", step, run, amounts, digest }))
  })

const takingBack = (form: FormData) =>
  Effect.gen(function* () {
    const { acts, here, kept, run, treasury } = yield* asked(form)
    const parking = Option.getOrUndefined(yield* (yield* ParkingsRepo).find(run.id))
    if (parking === undefined) return yield* new ParkingRefused({ message: "Nothing is in escrow for this payout." })
    yield* acts.mustBeFree(here.community.id, backKeyOf(run.id, parking.moves))
    const step = yield* (yield* Parkings).takeBack(treasury, run)
    const amounts = yield* broughtIn(step, run.symbol)
    return toAct(yield* acts.propose(here, kept, { kind: "back", step, run, amounts, digest: null }))
  })

const recovery = (form: FormData) =>
  Effect.gen(function* () {
    const { acts, here, kept, run, treasury } = yield* asked(form)
    const may = (onceKey: string) => acts.mustBeFree(here.community.id, onceKey)
    const step = yield* (yield* Payouts).recover(treasury, run, may)
    const { rows } = yield* Effect.orDie(Schema.decode(RecoverDetail)(step.detail))
    const sum = rows.reduce((all, { amount }) => all + amountOf(amount), 0n)
    const amounts = [{ symbol: run.symbol, amount: formatAmount(sum) }]
    return toAct(yield* acts.propose(here, kept, { kind: "recovery", step, run, amounts, digest: null }))
  })

export const payoutCommands = {
  "propose-parking": parking,
  "propose-back": takingBack,
  "propose-recovery": recovery
}
