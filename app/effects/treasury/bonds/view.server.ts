/** Views of series from their rows. */

import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { LATE_MS } from "~/effects/communities/communities/PublicCounts"
import { amountOf, formatAmount, NOTHING } from "~/ledger/index"
import { owedPerUnit, percentText, perYear, scheduleOf, totalReturn } from "./arithmetic"
import { daysSince } from "./codes"
import { coverOf, coverText } from "./cover"
import type { Order } from "./Order"
import { othersOn, type Reserves } from "./reserves"
import { isRunning, nothingPaid, type Paid, type Series, settleBy } from "./Series"
import { securedView, securityOf } from "./secured/secured"
import { planOf } from "./terms"
import type { CoverView, OrderView, PaymentView, SeriesCard, SeriesRow, Terms } from "./views"
import { groupOf } from "./words"

export const paymentsOf = (series: Series, now: number, paid: Paid): ReadonlyArray<PaymentView> =>
  scheduleOf(planOf(series)).map(({ days, dueAt, kind, perUnit }) => {
    const { redemption } = paid
    const coupon = paid.coupons.get(dueAt) ?? null
    const isPaid = kind === "coupon" ? coupon !== null : series.state === "redeemed"
    const paidAt = kind === "coupon" ? coupon : isPaid ? (redemption?.at ?? null) : null
    const waited = kind === "coupon" ? (coupon ?? dueAt) - dueAt : isPaid ? (redemption?.waitedMs ?? 0) : 0
    const isLate =
      series.state === "collateral" ||
      (!isPaid && isRunning(series.state) && now >= dueAt + LATE_MS && (kind === "coupon" || series.lateSince !== null))
    return {
      dueAt,
      kind,
      perUnit: formatAmount(perUnit),
      days,
      status: isPaid ? "paid" : isLate ? "late" : "due",
      paidAt,
      daysLate: daysSince(0, waited)
    }
  })

/** Everything still owed: payments of units that holders have; before settlement, of units ordered. */
const owed = (series: Series, payments: ReadonlyArray<PaymentView>): bigint => {
  // Bonds that were not redeemed by then are settled by their collateral.
  if (series.state === "collateral") return 0n
  const units = BigInt(Math.max(series.settledUnits, isRunning(series.state) ? 0 : series.sold) - series.redeemedUnits)
  return (
    payments.filter(({ status }) => status !== "paid").reduce((sum, { perUnit }) => sum + amountOf(perUnit), 0n) * units
  )
}

/** Coupons were paid to all settled units, and the face value to redeemed ones. */
const paidOut = (series: Series, payments: ReadonlyArray<PaymentView>): bigint =>
  payments
    .filter(({ kind, status }) => kind === "coupon" && status === "paid")
    .reduce((sum, { perUnit }) => sum + amountOf(perUnit), 0n) *
    BigInt(series.settledUnits) +
  amountOf(series.faceValue) * BigInt(series.redeemedUnits)

/** The reserve's balance in the currency and everything owed from it; null if nothing is owed. */
export const coverNow = (series: Series, now: number, reserves: Reserves, paid: Paid) => {
  const held = reserves.balances.byAccount.get(series.reserveAccount)?.get(series.currency) ?? NOTHING
  const others = othersOn(series, reserves)
    .map((each) => ({ series: each, owed: owed(each, paymentsOf(each, now, reserves.paidOf(each))) }))
    .filter((each) => each.owed > 0n)
  const toPay = others.reduce((sum, each) => sum + each.owed, owed(series, paymentsOf(series, now, paid)))
  const cover = coverOf(amountOf(held), toPay)
  return cover === null ? null : { cover, held, owed: formatAmount(toPay), others }
}

const coverView = (series: Series, now: number, paid: Paid, reserves: Reserves | null): CoverView | null => {
  if (reserves === null || groupOf(series.state) === "finished") return null
  const found = coverNow(series, now, reserves, paid)
  if (found === null) return null
  const { cover, held, others, owed: inAll } = found
  return {
    label: cover.label,
    share: coverText(cover),
    tenths: cover.tenths,
    tone: cover.label === "Fully covered" ? "ok" : "warn",
    held,
    owed: inAll,
    shared: others.map((each) => ({
      // Series of other communities may be private.
      code: each.series.communityId === series.communityId ? each.series.code : null,
      owed: formatAmount(each.owed)
    }))
  }
}

/** The public fields of a series in lists; no other columns leave the server with it. */
export const rowOf = (series: Series): SeriesRow => {
  const yearly = perYear(planOf(series))
  const about = series.variant === "coupon" ? "about " : ""
  const { code, couponEvery, couponRatePct, defaultedAt, endedReason, faceValue, id, issuePrice, lateSince } = series
  const { audience, maturesAt, minRaiseUnits, name, redeemedUnits, saleClosesAt, saleOpensAt, settledUnits } = series
  const { sold, state, symbol, units, variant } = series
  const security = securityOf(series)
  return {
    id,
    code,
    name,
    state,
    variant,
    symbol,
    faceValue,
    issuePrice,
    units,
    sold,
    settledUnits,
    redeemedUnits,
    minRaiseUnits,
    audience,
    saleOpensAt,
    saleClosesAt,
    maturesAt,
    couponRatePct,
    couponEvery,
    defaultedAt,
    lateSince,
    endedReason,
    securedBy: security === null ? null : { amount: security.amount, symbol: security.symbol },
    collateralFrom: series.collateralFrom,
    perYear: yearly === null ? "too high to state" : `${about}${percentText(yearly)}`
  }
}

export const cardOf = (
  series: Series,
  now: number,
  reserves: Reserves | null,
  paid: Paid = nothingPaid
): SeriesCard => {
  const plan = planOf(series)
  const payments = paymentsOf(series, now, paid)
  return {
    ...rowOf(series),
    group: groupOf(series.state),
    settleBy: settleBy(series),
    totalReturn: percentText(totalReturn(plan)),
    payments,
    owedPerUnit: formatAmount(owedPerUnit(scheduleOf(plan))),
    paidOut: formatAmount(paidOut(series, payments)),
    owed: formatAmount(owed(series, payments)),
    settleMode: series.settleMode,
    cover: coverView(series, now, paid, reserves)
  }
}

interface Beside {
  readonly decidedIn: number | null
  readonly orders: number
}

export const termsOf = (
  series: Series,
  card: SeriesCard,
  treasury: string | null,
  { decidedIn, orders }: Beside
): Terms => ({
  ...card,
  purpose: parseMarkdown(series.purpose, { userText: true, anchorPrefix: "purpose-" }),
  currency: series.currency,
  minPerBuyer: series.minPerBuyer,
  maxPerBuyer: series.maxPerBuyer,
  reserveAccount: series.reserveAccount,
  secured: securedView(series),
  isTreasuryReserve: series.reserveAccount === treasury,
  termsDigest: series.termsDigest,
  bondResource: series.bondResource,
  issueTxId: series.issueTxId,
  decidedIn,
  orders
})

export const orderView = ({
  direction,
  expiresAt,
  failure,
  id,
  signedAt,
  state,
  total,
  txId,
  units
}: Order): OrderView => ({
  id,
  direction,
  units,
  total,
  state,
  expiresAt,
  signedAt,
  failure,
  txId
})
