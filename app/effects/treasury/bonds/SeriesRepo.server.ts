/** Repository of single bond series; lists are in SeriesLists. */

import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere } from "~/effects/base/failures/failures"
import { withLocks } from "~/effects/base/limits/locks.server"
import type { RemovedRow } from "~/effects/communities/undo/Removals.server"
import { Series, type SeriesState } from "./Series"

/** Fields that change together with the state. */
export type SeriesChange = Partial<Omit<Series, "id" | "communityId" | "version" | "createdAt" | "updatedAt">>

export class SeriesRepo extends Effect.Service<SeriesRepo>()("treasury/bonds/SeriesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const transition = transitionsOf<SeriesState, SeriesChange>(sql, "bond_series", { isVersioned: true })

    const find = findOne({
      Request: Schema.String,
      Result: Series,
      execute: (id) => sql`SELECT * FROM bond_series WHERE id = ${id}`
    })
    const byCode = findOne({
      Request: Schema.Struct({ communityId: CommunityId, code: Schema.String }),
      Result: Series,
      execute: ({ code, communityId }) =>
        sql`SELECT * FROM bond_series WHERE community_id = ${communityId} AND code = ${code}`
    })

    /** Updates the series only if it is still in one of the given states; returns it as updated. */
    const move = Effect.fn("SeriesRepo.move")(function* (
      id: string,
      from: ReadonlyArray<SeriesState>,
      change: SeriesChange
    ) {
      return (yield* transition(id, { from, change })) ? yield* find(id) : Option.none<Series>()
    })

    return {
      /** Locks the series until the transaction ends: nobody else orders, settles or moves it. */
      turn: (id: string) => withLocks(sql, [`bond:${id}`]),
      find: (id: string) => find(id),
      /** The series in this community; fails like a page that does not exist. */
      findOrFail: (communityId: CommunityId, id: string) =>
        find(id).pipe(
          Effect.map(Option.filter((series) => series.communityId === communityId)),
          Effect.flatMap(Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))
        ),
      byCode: (communityId: CommunityId, code: string) => byCode({ communityId, code }),
      insert: (series: Series) => Effect.asVoid(sql`INSERT INTO bond_series ${sql.insert(series)}`),
      remove: (id: string) => sql<RemovedRow>`DELETE FROM bond_series WHERE id = ${id} AND state = 'draft' RETURNING *`,
      /** Writes a removed row back. */
      restore: (row: RemovedRow) => sql`INSERT INTO bond_series ${sql.insert(row)}`,
      move
    }
  })
}) {}
