/** Requests of signers about a bond: its issue, its escrow, and withdrawing it. */
import { Effect } from "effect"
import { requireAllowed } from "~/effects/access/must"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { BatchRefused, CHANGED_DRAFT } from "~/effects/treasury/bonds/errors"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { issueKey } from "~/effects/treasury/bonds/manifests"
import type { Direction } from "~/effects/treasury/bonds/Order"
import { directionOf, unitsOf } from "~/effects/treasury/bonds/pages/escrow.server"
import type { Series } from "~/effects/treasury/bonds/Series"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { termsDigest } from "~/effects/treasury/bonds/terms"
import { backKeyOf } from "~/effects/treasury/relayer/escrowSteps.server"
import type { Offer } from "../ApprovalRequest"
import { broughtIn, signerHere, toRequest } from "./signerHere.server"

const aboutOf = ({ code, id, name }: Series) => ({ series: id, code, title: name })
const unitsIn = ({ code }: Series) => `units of ${code}`
/** What is in escrow: units for sales, money for redemptions. */
const symbolIn = (series: Series, direction: Direction) => (direction === "buy" ? unitsIn(series) : series.symbol)

/** Adds XRD for fees. */
const sumsOf = (series: Series, direction: Direction, amount: AmountText, fees: AmountText) => [
  { symbol: symbolIn(series, direction), amount },
  { symbol: "XRD", amount: fees }
]

const offerOf = ({
  couponEvery,
  couponRatePct,
  faceValue,
  issuePrice,
  maturesAt,
  minRaiseUnits,
  saleClosesAt,
  saleOpensAt,
  symbol
}: Series): Offer => ({
  symbol,
  faceValue,
  issuePrice,
  couponRatePct,
  couponEvery,
  minRaiseUnits,
  saleOpensAt,
  saleClosesAt,
  maturesAt
})

/** The series of this community that the form names. */
const seriesIn = (communityId: string, form: FormData) =>
  Effect.flatMap(SeriesRepo, (repo) => repo.findOrFail(communityId, textOf(form, "series")))

const issue = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const { acts: requests, kept, treasury } = yield* signerHere(here, "issue bonds")
    yield* requireAllowed(here, "draftBonds")
    const series = yield* seriesIn(here.community.id, form)
    if (textOf(form, "version") !== String(series.version)) return yield* new BatchRefused({ message: CHANGED_DRAFT })
    yield* requests.requireFree(here.community.id, issueKey(series.id))
    const step = yield* (yield* Bonds).prepare(treasury, here.community, series.id, series.version)
    const amounts = [{ symbol: unitsIn(series), amount: AmountText.make(String(series.units)) }]
    const digest = series.termsDigest ?? termsDigest(series)
    const wanted = { kind: "issue", step, run: aboutOf(series), amounts, digest, offer: offerOf(series) } as const
    return toRequest(yield* requests.propose(here, kept, wanted))
  })

/** The series, and the direction of its orders. */
const asked = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const signer = yield* signerHere(here, "settle orders")
    const { id: communityId } = here.community
    const series = yield* seriesIn(communityId, form)
    return { here, communityId, series, direction: directionOf(form), parkings: yield* BondEscrows, ...signer }
  })

const parking = (form: FormData) =>
  Effect.gen(function* () {
    const { acts: requests, communityId, direction, here, kept, parkings, series, treasury } = yield* asked(form)
    yield* requests.requireFree(communityId, yield* parkings.nextKey(series.id, direction))
    const step = yield* parkings.fundEscrow(treasury, communityId, series.id, direction, yield* unitsOf(form))
    const { digest, fees, total } = yield* parkings.newest(communityId, series.id, direction)
    const amounts = sumsOf(series, direction, total, fees)
    return toRequest(
      yield* requests.propose(here, kept, { kind: "parking", step, run: aboutOf(series), amounts, digest })
    )
  })

const takingBack = (form: FormData) =>
  Effect.gen(function* () {
    const { acts: requests, communityId, direction, here, kept, parkings, series, treasury } = yield* asked(form)
    const { id, moves } = yield* parkings.newest(communityId, series.id, direction)
    yield* requests.requireFree(communityId, backKeyOf(id, moves))
    const step = yield* parkings.takeBack(treasury, communityId, series.id, direction)
    const amounts = yield* broughtIn(step, symbolIn(series, direction))
    return toRequest(
      yield* requests.propose(here, kept, { kind: "back", step, run: aboutOf(series), amounts, digest: null })
    )
  })

export const bondCommands = {
  "propose-issue": issue,
  "propose-bond-parking": parking,
  "propose-bond-back": takingBack
}
