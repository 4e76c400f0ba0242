/**
 * Overview of a treasury: for each token what is free, in escrow and promised, the budgets, and the next payouts. Pure;
 * sums are exact, and what the ledger did not return stays null.
 */
import { Order } from "effect"
import type { ApprovalRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { totalOf } from "~/effects/treasury/multisig/approvalMessages"
import { payoutsOf } from "~/effects/treasury/payouts/list/rhythm"
import { type AmountText, amountOf, formatAmount } from "~/ledger/amount"
import type { PlanLine } from "./TreasuryPlans.server"
import type { BudgetBar, NextPayout, SetAside, ShownTreasury, TokenBar, WaitingRequest } from "./view"

type Of<What extends PlanLine["what"]> = Extract<PlanLine, { readonly what: What }>
type Balances = ReadonlyMap<string, ReadonlyMap<string, AmountText>>

/** Tokens with a bar of their own. */
const MOST_BARS = 4

export const linesAs = <What extends PlanLine["what"]>(lines: ReadonlyArray<PlanLine>, what: What) =>
  lines.filter((line): line is Of<What> => line.what === what)

/** What a request takes from the treasury once it is executed: payments and escrow, with fees. */
const promisedBy = (payload: ApprovalRequest["payload"]) => {
  if (payload.kind === "payment") return [{ ...payload, amount: totalOf(payload) }]
  return payload.kind === "parking" ? payload.amounts : []
}

export const waitingIn = (lines: ReadonlyArray<PlanLine>): ReadonlyArray<WaitingRequest> =>
  linesAs(lines, "request")
    .map(({ at, number, payload, units }) => ({ number, kind: payload.kind, payload, endsAt: at, signed: units }))
    .sort((one, other) => one.number - other.number)

const titleOf = ({ state, title }: Of<"escrow">, isHolder: boolean): string => {
  if (state === "bond") return `Bond ${title}`
  return state === "payout" && !isHolder ? "A payout" : title
}

/** Share in tenths of a percent, so that bars need no fractions of amounts. */
const share = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 1_000n) / whole))

interface Known {
  readonly lines: ReadonlyArray<PlanLine>
  readonly shown: ShownTreasury
  /** Balances of the escrow accounts; null while the ledger does not answer. */
  readonly escrows: Balances | null
  readonly token: { readonly resource: string; readonly name: string } | null
  readonly xrd: string
  readonly isHolder: boolean
}

export const setAsideIn = ({ escrows, isHolder, lines, shown, token, xrd }: Known): SetAside => {
  const held = shown.state === "known" ? shown.holdings : []
  const names = new Map<string, string>([[xrd, "XRD"]])
  for (const { name, resource } of held) names.set(resource, name)
  if (token !== null) names.set(token.resource, token.name)
  const inEscrow = linesAs(lines, "escrow")
  for (const { resource, symbol } of inEscrow) if (!names.has(resource)) names.set(resource, symbol)

  /** Older requests name some tokens by their symbol only. */
  const resourceOf = (symbol: string): string | null => {
    if (symbol === "XRD") return xrd
    const same = [...names].filter(([, name]) => name === symbol)
    return same.length === 1 ? (same[0]?.[0] ?? null) : null
  }
  const promised = new Map<string, { sum: bigint; by: Set<number> }>()
  const unclear = new Set<number>()
  for (const { number, payload } of linesAs(lines, "request")) {
    for (const { amount, resource, symbol } of promisedBy(payload)) {
      const of = resource ?? resourceOf(symbol)
      if (amountOf(amount) === 0n) continue
      if (of === null) {
        unclear.add(number)
        continue
      }
      if (!names.has(of)) names.set(of, symbol)
      const before = promised.get(of) ?? { sum: 0n, by: new Set<number>() }
      promised.set(of, { sum: before.sum + amountOf(amount), by: before.by.add(number) })
    }
  }
  const escrowOf = (resource: string): bigint =>
    inEscrow.reduce((sum, { account }) => {
      const amount = escrows?.get(account)?.get(resource)
      return amount === undefined ? sum : sum + amountOf(amount)
    }, 0n)
  const plansOf = (resource: string) =>
    inEscrow
      .filter(({ account, resource: own }) => own === resource || (escrows?.get(account)?.has(resource) ?? false))
      .map((line) => titleOf(line, isHolder))

  const wanted = [
    ...(token === null ? [] : [token.resource]),
    xrd,
    ...promised.keys(),
    ...inEscrow.map(({ resource }) => resource),
    ...held.map(({ resource }) => resource)
  ]
  const bars = [...new Set(wanted)].slice(0, MOST_BARS).map((resource): TokenBar => {
    const balance =
      shown.state === "known"
        ? amountOf(held.find((each) => each.resource === resource)?.amount ?? ("0" as AmountText))
        : null
    const { by, sum } = promised.get(resource) ?? { sum: 0n, by: new Set<number>() }
    const escrow = inEscrow.length === 0 ? 0n : escrows === null ? null : escrowOf(resource)
    const rest = balance === null ? null : balance > sum ? balance - sum : 0n
    const whole = balance === null || escrow === null ? null : balance + escrow
    const text = (amount: bigint | null) => (amount === null ? null : formatAmount(amount))
    return {
      resource,
      name: names.get(resource) ?? `…${resource.slice(-6)}`,
      free: text(rest),
      escrow: text(escrow),
      escrowFor: plansOf(resource),
      promised: formatAmount(sum),
      promisedTo: [...by].sort((one, other) => one - other),
      together: text(whole),
      short: balance !== null && sum > balance ? formatAmount(sum - balance) : null,
      shares:
        whole === null || whole === 0n || rest === null || escrow === null
          ? null
          : { free: share(rest, whole), escrow: share(escrow, whole) }
    }
  })
  return { bars, unclear: [...unclear], hasEscrow: inEscrow.length > 0 }
}

export const budgetsIn = (lines: ReadonlyArray<PlanLine>): ReadonlyArray<BudgetBar> => {
  const orders = linesAs(lines, "order")
  return linesAs(lines, "budget")
    .map(({ at, number, paid, symbol, title, total }): BudgetBar => {
      const open = orders.filter((order) => order.number === number)
      const promised = open.reduce((sum, { total: amount }) => sum + amountOf(amount), 0n)
      const [whole, spent] = [amountOf(total), amountOf(paid)]
      return {
        ...{ number, title, symbol, total },
        untilAt: at,
        spent: formatAmount(spent),
        promised: formatAmount(promised),
        left: formatAmount(whole - spent - promised),
        shares: { spent: share(spent, whole), promised: share(promised, whole) }
      }
    })
    .sort((one, other) => other.number - one.number)
}

/** Dated payouts first, earliest before later; then the newest. */
const soonest = Order.combine(
  Order.mapInput(Order.number, ({ at }: NextPayout) => at ?? Number.MAX_SAFE_INTEGER),
  Order.mapInput(Order.reverse(Order.number), ({ number }: NextPayout) => number ?? 0)
)

export const nextPayoutsIn = (lines: ReadonlyArray<PlanLine>, now: number): ReadonlyArray<NextPayout> => {
  const askedOf = (number: number) =>
    linesAs(lines, "request").find(
      ({ payload }) =>
        payload.kind === "parking" &&
        !("what" in payload.about) &&
        "number" in payload.about &&
        payload.about.number === number
    )?.number ?? null
  const payouts = linesAs(lines, "payout").map(
    ({ account, number, payload, state, symbol, title, total, units }): NextPayout => ({
      ...{ number, title, symbol },
      kind: "payout",
      amount: total,
      payments: units,
      at: payload === null ? null : (payoutsOf(payload).find((day) => day >= now) ?? null),
      money:
        account !== null ? "escrow" : askedOf(number) !== null ? "request" : state === "checked" ? "vote" : "unsigned",
      request: askedOf(number)
    })
  )
  const coupons = linesAs(lines, "coupon").map(
    ({ at, symbol, title, total, units }): NextPayout => ({
      ...{ title, symbol, at },
      kind: "coupon",
      number: null,
      amount: formatAmount(amountOf(total) * BigInt(units)),
      payments: null,
      money: "treasury",
      request: null
    })
  )
  return [...payouts, ...coupons].sort(soonest)
}
