/**
 * Members in the database, read as a list. Each page is read from the index of its order, starting after the last row
 * of the page before; names come with one join. Suspended members are listed too. Also figures about the members:
 * their number over time, how many applications are pending, and who votes.
 */
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { containsWords } from "~/effects/base/db/wordSearch.server"
import { Member } from "./Member"
import { LATEST_VOTES, participationOf } from "./participation"
import { isAddressLike, type MembersQuery, type Sort } from "./query"

const Turnout = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  account: Schema.NullOr(AccountAddress),
  voted: Schema.Int
})

const Figures = Schema.Array(Schema.Struct({ what: Schema.Literal("day", "waiting"), at: Schema.Int, n: Schema.Int }))

/** All orders: only these names reach the SQL. */
const orders = {
  newest: { column: "joined_at", direction: "DESC" },
  longest: { column: "joined_at", direction: "ASC" },
  name: { column: "name_key", direction: "ASC" },
  weight: { column: "weight", direction: "DESC" }
} as const satisfies Record<Sort, { readonly column: string; readonly direction: "ASC" | "DESC" }>

const sortValues: Readonly<Record<Sort, (member: Member) => string | number>> = {
  newest: ({ joinedAt }) => joinedAt,
  longest: ({ joinedAt }) => joinedAt,
  name: ({ nameKey }) => nameKey,
  weight: ({ weight }) => weight
}

const columns = `m.account_address AS account, m.role, m.status, m.weight, m.joined_at, m.suspended_until, m.name_key,
  u.username, u.display_image AS picture`
/** Exactly as in the partial indexes: the databases compare the text. */
const HERE = `m.status IN ('active', 'suspended')`

export type ListQuery = Pick<MembersQuery, "q" | "role" | "sort" | "after">

export class MembersRepo extends Effect.Service<MembersRepo>()("communities/members/MembersRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /**
     * Figures about the whole list, in one statement: the number of members at the end of each of the latest days on
     * which it changed, oldest first (days since 1970), and the number of pending applications, counted up to `limit`.
     */
    const around = Effect.fn("MembersRepo.around")(function* (communityId: CommunityId, days: number, limit: number) {
      const rows = yield* sql`SELECT * FROM (
          SELECT 'day' AS what, day AS at, members AS n FROM community_days WHERE community_id = ${communityId}
          ORDER BY day DESC LIMIT ${days}) latest
        UNION ALL SELECT 'waiting', 0, COUNT(*) FROM (
          SELECT 1 FROM memberships WHERE community_id = ${communityId} AND status = 'applied' LIMIT ${limit}) waiting`.pipe(
        Effect.flatMap(Schema.decodeUnknown(Figures)),
        Effect.orDie
      )
      return {
        overTime: rows.filter(({ what }) => what === "day").toSorted((one, other) => one.at - other.at),
        waiting: rows.find(({ what }) => what === "waiting")?.n ?? 0
      }
    })

    /**
     * Which of these accounts voted in the latest closed votes, oldest first. An account that was on no list of voters
     * has no entry.
     */
    const participation = Effect.fn("MembersRepo.participation")(function* (
      communityId: CommunityId,
      accounts: ReadonlyArray<string>
    ) {
      const rows = yield* sql`SELECT p.number, p.title, v.account_address AS account,
          CASE WHEN v.voted_at IS NULL THEN 0 ELSE 1 END AS voted
        FROM (SELECT id, number, title, closed_at FROM proposals
          WHERE community_id = ${communityId} AND closed_at IS NOT NULL AND status <> 'cancelled'
          ORDER BY closed_at DESC, id DESC LIMIT ${LATEST_VOTES}) p
        LEFT JOIN voters v ON v.proposal_id = p.id AND ${sql.in("v.account_address", accounts.length === 0 ? [""] : accounts)}
        ORDER BY p.closed_at, p.id`.pipe(Effect.flatMap(Schema.decodeUnknown(Schema.Array(Turnout))), Effect.orDie)
      return participationOf(rows)
    })
    const decode = Schema.decodeUnknown(Schema.Array(Member))

    const narrowing = ({ q, role }: ListQuery) => [
      ...(role === null ? [] : [sql`m.role = ${role}`]),
      ...(isAddressLike(q) ? [sql`m.account_address = ${q}`] : containsWords(sql, q, "m.name_key"))
    ]

    /** The statement of one page; tests read its query plan. */
    const statement = (communityId: CommunityId, query: ListQuery, limit: number) => {
      const { column, direction } = orders[query.sort]
      const way = sql.literal(direction)
      const beyond = sql.literal(direction === "ASC" ? ">" : "<")
      const after =
        query.after === null
          ? []
          : [sql`(m.${sql(column)}, m.account_address) ${beyond} (${query.after.value}, ${query.after.account})`]
      return sql`SELECT ${sql.literal(columns)}
        FROM memberships m LEFT JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
        WHERE m.community_id = ${communityId} AND ${sql.literal(HERE)} AND ${sql.and([sql`1 = 1`, ...after, ...narrowing(query)])}
        ORDER BY m.${sql(column)} ${way}, m.account_address ${way} LIMIT ${limit}`
    }

    /** One page, and the cursor of the next. */
    const page = Effect.fn("MembersRepo.page")(function* (communityId: CommunityId, query: ListQuery, size: number) {
      const rows = yield* statement(communityId, query, size + 1).pipe(Effect.flatMap(decode), Effect.orDie)
      const members = rows.slice(0, size)
      const last = members.at(-1)
      const hasMore = last !== undefined && rows.length > size
      return { members, next: hasMore ? { value: sortValues[query.sort](last), account: last.account } : null }
    })

    /** One member, for the opened row. */
    const selectOne = findOne({
      Request: Schema.Struct({ communityId: CommunityId, account: AccountAddress }),
      Result: Member,
      execute: ({ account, communityId }) => sql`SELECT ${sql.literal(columns)}
        FROM memberships m LEFT JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
        WHERE m.community_id = ${communityId} AND m.account_address = ${account} AND ${sql.literal(HERE)}`
    })
    const find = Effect.fn("MembersRepo.find")((communityId: CommunityId, account: AccountAddress) =>
      selectOne({ communityId, account })
    )

    return { page, statement, find, around, participation }
  })
}) {}
