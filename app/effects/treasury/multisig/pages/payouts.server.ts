/** Requests of signers about a payout: its escrow, withdrawing it, and recovering unclaimed money. */
import { Effect, Option, Schema } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { numberIn } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { PayoutEscrowsRepo } from "~/effects/treasury/payouts/escrow/PayoutEscrowsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { fundNow } from "~/effects/treasury/payouts/pages/escrow.server"
import { RecoverDetail } from "~/effects/treasury/payouts/recoverStep.server"
import { EscrowRefused } from "~/effects/treasury/relayer/errors"
import { backKeyOf, fundKeyOf } from "~/effects/treasury/relayer/escrowSteps.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { broughtIn, signerHere, toRequest } from "./signerHere.server"

/** The signer, the payout that the form names, and the treasury with all its signers. */
const asked = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const signer = yield* signerHere(here, "distribute")
    const number = Option.getOrElse(numberIn(textOf(form, "d")), () => 0)
    return { here, ...signer, run: yield* (yield* DistributionsRepo).findOrFail(here.community.id, number) }
  })

const parking = (form: FormData) =>
  Effect.gen(function* () {
    const { acts: requests, here, kept, run, treasury } = yield* asked(form)
    yield* requests.requireFree(here.community.id, fundKeyOf(run.id))
    yield* (yield* PayoutEscrows).requireSameAs(run, textOf(form, "digest"))
    const step = yield* fundNow({ here, run, treasury })
    const plan = yield* (yield* PayoutEscrowsRepo).find(run.id)
    const { digest, fees, total } = yield* Effect.orDie(plan)
    const amounts = [
      { symbol: run.symbol, amount: total, resource: run.resource },
      { symbol: "XRD", amount: fees }
    ]
    return toRequest(yield* requests.propose(here, kept, { kind: "parking", step, run, amounts, digest }))
  })

const takingBack = (form: FormData) =>
  Effect.gen(function* () {
    const { acts: requests, here, kept, run, treasury } = yield* asked(form)
    const parking = Option.getOrUndefined(yield* (yield* PayoutEscrowsRepo).find(run.id))
    if (parking === undefined) return yield* new EscrowRefused({ message: "Nothing is in escrow for this payout." })
    yield* requests.requireFree(here.community.id, backKeyOf(run.id, parking.moves))
    const step = yield* (yield* PayoutEscrows).takeBack(treasury, run)
    const amounts = yield* broughtIn(step, run.symbol)
    return toRequest(yield* requests.propose(here, kept, { kind: "back", step, run, amounts, digest: null }))
  })

const recovery = (form: FormData) =>
  Effect.gen(function* () {
    const { acts: requests, here, kept, run, treasury } = yield* asked(form)
    const may = (onceKey: string) => requests.requireFree(here.community.id, onceKey)
    const step = yield* (yield* Payouts).recover(treasury, run, may)
    const { rows } = yield* Effect.orDie(Schema.decode(RecoverDetail)(step.detail))
    const sum = rows.reduce((all, { amount }) => all + amountOf(amount), 0n)
    const amounts = [{ symbol: run.symbol, amount: formatAmount(sum) }]
    return toRequest(yield* requests.propose(here, kept, { kind: "recovery", step, run, amounts, digest: null }))
  })

export const payoutCommands = {
  "propose-parking": parking,
  "propose-back": takingBack,
  "propose-recovery": recovery
}
