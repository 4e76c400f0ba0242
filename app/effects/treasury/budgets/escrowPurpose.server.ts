/** Budgets from escrow: each poll makes one ordered payment, until the budget's period is over. */
import { Effect, Option } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { readable } from "~/effects/base/amounts/readable"
import { Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { ExecutionOutcomes } from "~/effects/governance/proposals/ExecutionOutcomes.server"
import type { FundedEscrow } from "~/effects/treasury/escrow/Escrow"
import { EscrowAccounts } from "~/effects/treasury/escrow/EscrowAccounts.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { escrowWorker } from "~/effects/treasury/escrow/EscrowWorker.server"
import { escrowTransactions } from "~/effects/treasury/escrow/escrowTransactions.server"
import { feesUsedUp, wayBack } from "~/effects/treasury/escrow/messages"
import type { Purpose } from "~/effects/treasury/escrow/Purpose.server"
import { makePaidMarks } from "~/effects/treasury/payouts/PaidMarks.server"
import { lockIn } from "~/effects/treasury/relayer/fees"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf, wellKnown } from "~/ledger/index"
import { BudgetId, pathOf, payKeyOf } from "./Budget"
import { paymentManifest } from "./BudgetPayments.server"
import { BudgetPaymentsRepo } from "./BudgetPaymentsRepo.server"
import { BudgetsRepo } from "./BudgetsRepo.server"
import { BUDGET_PAY, type PayOf } from "./payStep.server"
import { PAYMENT_FEE } from "./terms"

const XRD = wellKnown("xrd", NETWORK_ID)

const tooLittle = (escrow: FundedEscrow) =>
  `The escrow account holds less than the next payment. ${wayBack(escrow)}, or end this budget: the site then returns it.`
/** The only end of a payment that leaves open whether money moved. */
export const UNKNOWN_PAYMENT =
  "The ledger has it marked as paid, in a transaction that this site does not know. Check the escrow account before you order it again."
const OVER = "The budget ended before this was paid."

const purposeOf = Effect.gen(function* () {
  const sql = yield* Sql
  const accounts = yield* EscrowAccounts
  const budgets = yield* BudgetsRepo
  const escrows = yield* EscrowsRepo
  const payments = yield* BudgetPaymentsRepo
  const steps = yield* PreparedTransactions
  const marks = yield* makePaidMarks

  /**
   * Prepares the transaction of the next payment. Holds the payment's lock, so that it is not withdrawn meanwhile.
   */
  const prepare = Effect.fnUntraced(function* (
    escrow: FundedEscrow,
    held: Effect.Effect.Success<ReturnType<typeof accounts.heldIn>>
  ) {
    const { address, communityId, resource } = escrow
    const id = BudgetId.make(escrow.subjectId)
    const first = Option.getOrUndefined(yield* payments.next(id))
    if (first === undefined) return "rest" as const
    const key = payKeyOf(id, first.n)
    yield* steps.turn(key)
    const now = Option.getOrUndefined(yield* escrows.find(escrow.id))
    const payment = yield* Effect.orDie(payments.find(id, first.n))
    if (now?.state !== "funded" || now.paused === 1 || payment.state !== "waiting") return "rest" as const
    const { account: payee, amount, n } = payment
    const sum = amountOf(amount)
    if (held(resource) < sum) return { problem: tooLittle(escrow) }
    const left = resource === XRD ? held(XRD) - sum : held(XRD)
    const fee = lockIn(left, PAYMENT_FEE, escrow.tries)
    if (fee === null) return { problem: feesUsedUp(escrow, left) }
    const manifest = paymentManifest(escrow, payment, fee)
    const step = yield* steps.open({
      idempotencyKey: key,
      kind: BUDGET_PAY,
      communityId,
      related: id,
      account: address,
      manifest,
      detail: { budget: id, n, address, payee, resource, amount } satisfies PayOf
    })
    return { payment, step, manifest }
  }, atomically(sql))

  const next = Effect.fn("escrowPurpose.next")(function* (escrow: FundedEscrow) {
    const found = yield* prepare(escrow, yield* accounts.heldIn(escrow))
    if (typeof found === "string" || found.step === undefined) return found
    const { manifest, payment, step } = found
    // After a database restore: what the ledger has marked as paid is never paid again.
    if (yield* marks.isPaid(escrow.address, step.idempotencyKey)) {
      yield* steps.move(step.id, ["waiting"], "replaced")
      yield* payments.move(payment, ["waiting"], { state: "failed", problem: UNKNOWN_PAYMENT })
      return "again" as const
    }
    return {
      step,
      manifest,
      isWanted: escrows.stillPays(escrow.id),
      also: (txId: string) => payments.move(payment, ["waiting"], { state: "sent", txId, problem: null })
    }
  })

  const hasPayment = sql`EXISTS (SELECT 1 FROM budget_payments p WHERE p.budget_id = e.subject_id AND p.state = 'waiting')`
  return {
    job: "escrow.budgets",
    purposes: ["budget"],
    subject: sql`JOIN budgets b ON b.id = e.subject_id`,
    isOver: (now: number) => sql`b.until_at <= ${now}`,
    hasNext: hasPayment,
    isBusy: hasPayment,
    stateOf: ({ subjectId }: FundedEscrow, now: number) =>
      Effect.map(budgets.get(subjectId), ({ untilAt }) => (untilAt <= now ? ("over" as const) : ("open" as const))),
    waits: ({ subjectId }: FundedEscrow) => Effect.map(payments.next(subjectId), Option.isSome),
    next,
    refunding: ({ subjectId }: FundedEscrow) => payments.endWaiting(subjectId, OVER)
  } satisfies Purpose
})

export class BudgetEscrowWorker extends Effect.Service<BudgetEscrowWorker>()("treasury/budgets/BudgetEscrowWorker", {
  dependencies: [
    BudgetPaymentsRepo.Default,
    BudgetsRepo.Default,
    EscrowAccounts.Default,
    EscrowsRepo.Default,
    PreparedTransactions.Default,
    Relayer.Default,
    WorkQueue.Default
  ],
  effect: Effect.flatMap(purposeOf, escrowWorker)
}) {}

/** The transaction kinds of a budget's escrow. */
export const budgetEscrowTransactions = Effect.gen(function* () {
  const budgets = yield* BudgetsRepo
  const activity = yield* Activity
  const outcomes = yield* ExecutionOutcomes
  return yield* escrowTransactions({
    purpose: "budget",
    named: ({ communityId, subjectId }) =>
      Effect.map(budgets.get(subjectId), ({ number, symbol, title }) => ({
        about: `the budget “${title}”`,
        target: pathOf(communityId, number),
        symbol
      })),
    funded: ({ communityId, signerRule, subjectId }, step, found) =>
      Effect.gen(function* () {
        const budget = yield* budgets.get(subjectId)
        if (budget.proposalId !== null) {
          const ran = { ok: true, txId: found.intentHash, manifestMatches: null }
          yield* Effect.catchTag(outcomes.report(communityId, budget.proposalId, ran), "WrongState", ({ message }) =>
            Effect.logWarning("the proposal of a budget could not be marked as executed", message)
          )
        }
        yield* activity.record({
          communityId,
          actor: signerRule === null ? step.account : null,
          type: "budgetParked",
          target: pathOf(communityId, budget.number),
          data: { title: budget.title, amount: `${readable(budget.total)} ${budget.symbol}` },
          visibility: "public"
        })
      })
  })
})
