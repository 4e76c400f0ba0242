/** Stores changes of a community, with its tags and every version of its decision rules. */
import { Clock, Effect, Schema } from "effect"
import { Community, type CommunityId, NewCommunity } from "~/effects/access/Community"
import { Sql, single } from "~/effects/base/db/statements.server"
import { nameKey, searchText } from "~/effects/base/text/fold"

const { activeAt: _activeAt, createdAt: _createdAt, id: _id, ...changeable } = NewCommunity.fields
const Changes = Schema.partialWith(Schema.Struct(changeable), { exact: true })
/** The fields that a change may set; the others stay as they are. */
export type CommunityChanges = typeof Changes.Type

export class CommunityUpdatesRepo extends Effect.Service<CommunityUpdatesRepo>()(
  "communities/communities/CommunityUpdatesRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql

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
      const store = Effect.fn("CommunityUpdatesRepo.store")(function* (
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

      return { findOrFail: (id: CommunityId) => select(id), store }
    })
  }
) {}
