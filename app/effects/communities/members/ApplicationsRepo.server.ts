/** Pending applications as a list, oldest first, and their number. */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Sql, single } from "~/effects/base/db/statements.server"
import { Application } from "./Member"
import type { MembersQuery } from "./query"

type After = MembersQuery["after"]

export class ApplicationsRepo extends Effect.Service<ApplicationsRepo>()("communities/members/ApplicationsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** The statement of one page; tests read its query plan. */
    const statement = (communityId: CommunityId, after: After, limit: number) => sql`
      SELECT m.account_address AS account, m.joined_at AS applied_at, m.application_note AS note, m.owner_decides,
        u.username, u.display_image AS picture, u.bio
      FROM memberships m LEFT JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
      WHERE m.community_id = ${communityId} AND m.status = 'applied' AND ${
        after === null ? sql`1 = 1` : sql`(m.joined_at, m.account_address) > (${after.value}, ${after.account})`
      }
      ORDER BY m.joined_at, m.account_address LIMIT ${limit}`
    const decode = Schema.decodeUnknown(Schema.Array(Application))

    /** Oldest first. */
    const page = Effect.fn("ApplicationsRepo.page")(function* (communityId: CommunityId, after: After, size: number) {
      const rows = yield* statement(communityId, after, size + 1).pipe(Effect.flatMap(decode), Effect.orDie)
      const shown = rows.slice(0, size)
      const last = shown.at(-1)
      const next = last !== undefined && rows.length > size ? { value: last.appliedAt, account: last.account } : null
      return { applications: shown, next }
    })

    const countUpTo = single({
      Request: Schema.Struct({ communityId: CommunityId, limit: Schema.Int }),
      Result: Schema.Struct({ many: Schema.Int }),
      execute: ({ communityId, limit }) => sql`SELECT COUNT(*) AS many FROM (
        SELECT 1 FROM memberships WHERE community_id = ${communityId} AND status = 'applied' LIMIT ${limit}) waiting`
    })
    /** Number of pending applications, counted up to `limit`. */
    const count = Effect.fn("ApplicationsRepo.count")((communityId: CommunityId, limit: number) =>
      Effect.map(countUpTo({ communityId, limit }), ({ many }) => many)
    )

    return { page, statement, count }
  })
}) {}
