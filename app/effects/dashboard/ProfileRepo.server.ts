/**
 * What a person's page shows of their communities: the public ones, and those the reader is in too. Nothing else of
 * what somebody belongs to is anybody's business.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { CommunityId } from "../communities/Community"
import { Role } from "../communities/Membership"

const MOST = 50

export const SharedCommunity = Schema.Struct({
  id: CommunityId,
  slug: Schema.String,
  name: Schema.String,
  logo: Schema.NullOr(Schema.String),
  role: Role,
  /** 1 where the reader is a member too. */
  common: Schema.Int
})

export class ProfileRepo extends Effect.Service<ProfileRepo>()("effects/ProfileRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const select = SqlSchema.findAll({
      Request: Schema.Struct({ account: Schema.String, reader: Schema.String }),
      Result: SharedCommunity,
      execute: ({ account, reader }) => sql`SELECT c.id, c.slug, c.name, c.logo, m.role,
          CASE WHEN mine.account_address IS NULL THEN 0 ELSE 1 END AS common
        FROM memberships m JOIN communities c ON c.id = m.community_id
        LEFT JOIN memberships mine ON mine.community_id = c.id AND mine.account_address = ${reader}
          AND mine.status = 'active'
        WHERE m.account_address = ${account} AND m.status = 'active'
          AND (c.listed = 1 OR mine.account_address IS NOT NULL)
        ORDER BY m.joined_at, m.community_id LIMIT ${MOST}`
    })
    return {
      /** What `reader` may see of `account`'s communities, oldest membership first. */
      communities: Effect.fn("ProfileRepo.communities")((account: string, reader: string) =>
        Effect.orDie(select({ account, reader }))
      )
    }
  })
}) {}
