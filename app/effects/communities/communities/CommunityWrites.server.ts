/**
 * Changes a community, one change at a time: it takes the community's lock, and a form that began from an older
 * version is refused with what is stored now (docs/product/errors.md). Stores its tags and every version of its
 * decision rules.
 */
import { Clock, Effect, Schema } from "effect"
import { Community, type CommunityId, NewCommunity } from "~/effects/access/Community"
import { isListed } from "~/effects/access/visibility"
import { findAll, Sql, single } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { nameKey, searchText } from "~/effects/base/text/fold"
import { CommunityFollows } from "./CommunityFollows.server"
import { DirectoryTotals } from "./DirectoryTotals.server"
import { SlugTaken, StaleCommunity } from "./errors"
import { type Deeds, LATE_MS } from "./PublicCounts"

const { activeAt: _activeAt, createdAt: _createdAt, id: _id, ...changeable } = NewCommunity.fields
const Changes = Schema.partialWith(Schema.Struct(changeable), { exact: true })
/** The fields that a change may set; the others stay as they are. */
export type CommunityChanges = typeof Changes.Type

// Totals of one community: the votes it closed and the bond units it redeemed, counted from their own tables.

/** Postgres sums BIGINT to NUMERIC, which arrives as text. */
const Sum = Schema.Union(Schema.Number, Schema.NumberFromString)
const Sums = Schema.Struct({ votes: Sum, votesPassed: Sum, units: Sum, unitsOnTime: Sum })
const nothing: Deeds = { votes: 0, votesPassed: 0, units: 0, unitsOnTime: 0 }

const makeCommunityDeeds = Effect.gen(function* () {
  const sql = yield* Sql

  const sumDeeds = single({
    Request: Schema.String,
    Result: Sums,
    execute: (communityId) => {
      const votes = sql`FROM proposals
          WHERE community_id = ${communityId} AND shelf = 'results' AND status NOT IN ('cancelled', 'uncountable')`
      const units = sql`FROM bond_receipts r JOIN bond_orders o ON o.id = r.order_id
          JOIN bond_series s ON s.id = r.series_id
          WHERE r.community_id = ${communityId} AND r.kind = 'redemption'`
      return sql`SELECT (SELECT COUNT(*) ${votes}) AS votes,
          (SELECT COUNT(*) ${votes} AND status NOT IN ('failed', 'noQuorum')) AS votes_passed,
          (SELECT COALESCE(SUM(r.units), 0) ${units}) AS units,
          (SELECT COALESCE(SUM(r.units), 0) ${units} AND (r.settled_at - s.matures_at < ${LATE_MS}
            OR r.settled_at - COALESCE(o.signed_at, 0) < ${LATE_MS})) AS units_on_time`
    }
  })
  /** What the directory's totals gain or lose when it begins or ceases to list the community. */
  const deedsOf = Effect.fn("CommunityWrites.deedsOf")(function* (communityId: CommunityId, change: number) {
    if (change === 0) return nothing
    const of = yield* sumDeeds(communityId)
    return {
      votes: change * of.votes,
      votesPassed: change * of.votesPassed,
      units: change * of.units,
      unitsOnTime: change * of.unitsOnTime
    } satisfies Deeds
  })

  return { deedsOf }
})

/** What the community adds to the public totals. */
const countedOf = (community: Community) =>
  isListed(community) ? { communities: 1, memberships: community.memberCount } : { communities: 0, memberships: 0 }

export class CommunityWrites extends Effect.Service<CommunityWrites>()("communities/communities/CommunityWrites", {
  dependencies: [CommunityFollows.Default, DirectoryTotals.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const totals = yield* DirectoryTotals
    const deeds = yield* makeCommunityDeeds
    const follows = yield* CommunityFollows

    /** `except` is the community that may keep its own slug. */
    const isFree = Effect.fn("CommunityWrites.isFree")((slug: string, except: string) =>
      Effect.map(sql`SELECT id FROM communities WHERE slug = ${slug} AND id <> ${except}`, (rows) => rows.length === 0)
    )

    const selectTaken = findAll({
      Request: Schema.Array(Schema.String),
      Result: Schema.Struct({ slug: Schema.String }),
      execute: (wished) => sql`SELECT slug FROM communities WHERE ${sql.in("slug", wished)}`
    })
    /** The first free slug of these; null if all are taken. */
    const firstFree = Effect.fn("CommunityWrites.firstFree")(function* (wished: ReadonlyArray<string>) {
      const taken = yield* selectTaken(wished)
      return wished.find((candidate) => !taken.some(({ slug }) => slug === candidate)) ?? null
    })

    const select = single({
      Request: Schema.String,
      Result: Community,
      execute: (id) => sql`SELECT * FROM communities WHERE id = ${id}`
    })

    const storeTags = Effect.fnUntraced(function* (id: CommunityId, tags: ReadonlyArray<string>) {
      yield* sql`DELETE FROM community_tags WHERE community_id = ${id}`
      const rows = [...new Set(tags)].map((tag) => ({ communityId: id, tag }))
      if (rows.length > 0) yield* sql`INSERT INTO community_tags ${sql.insert(rows)}`
    })

    /** Returns the community as it is afterwards. `by` is the account that changes it. */
    const store = Effect.fn("CommunityWrites.store")(function* (
      before: Community,
      changes: CommunityChanges,
      by: string
    ) {
      const now = yield* Clock.currentTimeMillis
      const { id: communityId } = before
      const next = { ...before, ...changes }
      const version = before.governanceVersion + (changes.governance === undefined ? 0 : 1)
      const row = yield* Schema.encode(Changes)(changes)
      const found = { nameKey: nameKey(next.name), searchText: searchText(next.name, next.tagline, ...next.tags) }
      const versions = { governanceVersion: version, version: before.version + 1 }
      yield* sql`UPDATE communities SET ${sql.update({ ...row, ...found, ...versions, updatedAt: now })}
        WHERE id = ${communityId}`
      if (changes.tags !== undefined) yield* storeTags(communityId, changes.tags)
      if (row.governance !== undefined) {
        const stored = { communityId, version, settings: row.governance, changedBy: by, createdAt: now }
        yield* sql`INSERT INTO governance_versions ${sql.insert(stored)}`
      }
      return yield* select(communityId)
    }, Effect.orDie)

    const findOrFail = (id: CommunityId) => select(id)

    /** Locks the community, or the slug, until the transaction ends. */
    const withLock = (key: { readonly id: CommunityId } | { readonly slug: string }) =>
      withLocks(sql, ["id" in key ? `community:${key.id}` : `slug:${key.slug}`])

    const write = Effect.fnUntraced(function* (before: Community, changes: CommunityChanges, by: string) {
      const after = yield* store(before, changes, by)
      const [was, is] = [countedOf(before), countedOf(after)]
      const communities = is.communities - was.communities
      const done = yield* deeds.deedsOf(before.id, communities)
      yield* totals.change({ communities, memberships: is.memberships - was.memberships, ...done })
      if (after.visibility === "private" && before.visibility !== "private") yield* follows.endAll(after.id)
      return after
    })

    /**
     * `decide` gets the community as it is under the lock and returns the changes; an empty result writes nothing.
     * `version` is the one that the form began from; null accepts any.
     */
    const change = Effect.fn("CommunityWrites.change")(function* <E, R>(
      id: CommunityId,
      version: number | null,
      by: string,
      decide: (now: Community) => Effect.Effect<CommunityChanges, E, R>
    ) {
      yield* withLock({ id })
      const before = yield* findOrFail(id)
      if (version !== null && version !== before.version) return yield* new StaleCommunity({ stored: before })
      const changes = yield* decide(before)
      if (Object.keys(changes).length === 0) return before
      if (changes.slug !== undefined && changes.slug !== before.slug) {
        yield* withLock({ slug: changes.slug })
        if (!(yield* isFree(changes.slug, id))) return yield* new SlugTaken()
      }
      return yield* write(before, changes, by)
    }, atomically(sql))

    return { change, withLock, isFree, firstFree }
  })
}) {}
