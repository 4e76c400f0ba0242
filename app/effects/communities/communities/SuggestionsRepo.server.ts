/** Candidates for suggestions: communities that share an interest with an account. */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { CardRow, cardColumns, cardOf } from "./cardRows"

/** Only this many communities are searched, so that a rare interest cannot cost a scan of the whole directory. */
const LIVELIEST = 200

const Candidate = Schema.Struct({ ...CardRow.fields, interests: Schema.parseJson(Schema.Array(Schema.String)) })

export class SuggestionsRepo extends Effect.Service<SuggestionsRepo>()("communities/communities/SuggestionsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** Of the most active communities, those that share an interest with the account and that it does not belong to. */
    const statement = (account: string, limit: number) => sql`
      SELECT ${sql.literal(cardColumns)}, u.tags AS interests
      FROM users u CROSS JOIN (SELECT * FROM communities WHERE listed = 1
        ORDER BY active_at DESC, id DESC LIMIT ${LIVELIEST}) c
      WHERE u.account_address = ${account} AND u.status = 'active'
        AND EXISTS (SELECT 1 FROM community_tags t WHERE t.community_id = c.id AND u.tags LIKE '%"' || t.tag || '"%')
        AND NOT EXISTS (
          SELECT 1 FROM memberships m
          WHERE m.community_id = c.id AND m.account_address = u.account_address AND m.status <> 'left')
      ORDER BY c.active_at DESC, c.id DESC LIMIT ${limit}`
    const selectCandidates = findAll({
      Request: Schema.Struct({ account: Schema.String, limit: Schema.Int }),
      Result: Candidate,
      execute: ({ account, limit }) => statement(account, limit)
    })
    const candidates = Effect.fn("SuggestionsRepo.candidates")(function* (account: string, limit: number) {
      const rows = yield* selectCandidates({ account, limit })
      return rows.map((row) => ({
        card: cardOf(row),
        activeAt: row.activeAt,
        shared: row.tags.filter((tag) => row.interests.includes(tag))
      }))
    })

    return { candidates, statement }
  })
}) {}
