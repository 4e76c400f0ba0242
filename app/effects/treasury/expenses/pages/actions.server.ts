/** Form actions of expenses. Each checks who submits, reviews or pays, and never trusts the page. */
import { Clock, Effect, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed, requireSignedIn } from "~/effects/access/must"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { InvalidFields } from "~/effects/base/failures/failures"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { type Done, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { readFilesForm } from "~/effects/base/remix/readFileForm.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { unreadAmount } from "~/effects/treasury/budgets/forms"
import { requireOrdering } from "~/effects/treasury/budgets/pages/reading.server"
import { DeployFirst } from "~/effects/treasury/deployment/errors"
import { payeeIn } from "~/effects/treasury/deployment/payee.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { numberIn } from "~/effects/treasury/payouts/Distributions.server"
import { tokenOf } from "~/effects/treasury/payouts/pages/actions.server"
import { treasuryTokens } from "~/effects/treasury/payouts/pages/holding.server"
import { amountOf, formatAmount } from "~/ledger/amount"
import { type ExpenseRules, pathOf } from "../Expense"
import { ExpensePayments } from "../ExpensePayments.server"
import { ExpenseRulesRepo } from "../ExpenseRulesRepo.server"
import { type Decision, Expenses, type Submission } from "../Expenses.server"
import { ExpenseRefused } from "../errors"
import { AnswerForm, categoriesIn, ExpenseForm, RulesForm, startFields, wrongExpense } from "../forms"
import { MOST_FILES } from "../limits"
import { requireReviewer } from "../reviewing.server"
import { gather } from "./gathering.server"
import { foundExpense, ownExpense, requireSubmitter } from "./reading.server"

const wrong = (fields: Readonly<Record<string, string>>) => new InvalidFields({ fields })

const filesIn = (form: FormData) =>
  Effect.forEach(
    form.getAll("files").filter((value) => value instanceof File),
    (file) =>
      Effect.map(
        Effect.promise(() => file.arrayBuffer()),
        (bytes) => ({ name: file.name, bytes: new Uint8Array(bytes) })
      )
  )

/** What the form says, checked against the community's rules and its treasury. */
const submissionIn = (form: FormData, here: Inside, rules: ExpenseRules, others = 0) =>
  Effect.gen(function* () {
    const place = onLedger(here.community)
    if (Option.isNone(place)) return yield* new DeployFirst()
    const fields = yield* Effect.mapError(checkForm(ExpenseForm, { ...startFields, ...formRecord(form) }), wrong)
    const unknown = () => wrong({ resource: "The ledger does not know this token." })
    const resource = yield* Effect.mapError(Schema.decode(ResourceAddress)(fields.resource), unknown)
    const { tokens } = yield* treasuryTokens(here)
    if (!tokens.some((token) => token.resource === resource)) {
      return yield* wrong({ resource: "The treasury does not hold this token." })
    }
    const token = yield* tokenOf(resource)
    const now = yield* Clock.currentTimeMillis
    const problems = wrongExpense(fields, { categories: rules.categories, divisibility: token.divisibility, now })
    if (Object.keys(problems).length > 0) return yield* wrong(problems)
    const payee = yield* payeeIn(here.community.id, fields.payee)
    if (payee === place.value.treasury) return yield* wrong({ payee: "This is the treasury's own account." })
    const amount = yield* Effect.mapError(Schema.decode(AmountText)(fields.amount), () =>
      wrong({ amount: unreadAmount(fields.amount) })
    )
    const files = yield* (yield* Expenses).checkFiles(yield* filesIn(form), others)
    const submission: Submission = {
      wanted: {
        ...fields,
        resource,
        symbol: token.symbol ?? "tokens",
        divisibility: token.divisibility,
        amount: formatAmount(amountOf(amount)),
        payee
      },
      files,
      isSure: textOf(form, "sure") === "yes"
    }
    return submission
  })

const KEY = /^[\w-]{8,80}$/

const submit = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* requireSubmitter(here)
    const account = yield* requireSignedIn(here.communityRole, "submit expenses")
    const { id } = here.community
    const { rules } = yield* (yield* ExpenseRulesRepo).overview(id, account)
    const expenses = yield* Expenses
    const name = here.visitor?.profile?.username ?? "A member"
    // Files are checked and stored outside of the transaction. A repeated submit gets the first response, even if the
    // form would be refused now.
    const prepared = yield* Effect.either(Effect.flatMap(submissionIn(form, here, rules), expenses.prepare))
    const write = Effect.gen(function* () {
      return pathOf(id, yield* expenses.submit(id, account, yield* prepared, { name, rules }))
    })
    const key = textOf(form, "key")
    const sent = JSON.stringify([...form].filter(([field]) => field !== "key" && field !== "files"))
    const once = yield* Idempotency
    const to = yield* once.run(JSON.stringify(["expense", id, account]), KEY.test(key) ? key : null, sent, write)
    return { to } satisfies Done
  })

const reply = (form: FormData) =>
  Effect.gen(function* () {
    const { expense, here, rules } = yield* ownExpense
    const submission = yield* submissionIn(form, here, rules)
    const removed = form.getAll("removed").filter((value) => typeof value === "string")
    yield* (yield* Expenses).reply(expense, submission, { removed, rules })
    return { to: pathOf(here.community.id, expense.number) } satisfies Done
  })

const withdraw = () =>
  Effect.gen(function* () {
    const { expense, here } = yield* ownExpense
    yield* (yield* Expenses).withdraw(expense)
    return { to: pathOf(here.community.id, expense.number) } satisfies Done
  })

const deciding = (decision: Decision) => (form: FormData) =>
  Effect.gen(function* () {
    const { expense, here, rules } = yield* foundExpense
    yield* requireReviewer(here, rules)
    const words =
      decision === "approved"
        ? ""
        : (yield* Effect.mapError(checkForm(AnswerForm, { answer: textOf(form, "answer") }), wrong)).answer
    const version = Option.getOrElse(numberIn(textOf(form, "version")), () => 0)
    yield* (yield* Expenses).decide(expense, here.communityRole, { decision, version, words })
    return { to: pathOf(here.community.id, expense.number) } satisfies Done
  })

/** Orders the payment from a budget, as its holders do. */
const pay = (form: FormData) =>
  Effect.gen(function* () {
    const { expense, here, rules } = yield* foundExpense
    const treasury = yield* requirePrepared(here, "pay expenses")
    yield* requireOrdering(here, treasury)
    if (expense.state !== "approved" && expense.state !== "paying") {
      return yield* new ExpenseRefused({ message: "Only approved expenses are paid." })
    }
    const number = Option.getOrElse(numberIn(textOf(form, "budget")), () => 0)
    if (number === 0) return yield* wrong({ budget: "Choose a budget." })
    const budget = yield* Effect.catchTag((yield* BudgetsRepo).findOrFail(here.community.id, number), "NotThere", () =>
      wrong({ budget: "This budget does not exist." })
    )
    const isTitleShown = rules.shown.includes("title")
    yield* (yield* ExpensePayments).payFrom(expense, budget, { account: treasury.admin.account, isTitleShown })
    return { to: pathOf(here.community.id, expense.number) } satisfies Done
  })

/** Reads the escrow account's records; whatever they say, nothing is ordered. */
const readAgain = () =>
  Effect.gen(function* () {
    const { here, ...found } = yield* foundExpense
    yield* requireReviewer(here, found.rules)
    yield* (yield* ExpensePayments).readAgain(found, found.rules.shown.includes("title"))
    return { to: pathOf(here.community.id, found.expense.number) } satisfies Done
  })

const saveRules = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* requireAllowed(here, "settings")
    const record = formRecord(form, ["shown", "categories", "budgets"])
    const fields = yield* Effect.mapError(checkForm(RulesForm, record), wrong)
    const categories = categoriesIn(fields)
    if (typeof categories === "string") return yield* wrong({ categories })
    const { reviewers, shown } = fields
    yield* (yield* Expenses).saveRules(here.community.id, { reviewers, shown, categories })
    return { to: pathOf(here.community.id) } satisfies Done
  })

/** One more than an expense can have, so that a form with too many is refused with words. */
const MOST_READ = MOST_FILES + 1

export const expensesAction = pageAction(
  {
    submit,
    reply,
    withdraw,
    approve: deciding("approved"),
    ask: deciding("asked"),
    refuse: deciding("refused"),
    pay,
    gather,
    "read-again": readAgain,
    "save-rules": saveRules
  },
  (request) =>
    Effect.map(readFilesForm(request, "files", MOST_READ), ({ files, form }) => {
      for (const { bytes, name } of files) form.append("files", new File([new Uint8Array(bytes)], name))
      return form
    })
)
