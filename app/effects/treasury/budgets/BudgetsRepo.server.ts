/** Repository of budgets, each read with its escrow. */

import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { withLocks } from "~/effects/base/limits/locks.server"
import { escrowColumns, joinedEscrow } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { type Budget, BudgetRow } from "./Budget"

/** Columns and their new values. */
type BudgetChange = Partial<Pick<BudgetRow, "state" | "proposalId">>

const Joined = Schema.Record({ key: Schema.String, value: Schema.Unknown })
const rowIn = Schema.decodeUnknown(BudgetRow)

const readBudget = (row: typeof Joined.Type) =>
  Effect.map(
    Effect.all([Effect.orDie(rowIn(row)), joinedEscrow(row)]),
    ([budget, escrow]): Budget => ({ ...budget, escrow, state: escrow?.state ?? budget.state })
  )

export class BudgetsRepo extends Effect.Service<BudgetsRepo>()("treasury/budgets/BudgetsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const joined = sql`SELECT b.*, ${escrowColumns(sql)} FROM budgets b
      LEFT JOIN escrows e ON e.id = b.id`

    const byId = findOne({
      Request: Schema.String,
      Result: Joined,
      execute: (id) => sql`${joined} WHERE b.id = ${id}`
    })
    const byNumber = findOne({
      Request: Schema.Struct({ communityId: CommunityId, number: Schema.Int }),
      Result: Joined,
      execute: ({ communityId, number }) =>
        sql`${joined} WHERE b.community_id = ${communityId} AND b.number = ${number}`
    })
    const page = findAll({
      Request: Schema.Struct({ communityId: CommunityId, before: Schema.Number, limit: Schema.Int }),
      Result: Joined,
      execute: ({ before, communityId, limit }) => sql`${joined}
        WHERE b.community_id = ${communityId} AND b.number < ${before} ORDER BY b.number DESC LIMIT ${limit}`
    })

    const counts = findOne({
      Request: Schema.String,
      Result: Schema.Struct({ newest: Schema.Int, open: Schema.Int }),
      execute: (communityId) => sql`SELECT COALESCE(MAX(b.number), 0) AS newest,
          COALESCE(SUM(CASE WHEN COALESCE(e.state, b.state) IN ('ended', 'withdrawn') THEN 0 ELSE 1 END), 0) AS open
        FROM budgets b LEFT JOIN escrows e ON e.id = b.id WHERE b.community_id = ${communityId}`
    })

    return {
      get: (id: string) => Effect.flatMap(Effect.orDie(Effect.flatten(byId(id))), readBudget),
      turn: (id: string) => withLocks(sql, [`budget:${id}`]),
      update: Effect.fnUntraced(function* (id: string, change: BudgetChange) {
        const updatedAt = yield* Clock.currentTimeMillis
        yield* sql`UPDATE budgets SET ${sql.update({ ...change, updatedAt })} WHERE id = ${id}`
      }),
      findOrFail: (communityId: CommunityId, number: number) =>
        Effect.flatMap(
          byNumber({ communityId, number }),
          Option.match({ onNone: () => new NotThere({}), onSome: readBudget })
        ),
      /** Newest first, below a number. */
      page: (communityId: CommunityId, before: number, limit: number) =>
        Effect.flatMap(page({ communityId, before, limit }), (rows) => Effect.all(rows.map(readBudget))),
      /** The newest number, and how many have not ended. */
      counts: (communityId: CommunityId) => Effect.orDie(Effect.flatten(counts(communityId))),
      insert: (budget: BudgetRow) => Effect.asVoid(sql`INSERT INTO budgets ${sql.insert(budget)}`)
    }
  })
}) {}
