/**
 * Reads communities: the public directory, and one community for one reader. A reader who may not see a community gets
 * the same response, in the same words and after the same work, as for one that does not exist.
 *
 * Each page of the directory is read from the index of its order, starting after the last row of the page before;
 * filters are checked row by row. Only listed communities are selected.
 */
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { Community, Slug } from "~/effects/access/Community"
import { communityIdOf } from "~/effects/access/communityIdOf"
import type { FoundCommunity } from "~/effects/access/Inside"
import { isSuspended } from "~/effects/access/permissions"
import { canRead, type Viewer } from "~/effects/access/visibility"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { containsWords } from "~/effects/base/db/wordSearch.server"
import { NotThere } from "~/effects/base/failures/failures"
import { CommunitiesRepo } from "./CommunitiesRepo.server"
import { type CommunityCard, rankSuggestions } from "./cards"
import { DirectoryTotals } from "./DirectoryTotals.server"
import { type ExploreQuery, everything, isUnfiltered, type Sort } from "./query"

const fields = Community.fields
/** The columns that lists read, including those they sort by. */
const CardRow = Schema.Struct({
  id: fields.id,
  slug: fields.slug,
  name: fields.name,
  nameKey: Schema.String,
  tagline: fields.tagline,
  logo: fields.logo,
  tags: fields.tags,
  joinPolicy: fields.joinPolicy,
  joinToken: fields.joinToken,
  tokenResource: fields.tokenResource,
  tokenSymbol: fields.tokenSymbol,
  verifiedAt: fields.verifiedAt,
  memberCount: fields.memberCount,
  openProposals: fields.openProposals,
  openSales: fields.openSales,
  activeAt: fields.activeAt,
  createdAt: fields.createdAt
})
type CardRow = typeof CardRow.Type
/** The same as SQL, of communities `c`. */
const cardColumns = `c.id, c.slug, c.name, c.name_key, c.tagline, c.logo, c.tags, c.join_policy, c.join_token, c.token_resource,
  c.token_symbol, c.verified_at, c.member_count, c.open_proposals, c.open_sales, c.active_at, c.created_at`

const cardOf = (row: CardRow): CommunityCard => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  tagline: row.tagline,
  logo: row.logo,
  tags: row.tags,
  joinPolicy: row.joinPolicy,
  joinToken: row.joinToken,
  tokenResource: row.tokenResource,
  tokenSymbol: row.tokenSymbol,
  isVerified: row.verifiedAt !== null,
  members: row.memberCount,
  openProposals: row.openProposals,
  openSales: row.openSales,
  createdAt: row.createdAt
})

/** All orders: only these names reach the SQL. */
const orders = {
  active: { column: "active_at", direction: "DESC" },
  newest: { column: "created_at", direction: "DESC" },
  members: { column: "member_count", direction: "DESC" },
  name: { column: "name_key", direction: "ASC" }
} as const satisfies Record<Sort, { readonly column: string; readonly direction: "ASC" | "DESC" }>

const sortValues: Readonly<Record<Sort, (row: CardRow) => string | number>> = {
  active: ({ activeAt }) => activeAt,
  newest: ({ createdAt }) => createdAt,
  members: ({ memberCount }) => memberCount,
  name: ({ nameKey }) => nameKey
}

export type ListQuery = Omit<ExploreQuery, "tab">

// Candidates for suggestions: communities that share an interest with an account.

/** Only this many communities are searched, so that a rare interest cannot cost a scan of the whole directory. */
const LIVELIEST = 200

const Candidate = Schema.Struct({ ...CardRow.fields, interests: Schema.parseJson(Schema.Array(Schema.String)) })

/** docs/product/communities.md */
export const PAGE_SIZE = 20
/** How many of the most active communities are considered for suggestions. */
const CANDIDATES = 100
/** Communities shown on home, and how old they may be. */
const FRONT = 6
const FRONT_LIFE = Duration.seconds(60)

/** A suspension that has expired counts as ended, even before the job has stored that. */
const statusNow = ({ membership }: FoundCommunity, now: number): Viewer["membership"] =>
  membership?.status === "suspended" && !isSuspended({ membership, now }) ? { status: "active" } : membership

const isSlug = Schema.is(Slug)

export class Communities extends Effect.Service<Communities>()("communities/communities/Communities", {
  dependencies: [CommunitiesRepo.Default, DirectoryTotals.Default],
  effect: Effect.gen(function* () {
    const repo = yield* CommunitiesRepo
    const { read: counts } = yield* DirectoryTotals

    const sql = yield* Sql

    /** Of the most active communities, those that share an interest with the account and that it does not belong to. */
    const suggestionsStatement = (account: AccountAddress, limit: number) => sql`
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
      Request: Schema.typeSchema(Schema.Struct({ account: AccountAddress, limit: Schema.Int })),
      Result: Candidate,
      execute: ({ account, limit }) => suggestionsStatement(account, limit)
    })
    const candidates = Effect.fn("Communities.candidates")(function* (account: AccountAddress, limit: number) {
      const rows = yield* selectCandidates({ account, limit })
      return rows.map((row) => ({
        card: cardOf(row),
        activeAt: row.activeAt,
        shared: row.tags.filter((tag) => row.interests.includes(tag))
      }))
    })
    const decode = Schema.decodeUnknown(Schema.Array(CardRow))

    const conditionsOf = (query: ListQuery) => {
      const { column, direction } = orders[query.sort]
      const beyond = sql.literal(direction === "ASC" ? ">" : "<")
      return sql.and([
        sql`c.listed = 1`,
        ...(query.after === null
          ? []
          : [sql`(c.${sql(column)}, c.id) ${beyond} (${query.after.value}, ${query.after.id})`]),
        ...(query.policy === null ? [] : [sql`c.join_policy = ${query.policy}`]),
        ...(query.hasOpenVote ? [sql`c.open_proposals > 0`] : []),
        ...(query.hasOpenSale ? [sql`c.open_sales > 0`] : []),
        ...(query.tags.length === 0
          ? []
          : [
              sql`EXISTS (SELECT 1 FROM community_tags t WHERE t.community_id = c.id AND ${sql.in("t.tag", query.tags)})`
            ]),
        ...containsWords(sql, query.q, "c.search_text")
      ])
    }

    /** The statement of one page; tests read its query plan. */
    const statement = (query: ListQuery, limit: number) => {
      const { column, direction } = orders[query.sort]
      const way = sql.literal(direction)
      return sql`SELECT ${sql.literal(cardColumns)} FROM communities c WHERE ${conditionsOf(query)}
        ORDER BY c.${sql(column)} ${way}, c.id ${way} LIMIT ${limit}`
    }

    /** One page, and the cursor of the next. */
    const page = Effect.fn("Communities.page")(function* (query: ListQuery, size: number) {
      const rows = yield* statement(query, size + 1).pipe(Effect.flatMap(decode), Effect.orDie)
      const shown = rows.slice(0, size)
      const last = shown.at(-1)
      return {
        cards: shown.map(cardOf),
        next: last === undefined || rows.length <= size ? null : { value: sortValues[query.sort](last), id: last.id }
      }
    })

    /** One page of the directory; with the total if the list is not filtered. */
    const explore = Effect.fn("Communities.explore")(function* (query: ListQuery) {
      const { cards, next } = yield* page(query, PAGE_SIZE)
      return { cards, next, total: isUnfiltered({ ...everything, ...query }) ? (yield* counts).communities : null }
    })

    const newest = Effect.fn("Communities.newest")((limit: number, tags: ReadonlyArray<string> = []) =>
      Effect.map(page({ ...everything, sort: "newest", tags }, limit), ({ cards }) => cards)
    )

    const mostActive = Effect.fn("Communities.mostActive")((limit: number) =>
      Effect.map(page(everything, limit), ({ cards }) => cards)
    )

    /** By shared interests, for an account with a profile; empty for others. */
    const suggestedFor = Effect.fn("Communities.suggestedFor")((account: AccountAddress, limit: number) =>
      Effect.map(candidates(account, CANDIDATES), (found) => rankSuggestions(found, limit))
    )

    const requireVisible = (found: Option.Option<FoundCommunity>, account: AccountAddress | null) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Option.isSome(found) && canRead(found.value.community, { account, membership: statusNow(found.value, now) })
          ? Effect.succeed(found.value)
          : new NotThere({})
      )

    /** Does not look up malformed ids. `account` is a proven account, or null. */
    const byId = Effect.fn("Communities.byId")(function* (id: string, account: AccountAddress | null) {
      return yield* requireVisible(yield* repo.findById(yield* communityIdOf(id), account), account)
    })

    const bySlug = Effect.fn("Communities.bySlug")(function* (slug: string, account: AccountAddress | null) {
      if (!isSlug(slug)) return yield* new NotThere({})
      return yield* requireVisible(yield* repo.findBySlug(slug, account), account)
    })

    /** The data of home, read at most once a minute for all readers (docs/product/publishing.md). */
    const front = yield* Effect.cachedWithTTL(Effect.all({ cards: mostActive(FRONT), counts }), FRONT_LIFE)

    return {
      explore,
      newest,
      mostActive,
      suggestedFor,
      byId,
      bySlug,
      counts,
      front,
      page,
      statement,
      suggestionsStatement
    }
  })
}) {}
