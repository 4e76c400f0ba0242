/** Repository of payouts: one at a time, with its escrow, their lists and totals. Rows and batches have their own. */
import { Clock, Effect, Either, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { withLocks } from "~/effects/base/limits/locks.server"
import type { RemovedRow, RemovedRows } from "~/effects/communities/undo/Removals.server"
import { EscrowState, transactionKinds } from "~/effects/treasury/escrow/Escrow"
import { escrowColumns, joinedEscrow } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { Distribution } from "./Distribution"
import { RunHead, UnreadableDistribution } from "./errors"
import type { RunEscrow } from "./views"

const runIn = Schema.decodeUnknown(Distribution)
const headIn = Schema.decodeUnknown(RunHead)

/** Decodes a payout's row on its own, so that an unreadable one fails only its own page. */
const readRun = (row: unknown) =>
  Effect.catchTag(runIn(row), "ParseError", (wrong) =>
    Effect.logError(wrong.message).pipe(
      Effect.zipRight(Effect.orDie(headIn(row))),
      Effect.flatMap((run) => new UnreadableDistribution({ run }))
    )
  )

/** Number of a payout in a list, readable or not. */
export const numberOf: (found: Either.Either<Distribution, UnreadableDistribution>) => number = Either.match({
  onLeft: ({ run }) => run.number,
  onRight: ({ number }) => number
})

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

    const withEscrow = findOne({
      Request: Schema.Struct({ communityId: CommunityId, number: Schema.Int }),
      Result: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
      execute: ({ communityId, number }) => sql`SELECT d.*, ${escrowColumns(sql)} FROM distributions d
        LEFT JOIN escrows e ON e.id = d.id
        WHERE d.community_id = ${communityId} AND d.number = ${number}`
    })

    /**
     * A payout with its escrow, null if it has none; in one statement, because its page has a budget of statements
     * (docs/product/safety.md).
     */
    const findWithEscrow = Effect.fn("DistributionsRepo.findWithEscrow")(function* (
      communityId: CommunityId,
      number: number
    ) {
      const row = Option.getOrUndefined(yield* withEscrow({ communityId, number }))
      if (row === undefined) return yield* new NotThere({})
      return { run: yield* readRun(row), escrow: yield* joinedEscrow(row) }
    })

    const page = findAll({
      Request: Schema.Struct({
        communityId: CommunityId,
        before: Schema.Number,
        isHolder: Schema.Boolean,
        limit: Schema.Int
      }),
      Result: Schema.Unknown,
      execute: ({ before, communityId, isHolder, limit }) => sql`SELECT * FROM distributions
        WHERE ${sql.and([
          sql`community_id = ${communityId} AND number < ${before}`,
          ...(isHolder ? [] : [sql`finished = 1`])
        ])} ORDER BY number DESC LIMIT ${limit}`
    })
    const failed = findAll({
      Request: Schema.Array(Schema.String),
      Result: Schema.Struct({ id: Schema.String, people: Schema.Int }),
      execute: (ids) => sql`SELECT distribution_id AS id, SUM(people) AS people FROM distribution_chunks
        WHERE ${sql.in("distribution_id", ids)} AND state IN ('failed', 'rejected') GROUP BY distribution_id`
    })

    const escrows = findAll({
      Request: Schema.Array(Schema.String),
      Result: Schema.Struct({ id: Schema.String, state: EscrowState, taken: Schema.Int, signed: Schema.Int }),
      execute: (ids) => sql`SELECT e.id, e.state,
          CASE WHEN k.id IS NULL THEN 0 ELSE 1 END AS taken,
          CASE WHEN EXISTS (SELECT 1 FROM distribution_chunks c WHERE c.distribution_id = e.id
            AND (c.state IN ('signing', 'pending') OR c.updated_at > COALESCE(e.ended_at, 0))) THEN 1 ELSE 0 END AS signed
        FROM escrows e
        LEFT JOIN prepared_transactions k ON k.id = e.transaction_id AND k.kind = ${transactionKinds.payout.withdraw} AND k.state = 'verified'
        WHERE ${sql.in("e.id", ids)}`
    })

    const finish = findAll({
      Request: Schema.Struct({ ids: Schema.Array(Schema.String), now: Schema.Number }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ ids, now }) => sql`UPDATE distributions
      SET state = 'done', finished = 1, paused = 0, finished_at = ${now}
      WHERE ${sql.in("id", ids)} AND state IN ('running', 'stopped') AND chunks_total > 0
        AND chunks_done + (SELECT COUNT(*) FROM distribution_chunks b
          WHERE b.distribution_id = distributions.id AND b.state = 'skipped') = chunks_total
      RETURNING id`
    })

    /**
     * Marks payouts as done once every batch is confirmed or skipped, stopped ones included. Returns those that are now
     * done.
     */
    const recount = Effect.fn("DistributionsRepo.recount")(function* (ids: ReadonlyArray<string>) {
      if (ids.length === 0) return []
      const now = yield* Clock.currentTimeMillis
      const rows = (state: string) => sql`(SELECT COUNT(*) FROM distribution_rows r
      WHERE r.distribution_id = distributions.id AND r.state = ${state})`
      yield* sql`UPDATE distributions SET rows_sent = ${rows("sent")}, rows_claimable = ${rows("claimable")},
        rows_claimed = ${rows("claimed")}, rows_recovered = ${rows("recovered")}, rows_left = ${rows("left")},
        chunks_done = (SELECT COUNT(*) FROM distribution_chunks b
          WHERE b.distribution_id = distributions.id AND b.state = 'committed'),
        updated_at = ${now}, version = version + 1
      WHERE ${sql.in("id", ids)}`
      return yield* finish({ ids, now })
    })

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
        ),
      findWithEscrow,
      /** Escrow state by payout, for running payouts that have one. */
      escrowsOf: (runs: ReadonlyArray<Pick<Distribution, "id" | "state">>) => {
        const ids = runs.filter(({ state }) => state === "running").map(({ id }) => id)
        const found = ids.length === 0 ? Effect.succeed([]) : escrows(ids)
        return Effect.map(
          found,
          (rows) =>
            new Map(
              rows.map(({ id, signed, state, taken }) => {
                const escrow: RunEscrow = { state, isTaken: taken === 1, goesOn: signed === 1 }
                return [id, escrow] as const
              })
            )
        )
      },
      /**
       * Newest first; without an admin badge, finished payouts only. Unreadable payouts are included with their number.
       */
      page: (communityId: CommunityId, isHolder: boolean, before: number, limit: number) =>
        Effect.flatMap(page({ communityId, isHolder, before, limit }), (rows) =>
          Effect.all(rows.map((row) => Effect.either(readRun(row))))
        ),
      /** Number of people in failed batches, by payout. */
      failedIn: (runs: ReadonlyArray<{ readonly id: string }>) =>
        runs.length === 0
          ? Effect.succeed(new Map<string, number>())
          : Effect.map(
              failed(runs.map(({ id }) => id)),
              (rows) => new Map(rows.map(({ id, people }) => [id, people] as const))
            ),
      recount
    }
  })
}) {}
