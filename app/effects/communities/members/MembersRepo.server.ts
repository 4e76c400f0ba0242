/**
 * Members and applications on disk, read as lists. A page is read off the index of its order and begins right after
 * the last row of the page before; names come with one join. Everybody who belongs to the community is listed, also who
 * is suspended for now.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { wordsOf } from "~/effects/communities/communities/search"
import { Application, Member } from "./Member"
import { LATEST_VOTES, participationOf } from "./participation"
import { isAddressLike, type MembersQuery, type Sort } from "./query"

const Turnout = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  account: Schema.NullOr(Schema.String),
  voted: Schema.Int
})

/** The closed list of orders: the only names that reach the SQL. */
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
/** As the partial indexes have it, letter by letter: the databases compare the text. */
const HERE = `m.status IN ('active', 'suspended')`

export type ListQuery = Pick<MembersQuery, "q" | "role" | "sort" | "after">

/** A question that nothing can answer, and that is not asked: nothing but signs. */
export const asksNothing = (q: string): boolean => q !== "" && !isAddressLike(q) && wordsOf(q).length === 0

export class MembersRepo extends Effect.Service<MembersRepo>()("effects/MembersRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const decode = Schema.decodeUnknown(Schema.Array(Member))

    const narrowing = ({ q, role }: ListQuery) => [
      ...(role === null ? [] : [sql`m.role = ${role}`]),
      ...(q === ""
        ? []
        : isAddressLike(q)
          ? [sql`m.account_address = ${q}`]
          : wordsOf(q).map((word) => sql`m.name_key LIKE ${`%${word}%`}`))
    ]

    /** The statement of one page; tests read its plan. */
    const statement = (communityId: string, query: ListQuery, limit: number) => {
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

    /** One page, and where the next one begins. */
    const page = Effect.fn("MembersRepo.page")(function* (communityId: string, query: ListQuery, size: number) {
      if (asksNothing(query.q)) return { members: [], next: null }
      const rows = yield* statement(communityId, query, size + 1).pipe(Effect.flatMap(decode), Effect.orDie)
      const members = rows.slice(0, size)
      const last = members.at(-1)
      const hasMore = last !== undefined && rows.length > size
      return { members, next: hasMore ? { value: sortValues[query.sort](last), account: last.account } : null }
    })

    /** One member, for the row somebody opened. */
    const selectOne = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, account: Schema.String }),
      Result: Member,
      execute: ({ account, communityId }) => sql`SELECT ${sql.literal(columns)}
        FROM memberships m LEFT JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
        WHERE m.community_id = ${communityId} AND m.account_address = ${account} AND ${sql.literal(HERE)}`
    })
    const find = Effect.fn("MembersRepo.find")((communityId: string, account: string) =>
      Effect.orDie(selectOne({ communityId, account }))
    )

    const applicationStatement = (communityId: string, after: ListQuery["after"], limit: number) => sql`
      SELECT m.account_address AS account, m.joined_at AS applied_at, m.application_note AS note, m.owner_decides,
        u.username, u.display_image AS picture, u.bio
      FROM memberships m LEFT JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
      WHERE m.community_id = ${communityId} AND m.status = 'applied' AND ${
        after === null ? sql`1 = 1` : sql`(m.joined_at, m.account_address) > (${after.value}, ${after.account})`
      }
      ORDER BY m.joined_at, m.account_address LIMIT ${limit}`
    const decodeApplications = Schema.decodeUnknown(Schema.Array(Application))

    /** Who asked first stands first. */
    const applications = Effect.fn("MembersRepo.applications")(function* (
      communityId: string,
      after: ListQuery["after"],
      size: number
    ) {
      const rows = yield* applicationStatement(communityId, after, size + 1).pipe(
        Effect.flatMap(decodeApplications),
        Effect.orDie
      )
      const shown = rows.slice(0, size)
      const last = shown.at(-1)
      const next = last !== undefined && rows.length > size ? { value: last.appliedAt, account: last.account } : null
      return { applications: shown, next }
    })

    /** How many wait, counted no further than `limit`. */
    const countApplications = Effect.fn("MembersRepo.countApplications")(function* (
      communityId: string,
      limit: number
    ) {
      const rows = yield* Effect.orDie(sql<{ readonly many: number }>`SELECT COUNT(*) AS many FROM (
        SELECT 1 FROM memberships WHERE community_id = ${communityId} AND status = 'applied' LIMIT ${limit}) waiting`)
      return Number(rows[0]?.many ?? 0)
    })

    const Figures = Schema.Array(
      Schema.Struct({ what: Schema.Literal("day", "waiting"), at: Schema.Int, n: Schema.Int })
    )
    /**
     * What stands around the whole list, in one statement: members at the end of each of the latest days on which
     * something happened, oldest first (days since 1970), and how many applications wait, counted up to `limit`.
     */
    const around = Effect.fn("MembersRepo.around")(function* (communityId: string, days: number, limit: number) {
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

    /** Who of these voted in the latest votes that closed, oldest first. Accounts that were on no list have no votes. */
    const participation = Effect.fn("MembersRepo.participation")(function* (
      communityId: string,
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

    return { page, statement, participation, find, applications, applicationStatement, countApplications, around }
  })
}) {}
