/** Reads one community by slug or id together with the reader's membership, and inserts new ones. */
import { Clock, Effect, Option, Schema } from "effect"
import { Community, NewCommunity } from "~/effects/access/Community"
import type { FoundCommunity } from "~/effects/access/Inside"
import { MembershipStatus, Role } from "~/effects/access/Membership"
import { isListed } from "~/effects/access/visibility"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { nameKey, searchText } from "~/effects/base/text/fold"
import { DirectoryTotals } from "./DirectoryTotals.server"
import { SlugTaken } from "./errors"

const Found = Schema.Struct({
  ...Community.fields,
  viewerRole: Schema.NullOr(Role),
  viewerStatus: Schema.NullOr(MembershipStatus),
  viewerJoinedAt: Schema.NullOr(Schema.Number),
  viewerSuspendedUntil: Schema.NullOr(Schema.Number),
  viewerFollows: Schema.Int
})

const apart = ({
  viewerFollows,
  viewerJoinedAt,
  viewerRole,
  viewerStatus,
  viewerSuspendedUntil,
  ...community
}: typeof Found.Type): FoundCommunity => ({
  community,
  isFollowing: viewerFollows === 1,
  membership:
    viewerRole === null || viewerStatus === null || viewerJoinedAt === null
      ? null
      : { role: viewerRole, status: viewerStatus, joinedAt: viewerJoinedAt, suspendedUntil: viewerSuspendedUntil }
})

export class CommunitiesRepo extends Effect.Service<CommunitiesRepo>()("communities/communities/CommunitiesRepo", {
  dependencies: [DirectoryTotals.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const totals = yield* DirectoryTotals

    /** One statement for every caller, so that "does not exist" and "not visible to you" take the same time. */
    const findBy = (column: "id" | "slug") => {
      const select = findOne({
        Request: Schema.Struct({ key: Schema.String, account: Schema.NullOr(AccountAddress) }),
        Result: Found,
        execute: ({ account, key }) => sql`
          SELECT c.*, m.role AS viewer_role, m.status AS viewer_status,
            m.joined_at AS viewer_joined_at, m.suspended_until AS viewer_suspended_until,
            CASE WHEN f.account_address IS NULL THEN 0 ELSE 1 END AS viewer_follows
          FROM communities c
          LEFT JOIN memberships m ON m.community_id = c.id AND m.account_address = ${account}
          LEFT JOIN community_follows f ON f.community_id = c.id AND f.account_address = ${account}
          WHERE c.${sql(column)} = ${key} AND c.discarded_at IS NULL`
      })
      return (key: string, account: AccountAddress | null) =>
        select({ key, account }).pipe(
          Effect.map(Option.map(apart)),
          Effect.withSpan("CommunitiesRepo.find", { attributes: { by: column } })
        )
    }

    /** Inserts a community with its first rules. The owner's membership is added like any other. */
    const insert = Effect.fn("CommunitiesRepo.insert")(function* (community: NewCommunity) {
      const now = yield* Clock.currentTimeMillis
      const { governance, ...row } = yield* Effect.orDie(Schema.encode(NewCommunity)(community))
      const added = yield* sql`INSERT INTO communities ${sql.insert({
        ...row,
        governance,
        nameKey: nameKey(community.name),
        searchText: searchText(community.name, community.tagline, ...community.tags),
        updatedAt: now
      })} ON CONFLICT (slug) DO NOTHING RETURNING id`
      if (added.length === 0) return yield* new SlugTaken()
      const tags = [...new Set(community.tags)].map((tag) => ({ communityId: community.id, tag }))
      if (tags.length > 0) yield* sql`INSERT INTO community_tags ${sql.insert(tags)}`
      yield* sql`INSERT INTO governance_versions ${sql.insert({
        communityId: community.id,
        version: 1,
        settings: governance,
        changedBy: community.ownerAddress,
        createdAt: community.createdAt
      })}`
      if (isListed(community)) yield* totals.change({ communities: 1 })
    }, atomically(sql))

    return { findById: findBy("id"), findBySlug: findBy("slug"), insert }
  })
}) {}
