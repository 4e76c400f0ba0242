/** Repository of a community's rules for expenses, read together with the numbers of its expenses. */

import { Clock, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { Category, Expense, type ExpenseRules, ExpenseState, Reviewers, ShownField, startRules } from "./Expense"

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
      Request: Schema.Struct({ communityId: CommunityId, account: Schema.NullOr(AccountAddress) }),
      Result: Overview,
      execute: ({ account, communityId }) => sql`SELECT 'rules' AS what, reviewers, shown, categories,
          CAST(0 AS BIGINT) AS many, CAST(0 AS BIGINT) AS own, CAST(0 AS BIGINT) AS since
        FROM expense_rules WHERE community_id = ${communityId}
        UNION ALL SELECT state, NULL, NULL, NULL, COUNT(*),
          CAST(SUM(CASE WHEN account = ${account} THEN 1 ELSE 0 END) AS BIGINT), MIN(created_at)
        FROM expenses WHERE community_id = ${communityId} GROUP BY state`
    })

    const waiting = findAll({
      Request: Schema.Struct({ account: AccountAddress, limit: Schema.Int }),
      Result: Expense.pick("communityId", "number", "title", "amount", "symbol", "state", "updatedAt"),
      execute: ({ account, limit }) => {
        const columns = sql`e.community_id, e.number, e.title, e.amount, e.symbol, e.state, e.updated_at`
        return sql`SELECT ${columns} FROM memberships m
            JOIN expenses e ON e.community_id = m.community_id AND e.state = 'waiting'
            LEFT JOIN expense_rules r ON r.community_id = m.community_id
          WHERE m.account_address = ${account} AND m.status = 'active' AND e.account <> ${account}
            AND e.payee <> ${account} AND COALESCE(r.reviewers, 'moderators') <> 'signers'
            AND (m.role = 'owner' OR (m.role = 'moderator' AND COALESCE(r.reviewers, 'moderators') = 'moderators'))
          UNION ALL SELECT ${columns} FROM expenses e WHERE e.account = ${account} AND e.state = 'asked'
          LIMIT ${limit}`
      }
    })

    return {
      /**
       * Expenses that wait for this person: as a reviewer by role, or to answer a question. Who reviews as a signer is
       * on the ledger only, so those are not among them.
       */
      waitingFor: (account: AccountAddress, limit: number) => waiting({ account, limit }),
      /** The community's rules, and how many expenses there are in each state. */
      overview: (communityId: CommunityId, account: AccountAddress | null) =>
        Effect.map(overview({ communityId, account }), (rows) => {
          const found = rows.find((row) => row.what === "rules")
          return {
            rules: found === undefined ? startRules : readRules(found),
            counts: rows.flatMap((row) => (row.what === "rules" ? [] : [row]))
          }
        }),
      put: Effect.fnUntraced(function* (communityId: CommunityId, rules: ExpenseRules) {
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
