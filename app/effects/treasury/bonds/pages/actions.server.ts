/** Form actions of bondissue and bondissued, and the requests around a wallet's signature. */
import { Clock, Effect, Either, Option, Schema } from "effect"
import { communityIdOf } from "~/effects/access/communityIdOf"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed, requireSignedIn } from "~/effects/access/must"
import type { ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown, InvalidFields, NotThere, WrongState } from "~/effects/base/failures/failures"
import { readJson } from "~/effects/base/remix/body"
import { formRecord } from "~/effects/base/remix/form"
import { pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { viewOf } from "~/effects/chain/prepared-transactions/stepView.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { DeployFirst } from "~/effects/treasury/deployment/errors"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { isResourceAddress, wellKnown } from "~/ledger/index"
import { Bonds } from "../Bonds.server"
import { bondAction, termsInWords } from "../bondVote.server"
import { Coupons } from "../Coupons.server"
import { draftPlace } from "../formSteps"
import { readSeries } from "../forms"
import { REASON } from "../limits"
import { isOnLedger } from "../manifests"
import { OrdersRepo } from "../OrdersRepo.server"
import { Sales } from "../Sales.server"
import { isPublished } from "../Series"
import { SeriesRepo } from "../SeriesRepo.server"
import { Collateral } from "../secured/Collateral.server"
import { termsText } from "../terms"
import { stateInWords } from "../words"
import { escrowCommands } from "./escrow.server"
import { buyer, holderOf, insideIfReadable, requireUnits } from "./holder.server"

/** Freezes the terms and drafts the proposal; its author writes the rest and publishes it. */
const putToVote = (seriesId: string) =>
  Effect.gen(function* () {
    const here = yield* inside
    const author = yield* requireAllowed(here, "openBonds")
    const { community } = here
    const repo = yield* SeriesRepo
    const bonds = yield* Bonds
    const drafts = yield* ProposalDrafts
    const series = yield* repo.findOrFail(community.id, seriesId)
    yield* bonds.requireDraft(series, "putting it to a vote")
    const id = yield* drafts.begin({
      community,
      author,
      action: bondAction(series),
      values: {
        kind: "spending",
        title: `Issue ${series.code}: ${series.name}`.slice(0, 140),
        summary: termsInWords(series).join(" ").slice(0, 280),
        body: series.purpose
      }
    })
    yield* bonds.propose(community.id, series.id, id)
    return { to: `/community/detail/${community.id}/proposals?draft=${id}` }
  })

/** Makes the terms editable again; a vote on the old ones then approves nothing. */
const takeBack = (seriesId: string) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* requireAllowed(here, "openBonds")
    const repo = yield* SeriesRepo
    const bonds = yield* Bonds
    const series = yield* repo.findOrFail(here.community.id, seriesId)
    if (series.state !== "proposed") {
      return yield* new WrongState({
        thing: "bond series",
        state: stateInWords(series.state),
        action: "withdrawing its terms"
      })
    }
    yield* bonds.decided(series.id, false)
    return { to: `/community/detail/${here.community.id}/bondissue?draft=${series.id}` }
  })

const path = (id: string, rest: string) => `/community/detail/${id}/${rest}`
const XRD = { resource: wellKnown("xrd", NETWORK_ID), symbol: "XRD", divisibility: 18 }

const drafter = Effect.gen(function* () {
  const here = yield* inside
  yield* requireAllowed(here, "draftBonds")
  if (here.community.treasuryAccount === null) return yield* new DeployFirst()
  return here
})

const tokenOf = (resource: ResourceAddress | null, symbol: string | null) =>
  resource === null
    ? Effect.succeed(null)
    : Effect.flatMap(Ledger, (ledger) => ledger.resource(resource)).pipe(
        Effect.map(({ divisibility }) => ({ resource, symbol: symbol ?? "token", divisibility })),
        Effect.mapError((cause) => new GatewayDown({ cause }))
      )

/** The token that the form names as collateral, if nobody else can take, stop or burn it. */
const collateralIn = ({ collateral: named }: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const resource = typeof named === "string" ? named.trim() : ""
    if (!isResourceAddress(resource, NETWORK_ID)) return null
    return yield* (yield* Collateral).requireSafe(resource)
  }).pipe(Effect.catchTag("CollateralRefused", ({ message }) => new InvalidFields({ fields: { collateral: message } })))

/** Validates the form and saves it as a draft, which the page then shows for review. */
const review = (form: FormData) =>
  Effect.gen(function* () {
    const { community, communityRole } = yield* drafter
    const bonds = yield* Bonds
    const drafts = yield* Drafts
    const fields = formRecord(form)
    const token = fields.currency === "token" ? yield* tokenOf(community.tokenResource, community.tokenSymbol) : null
    const now = yield* Clock.currentTimeMillis
    const collateral = yield* collateralIn(fields)
    const checked = yield* Effect.mapError(
      readSeries(fields, { now, xrd: XRD, token, collateral }),
      (wrong) => new InvalidFields({ fields: wrong })
    )
    const author = yield* requireSignedIn(communityRole, "issue bonds")
    yield* bonds.saveDraft(community, author, checked)
    for (const id of [null, checked.id]) yield* drafts.remove(author, draftPlace(community.id, id))
    return { to: path(community.id, `bondissue?draft=${checked.id}`) }
  })

const discard = (form: FormData) =>
  Effect.gen(function* () {
    const { community } = yield* drafter
    const bonds = yield* Bonds
    const to = path(community.id, "bondissue")
    const removal = { kind: "bond-draft", communityId: community.id, path: to } as const
    yield* undoable(removal, bonds.discard(community.id, textOf(form, "series")))
    return { to }
  })

const propose = (form: FormData) => putToVote(textOf(form, "series"))
const change = (form: FormData) => takeBack(textOf(form, "series"))

export const bondissueAction = pageAction({ review, discard, propose, "take-back": change })

const withdraw = (form: FormData) =>
  Effect.gen(function* () {
    const { community, communityRole } = yield* inside
    const account = yield* requireSignedIn(communityRole, "withdraw an order")
    const sales = yield* Sales
    const code = yield* sales.withdraw(community.id, account, textOf(form, "order"))
    return { to: path(community.id, `bondissued?series=${code}`) }
  })

const cancel = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* requirePrepared(here, "cancel a series")
    const bonds = yield* Bonds
    const repo = yield* SeriesRepo
    const reason = textOf(form, "reason").trim()
    if (reason.length < REASON.min || reason.length > REASON.max) {
      return yield* new InvalidFields({ fields: { reason: "Reason: 5 to 300 characters." } })
    }
    const { communityId, code, id } = yield* repo.findOrFail(here.community.id, textOf(form, "series"))
    yield* bonds.cancel(communityId, id, here.communityRole.account, reason)
    return { to: path(communityId, `bondissued?series=${code}`) }
  })

/** Opens a due coupon as a payout that is already filled in. */
const coupon = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const number = yield* Coupons.prepare(here, textOf(form, "series"))
    return { to: path(here.community.id, `tokenDistribution?d=${number}`) }
  })

export const bondissuedAction = pageAction({ withdraw, cancel, coupon, ...escrowCommands })

const Units = Schema.Union(Schema.Int, Schema.NumberFromString.pipe(Schema.int())).annotations({
  message: () => ({ message: "Units: a whole number.", override: true })
})
const OrderBody = Schema.Struct({
  series: Schema.String,
  direction: Schema.Literal("buy", "redeem"),
  units: Units,
  hasRead: Schema.Literal(true).annotations({ message: () => "Please read the terms, then tick the box." })
})
const SignedBody = Schema.Struct({ signedPartialTransaction: Schema.String })
const IssueBody = Schema.Struct({ series: Schema.String })

/** Requests of strangers to a private community get the response of something that does not exist. */
const judged = <A, E, R>(here: Option.Option<Inside>, read: Effect.Effect<A, E, R>) =>
  Effect.mapError(read, (wrong) => (Option.isSome(here) ? wrong : new NotThere({})))

/** POST /api/bonds/{community}/orders */
export const prepareOrder = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const here = yield* insideIfReadable
  const body = yield* Effect.either(readJson(OrderBody, request))
  const isRedeeming = Either.isRight(body) && body.right.direction === "redeem"
  const account = yield* holderOf(here, isRedeeming ? "redeem bonds" : "buy bonds")
  if (!isRedeeming) yield* buyer(here)
  const { direction, series, units } = yield* judged(here, body)
  const repo = yield* SeriesRepo
  const found = yield* repo.findOrFail(yield* communityIdOf(params.id), series)
  if (direction === "buy") yield* buyer(here, found.audience)
  else if (Option.isNone(here)) yield* requireUnits(found, account)
  const sales = yield* Sales
  return yield* sales.prepare({ communityId: found.communityId, account, seriesId: series, direction, units })
})

/** POST /api/bonds/{community}/orders/{order} */
export const signOrder = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const here = yield* insideIfReadable
  const account = yield* holderOf(here, "sign an order")
  const { signedPartialTransaction } = yield* judged(here, readJson(SignedBody, request))
  const orders = yield* OrdersRepo
  const order = yield* orders.findOrFail(yield* communityIdOf(params.id), params.order ?? "")
  if (order.account !== account) return yield* new NotThere({})
  if (order.direction === "buy") yield* buyer(here)
  const sales = yield* Sales
  yield* sales.accept({ communityId: order.communityId, account }, order.id, signedPartialTransaction)
  return { state: "signed" }
})

/** POST /api/bonds/{community}/issue: prepares the issue for the treasury holder's wallet. */
export const prepareIssue = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const here = yield* inside
  yield* requireAllowed(here, "openBonds")
  const { series } = yield* readJson(IssueBody, request)
  yield* readFirst(here.community.id)
  const bonds = yield* Bonds
  return yield* viewOf(yield* bonds.issue(here, series))
})

const CollateralBody = Schema.Struct({ series: Schema.String, for: Schema.Literal("holder", "treasury") })

/**
 * POST /api/bonds/{community}/collateral: prepares what a holder signs to take the collateral of their bonds, or a holder
 * of the treasury for the bonds in it.
 */
export const prepareCollateral = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const here = yield* insideIfReadable
  const account = yield* holderOf(here, "take the collateral")
  const body = yield* judged(here, readJson(CollateralBody, request))
  const found = yield* (yield* SeriesRepo).findOrFail(yield* communityIdOf(params.id), body.series)
  if (Option.isNone(here)) yield* requireUnits(found, account)
  if (!isOnLedger(found)) return yield* new NotThere({})
  const collateral = yield* Collateral
  if (body.for === "holder") return yield* viewOf(yield* collateral.take(found, account))
  if (Option.isNone(here)) return yield* new NotThere({})
  const held = yield* (yield* TreasuryHolders).requireMaySpend(here.value, "release collateral")
  return yield* viewOf(yield* collateral.release(held, here.value.community, found))
})

/** GET /api/bonds/{community}/terms/{code}: the canonical terms, whose SHA-256 the ledger names. */
export const readTerms = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const { community } = yield* inside
  const repo = yield* SeriesRepo
  const found = yield* repo.byCode(community.id, params.code ?? "")
  const series = yield* Effect.mapError(found, () => new NotThere({}))
  if (!isPublished(series.state)) return yield* new NotThere({})
  return new Response(termsText(series), {
    headers: { "Content-Type": "application/json; charset=utf-8", "Access-Control-Allow-Origin": "*" }
  })
})
