/**
 * One person's communities, including those they follow: their role in each, what is new there, which notifications
 * they get, and how far they have read.
 */
import { Effect, Schema } from "effect"
import { Community, type CommunityId } from "~/effects/access/Community"
import { Membership, MembershipStatus, Role } from "~/effects/access/Membership"
import type { CommunityChoice } from "~/effects/activity/notifications/kinds"
import { MOST_UNREAD } from "~/effects/activity/notifications/unread"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { containsWords } from "~/effects/base/db/wordSearch.server"
import { wordsOf } from "~/effects/base/text/fold"
import type { MineCounts, MineQuery, MineTab, MyCommunity } from "./mine"

const { id, logo, name, openProposals, openSales, slug, stage, tagline } = Community.fields
const Row = Schema.Struct({
  id,
  slug,
  name,
  tagline,
  logo,
  stage,
  openProposals,
  openSales,
  memberCount: Schema.Int,
  role: Schema.NullOr(Role),
  status: Schema.NullOr(MembershipStatus),
  notifications: Schema.NullOr(Membership.fields.notifications),
  joinedAt: Schema.Number,
  unread: Schema.Int
})
const Counted = Schema.Struct({
  role: Schema.NullOr(Role),
  status: Schema.NullOr(MembershipStatus),
  draft: Schema.Int,
  many: Schema.Int
})

const decode = Schema.decodeUnknown(Schema.Array(Row))

const PAGE = 20 // docs/product/communities.md
const HERE: ReadonlyArray<MembershipStatus> = ["active", "suspended"]

const tabOf = ({ draft, role, status }: typeof Counted.Type): MineTab | null => {
  if (status === null) return "following"
  if (status === "applied") return "applications"
  if (!HERE.includes(status)) return null
  if (role === "owner") return draft === 1 ? "drafts" : "owned"
  return role === "moderator" ? "moderating" : "member"
}

const cardOf = ({ memberCount, notifications, ...row }: typeof Row.Type): MyCommunity => ({
  ...row,
  members: memberCount,
  isMuted: notifications === "none"
})

export class MineRepo extends Effect.Service<MineRepo>()("communities/communities/MineRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** For an active member; otherwise nothing changes. */
    const chooseNews = Effect.fn("MineRepo.chooseNews")(function* (
      account: AccountAddress,
      communityId: CommunityId,
      choice: CommunityChoice
    ) {
      yield* sql`UPDATE memberships SET notifications = ${choice}
        WHERE account_address = ${account} AND community_id = ${communityId} AND status = 'active'`
    })

    /** Marks everything written until this time as read. */
    const markReadUntil = Effect.fn("MineRepo.markReadUntil")(function* (
      account: AccountAddress,
      communityId: CommunityId,
      until: number
    ) {
      yield* sql`UPDATE memberships SET last_read_at = ${until}
        WHERE community_id = ${communityId} AND account_address = ${account}`
    })

    const here = (role: Role) => sql`m.role = ${role} AND m.status IN ('active', 'suspended')`
    const inTab: Readonly<Record<MineTab, ReturnType<typeof here>>> = {
      following: sql`c.visibility <> 'private'`,
      member: here("member"),
      moderating: here("moderator"),
      owned: sql`${here("owner")} AND c.stage <> 'draft'`,
      applications: sql`m.status = 'applied'`,
      drafts: sql`${here("owner")} AND c.stage = 'draft'`
    }

    /** Follows, in the columns of a membership. */
    const followed = sql`(SELECT community_id, account_address, created_at AS joined_at, NULL AS role, NULL AS status,
      NULL AS notifications FROM community_follows)`

    const select = (account: AccountAddress, { after, q, tab }: MineQuery) => sql`
      SELECT c.id, c.slug, c.name, c.tagline, c.logo, c.stage, c.open_proposals, c.open_sales, c.member_count,
        m.role, m.status, m.notifications, m.joined_at,
        (SELECT COUNT(*) FROM (SELECT 1 FROM notifications n WHERE n.account_address = m.account_address
          AND n.community_id = c.id AND n.read_at IS NULL LIMIT ${MOST_UNREAD}) told) AS unread
      FROM ${tab === "following" ? followed : sql`memberships`} m JOIN communities c ON c.id = m.community_id
      WHERE ${sql.and([
        sql`m.account_address = ${account}`,
        inTab[tab],
        // A search without letters and digits shows all, as the list is one's own.
        ...(wordsOf(q).length === 0 ? [] : containsWords(sql, q, "c.name_key")),
        ...(after === null ? [] : [sql`(m.joined_at, m.community_id) < (${after.joinedAt}, ${after.id})`])
      ])}
      ORDER BY m.joined_at DESC, m.community_id DESC LIMIT ${PAGE + 1}`

    /** One page of a tab, newest first. */
    const page = Effect.fn("MineRepo.page")(function* (account: AccountAddress, query: MineQuery) {
      const rows = yield* Effect.orDie(Effect.flatMap(select(account, query), decode))
      const communities = rows.slice(0, PAGE).map(cardOf)
      const last = communities.at(-1)
      const next = rows.length > PAGE && last !== undefined ? { joinedAt: last.joinedAt, id: last.id } : null
      return { communities, next }
    })

    const count = findAll({
      Request: Schema.String,
      Result: Counted,
      execute: (account) => sql`
        SELECT m.role, m.status, CASE WHEN c.stage = 'draft' THEN 1 ELSE 0 END AS draft, COUNT(*) AS many
        FROM memberships m JOIN communities c ON c.id = m.community_id
        WHERE m.account_address = ${account}
        GROUP BY m.role, m.status, CASE WHEN c.stage = 'draft' THEN 1 ELSE 0 END
        UNION ALL
        SELECT NULL, NULL, 0, COUNT(*) FROM community_follows f JOIN communities c ON c.id = f.community_id
        WHERE f.account_address = ${account} AND c.visibility <> 'private'`
    })

    /** The number of rows in each tab. */
    const counts = Effect.fn("MineRepo.counts")(function* (account: AccountAddress) {
      const totals: Record<MineTab, number> = {
        member: 0,
        moderating: 0,
        owned: 0,
        following: 0,
        applications: 0,
        drafts: 0
      }
      for (const row of yield* count(account)) {
        const tab = tabOf(row)
        if (tab !== null) totals[tab] += row.many
      }
      return totals satisfies MineCounts
    })

    return { page, counts, chooseNews, markReadUntil }
  })
}) {}
