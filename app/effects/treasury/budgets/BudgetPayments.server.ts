/** Payments of a budget: a treasury holder orders them within its terms, and the relayer makes them. */
import { Clock, Effect, Option } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { accountProblem } from "~/effects/base/addresses/payableAccount"
import { readable } from "~/effects/base/amounts/readable"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { type FundedEscrow, isOnLedger } from "~/effects/treasury/escrow/Escrow"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { lockFor } from "~/effects/treasury/relayer/fees"
import {
  type Amount,
  type AmountText,
  amountOf,
  formatAmount,
  isDivisible,
  renderManifest,
  Templates
} from "~/ledger/index"
import { type Budget, type BudgetPayment, isPromised, payKeyOf, promisedIn } from "./Budget"
import { BudgetPaymentsRepo } from "./BudgetPaymentsRepo.server"
import { BudgetsRepo } from "./BudgetsRepo.server"
import { BudgetRefused, PaymentWouldFail } from "./errors"
import { paymentHash } from "./PaymentRecords.server"
import { PAYMENT_FEE } from "./terms"

export interface WantedPayment {
  readonly account: AccountAddress
  readonly amount: AmountText
  readonly reason: string
}

interface FundedBudget extends Budget {
  readonly escrow: FundedEscrow
}

const wrong = (field: string, text: string) => new InvalidFields({ fields: { [field]: text } })

/** The relayer's transaction for one payment. */
export const paymentManifest = (
  { address, digest, id, resource }: Pick<FundedEscrow, "address" | "digest" | "id" | "resource">,
  { account, amount, n, reason }: Pick<BudgetPayment, "account" | "amount" | "n" | "reason">,
  /** XRD locked for its fee. */
  fee: Amount
) =>
  Templates.escrowPaymentOf({
    escrow: address,
    resource,
    payee: account,
    amount: amountOf(amount),
    idempotencyKey: payKeyOf(id, n),
    digest: paymentHash({ digest }, { account, amount, n, reason }),
    fee
  })

export class BudgetPayments extends Effect.Service<BudgetPayments>()("treasury/budgets/BudgetPayments", {
  dependencies: [BudgetPaymentsRepo.Default, BudgetsRepo.Default, EscrowsRepo.Default, PreparedTransactions.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const steps = yield* PreparedTransactions
    const budgets = yield* BudgetsRepo
    const escrows = yield* EscrowsRepo
    const payments = yield* BudgetPaymentsRepo

    const requireOpen = Effect.fnUntraced(function* (budget: Budget) {
      const isOver = budget.untilAt <= (yield* Clock.currentTimeMillis)
      const { escrow } = budget
      if (escrow?.state !== "funded" || !isOnLedger(escrow) || isOver) {
        return yield* new BudgetRefused({
          message: "This budget pays nothing now: it is not in escrow yet, or it has ended."
        })
      }
      return { ...budget, escrow }
    })

    /** Checks the terms, counting everything ordered already. */
    const requireFit = Effect.fnUntraced(function* (budget: FundedBudget, { account, amount }: WantedPayment) {
      const { divisibility, escrow, most, symbol, total, treasury } = budget
      const problem = accountProblem(account)
      if (problem !== null) return yield* wrong("payee", problem)
      if (account === treasury || account === escrow.address)
        return yield* wrong("payee", "This is the treasury's own account.")
      const wanted = amountOf(amount)
      if (wanted <= 0n) return yield* wrong("amount", "Enter more than 0.")
      if (!isDivisible(wanted, divisibility)) {
        return yield* wrong("amount", `${symbol} has at most ${divisibility} decimals.`)
      }
      if (most !== null && wanted > amountOf(most)) {
        return yield* wrong("amount", `At most ${readable(most)} ${symbol} for each payment.`)
      }
      const all = yield* payments.all(budget.id)
      const free = amountOf(total) - promisedIn(all)
      if (wanted > free)
        return yield* wrong("amount", `You can order at most ${readable(formatAmount(free))} ${symbol} more.`)
      if (all.filter(isPromised).length >= budget.payments) {
        return yield* new BudgetRefused({
          message: `All ${budget.payments} payments of this budget have been ordered.`
        })
      }
      return (all.at(-1)?.n ?? 0) + 1
    })

    /** Dry run without a signature, so that an account that refuses deposits is reported now. */
    const requireGoesThrough = Effect.fnUntraced(function* (budget: FundedBudget, wanted: WantedPayment, n: number) {
      const manifest = renderManifest(paymentManifest(budget.escrow, { ...wanted, n }, lockFor(PAYMENT_FEE, 0)))
      const tried = yield* orGatewayDown(ledger.previewManifest(manifest, [], { assumeAllSignatures: true }))
      if (tried.status === "Succeeded") return
      return yield* new PaymentWouldFail({ reason: Option.getOrElse(tried.error, () => "it gives no reason") })
    })

    /** Records the order if it is within the terms at that moment; returns its number. */
    const write = Effect.fn("BudgetPayments.write")(function* (
      given: Budget,
      wanted: WantedPayment,
      askedBy: AccountAddress
    ) {
      yield* budgets.turn(given.id)
      const budget = yield* requireOpen(yield* budgets.get(given.id))
      const n = yield* requireFit(budget, wanted)
      const now = yield* Clock.currentTimeMillis
      const empty = { state: "waiting", txId: null, problem: null, createdAt: now, updatedAt: now } as const
      const id = `${budget.id}-${String(n).padStart(5, "0")}`
      yield* payments.insert({
        ...wanted,
        ...empty,
        id,
        budgetId: budget.id,
        n,
        communityId: budget.communityId,
        askedBy
      })
      if (budget.escrow.paused === 0) yield* escrows.wake(budget.escrow.id)
      return n
    }, atomically(sql))

    /**
     * Checks that the order is within the terms and that the ledger would accept it. Reads the gateway, so it runs
     * outside the transaction.
     */
    const check = Effect.fn("BudgetPayments.check")(function* (given: Budget, wanted: WantedPayment) {
      const budget = yield* requireOpen(given)
      yield* requireGoesThrough(budget, wanted, yield* requireFit(budget, wanted))
    })

    const order = Effect.fn("BudgetPayments.order")(function* (
      given: Budget,
      wanted: WantedPayment,
      askedBy: AccountAddress
    ) {
      yield* check(given, wanted)
      return yield* write(given, wanted, askedBy)
    })

    /** Withdraws an order; possible until it is sent. */
    const withdraw = Effect.fn("BudgetPayments.withdraw")(function* (budget: Budget, n: number) {
      yield* payments.find(budget.id, n)
      const key = payKeyOf(budget.id, n)
      yield* steps.turn(key)
      const step = Option.getOrUndefined(yield* steps.alive(key))
      if (step?.state === "waiting") yield* steps.move(step.id, ["waiting"], "replaced")
      const isBack = yield* payments.move({ budgetId: budget.id, n }, ["waiting"], { state: "withdrawn" })
      if (!isBack) return yield* new BudgetRefused({ message: "This payment has already been sent, or is over." })
    }, atomically(sql))

    /** The escrow account records a payment whose end was unknown: it counts as paid. */
    const wasPaid = (budgetId: Budget["id"], n: number) =>
      payments.move({ budgetId, n }, ["failed"], { state: "paid", problem: null })

    return { check, write, order, withdraw, wasPaid }
  })
}) {}
