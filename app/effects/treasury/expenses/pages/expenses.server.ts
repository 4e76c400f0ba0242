/**
 * GET /community/detail/{id}/expenses: the list, a new expense, one expense, the sums of a period, or the rules
 * (docs/product/expenses.md).
 */
import { Effect, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { withFreshProof } from "~/effects/access/rules"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { randomId } from "~/effects/base/text/random.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { numberIn } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { treasuryTokens } from "~/effects/treasury/payouts/pages/holding.server"
import { type Amount, amountOf, formatAmount } from "~/ledger/amount"
import { type Category, type Expense, ExpenseState, type ShownField } from "../Expense"
import { ExpenseRulesRepo } from "../ExpenseRulesRepo.server"
import { ExpensesRepo } from "../ExpensesRepo.server"
import { PAGE } from "../limits"
import { isOwn, reviewerHere } from "../reviewing.server"
import type {
  BudgetChoice,
  CategorySum,
  ExpensesPage,
  ExpenseView,
  NewExpensePage,
  RulesPage,
  SumsPage
} from "../views"
import { budgetsHere, foundExpense, listedView, maySubmit, requireSubmitter } from "./reading.server"

const isState = Schema.is(ExpenseState)

const overviewOf = Effect.fn("expenses.overviewOf")(function* (here: Inside) {
  const reader = here.communityRole.account
  const { counts, rules } = yield* (yield* ExpenseRulesRepo).overview(here.community.id, reader)
  const { isReviewer, isUnsure } = yield* reviewerHere(here, rules)
  return { counts, shared: { now: here.communityRole.now, rules, isReviewer, isUnsure }, reader }
})

/** Nobody while the ledger does not respond. */
const mayOrder = (here: Inside) =>
  requirePrepared(here, "pay expenses").pipe(
    Effect.map(
      ({ signers }) =>
        signers === undefined || signers.seats.some(({ account }) => account === here.communityRole.account)
    ),
    Effect.timeout("3 seconds"),
    Effect.catchAll(() => Effect.succeed(false))
  )

const listOf = Effect.fn("expenses.listOf")(function* (here: Inside, url: URL) {
  const { counts, reader, shared } = yield* overviewOf(here)
  const { isReviewer, rules } = shared
  const asked = url.searchParams.get("state")
  const state = isState(asked) ? asked : null
  const before = numberIn(url.searchParams.get("before"))
  const seesRecord = rules.shown.length > 0
  const found = yield* (yield* ExpensesRepo).page(
    here.community.id,
    { account: reader, isReviewer, seesRecord },
    { before: Option.getOrElse(before, () => Number.MAX_SAFE_INTEGER), limit: PAGE + 1, state }
  )
  const shown = found.slice(0, PAGE)
  const isOpen = (each: ExpenseState) => seesRecord && ["approved", "paying", "paid"].includes(each)
  const page: ExpensesPage = {
    view: "list",
    ...shared,
    expenses: shown.map((row) => listedView(row, { reader, rules, isReviewer })),
    state,
    counts: counts
      .map(({ many, own, what }) => ({ state: what, many: isReviewer || isOpen(what) ? many : own }))
      .filter(({ many }) => many > 0),
    waitingSince: isReviewer ? (counts.find(({ what }) => what === "waiting")?.since ?? null) : null,
    next: found.length > PAGE ? (shown.at(-1)?.number ?? null) : null,
    isFirstPage: Option.isNone(before),
    mayGather: state === "approved" && shown.length > 0 && (yield* mayOrder(here)),
    formKey: yield* randomId(20),
    maySubmit: maySubmit(here),
    mayChangeRules: permissions.settings(here.communityRole).ok
  }
  return page
})

/** The reader's own expense that `?copy=` names, as a start for a new one; null without it. */
const copiedOf = Effect.fnUntraced(function* (here: Inside, url: URL) {
  const number = numberIn(url.searchParams.get("copy"))
  if (Option.isNone(number)) return null
  const { expense } = yield* (yield* ExpensesRepo).find(here.community.id, number.value)
  if (expense.account !== here.communityRole.account) return yield* new NotThere({})
  const { amount, category, day, kind, payee, resource, title, words } = expense
  return { number: number.value, fields: { amount, category, day, kind, payee, resource, title, words } }
})

const newPage = Effect.fn("expenses.newPage")(function* (here: Inside, url: URL) {
  const account = yield* requireSubmitter(here)
  const { shared } = yield* overviewOf(here)
  const { tokens } = yield* treasuryTokens(here)
  const page: NewExpensePage = {
    view: "new",
    ...shared,
    account,
    tokens,
    budgets: yield* budgetsHere(here),
    copied: yield* copiedOf(here, url)
  }
  return page
})

const rulesPage = Effect.fn("expenses.rulesPage")(function* (here: Inside) {
  yield* requireAllowed(here, "settings")
  const { shared } = yield* overviewOf(here)
  const page: RulesPage = { view: "rules", ...shared, budgets: yield* budgetsHere(here) }
  return page
})

/** Null while nothing, or a budget, pays it. */
const payoutOf = ({ way, wayId }: Pick<Expense, "way" | "wayId">) =>
  way !== "payout" || wayId === null
    ? Effect.succeed(null)
    : Effect.flatMap(DistributionsRepo, (repo) => repo.findIdOrFail(wayId)).pipe(
        Effect.map(({ number }) => number),
        Effect.catchTag("NotThere", () => Effect.succeed(null))
      )

const onePage = Effect.fn("expenses.onePage")(function* () {
  const { expense, here, isReviewer, isUnsure, payeeName, rules, sight, submitter } = yield* foundExpense
  const reader = here.communityRole.account
  const isWhole = sight === "whole"
  const about = isWhole ? yield* (yield* ExpensesRepo).about(expense.id) : []
  const listed = listedView({ ...expense, payeeName, submitter }, { reader, rules, isReviewer })
  const mayPay = expense.state === "approved" && (yield* mayOrder(here))
  const mayReply = expense.state === "asked" && listed.isMine
  const page: ExpenseView = {
    view: "one",
    now: here.communityRole.now,
    rules,
    isReviewer,
    isUnsure,
    expense: {
      ...listed,
      kind: expense.kind,
      version: expense.version,
      txId: expense.txId,
      problem: isWhole || expense.state === "approved" ? expense.problem : null,
      answer: isWhole ? expense.answer : null,
      createdAt: expense.createdAt,
      day: isWhole ? expense.day : null,
      words: isWhole ? expense.words : null,
      resource: expense.resource,
      payout: isWhole ? yield* payoutOf(expense) : null
    },
    mine: listed.isMine,
    isOwn: isOwn(expense, reader),
    files: isWhole
      ? about
          .flatMap((row) => (row.what === "file" ? [row] : []))
          .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
          .map(({ id, kind, n, words }) => ({ id, name: words, mime: kind, bytes: n }))
      : null,
    events: about
      .flatMap((row) => (row.what === "event" ? [row] : []))
      .sort((one, other) => other.n - one.n)
      .map(({ account, at, kind, n, name, words }) => ({ account, at, kind, n, name, words })),
    alike: isReviewer
      ? about.flatMap((row) => (row.what === "alike" ? [{ number: row.n, state: row.kind, why: row.words }] : []))
      : [],
    budgets: isReviewer || mayPay ? yield* budgetsHere(here, expense.resource) : [],
    mayPay,
    needsProof: !withFreshProof(here.communityRole, here.communityRole.now).ok,
    account: reader,
    tokens: mayReply ? (yield* treasuryTokens(here)).tokens : []
  }
  return page
})

/** Categories and amounts together say what is spent on what; a community may keep either to its reviewers. */
const needed: ReadonlyArray<ShownField> = ["amount", "category"]

type SummedExpense = Pick<Expense, "category" | "resource" | "symbol" | "amount" | "state">

/** A year as 2026 or a month as 2026-11, as the days it begins with and ends before; null for anything else. */
const periodDays = (period: string): { readonly from: string; readonly before: string } | null => {
  const [, year = "", month] = /^([12]\d{3})(?:-(0[1-9]|1[0-2]))?$/.exec(period) ?? []
  if (year === "") return null
  if (month === undefined) return { from: `${year}-01-01`, before: `${Number(year) + 1}-01-01` }
  const next = month === "12" ? `${Number(year) + 1}-01` : `${year}-${String(Number(month) + 1).padStart(2, "0")}`
  return { from: `${period}-01`, before: `${next}-01` }
}

/** In the order of the community's categories; categories that it no longer has come last. */
const sumsOf = (
  expenses: ReadonlyArray<SummedExpense>,
  {
    budgets,
    categories
  }: { readonly budgets: ReadonlyArray<BudgetChoice>; readonly categories: ReadonlyArray<Category> }
): ReadonlyArray<CategorySum> => {
  const sums = new Map<string, { symbol: string; category: string; many: number; parts: Record<string, Amount> }>()
  for (const { amount, category, resource, state, symbol } of expenses) {
    const key = JSON.stringify([category, resource])
    const sum = sums.get(key) ?? { symbol, category, many: 0, parts: {} }
    const part = state === "paid" ? "paid" : state === "approved" || state === "paying" ? "approved" : "waiting"
    sum.parts[part] = (sum.parts[part] ?? 0n) + amountOf(amount)
    sum.many++
    sums.set(key, sum)
  }
  const place = (name: string) => {
    const index = categories.findIndex((category) => category.name === name)
    return index < 0 ? categories.length : index
  }
  const text = (amount: Amount | undefined) => formatAmount(amount ?? 0n)
  return [...sums.values()]
    .sort((one, other) => place(one.category) - place(other.category) || (one.symbol < other.symbol ? -1 : 1))
    .map(({ category, many, parts, symbol }): CategorySum => {
      const number = categories.find(({ name }) => name === category)?.budget
      return {
        category,
        symbol,
        many,
        paid: text(parts.paid),
        approved: text(parts.approved),
        waiting: text(parts.waiting),
        budget: budgets.find((budget) => budget.number === number && budget.symbol === symbol) ?? null
      }
    })
}

const sumsPage = Effect.fn("expenses.sumsPage")(function* (here: Inside, url: URL) {
  const { shared } = yield* overviewOf(here)
  const { isReviewer, rules } = shared
  if (!isReviewer && !needed.every((field) => rules.shown.includes(field))) return yield* new NotThere({})
  const asked = url.searchParams.get("sums") ?? ""
  const days = periodDays(asked)
  if (days === null)
    return yield* new NotThere({ message: "Choose a year, such as 2026, or a month, such as 2026-11." })
  const { isTooMany, rows } = yield* (yield* ExpensesRepo).summed(here.community.id, days, isReviewer)
  const budgets = yield* budgetsHere(here)
  const sums = sumsOf(rows, { budgets, categories: rules.categories })
  const page: SumsPage = { view: "sums", ...shared, period: asked, sums: isTooMany ? [] : sums, isTooMany }
  return page
})

export const expensesPage = Effect.gen(function* () {
  const here = yield* inside
  const { request } = yield* RouteArgs
  const url = new URL(request.url)
  if (url.searchParams.has("e")) return yield* onePage()
  if (url.searchParams.has("new")) return yield* newPage(here, url)
  if (url.searchParams.has("rules")) return yield* rulesPage(here)
  return url.searchParams.has("sums") ? yield* sumsPage(here, url) : yield* listOf(here, url)
})
