/**
 * Lists of prepared transactions: the last of each kind in a community, how many were done, and which are undecided.
 */
import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findAll, Sql, single } from "~/effects/base/db/statements.server"
import { FoundRow, SELECT_STEPS } from "./PreparedTransactionsRepo.server"

const Counted = Schema.Struct({ many: Schema.Int })
const OfKind = Schema.Struct({ communityId: Schema.String, kind: Schema.String })
const OfKinds = Schema.Struct({ communityId: Schema.String, kinds: Schema.Array(Schema.String) })

export const makeTransactionLists = Effect.gen(function* () {
  const sql = yield* Sql
  const found = sql.literal(SELECT_STEPS)

  const newestOf = findAll({
    Request: OfKinds,
    Result: FoundRow,
    execute: ({ communityId, kinds }) => sql`${found}
        WHERE s.community_id = ${communityId} AND ${sql.in("s.kind", kinds)} AND s.state <> 'replaced'
          AND NOT EXISTS (SELECT 1 FROM prepared_transactions n WHERE n.community_id = s.community_id AND n.kind = s.kind
            AND n.state <> 'replaced' AND (n.created_at, n.id) > (s.created_at, s.id))`
  })
  const undecided = findAll({
    Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
    Result: Schema.Struct({ id: Schema.String }),
    execute: ({ after, limit }) => sql`SELECT id FROM prepared_transactions
        WHERE state IN ('sent', 'committed') AND id > ${after} ORDER BY id LIMIT ${limit}`
  })
  const countDone = single({
    Request: OfKind,
    Result: Counted,
    execute: ({ communityId, kind }) => sql`SELECT COUNT(*) AS many FROM prepared_transactions
        WHERE community_id = ${communityId} AND kind = ${kind} AND state = 'verified'`
  })

  return {
    /** The last attempt of each kind in one community, however it ended. */
    newestOf: (communityId: CommunityId, ...kinds: ReadonlyArray<string>) => newestOf({ communityId, kinds }),
    /** Number of confirmed transactions of a kind; used to number the idempotency keys of repeatable ones. */
    countDone: (communityId: CommunityId, kind: string) =>
      Effect.map(countDone({ communityId, kind }), ({ many }) => many),
    /**
     * Submitted and undecided, after `last`. Returns IDs only, so that an unreadable row does not block the others.
     */
    undecided: (last: string | null, limit: number) =>
      Effect.map(undecided({ after: last ?? "", limit }), (rows) => rows.map(({ id }) => id))
  }
})
