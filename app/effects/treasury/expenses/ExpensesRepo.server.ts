/** Repository of expenses, their files and their history. */

import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { withLocks } from "~/effects/base/limits/locks.server"
import { EventKind, Expense, ExpenseFile, type ExpenseRules, ExpenseState, isSpending, startRules } from "./Expense"
import { RulesColumns, readRules } from "./ExpenseRulesRepo.server"
import { expenseStates, MOST_SUMMED } from "./limits"

const MissingRules = Schema.Struct({
  reviewers: Schema.Null,
  shown: Schema.Null,
  categories: Schema.Null
})
const WithRules = Schema.Struct({
  ...Expense.fields,
  submitter: Schema.NullOr(Schema.String),
  payeeName: Schema.NullOr(Schema.String)
}).pipe(Schema.extend(Schema.Union(RulesColumns, MissingRules)))

/** An expense with the names of its people, null without a profile, and the rules of its community. */
export interface FoundExpense {
  readonly expense: Expense
  readonly submitter: string | null
  readonly payeeName: string | null
  readonly rules: ExpenseRules
}

const Listed = Schema.Struct({
  ...Expense.fields,
  submitter: Schema.NullOr(Schema.String),
  payeeName: Schema.NullOr(Schema.String)
})
export type ListedExpense = typeof Listed.Type

const About = Schema.Union(
  Schema.Struct({
    what: Schema.Literal("event"),
    id: Schema.String,
    kind: EventKind,
    words: Schema.String,
    name: Schema.NullOr(Schema.String),
    account: Schema.NullOr(AccountAddress),
    at: Schema.Number,
    n: Schema.Int
  }),
  Schema.Struct({
    what: Schema.Literal("file"),
    id: Schema.String,
    kind: ExpenseFile.fields.mime,
    words: Schema.String,
    at: Schema.Number,
    n: Schema.Int
  }),
  /** Another expense with the same file, or the same amount, payee and day. */
  Schema.Struct({
    what: Schema.Literal("alike"),
    kind: ExpenseState,
    words: Schema.Literal("file", "payment"),
    at: Schema.Number,
    n: Schema.Int
  })
)

const Alike = Schema.Struct({
  number: Schema.Int,
  state: ExpenseState,
  why: Schema.Literal("file", "payment")
})

/** Which expenses a reader sees in lists: reviewers all, others their own and the approved ones if these are shown. */
const Reader = Schema.Struct({
  account: Schema.NullOr(AccountAddress),
  isReviewer: Schema.Boolean,
  seesRecord: Schema.Boolean
})
type Reader = typeof Reader.Type

type ExpenseChange = Partial<
  Omit<Expense, "id" | "communityId" | "number" | "account" | "version" | "createdAt" | "updatedAt">
>

const spending = expenseStates.filter(isSpending)

export class ExpensesRepo extends Effect.Service<ExpensesRepo>()("treasury/expenses/ExpensesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const names = sql`LEFT JOIN users u ON u.account_address = e.account AND u.status = 'active'
      LEFT JOIN users p ON p.account_address = e.payee AND p.status = 'active'`
    const named = sql`e.*, u.username AS submitter, p.username AS payee_name`

    const one = findOne({
      Request: Schema.Struct({ communityId: CommunityId, number: Schema.Int }),
      Result: WithRules,
      execute: ({ communityId, number }) => sql`SELECT ${named}, r.reviewers, r.shown, r.categories
        FROM expenses e LEFT JOIN expense_rules r ON r.community_id = e.community_id ${names}
        WHERE e.community_id = ${communityId} AND e.number = ${number}`
    })

    const visible = ({ account, isReviewer, seesRecord }: typeof Reader.Encoded) =>
      isReviewer
        ? sql`1 = 1`
        : seesRecord
          ? sql`(e.account = ${account} OR ${sql.in("e.state", spending)})`
          : sql`e.account = ${account}`

    const page = findAll({
      Request: Schema.Struct({
        communityId: CommunityId,
        reader: Reader,
        state: Schema.NullOr(ExpenseState),
        before: Schema.Number,
        limit: Schema.Int
      }),
      Result: Listed,
      execute: ({ before, communityId, limit, reader, state }) => sql`SELECT ${named} FROM expenses e ${names}
        WHERE e.community_id = ${communityId} AND e.number < ${before} AND ${visible(reader)}
        ${state === null ? sql`` : sql`AND e.state = ${state}`} ORDER BY e.number DESC LIMIT ${limit}`
    })

    const alikeQuery = (id: string, limit: number) => sql`
      SELECT o.number, o.state, 'file' AS why, o.created_at FROM expenses o
        WHERE o.id <> ${id} AND o.id IN (SELECT f.expense_id FROM expense_files f
          JOIN expense_files own ON own.community_id = f.community_id AND own.sha256 = f.sha256
          WHERE own.expense_id = ${id})
      UNION SELECT o.number, o.state, 'payment', o.created_at FROM expenses o
        JOIN expenses e ON e.community_id = o.community_id AND e.payee = o.payee AND e.day = o.day
          AND e.amount = o.amount AND e.resource = o.resource
        WHERE e.id = ${id} AND o.id <> ${id} ORDER BY 1 DESC LIMIT ${limit}`

    const about = findAll({
      Request: Schema.Struct({ id: Schema.String }),
      Result: About,
      execute: ({ id }) => sql`SELECT 'event' AS what, v.id, v.kind, v.words, u.username AS name, v.account, v.at, v.n
        FROM expense_events v LEFT JOIN users u ON u.account_address = v.account AND u.status = 'active'
        WHERE v.expense_id = ${id}
        UNION ALL SELECT 'file', f.id, f.mime, f.name, NULL, NULL, f.created_at, f.bytes
        FROM expense_files f WHERE f.expense_id = ${id}
        UNION ALL SELECT 'alike', '', a.state, a.why, NULL, NULL, a.created_at, a.number
        FROM (${alikeQuery(id, 10)}) a`
    })

    const alike = findAll({
      Request: Schema.Struct({
        wanted: Expense.pick("communityId", "payee", "day", "amount", "resource"),
        id: Schema.String,
        hashes: Schema.Array(Schema.String)
      }),
      Result: Alike,
      execute: ({ hashes, id, wanted: { amount, communityId, day, payee, resource } }) => sql`
        SELECT o.number, o.state, 'payment' AS why FROM expenses o WHERE o.community_id = ${communityId}
          AND o.payee = ${payee} AND o.day = ${day} AND o.amount = ${amount} AND o.resource = ${resource}
          AND o.id <> ${id}
        ${
          hashes.length === 0
            ? sql``
            : sql`UNION ALL SELECT o.number, o.state, 'file' FROM expenses o
                JOIN expense_files f ON f.expense_id = o.id
                WHERE f.community_id = ${communityId} AND ${sql.in("f.sha256", hashes)} AND o.id <> ${id}`
        }
        ORDER BY 1 DESC LIMIT 5`
    })

    const files = findAll({
      Request: Schema.String,
      Result: ExpenseFile,
      execute: (id) => sql`SELECT id, expense_id, name, mime, bytes, sha256, created_at
        FROM expense_files WHERE expense_id = ${id} ORDER BY created_at, id`
    })

    const summed = findAll({
      Request: Schema.Struct({
        communityId: CommunityId,
        from: Schema.String,
        before: Schema.String,
        states: Schema.Array(ExpenseState)
      }),
      Result: Expense.pick("category", "resource", "symbol", "amount", "state"),
      execute: ({ before, communityId, from, states }) => sql`SELECT category, resource, symbol, amount, state
        FROM expenses WHERE community_id = ${communityId} AND day >= ${from} AND day < ${before}
          AND ${sql.in("state", states)} ORDER BY day LIMIT ${MOST_SUMMED + 1}`
    })

    const numbers = single({
      Request: Schema.Struct({ communityId: CommunityId, account: AccountAddress }),
      Result: Schema.Struct({ newest: Schema.Int, open: Schema.Int }),
      execute: ({ account, communityId }) => sql`SELECT
          COALESCE((SELECT MAX(number) FROM expenses WHERE community_id = ${communityId}), 0) AS newest,
          (SELECT COUNT(*) FROM expenses WHERE community_id = ${communityId} AND account = ${account}
            AND state IN ('waiting', 'asked')) AS open`
    })

    return {
      find: (communityId: CommunityId, number: number) =>
        Effect.flatMap(
          one({ communityId, number }),
          Option.match({
            onNone: () => new NotThere({}),
            onSome: ({ categories, payeeName, reviewers, shown, submitter, ...expense }) =>
              Effect.succeed<FoundExpense>({
                expense,
                submitter,
                payeeName,
                rules: reviewers === null ? startRules : readRules({ reviewers, shown, categories })
              })
          })
        ),
      /** Newest first, below a number. */
      page: (
        communityId: CommunityId,
        reader: Reader,
        {
          before,
          limit,
          state
        }: { readonly before: number; readonly limit: number; readonly state: ExpenseState | null }
      ) => page({ communityId, reader, state, before, limit }),
      about: (id: string) => about({ id }),
      /** Expenses that look the same, newest first. */
      alike: (expense: Expense, hashes: ReadonlyArray<string>) => alike({ wanted: expense, id: expense.id, hashes }),
      /** Expenses of a period; those that wait only for reviewers. Refused and withdrawn ones do not count. */
      summed: (
        communityId: CommunityId,
        days: { readonly from: string; readonly before: string },
        isReviewer: boolean
      ) =>
        Effect.map(
          summed({ communityId, ...days, states: isReviewer ? ["waiting", "asked", ...spending] : spending }),
          (rows) => ({ rows, isTooMany: rows.length > MOST_SUMMED })
        ),
      files: (id: string) => files(id),
      /** The newest number, and how many expenses of the person are undecided; locks both until the commit. */
      numbers: (communityId: CommunityId, account: AccountAddress) =>
        Effect.zipRight(withLocks(sql, [`expenses:${communityId}`]), numbers({ communityId, account })),
      insert: (expense: Expense) => Effect.asVoid(sql`INSERT INTO expenses ${sql.insert(expense)}`),
      insertFiles: (communityId: CommunityId, given: ReadonlyArray<ExpenseFile>) =>
        given.length === 0
          ? Effect.void
          : Effect.asVoid(
              sql`INSERT INTO expense_files ${sql.insert(given.map((file) => ({ ...file, communityId })))}`
            ),
      removeFiles: (expenseId: string, ids: ReadonlyArray<string>) =>
        ids.length === 0
          ? Effect.void
          : Effect.asVoid(sql`DELETE FROM expense_files WHERE expense_id = ${expenseId} AND ${sql.in("id", ids)}`),
      /** Changes the expense only if it is still in one of these states; returns whether it was. */
      move: Effect.fnUntraced(function* (
        { id, version }: { readonly id: string; readonly version?: number },
        from: ReadonlyArray<ExpenseState>,
        change: ExpenseChange
      ) {
        const updatedAt = yield* Clock.currentTimeMillis
        const rows = yield* sql`UPDATE expenses SET ${sql.update({ ...change, updatedAt })}, version = version + 1
          WHERE id = ${id} AND ${sql.in("state", from)}
          ${version === undefined ? sql`` : sql`AND version = ${version}`} RETURNING id`
        return rows.length > 0
      }),
      /**
       * Of a removed account: what is undecided is withdrawn, and explanations and files go. Returns the files, whose
       * bytes the caller removes. What was approved stays, as a part of the community's accounts.
       */
      forget: Effect.fnUntraced(function* (account: AccountAddress) {
        const updatedAt = yield* Clock.currentTimeMillis
        yield* sql`UPDATE expenses SET state = CASE WHEN state IN ('waiting', 'asked') THEN 'withdrawn' ELSE state END,
          words = '', version = version + 1, updated_at = ${updatedAt} WHERE account = ${account}`
        const gone = yield* sql<{ readonly id: string }>`DELETE FROM expense_files WHERE expense_id IN
          (SELECT id FROM expenses WHERE account = ${account}) RETURNING id`
        return gone.map(({ id }) => id)
      }),
      /** Adds a line to the history of an expense. Its row is locked by the change that the line reports. */
      record: Effect.fnUntraced(function* (
        expenseId: string,
        event: { readonly account: AccountAddress | null; readonly kind: EventKind; readonly words?: string }
      ) {
        const at = yield* Clock.currentTimeMillis
        const { account, kind, words = "" } = event
        yield* sql`INSERT INTO expense_events (id, expense_id, n, account, kind, words, at)
          SELECT CAST(${expenseId} AS TEXT) || '-' || (COALESCE(MAX(n), 0) + 1), CAST(${expenseId} AS TEXT),
            COALESCE(MAX(n), 0) + 1, CAST(${account} AS TEXT), CAST(${kind} AS TEXT), CAST(${words} AS TEXT),
            CAST(${at} AS BIGINT)
          FROM expense_events WHERE expense_id = ${expenseId}`
      })
    }
  })
}) {}
