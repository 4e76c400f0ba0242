/**
 * Transactions of budgets: the treasury funds, the relayer pays, an admin can withdraw at any time, the relayer returns
 * the rest. Each is confirmed on the ledger before anything is recorded.
 */
import { Clock, Effect, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { readable } from "~/effects/base/amounts/readable"
import { changesOf } from "~/effects/chain/ledger/changes"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { ExecutionOutcomes } from "~/effects/governance/proposals/ExecutionOutcomes.server"
import { PaidMarks } from "~/effects/treasury/payouts/PaidMarks.server"
import { escrowOpening } from "~/effects/treasury/relayer/escrowOpening.server"
import { Back, escrowProofs } from "~/effects/treasury/relayer/escrowProofs.server"
import { backKinds } from "~/effects/treasury/relayer/escrowSteps.server"
import { amountOf } from "~/ledger/index"
import { BudgetId, BudgetPlan, pathOf, payKeyOf } from "./Budget"
import { BudgetPaymentsRepo } from "./BudgetPaymentsRepo.server"
import { BudgetsRepo } from "./BudgetsRepo.server"

export const BUDGET_PARK = "budget-park"
export const BUDGET_PAY = "budget-pay"
export const BUDGET_BACK = "budget-back"
export const BUDGET_RETURN = "budget-return"

const FundDetail = Schema.parseJson(BudgetPlan)
const BackDetail = Schema.parseJson(Schema.Struct({ budget: Schema.String, ...Back.fields }))
/** As stored with a prepared transaction. */
export type BackOf = typeof BackDetail.Type
const PayFields = Schema.Struct({
  budget: BudgetId,
  n: Schema.Int,
  parked: AccountAddress,
  payee: AccountAddress,
  resource: ResourceAddress,
  amount: AmountText
})
export type PayOf = typeof PayFields.Type
const PayDetail = Schema.parseJson(PayFields)

const fundStep = Effect.gen(function* () {
  const budgets = yield* BudgetsRepo
  const activity = yield* Activity
  const opened = yield* escrowOpening
  const outcomes = yield* ExecutionOutcomes
  const { escrowFundedBy } = yield* escrowProofs
  const planIn = (step: Step) => Effect.orDie(Schema.decode(FundDetail)(step.detail))

  const kind: TransactionKind = {
    kind: BUDGET_PARK,
    prove: (step, found) =>
      Effect.gen(function* () {
        const plan = yield* planIn(step)
        const parked = yield* escrowFundedBy(plan, found)
        return Effect.gen(function* () {
          const { fees, id, kept, proposalId, settler: relayer } = plan
          const parkedAt = yield* Clock.currentTimeMillis
          const change = { fees, kept, parked, parkedAt, problem: null, proposalId, settler: relayer, stepId: step.id }
          // A page may have withdrawn it while a wallet still had it; what is on the ledger counts.
          yield* budgets.update(id, ["draft", "asked", "withdrawn"], { ...change, state: "parked" })
          const budget = yield* Effect.orDie(Effect.flatten(budgets.find(id)))
          const { communityId, resource, symbol, title } = budget
          const target = pathOf(communityId, budget.number)
          yield* opened(
            { account: parked, communityId, about: `the budget “${title}”`, target, resource, symbol },
            found
          )
          if (proposalId !== null) {
            const ran = { ok: true, txId: found.intentHash, manifestMatches: null }
            yield* Effect.catchTag(outcomes.report(plan.communityId, proposalId, ran), "WrongState", ({ message }) =>
              Effect.logWarning("the proposal of a budget could not be marked as executed", message)
            )
          }
          yield* activity.record({
            communityId: plan.communityId,
            actor: kept === null ? step.account : null,
            type: "budgetParked",
            target: pathOf(plan.communityId, budget.number),
            data: { title: budget.title, amount: `${readable(budget.total)} ${budget.symbol}` },
            visibility: "public"
          })
        })
      }),
    sent: () => Effect.void,
    ended: (step) =>
      Effect.flatMap(planIn(step), ({ id }) =>
        budgets.update(id, ["asked"], { problem: step.problem ?? "It did not happen." })
      )
  }
  return kind
})

const payStep = Effect.gen(function* () {
  const budgets = yield* BudgetsRepo
  const payments = yield* BudgetPaymentsRepo
  const marks = yield* PaidMarks
  const activity = yield* Activity
  const notifications = yield* Notifications
  const detailOf = (step: Step) => Effect.orDie(Schema.decode(PayDetail)(step.detail))

  const tell = Effect.fnUntraced(function* ({ budget: id, n }: PayOf) {
    const budget = yield* Effect.orDie(Effect.flatten(budgets.find(id)))
    const { account, amount, askedBy, reason } = yield* Effect.orDie(payments.find(id, n))
    const target = pathOf(budget.communityId, budget.number)
    const sum = `${readable(amount)} ${budget.symbol}`
    yield* notifications.tell({
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
        const { amount, budget, n, parked, payee, resource } = detail
        if (!(yield* marks.isPaid(parked, payKeyOf(budget, n), found.stateVersion))) {
          return yield* new TransactionMismatch({
            what: "the escrow account does not have the record of this payment."
          })
        }
        const changed = changesOf(found, resource)
        if (changed(parked) !== -amountOf(amount) || changed(payee) !== amountOf(amount)) {
          return yield* new TransactionMismatch({ what: "a different amount was paid than was ordered." })
        }
        return Effect.gen(function* () {
          const change = { state: "paid", txId: step.txId, problem: null } as const
          yield* payments.move({ budgetId: budget, n }, ["waiting", "sent", "failed", "withdrawn"], change)
          yield* budgets.add(budget, { made: 1, paid: amountOf(amount), spent: amountOf(found.fee) })
          yield* tell(detail)
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
        if (committed !== undefined) yield* budgets.add(budget, { spent: amountOf(committed.fee) })
      })
  }
  return kind
})

const backDetailOf = (step: Step) =>
  Effect.map(Effect.orDie(Schema.decode(BackDetail)(step.detail)), ({ budget: id, ...back }) => ({ id, ...back }))

const backSteps = Effect.map(BudgetsRepo, ({ add }) =>
  backKinds({ names: { byAdmin: BUDGET_BACK, bySite: BUDGET_RETURN }, detailOf: backDetailOf, add })
)

export const budgetSteps = Effect.map(Effect.all([fundStep, payStep, backSteps]), ([fundEscrow, pay, back]) => [
  fundEscrow,
  pay,
  ...back
])
