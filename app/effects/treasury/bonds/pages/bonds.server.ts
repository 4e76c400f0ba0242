/** Loader of bondissued and of the public term sheet (docs/product/bonds.md). */
import { Clock, Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { permissions } from "~/effects/access/permissions"
import { explain } from "~/effects/access/rules"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { leaseIn } from "~/effects/chain/prepared-transactions/lease"
import { topicOf } from "~/effects/chain/prepared-transactions/TransactionLeases.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { publicCommunity } from "~/effects/publishing/readapi/pages/communities.server"
import { mayPrepare } from "~/effects/treasury/deployment/preparing.server"
import { multisigOf } from "~/effects/treasury/payouts/pages/holding.server"
import { NO_SETTLER } from "~/effects/treasury/relayer/errors"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { besideOf } from "../beside.server"
import { CouponsRepo } from "../CouponsRepo.server"
import { CODE } from "../codes"
import { ORDERS } from "../limits"
import { isBelowMinimum } from "../minimum"
import { type Direction, type Order, settlementKey } from "../Order"
import { OrdersRepo } from "../OrdersRepo.server"
import { type Reserves, reserveAccounts, together } from "../reserves"
import { isPublished, type Series, unpaidCoupon } from "../Series"
import { type After, SeriesRepo } from "../SeriesRepo.server"
import { Collateral } from "../secured/Collateral.server"
import { cardOf, orderView, termsOf } from "../view.server"
import type { BondsPage, BuyView, PanelView, PublicBondPage, SeriesSheetView, VaultView } from "../views"
import { groupOf } from "../words"
import { escrowPanel } from "./escrow.server"
import { mayBuy } from "./holder.server"

const PAGE = 20 // docs/product/bonds.md
const OWN = 50
const SHOWN = 100

/** `time~id`; anything else means the first page. */
export const afterOf = (text: string | null): After | null => {
  const match = /^(\d{1,16})~([a-z2-7]{12})$/.exec(text ?? "")
  return match === null ? null : { at: Number(match[1]), id: match[2] ?? "" }
}

/** Balances and debts of these series' reserves; null if the ledger never answered. */
export const reservesOf = (
  series: ReadonlyArray<Series>,
  debtors: ReadonlyArray<Series>,
  paidOf: Reserves["paidOf"]
): Effect.Effect<Reserves | null, never, Ledger> =>
  series.length === 0
    ? Effect.succeed(null)
    : Effect.flatMap(Ledger, ({ shown }) =>
        Effect.map(known(shown.balances(reserveAccounts(series))), (balances) =>
          balances === null ? null : { balances, debtors, paidOf }
        )
      )

const listPage = Effect.fn("bonds.listPage")(function* ({ community, communityRole }: Inside, after: After | null) {
  const lists = yield* SeriesRepo
  const payments = yield* CouponsRepo
  const now = yield* Clock.currentTimeMillis
  const rows = yield* lists.published(community.id, after, PAGE + 1)
  const shown = rows.slice(0, PAGE)
  const debtors = yield* lists.onReserves(reserveAccounts(shown))
  const paidOf = yield* payments.paidOf(together(shown, debtors))
  const reserves = yield* reservesOf(shown, debtors, paidOf)
  const last = rows.length > PAGE ? shown[PAGE - 1] : undefined
  return {
    view: "list" as const,
    now,
    cards: shown.map((series) => cardOf(series, now, reserves, paidOf(series))),
    next: last === undefined ? null : `${last.saleOpensAt}~${last.id}`,
    mayIssue: permissions.openBonds(communityRole).ok,
    time: reserves?.balances.time ?? null
  } satisfies BondsPage
})

const COUNTED: ReadonlySet<Order["state"]> = new Set(["signed", "settling", "settled"])

const buyOf = Effect.fn("bonds.buyOf")(function* (
  { communityRole }: Inside,
  series: Series,
  own: ReadonlyArray<Order>
) {
  const { isThere } = yield* Relayer
  const { shown } = yield* Ledger
  const { account } = communityRole
  const verdict = mayBuy(communityRole, series.audience)
  const held = account === null ? null : yield* known(shown.balancesOf(series.currency, [account]))
  const have = own
    .filter(({ direction, state }) => direction === "buy" && COUNTED.has(state))
    .reduce((sum, { units }) => sum + units, 0)
  const left = series.units - series.sold
  return {
    refusal: verdict.ok ? (isThere ? null : NO_SETTLER) : explain(verdict),
    have,
    least: Math.min(have > 0 ? 1 : series.minPerBuyer, left),
    most: Math.max(0, Math.min(series.maxPerBuyer - have, left)),
    held: held?.byAccount.get(account ?? "") ?? null,
    orders: own.map(orderView)
  } satisfies BuyView
})

const directionOf = ({ state }: Series): Direction => (state === "maturing" || state === "overdue" ? "redeem" : "buy")

/**
 * Whether the reader holds the treasury on the ledger now and has something to do; nobody else sees whose orders wait.
 */
const isHolding = Effect.fn("bonds.isHolding")(function* (
  { community, communityRole }: Inside,
  series: Series,
  isInEscrow: boolean
) {
  const isOver = groupOf(series.state) === "finished" && !isInEscrow
  if (communityRole.account === null || isOver) return false
  return (yield* known(mayPrepare(community, communityRole.account))) === true
})

/** The issuer's panel. */
const panelOf = Effect.fn("bonds.panelOf")(function* (
  { community }: Inside,
  series: Series,
  couponDue: number | null,
  all: Effect.Effect.Success<ReturnType<OrdersRepo["ofHolder"]>>["unsettled"]
) {
  const direction = directionOf(series)
  const { settlingOrders = 0, waitingOrders = 0, waitingUnits = 0 } = all[0] ?? {}
  const isMissed = series.state === "settling" && series.settledUnits === 0 && series.sold < series.minRaiseUnits
  const isTime =
    (direction === "redeem" && couponDue === null) ||
    (series.state === "settling" && !isMissed) ||
    (series.state === "open" && series.settleMode === "rolling")
  const isUnderWay = settlingOrders > 0
  const [first] = all
  return {
    direction,
    orders: all.map((order) => ({ ...orderView(order), account: order.account })),
    waitingOrders,
    waitingUnits,
    isUnderWay,
    // Of a batch in a wallet: without orders there is none.
    lease: first === undefined ? null : leaseIn(first, yield* Clock.currentTimeMillis),
    topic: topicOf(settlementKey(series.id, direction)),
    isWhole: direction === "buy" && isBelowMinimum(series) && waitingOrders + settlingOrders > ORDERS,
    couponDue,
    maySettle: isTime && waitingOrders > 0,
    mayCancel: series.settledUnits === 0 && !isUnderWay && ["scheduled", "open", "settling"].includes(series.state),
    isMissed,
    escrow: yield* escrowPanel(series),
    multisig: yield* multisigOf({ community })
  } satisfies PanelView
})

/** A published series by its code, as anybody can read it. */
const sheetOf = Effect.fn("bonds.sheetOf")(function* ({ id, treasuryAccount }: Community, code: string) {
  const lists = yield* SeriesRepo
  const { shown } = yield* Ledger
  const now = yield* Clock.currentTimeMillis
  const { all, found } = CODE.test(code)
    ? yield* lists.byCodeWithOthers(id, code)
    : { all: [], found: Option.none<Series>() }
  if (Option.isNone(found) || !isPublished(found.value.state)) return yield* new NotThere({})
  const series = found.value
  const { paidOf, ...beside } = yield* besideOf(series, all)
  const paid = paidOf(series)
  const reserves = yield* reservesOf([series], all, paidOf)
  const holders = series.bondResource === null ? null : yield* known(shown.holders(series.bondResource))
  const ours: ReadonlyArray<string | null> = [treasuryAccount, ...beside.escrowFundedBy]
  const view: SeriesSheetView = {
    now,
    series: termsOf(series, cardOf(series, now, reserves, paid), treasuryAccount, beside),
    holders: holders?.holders.filter(({ address }) => !ours.includes(address)).length ?? null,
    cover: beside.cover,
    events: beside.events,
    withdrawn: beside.withdrawn,
    vaults: yield* known((yield* Collateral).views(series, ours)),
    time: reserves?.balances.time ?? null
  }
  return { series, paid, view, selfSettled: beside.selfSettled, isInEscrow: beside.isInEscrow }
})

/** Whose open collateral the reader can take. */
const takesOf = Effect.fn("bonds.takesOf")(function* (
  { community, communityRole: { account } }: Inside,
  vaults: ReadonlyArray<VaultView>
) {
  const open = vaults.filter(({ isOpen }) => isOpen)
  if (account === null || open.length === 0) return { own: false, treasury: false } as const
  const isWaiting = open.some(({ holder }) => holder !== null && holder === community.treasuryAccount)
  const may = isWaiting && (yield* known(mayPrepare(community, account))) === true
  return {
    own: open.some(({ holder }) => holder === account),
    treasury: !may ? false : (yield* multisigOf({ community })) === null ? "one" : "signers"
  } as const
})

const singlePage = Effect.fn("bonds.singlePage")(function* (here: Inside, code: string) {
  const orders = yield* OrdersRepo
  const { community, communityRole } = here
  const { isInEscrow, paid, selfSettled, series, view } = yield* sheetOf(community, code)
  const { account } = communityRole
  const isHolder = yield* isHolding(here, series, isInEscrow)
  const lists =
    account === null
      ? { own: [], unsettled: [] }
      : isHolder
        ? yield* orders.ofHolder({
            account,
            communityId: community.id,
            seriesId: series.id,
            direction: directionOf(series),
            limit: SHOWN
          })
        : { own: yield* orders.own(account, community.id, OWN), unsettled: [] }
  const own = lists.own.filter(({ seriesId }) => seriesId === series.id)
  return {
    ...view,
    view: "single" as const,
    item: series.code,
    selfSettled,
    communityId: community.id,
    buy: yield* buyOf(here, series, own),
    takes: yield* takesOf(here, view.vaults ?? []),
    panel: isHolder ? yield* panelOf(here, series, unpaidCoupon(paid, view.now), lists.unsettled) : null
  } satisfies BondsPage
})

export const bondissuedPage: Effect.Effect<
  BondsPage,
  Effect.Effect.Error<ReturnType<typeof singlePage>> | Effect.Effect.Error<typeof inside>,
  | Effect.Effect.Context<ReturnType<typeof singlePage>>
  | Effect.Effect.Context<typeof inside>
  | Effect.Effect.Context<ReturnType<typeof listPage>>
> = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const here = yield* inside
  const { searchParams } = new URL(request.url)
  const code = searchParams.get("series")
  return code === null ? yield* listPage(here, afterOf(searchParams.get("after"))) : yield* singlePage(here, code)
})

/** /explore/{slug}/bonds/{code}: the public term sheet, without orders. */
export const publicBond = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const community = yield* publicCommunity
  const { view } = yield* sheetOf(community, params.code ?? "")
  const { id, name, slug } = community
  return { ...view, community: { id, slug, name } } satisfies PublicBondPage
})
