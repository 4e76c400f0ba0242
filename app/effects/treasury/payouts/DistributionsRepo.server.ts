/** Repository of payouts, one at a time. Lists, rows and batches have repositories of their own. */

import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { withLocks } from "~/effects/base/limits/locks.server"
import type { RemovedRow, RemovedRows } from "~/effects/communities/undo/Removals.server"
import { Distribution } from "./Distribution"
import { readRun } from "./readRun.server"

/** Columns of a payout with their new values. */
export type DistributionChange = Readonly<Record<string, string | number | null>>

/** Rows per statement. */
const AT_ONCE = 100

const there = <A>(found: Option.Option<A>) =>
  Option.match(found, { onNone: () => new NotThere({}), onSome: Effect.succeed })

export class DistributionsRepo extends Effect.Service<DistributionsRepo>()("treasury/payouts/DistributionsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const transition = transitionsOf<Distribution["state"]>(sql, "distributions")

    const byNumber = findOne({
      Request: Schema.Struct({ communityId: CommunityId, number: Schema.Int }),
      Result: Schema.Unknown,
      execute: ({ communityId, number }) =>
        sql`SELECT * FROM distributions WHERE community_id = ${communityId} AND number = ${number}`
    })
    const byId = findOne({
      Request: Schema.String,
      Result: Distribution,
      execute: (id) => sql`SELECT * FROM distributions WHERE id = ${id}`
    })
    const findIdOrFail = (id: string) => Effect.flatMap(byId(id), there)

    /** Locks and returns the payout as it is now; fails unless it is in a state in which `action` is possible. */
    const mustBe = Effect.fnUntraced(function* (
      given: Pick<Distribution, "id">,
      states: ReadonlyArray<Distribution["state"]>,
      action: string
    ) {
      yield* withLocks(sql, [`distribution:${given.id}`])
      const now = yield* Effect.orDie(findIdOrFail(given.id))
      if (!states.includes(now.state)) return yield* new WrongState({ thing: "payout", state: now.state, action })
      return now
    })

    const update = Effect.fnUntraced(function* (id: string, values: DistributionChange) {
      const updatedAt = yield* Clock.currentTimeMillis
      yield* sql`UPDATE distributions SET ${sql.update({ ...values, updatedAt })}, version = version + 1
        WHERE id = ${id}`
    })

    /**
     * Whether it still pays. Locks the row, so that nobody pauses or stops it before the surrounding transaction ends.
     */
    const goesOn = (id: string) => transition({ id, paused: 0 }, { from: "running" })

    return {
      goesOn,
      findOrFail: (communityId: CommunityId, number: number) =>
        byNumber({ communityId, number }).pipe(Effect.flatMap(there), Effect.flatMap(readRun)),
      findIdOrFail,
      mustBe,
      insert: (row: DistributionChange) => Effect.asVoid(sql`INSERT INTO distributions ${sql.insert(row)}`),
      update,
      /** Deletes a payout that was never started, of which the ledger knows nothing. Returns whether it did. */
      removeUnstarted: (id: string) =>
        Effect.map(
          sql`DELETE FROM distributions
            WHERE id = ${id} AND state IN ('draft', 'checked', 'approved') RETURNING id`,
          (rows) => rows.length > 0
        ),
      /** Deletes a payout with its rows and its list; returns them. */
      remove: Effect.fn("DistributionsRepo.remove")(function* (id: string) {
        const rows = yield* sql<RemovedRow>`DELETE FROM distribution_rows WHERE distribution_id = ${id} RETURNING *`
        const sheets = yield* sql<RemovedRow>`DELETE FROM distribution_sheets WHERE distribution_id = ${id} RETURNING *`
        const distributions = yield* sql<RemovedRow>`DELETE FROM distributions WHERE id = ${id} RETURNING *`
        return { distributions, rows, sheets } satisfies RemovedRows
      }),
      /** Writes back what `remove` returned. */
      restore: Effect.fn("DistributionsRepo.restore")(function* ({
        distributions = [],
        rows = [],
        sheets = []
      }: RemovedRows) {
        for (const run of distributions) yield* sql`INSERT INTO distributions ${sql.insert(run)}`
        for (let from = 0; from < rows.length; from += AT_ONCE) {
          yield* sql`INSERT INTO distribution_rows ${sql.insert(rows.slice(from, from + AT_ONCE))}`
        }
        for (const sheet of sheets) yield* sql`INSERT INTO distribution_sheets ${sql.insert(sheet)}`
      }),
      /** Marks a payout's claimants as reminded. Returns false if they already were. */
      markReminded: (id: string) =>
        Effect.map(
          sql`UPDATE distributions SET reminded = 1 WHERE id = ${id} AND reminded = 0 RETURNING id`,
          (rows) => rows.length > 0
        )
    }
  })
}) {}
