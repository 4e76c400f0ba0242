/** Loader of bondissue: the form, the review of a draft, and other drafts (docs/product/bonds.md). */
import { Clock, Effect, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotThere } from "~/effects/base/failures/failures"
import { redirectTo } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { inUtc } from "~/effects/base/text/moments"
import { randomId } from "~/effects/base/text/random.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { viewOf } from "~/effects/chain/prepared-transactions/stepView.server"
import { topicOf } from "~/effects/chain/prepared-transactions/TransactionLeases.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { multisigOf } from "~/effects/treasury/payouts/pages/holding.server"
import { amountOf, formatAmount, isNonFungible, NOTHING, wellKnown } from "~/ledger/index"
import { perYear } from "../arithmetic"
import { besideOf } from "../beside.server"
import { draftPlace, type SeriesValues } from "../formSteps"
import { IssueDetail } from "../issueStep.server"
import { DAY_MS } from "../limits"
import { issueKey } from "../manifests"
import { shortText } from "../reserveWords"
import { isPublished, type Series } from "../Series"
import { SeriesRepo } from "../SeriesRepo.server"
import { planOf } from "../terms"
import { cardOf, termsOf } from "../view.server"
import type { IssuePage, Review } from "../views"
import { reservesOf } from "./bonds.server"

const XRD = wellKnown("xrd", NETWORK_ID)
const DRAFTS = 50
const HIGH = 5_000 // 50%
const GRACE = "14"
const TWO_YEARS_MS = 730 * DAY_MS

/** UTC, as the form stores times. */
const timeText = (at: number): string => new Date(at).toISOString().slice(0, 16)

const valuesOf = (series: Series): SeriesValues => ({
  name: series.name,
  purpose: series.purpose,
  variant: series.variant,
  currency: series.symbol === "XRD" ? "xrd" : "token",
  faceValue: series.faceValue,
  units: String(series.units),
  issuePrice: series.issuePrice,
  couponRatePct: series.couponRatePct ?? "",
  couponEvery: series.couponEvery ?? "quarterly",
  audience: series.audience,
  minPerBuyer: String(series.minPerBuyer),
  maxPerBuyer: String(series.maxPerBuyer),
  minRaiseUnits: String(series.minRaiseUnits),
  saleOpensAt: timeText(series.saleOpensAt),
  saleClosesAt: timeText(series.saleClosesAt),
  maturesAt: timeText(series.maturesAt),
  settleMode: series.settleMode,
  reserveAccount: series.reserveAccount,
  collateral: series.collateral ?? "",
  collateralAmount: series.collateralAmount ?? "",
  graceDays: series.graceDays === null ? GRACE : String(series.graceDays)
})

const fresh = (now: number, treasury: string | null): SeriesValues => {
  const noon = Math.floor(now / DAY_MS) * DAY_MS + DAY_MS / 2
  return {
    name: "",
    purpose: "",
    variant: "zero",
    currency: "xrd",
    faceValue: "100",
    units: "100",
    issuePrice: "92",
    couponRatePct: "",
    couponEvery: "quarterly",
    audience: "public",
    minPerBuyer: "1",
    maxPerBuyer: "100",
    minRaiseUnits: "0",
    saleOpensAt: timeText(noon + DAY_MS),
    saleClosesAt: timeText(noon + 15 * DAY_MS),
    maturesAt: timeText(noon + 380 * DAY_MS),
    settleMode: "atClose",
    reserveAccount: treasury ?? "",
    collateral: "",
    collateralAmount: "",
    graceDays: GRACE
  }
}

const TOKENS = 50

/** What a bond could be secured by; nothing while the ledger does not answer. */
const tokensIn = (treasury: AccountAddress | null) =>
  Effect.gen(function* () {
    if (treasury === null) return []
    const { shown } = yield* Ledger
    const balances = yield* known(shown.balances([treasury]))
    const held = [...(balances?.byAccount.get(treasury) ?? [])]
      .filter(([resource, amount]) => amount !== NOTHING && !isNonFungible(resource, NETWORK_ID))
      .slice(0, TOKENS)
    const entities = yield* known(shown.entityDetails(held.map(([resource]) => resource)))
    return held.map(([resource, amount]) => {
      const metadata = entities?.byAddress.get(resource)?.metadata ?? new Map()
      const name = resource === XRD ? "XRD" : (textIn(metadata, "symbol") ?? textIn(metadata, "name"))
      return { resource, amount, symbol: name ?? `…${resource.slice(-6)}` }
    })
  })

const reviewOf = Effect.fn("bonds.reviewOf")(function* (
  { community, communityRole }: Inside,
  series: Series,
  now: number
) {
  const steps = yield* PreparedTransactions
  const ledger = yield* Ledger
  const repo = yield* SeriesRepo
  const debtors = yield* repo.onReserves([series.reserveAccount])
  const treasury =
    community.treasuryAccount === null ? null : yield* known(ledger.shown.balances([community.treasuryAccount]))
  const { paidOf, ...beside } = yield* besideOf(series, debtors)
  const reserves = yield* reservesOf([series], debtors, paidOf)
  const terms = termsOf(series, cardOf(series, now, reserves), community.treasuryAccount, beside)
  const units = BigInt(series.units)
  const receives = amountOf(series.issuePrice) * units
  const owes = amountOf(terms.owedPerUnit) * units
  const flows = new Map<string, { in: bigint; out: bigint }>([
    [inUtc("month", series.saleClosesAt), { in: receives, out: 0n }]
  ])
  for (const { dueAt, perUnit } of terms.payments) {
    const label = inUtc("month", dueAt)
    const flow = flows.get(label) ?? { in: 0n, out: 0n }
    flows.set(label, { ...flow, out: flow.out + amountOf(perUnit) * units })
  }
  const [worst] = [...flows].sort(([, one], [, other]) => (one.out < other.out ? 1 : -1))
  const held = treasury?.byAccount.get(community.treasuryAccount ?? "")?.get(series.currency) ?? NOTHING
  const short =
    treasury === null ? undefined : shortText(held, formatAmount(owes), terms.cover?.shared ?? [], series.symbol)
  const yearly = perYear(planOf(series))
  const idempotencyKey = issueKey(series.id)
  const step = Option.getOrNull(yield* steps.alive(idempotencyKey))
  const asked = step === null ? null : yield* Effect.orDie(Schema.decode(IssueDetail)(step.detail))
  return {
    series: terms,
    receives: formatAmount(receives),
    owes: formatAmount(owes),
    months: [...flows].map(([label, flow]) => ({ label, in: formatAmount(flow.in), out: formatAmount(flow.out) })),
    worst: worst === undefined ? null : { label: worst[0], out: formatAmount(worst[1].out) },
    warnings: [
      ...(yearly === null || yearly > HIGH ? ["It yields more than 50% a year. Can the community earn that?"] : []),
      ...(short === undefined ? [] : [short]),
      ...(series.maturesAt - now > TWO_YEARS_MS ? ["It matures in more than 2 years."] : [])
    ],
    needsVote: community.governance.bondsNeedVote && series.proposalId === null,
    mayOpen: permissions.openBonds(communityRole).ok,
    step: step === null ? null : yield* viewOf(step),
    stepTopic: topicOf(idempotencyKey),
    multisig: yield* multisigOf({ community }),
    isAsked: asked !== null && asked.kept !== null
  } satisfies Review
})

export const bondissuePage = Effect.gen(function* () {
  const here = yield* inside
  const account = yield* requireAllowed(here, "draftBonds")
  const { community, communityRole } = here
  const { request } = yield* RouteArgs
  const repo = yield* SeriesRepo
  const drafts = yield* Drafts
  const now = yield* Clock.currentTimeMillis
  const { searchParams } = new URL(request.url)
  const wanted = searchParams.get("draft")
  const begun = yield* repo.unpublished(community.id, DRAFTS)
  const chosen = wanted === null ? undefined : begun.find(({ id }) => id === wanted)
  if (wanted !== null && chosen === undefined) {
    // Issued since the page was opened, in another tab or by a colleague.
    const { code, state } = yield* repo.findOrFail(community.id, wanted)
    if (!isPublished(state)) return yield* new NotThere({})
    return yield* redirectTo(`/community/detail/${community.id}/bondissued?series=${code}`)
  }
  const isEditing = chosen === undefined || (searchParams.has("edit") && chosen.state === "draft")
  const stored = isEditing ? yield* drafts.get(account, draftPlace(community.id, wanted)) : Option.none()
  return {
    now,
    communityId: community.id,
    account: communityRole.account,
    isDeployed: community.treasuryAccount !== null,
    tokenSymbol: community.tokenSymbol,
    treasuryTokens: isEditing ? yield* tokensIn(community.treasuryAccount) : [],
    draftId: chosen?.id ?? (yield* randomId()),
    version: chosen?.version ?? 0,
    code: chosen?.code ?? null,
    values: chosen === undefined ? fresh(now, community.treasuryAccount) : valuesOf(chosen),
    storedDraft: Option.getOrNull(stored),
    review: chosen === undefined || isEditing ? null : yield* reviewOf(here, chosen, now),
    isEditing,
    drafts: begun.map(({ code, id, name, state }) => ({ id, code, name, state }))
  } satisfies IssuePage
})
