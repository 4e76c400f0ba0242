/**
 * Changing a community that is there. One at a time: whoever changes takes the community's turn, and a form that began
 * from an older version is refused with what is stored now (docs/product/errors.md, D17). Rules of deciding keep every
 * version.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { Community, type CommunityId, NewCommunity } from "~/effects/access/Community"
import { isListed } from "~/effects/access/visibility"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { DirectoryTotals } from "./DirectoryTotals.server"
import { SlugTaken, StaleCommunity } from "./errors"
import { nameKey, searchText } from "./search"

const { activeAt: _activeAt, createdAt: _createdAt, id: _id, ...changeable } = NewCommunity.fields
const Changes = Schema.partialWith(Schema.Struct(changeable), { exact: true })
export type CommunityChanges = typeof Changes.Type

export class CommunityWrites extends Effect.Service<CommunityWrites>()("effects/CommunityWrites", {
  dependencies: [DirectoryTotals.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const totals = yield* DirectoryTotals
    const select = SqlSchema.single({
      Request: Schema.String,
      Result: Community,
      execute: (id) => sql`SELECT * FROM communities WHERE id = ${id}`
    })

    /** Until the transaction ends, nobody else changes this community or takes this address. */
    const takeTurn = (key: { readonly id: CommunityId } | { readonly slug: string }) =>
      Effect.orDie(takeTurns(sql, ["id" in key ? `community:${key.id}` : `slug:${key.slug}`]))

    const isFree = Effect.fn("CommunityWrites.isFree")((slug: string, except: string) =>
      Effect.map(
        Effect.orDie(sql`SELECT id FROM communities WHERE slug = ${slug} AND id <> ${except}`),
        (rows) => rows.length === 0
      )
    )

    const keepTags = (id: CommunityId, tags: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM community_tags WHERE community_id = ${id}`
        const rows = [...new Set(tags)].map((tag) => ({ communityId: id, tag }))
        if (rows.length > 0) yield* sql`INSERT INTO community_tags ${sql.insert(rows)}`
      })

    /** What the public totals count of a community. */
    const counted = (community: Community) => (isListed(community) ? [1, community.memberCount] : [0, 0])

    const write = (before: Community, changes: CommunityChanges, by: string) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const next = { ...before, ...changes }
        const governanceVersion = before.governanceVersion + (changes.governance === undefined ? 0 : 1)
        const row = yield* Schema.encode(Changes)(changes)
        yield* sql`UPDATE communities SET ${sql.update({
          ...row,
          governanceVersion,
          nameKey: nameKey(next.name),
          searchText: searchText(next.name, next.tagline, ...next.tags),
          version: before.version + 1,
          updatedAt: now
        })} WHERE id = ${before.id}`
        if (changes.tags !== undefined) yield* keepTags(before.id, changes.tags)
        if (row.governance !== undefined) {
          yield* sql`INSERT INTO governance_versions ${sql.insert({
            communityId: before.id,
            version: governanceVersion,
            settings: row.governance,
            changedBy: by,
            createdAt: now
          })}`
        }
        const after = yield* select(before.id)
        const [wasListed = 0, wereMembers = 0] = counted(before)
        const [listed = 0, members = 0] = counted(after)
        const deeds = yield* totals.deedsOf(before.id, listed - wasListed)
        yield* totals.change({
          communities: listed - wasListed,
          memberships: members - wereMembers,
          ...deeds
        })
        return after
      }).pipe(Effect.orDie)

    /**
     * `decide` sees the community as it is now, alone, and answers what is to change; nothing means nothing is written.
     * `version` is the one the form began from; null goes on from whatever is there.
     */
    const change = Effect.fn("CommunityWrites.change")(function* <E, R>(
      id: CommunityId,
      version: number | null,
      by: string,
      decide: (now: Community) => Effect.Effect<CommunityChanges, E, R>
    ) {
      yield* takeTurn({ id })
      const before = yield* Effect.orDie(select(id))
      if (version !== null && version !== before.version) return yield* new StaleCommunity({ stored: before })
      const changes = yield* decide(before)
      if (Object.keys(changes).length === 0) return before
      if (changes.slug !== undefined && changes.slug !== before.slug) {
        yield* takeTurn({ slug: changes.slug })
        if (!(yield* isFree(changes.slug, id))) return yield* new SlugTaken()
      }
      return yield* write(before, changes, by)
    }, atomically(sql))

    /** How many communities an account owns that are not archived (docs/product/communities.md, 3.6.5 allows five). */
    const countOwned = Effect.fn("CommunityWrites.countOwned")((account: string) =>
      Effect.map(
        Effect.orDie(
          sql<{ readonly owned: number }>`
            SELECT COUNT(*) AS owned FROM communities WHERE owner_address = ${account} AND stage <> 'archived'`
        ),
        ([row]) => Number(row?.owned ?? 0)
      )
    )

    /** Drafts of a removed account, which nobody else ever saw. Joins the transaction of the removal. */
    const archiveDrafts = Effect.fn("CommunityWrites.archiveDrafts")(function* (owner: string) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE communities SET stage = 'archived', updated_at = ${now}
        WHERE owner_address = ${owner} AND stage = 'draft'`
    }, Effect.orDie)

    /** A draft goes with everything that belongs to it. False where this account has no such draft. */
    const removeDraft = Effect.fn("CommunityWrites.removeDraft")((id: CommunityId, owner: string) =>
      Effect.map(
        Effect.orDie(sql`DELETE FROM communities
          WHERE id = ${id} AND owner_address = ${owner} AND stage = 'draft' RETURNING id`),
        (gone) => gone.length > 0
      )
    )

    return { change, countOwned, isFree, archiveDrafts, removeDraft, takeTurn }
  })
}) {}
