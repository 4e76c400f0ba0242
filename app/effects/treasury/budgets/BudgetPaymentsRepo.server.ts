/** Repository of budget payments. */
import { Clock, Effect, Option, Schema } from "effect"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { BudgetPayment, type PaymentState } from "./Budget"

/** With the names of the payee and of the person who ordered it; null without a profile. */
const Named = Schema.Struct({
  ...BudgetPayment.fields,
  payee: Schema.NullOr(Schema.String),
  asker: Schema.NullOr(Schema.String),
  /** Payments of the whole budget that wait or were sent. */
  open: Schema.Int,
  /** Transactions that had paid from the escrow at that moment. */
  batches: Schema.Int
})
export type NamedPayment = typeof Named.Type

type PaymentChange = Partial<Pick<BudgetPayment, "state" | "txId" | "problem">>

export class BudgetPaymentsRepo extends Effect.Service<BudgetPaymentsRepo>()("treasury/budgets/BudgetPaymentsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const one = findOne({
      Request: Schema.Struct({ id: Schema.String, n: Schema.Int }),
      Result: BudgetPayment,
      execute: ({ id, n }) => sql`SELECT * FROM budget_payments WHERE budget_id = ${id} AND n = ${n}`
    })

    /** There can be more than the budget's number of payments, since failed ones can be ordered again. */
    const all = findAll({
      Request: Schema.String,
      Result: BudgetPayment,
      execute: (id) => sql`SELECT * FROM budget_payments WHERE budget_id = ${id} ORDER BY n`
    })

    const next = findOne({
      Request: Schema.String,
      Result: BudgetPayment,
      execute: (id) => sql`SELECT * FROM budget_payments WHERE budget_id = ${id} AND state = 'waiting'
        ORDER BY n LIMIT 1`
    })

    const page = findAll({
      Request: Schema.Struct({ id: Schema.String, before: Schema.Number, limit: Schema.Int }),
      Result: Named,
      execute: ({ before, id, limit }) => sql`SELECT p.*, u.username AS payee, a.username AS asker,
          CAST((SELECT COUNT(*) FROM budget_payments o WHERE o.budget_id = ${id} AND o.state IN ('waiting', 'sent'))
            AS BIGINT) AS open, COALESCE(e.batches, 0) AS batches
        FROM budget_payments p LEFT JOIN escrows e ON e.id = p.budget_id
        LEFT JOIN users u ON u.account_address = p.account AND u.status = 'active'
        LEFT JOIN users a ON a.account_address = p.asked_by AND a.status = 'active'
        WHERE p.budget_id = ${id} AND p.n < ${before} ORDER BY p.n DESC LIMIT ${limit}`
    })

    return {
      find: (id: string, n: number) =>
        Effect.flatMap(
          one({ id, n }),
          Option.match({ onNone: () => new NotThere({}), onSome: (payment) => Effect.succeed(payment) })
        ),
      all: (id: string) => all(id),
      next: (id: string) => next(id),
      /** Newest first, below a number. */
      page: (id: string, before: number, limit: number) => page({ id, before, limit }),
      insert: (payment: BudgetPayment) => Effect.asVoid(sql`INSERT INTO budget_payments ${sql.insert(payment)}`),
      /** Updates the payment only if it is still in one of these states; returns whether it was. */
      move: Effect.fnUntraced(function* (
        { budgetId, n }: Pick<BudgetPayment, "budgetId" | "n">,
        from: ReadonlyArray<PaymentState>,
        change: PaymentChange
      ) {
        const updatedAt = yield* Clock.currentTimeMillis
        const rows = yield* sql`UPDATE budget_payments SET ${sql.update({ ...change, updatedAt })}
          WHERE budget_id = ${budgetId} AND n = ${n} AND ${sql.in("state", from)} RETURNING n`
        return rows.length > 0
      }),
      /** Ends waiting payments with the reason, since nothing more is paid. */
      endWaiting: Effect.fnUntraced(function* (id: string, problem: string) {
        const updatedAt = yield* Clock.currentTimeMillis
        yield* sql`UPDATE budget_payments SET ${sql.update({ state: "failed", problem, updatedAt })}
          WHERE budget_id = ${id} AND state = 'waiting'`
      })
    }
  })
}) {}
