/** The transaction kind that makes one payment of a budget. */
import { Effect, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { readable } from "~/effects/base/amounts/readable"
import { changesOf } from "~/effects/chain/ledger/changes"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { makePaidMarks } from "~/effects/treasury/payouts/PaidMarks.server"
import { amountOf } from "~/ledger/index"
import { BudgetId, pathOf, payKeyOf } from "./Budget"
import { BudgetPaymentsRepo } from "./BudgetPaymentsRepo.server"
import { BudgetsRepo } from "./BudgetsRepo.server"

export const BUDGET_PAY = "budget-pay"

const PayFields = Schema.Struct({
  budget: BudgetId,
  n: Schema.Int,
  /** The escrow account. */
  address: AccountAddress,
  payee: AccountAddress,
  resource: ResourceAddress,
  amount: AmountText
})
export type PayOf = typeof PayFields.Type
const PayDetail = Schema.parseJson(PayFields)

export const payStep = Effect.gen(function* () {
  const budgets = yield* BudgetsRepo
  const escrows = yield* EscrowsRepo
  const payments = yield* BudgetPaymentsRepo
  const marks = yield* makePaidMarks
  const activity = yield* Activity
  const notifications = yield* Notifications
  const detailOf = (step: Step) => Effect.orDie(Schema.decode(PayDetail)(step.detail))

  const notify = Effect.fnUntraced(function* ({ budget: id, n }: PayOf) {
    const budget = yield* budgets.get(id)
    const { account, amount, askedBy, reason } = yield* Effect.orDie(payments.find(id, n))
    const target = pathOf(budget.communityId, budget.number)
    const sum = `${readable(amount)} ${budget.symbol}`
    yield* notifications.notify({
      to: [account],
      type: "payout",
      communityId: budget.communityId,
      target,
      text: `${sum} were paid to you from the budget “${budget.title}”: ${reason}`,
      importance: "normal"
    })
    yield* activity.record({
      communityId: budget.communityId,
      actor: askedBy,
      type: "budgetPaid",
      target,
      data: { title: budget.title, amount: sum, reason },
      visibility: "public"
    })
  })

  const kind: TransactionKind = {
    kind: BUDGET_PAY,
    prove: (step, found) =>
      Effect.gen(function* () {
        const detail = yield* detailOf(step)
        const { address, amount, budget, n, payee, resource } = detail
        if (!(yield* marks.isPaid(address, payKeyOf(budget, n), found.stateVersion))) {
          return yield* new TransactionMismatch({
            what: "the escrow account does not have the record of this payment."
          })
        }
        const changed = changesOf(found, resource)
        if (changed(address) !== -amountOf(amount) || changed(payee) !== amountOf(amount)) {
          return yield* new TransactionMismatch({ what: "a different amount was paid than was ordered." })
        }
        return Effect.gen(function* () {
          const change = { state: "paid", txId: step.txId, problem: null } as const
          yield* payments.move({ budgetId: budget, n }, ["waiting", "sent", "failed", "withdrawn"], change)
          yield* escrows.add(budget, { batches: 1, paid: amountOf(amount), spent: amountOf(found.fee) })
          yield* notify(detail)
        })
      }),
    sent: () => Effect.void,
    ended: (step, committed) =>
      Effect.gen(function* () {
        const { budget, n } = yield* detailOf(step)
        // A payment that the ledger decided on is not retried; one that it never accepted is.
        const state = committed === undefined ? "waiting" : "failed"
        yield* payments.move({ budgetId: budget, n }, ["sent"], { state, problem: step.problem })
        // A failed transaction still costs its fee.
        if (committed !== undefined) yield* escrows.add(budget, { spent: amountOf(committed.fee) })
      })
  }
  return kind
})
