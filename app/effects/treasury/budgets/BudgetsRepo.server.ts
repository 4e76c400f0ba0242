/** Repository of budgets. Sums are decimal texts, so they are read and written under one lock. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { WorkItems } from "~/effects/base/jobs/WorkItems.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { grown, type Moved, sumsAfter } from "~/effects/treasury/relayer/Escrow"
import type { Amount } from "~/ledger/index"
import { Budget, type BudgetState } from "./Budget"

export const BUDGETS_JOB = "budgets.parked"

/** Columns and their new values. */
type BudgetChange = Partial<Omit<Budget, "id" | "communityId" | "number">>

interface Made extends Moved {
  readonly made?: number
  readonly paid?: Amount
}

const LIVE: ReadonlyArray<BudgetState> = ["parked", "returning"]

export class BudgetsRepo extends Effect.Service<BudgetsRepo>()("treasury/budgets/BudgetsRepo", {
  dependencies: [WorkItems.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { isFree } = yield* WorkItems

    const byId = SqlSchema.findOne({
      Request: Schema.String,
      Result: Budget,
      execute: (id) => sql`SELECT * FROM budgets WHERE id = ${id}`
    })
    const find = (id: string) => Effect.orDie(byId(id))

    const byNumber = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, number: Schema.Int }),
      Result: Budget,
      execute: ({ communityId, number }) => sql`SELECT * FROM budgets
        WHERE community_id = ${communityId} AND number = ${number}`
    })

    const page = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, before: Schema.Number, limit: Schema.Int }),
      Result: Budget,
      execute: ({ before, communityId, limit }) => sql`SELECT * FROM budgets
        WHERE community_id = ${communityId} AND number < ${before} ORDER BY number DESC LIMIT ${limit}`
    })

    const counts = SqlSchema.findOne({
      Request: Schema.String,
      Result: Schema.Struct({ newest: Schema.Int, open: Schema.Int }),
      execute: (communityId) => sql`SELECT COALESCE(MAX(number), 0) AS newest,
          COALESCE(SUM(CASE WHEN state IN ('draft', 'asked', 'parked', 'returning') THEN 1 ELSE 0 END), 0) AS open
        FROM budgets WHERE community_id = ${communityId}`
    })

    const due = SqlSchema.findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ limit, now }) => sql`SELECT b.id FROM budgets b
        WHERE b.state IN ('parked', 'returning') AND (b.next_at <= ${now} OR (b.state = 'parked' AND b.until_at <= ${now}))
          AND (b.work_step IS NOT NULL OR b.state = 'returning' OR b.until_at <= ${now} OR (b.paused = 0 AND EXISTS (
            SELECT 1 FROM budget_payments p WHERE p.budget_id = b.id AND p.state = 'waiting')))
          AND ${isFree(BUDGETS_JOB, sql.literal("b.id"), now)}
        ORDER BY b.updated_at, b.id LIMIT ${limit}`
    })

    const busy = SqlSchema.findAll({
      Request: Schema.Struct({ since: Schema.Number, until: Schema.Number }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ since, until }) => sql`SELECT b.id FROM budgets b
        WHERE (b.state = 'asked' AND b.updated_at > ${since})
          OR (b.state = 'returning' AND b.next_at <= ${until})
          OR (b.state = 'parked' AND b.next_at <= ${until} AND (b.work_step IS NOT NULL OR (b.paused = 0 AND EXISTS (
            SELECT 1 FROM budget_payments p WHERE p.budget_id = b.id AND p.state = 'waiting'))))
        LIMIT 1`
    })

    const turn = (id: string) => Effect.orDie(withLocks(sql, [`budget:${id}`]))

    const update = Effect.fnUntraced(function* (id: string, from: ReadonlyArray<BudgetState>, change: BudgetChange) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE budgets SET ${sql.update({ ...change, updatedAt })}
        WHERE id = ${id} AND ${sql.in("state", from)} RETURNING id`
      return rows.length > 0
    }, Effect.orDie)

    /** Joins the transaction that records what happened. */
    const add = Effect.fnUntraced(function* (id: string, moved: Made, change: BudgetChange = {}) {
      yield* turn(id)
      const now = Option.getOrUndefined(yield* find(id))
      if (now === undefined) return
      yield* update(id, [now.state], {
        ...change,
        ...sumsAfter(now, moved),
        made: now.made + (moved.made ?? 0),
        paid: grown(now.paid, moved.paid)
      })
    })

    /** Whether it still pays; locks it, so nobody pauses or ends it before the surrounding transaction ends. */
    const goesOn = Effect.fnUntraced(function* (id: string) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE budgets SET ${sql.update({ updatedAt })}
        WHERE id = ${id} AND state = 'parked' AND paused = 0 RETURNING id`
      return rows.length > 0
    }, Effect.orDie)

    return {
      find,
      turn,
      update,
      add,
      goesOn,
      findOrFail: (communityId: string, number: number) =>
        Effect.flatMap(
          Effect.orDie(byNumber({ communityId, number })),
          Option.match({ onNone: () => new NotThere({}), onSome: (budget) => Effect.succeed(budget) })
        ),
      /** Newest first, below a number. */
      page: (communityId: string, before: number, limit: number) => Effect.orDie(page({ communityId, before, limit })),
      /** The newest number, and how many have not ended. */
      counts: (communityId: string) => Effect.orDie(Effect.flatten(counts(communityId))),
      insert: (budget: Pick<Budget, keyof typeof Budget.fields> & object) =>
        Effect.asVoid(Effect.orDie(sql`INSERT INTO budgets ${sql.insert(budget)}`)),
      /** Budgets with something to do, longest untouched first. */
      due: (now: number, limit: number) =>
        Effect.map(Effect.orDie(due({ now, limit })), (rows) => rows.map(({ id }) => id)),
      /** Whether a budget is due before `until`, or a wallet was asked to fund one since `since`. */
      isBusy: (since: number, until: number) =>
        Effect.map(Effect.orDie(busy({ since, until })), (rows) => rows.length > 0),
      /** There was nothing to do; polled again after `until`. */
      rest: (id: string, until: number) =>
        Effect.asVoid(
          Effect.orDie(sql`UPDATE budgets SET next_at = ${until}
            WHERE id = ${id} AND ${sql.in("state", LIVE)} AND next_at < ${until}`)
        ),
      /** Polled again immediately, whatever its backoff. */
      wake: (id: string) => update(id, LIVE, { nextAt: 0, problem: null })
    }
  })
}) {}
