/** Repository of a community's rules for expenses, read together with the numbers of its expenses. */
import { Clock, Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { Category, type ExpenseRules, ExpenseState, Reviewers, ShownField, startRules } from "./Expense"

export const RulesColumns = Schema.Struct({
  reviewers: Reviewers,
  shown: Schema.parseJson(Schema.Array(ShownField)),
  categories: Schema.parseJson(Schema.Array(Category))
})

export const readRules = ({ categories, reviewers, shown }: typeof RulesColumns.Type): ExpenseRules => ({
  reviewers,
  shown,
  categories
})

export class ExpenseRulesRepo extends Effect.Service<ExpenseRulesRepo>()("treasury/expenses/ExpenseRulesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const Overview = Schema.Union(
      Schema.Struct({ what: Schema.Literal("rules"), ...RulesColumns.fields }),
      Schema.Struct({
        what: ExpenseState,
        many: Schema.Int,
        own: Schema.Int,
        /** When the oldest one was submitted. */
        since: Schema.Number
      })
    )
    const overview = findAll({
      Request: Schema.Struct({ communityId: Schema.String, account: Schema.String }),
      Result: Overview,
      execute: ({ account, communityId }) => sql`SELECT 'rules' AS what, reviewers, shown, categories,
          CAST(0 AS BIGINT) AS many, CAST(0 AS BIGINT) AS own, CAST(0 AS BIGINT) AS since
        FROM expense_rules WHERE community_id = ${communityId}
        UNION ALL SELECT state, NULL, NULL, NULL, COUNT(*),
          CAST(SUM(CASE WHEN account = ${account} THEN 1 ELSE 0 END) AS BIGINT), MIN(created_at)
        FROM expenses WHERE community_id = ${communityId} GROUP BY state`
    })

    return {
      /** The community's rules, and how many expenses there are in each state. */
      overview: (communityId: string, account: string) =>
        Effect.map(overview({ communityId, account }), (rows) => {
          const found = rows.find((row) => row.what === "rules")
          return {
            rules: found === undefined ? startRules : readRules(found),
            counts: rows.flatMap((row) => (row.what === "rules" ? [] : [row]))
          }
        }),
      put: Effect.fnUntraced(function* (communityId: string, rules: ExpenseRules) {
        const updatedAt = yield* Clock.currentTimeMillis
        const { reviewers } = rules
        const [shown, categories] = [JSON.stringify(rules.shown), JSON.stringify(rules.categories)]
        yield* sql`INSERT INTO expense_rules ${sql.insert({ communityId, reviewers, shown, categories, updatedAt })}
          ON CONFLICT (community_id) DO UPDATE SET reviewers = excluded.reviewers, shown = excluded.shown,
            categories = excluded.categories, updated_at = excluded.updated_at`
      })
    }
  })
}) {}
