/** Form actions of budgets. Each reads from the ledger whether the person holds the treasury. */
import { Clock, Effect, Schema } from "effect"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { InvalidFields } from "~/effects/base/failures/failures"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { type Done, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { draftPath } from "~/effects/governance/proposals/paths"
import { payeeIn } from "~/effects/treasury/deployment/payee.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { tokenOf } from "~/effects/treasury/payouts/pages/actions.server"
import { type BudgetTerms, pathOf } from "../Budget"
import { BudgetPayments } from "../BudgetPayments.server"
import { Budgets } from "../Budgets.server"
import { NewBudgetForm, OrderForm, startFields, unreadAmount, untilOf, wrongTerms } from "../forms"
import { heldBudget, requireOrdering } from "./reading.server"

const wrong = (fields: Readonly<Record<string, string>>) => new InvalidFields({ fields })
const readAmount = (field: string, text: string) =>
  Effect.mapError(Schema.decode(AmountText)(text), () => wrong({ [field]: unreadAmount(text) }))

const KEY = /^[\w-]{8,80}$/
/** Idempotent for each rendered form: a second submit does nothing more. Returns the address to go to. */
const once = <E, R>(scope: ReadonlyArray<string>, form: FormData, write: Effect.Effect<string, E, R>) =>
  Effect.gen(function* () {
    const service = yield* Idempotency
    const key = textOf(form, "key")
    const sent = JSON.stringify([...form].filter(([name]) => name !== "key"))
    const to = yield* service.run(JSON.stringify(scope), KEY.test(key) ? key : null, sent, write)
    return { to } satisfies Done
  })

const create = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    // Signers may set it up, too: setting it up moves no money.
    const { admin, treasury } = yield* requirePrepared(here, "set up a budget")
    const record = { ...startFields, ...formRecord(form) }
    const fields = yield* Effect.mapError(checkForm(NewBudgetForm, record), wrong)
    const unknown = () => wrong({ resource: "The ledger does not know this token." })
    const token = yield* tokenOf(yield* Effect.mapError(Schema.decode(ResourceAddress)(fields.resource), unknown))
    const now = yield* Clock.currentTimeMillis
    const problems = wrongTerms(fields, { divisibility: token.divisibility, now })
    if (Object.keys(problems).length > 0) return yield* wrong(problems)
    const terms: BudgetTerms = {
      title: fields.title,
      resource: token.address,
      symbol: token.symbol ?? "tokens",
      divisibility: token.divisibility,
      total: yield* readAmount("total", fields.total),
      most: fields.most === "" ? null : yield* readAmount("most", fields.most),
      payments: Number(fields.payments),
      untilAt: untilOf(fields.lastDay),
      treasury
    }
    const setup = yield* Budgets
    const { id } = here.community
    const write = Effect.map(setup.make(id, admin.account, terms), (number) => pathOf(id, number))
    return yield* once(["budget", id, admin.account], form, write)
  })

const putToVote = () =>
  Effect.gen(function* () {
    const { budget, here, treasury } = yield* heldBudget
    const id = yield* (yield* Budgets).putToVote(here.community, budget, treasury.admin.account)
    return { to: draftPath(here.community.id, id) } satisfies Done
  })

const fundEscrow = (form: FormData) =>
  Effect.gen(function* () {
    const { budget, here, to, treasury } = yield* heldBudget
    yield* TreasuryHolders.requireMaySpend(here, "put a budget in escrow")
    yield* readFirst(here.community.id)
    yield* (yield* Budgets).fundEscrow(here.community, treasury, budget, textOf(form, "digest"))
    return { to } satisfies Done
  })

/** Before funding: back to its draft, or cancelled. */
const dropping = (state: "draft" | "withdrawn") => () =>
  Effect.gen(function* () {
    const { budget, to } = yield* heldBudget
    yield* (yield* Budgets).forget(budget, state)
    return { to } satisfies Done
  })

const pausing = (isPaused: boolean) => () =>
  Effect.gen(function* () {
    const { budget, to } = yield* heldBudget
    yield* (yield* Budgets).pause(budget, isPaused)
    return { to } satisfies Done
  })

const finish = () =>
  Effect.gen(function* () {
    const { budget, to } = yield* heldBudget
    yield* (yield* Budgets).finish(budget)
    return { to } satisfies Done
  })

const retry = (form: FormData) =>
  Effect.gen(function* () {
    const { budget, to } = yield* heldBudget
    yield* (yield* Budgets).wake(budget, textOf(form, "seen"))
    return { to } satisfies Done
  })

const takeBack = () =>
  Effect.gen(function* () {
    const { budget, here, to, treasury } = yield* heldBudget
    yield* TreasuryHolders.requireMaySpend(here, "withdraw a budget")
    yield* readFirst(here.community.id)
    yield* (yield* Budgets).takeBack(treasury, budget)
    return { to } satisfies Done
  })

const ordering = Effect.gen(function* () {
  const held = yield* heldBudget
  yield* requireOrdering(held.here, held.treasury)
  return held
})

const order = (form: FormData) =>
  Effect.gen(function* () {
    const { budget, here, to, treasury } = yield* ordering
    const record = { payee: "", amount: "", reason: "", ...formRecord(form) }
    const fields = yield* Effect.mapError(checkForm(OrderForm, record), wrong)
    const amount = yield* readAmount("amount", fields.amount)
    const account = yield* payeeIn(here.community.id, fields.payee)
    const payments = yield* BudgetPayments
    const asker = treasury.admin.account
    const wanted = { account, amount, reason: fields.reason }
    // A repeated submit gets the first response, even if the order would be refused now.
    const checked = yield* Effect.either(payments.check(budget, wanted))
    const write = checked.pipe(Effect.zipRight(payments.write(budget, wanted, asker)), Effect.as(to))
    return yield* once(["budget-payment", budget.id, asker], form, write)
  })

const takeOrderBack = (form: FormData) =>
  Effect.gen(function* () {
    const { budget, to } = yield* heldBudget
    const n = textOf(form, "n")
    yield* (yield* BudgetPayments).withdraw(budget, /^\d{1,6}$/.test(n) ? Number(n) : 0)
    return { to } satisfies Done
  })

export const budgetsAction = pageAction({
  create,
  "put-to-vote": putToVote,
  "fund-escrow": fundEscrow,
  "discard-funding": dropping("draft"),
  "give-up": dropping("withdrawn"),
  order,
  "order-back": takeOrderBack,
  pause: pausing(true),
  resume: pausing(false),
  finish,
  retry,
  "take-back": takeBack
})
