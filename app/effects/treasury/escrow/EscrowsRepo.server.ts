/** Repository of escrows. Sums are decimal texts, so they are read and written under a lock. */
import type { SqlClient, Statement } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { LockerAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import {
  Escrow,
  type EscrowPlan,
  type EscrowPurpose,
  type EscrowState,
  LIVE,
  type Moved,
  requestedRow,
  sumsAfter
} from "./Escrow"

/** Columns with their new values. */
export type EscrowChange = Partial<Omit<Escrow, keyof EscrowPlan>> & Partial<Pick<Escrow, "locker">>

/** Which escrows of some purposes have work, as SQL conditions on an escrow `e` and its joined subject. */
export interface EscrowWork {
  readonly job: string
  readonly purposes: ReadonlyArray<EscrowPurpose>
  /** Joins the subject. */
  readonly subject: Statement.Fragment
  /** Nothing more is paid from it. */
  readonly isOver: (now: number) => Statement.Fragment
  /** Something can be paid from it now. */
  readonly hasNext: Statement.Fragment
  /** Something may have to be paid from it at any moment. */
  readonly isBusy: Statement.Fragment
}

const columns = Object.keys(Escrow.fields)
const readAs = (column: string) => `escrow${column.charAt(0).toUpperCase()}${column.slice(1)}`
const decode = Schema.decodeUnknown(Escrow)

/** Columns of an escrow `e` in a query that joins it to its subject; `joinedEscrow` reads them. */
export const escrowColumns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.csv(columns.map((column) => sql`e.${sql(column)} AS ${sql(readAs(column))}`))

/** The escrow of a joined row; null if there is none. */
export const joinedEscrow = (row: Readonly<Record<string, unknown>>) =>
  row[readAs("id")] === null
    ? Effect.succeed(null)
    : Effect.orDie(decode(Object.fromEntries(columns.map((column) => [column, row[readAs(column)]]))))

export class EscrowsRepo extends Effect.Service<EscrowsRepo>()("treasury/escrow/EscrowsRepo", {
  dependencies: [WorkQueue.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { isFree } = yield* WorkQueue

    const byId = findOne({
      Request: Schema.String,
      Result: Escrow,
      execute: (id) => sql`SELECT * FROM escrows WHERE id = ${id}`
    })
    const find = (id: string) => byId(id)

    const ofSubject = findAll({
      Request: Schema.String,
      Result: Escrow,
      execute: (subjectId) => sql`SELECT * FROM escrows WHERE subject_id = ${subjectId}
        ORDER BY created_at DESC, id DESC`
    })

    const lockerOf = findOne({
      Request: Schema.Struct({ communityId: CommunityId, badge: Schema.String, rule: Schema.String }),
      Result: Schema.Struct({ locker: LockerAddress }),
      execute: ({ badge, communityId, rule }) => sql`SELECT locker FROM escrows WHERE community_id = ${communityId}
        AND relayer_badge = ${badge} AND COALESCE(signer_rule, '') = ${rule} AND state <> 'asked' AND locker IS NOT NULL
        ORDER BY created_at LIMIT 1`
    })

    const bondAccounts = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ address: Schema.String }),
      execute: (communityId) => sql`SELECT address FROM escrows
        WHERE community_id = ${communityId} AND purpose IN ('bondSale', 'bondRedemption') AND address IS NOT NULL`
    })

    const Id = Schema.Struct({ id: Schema.String }).annotations(rowOf("escrows"))
    const of = ({ purposes, subject }: EscrowWork) =>
      sql`SELECT e.id FROM escrows e ${subject} WHERE ${sql.in("e.purpose", purposes)}`
    const due = (work: EscrowWork) =>
      findAll({
        Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
        Result: Id,
        execute: ({ limit, now }) => sql`${of(work)} AND ${sql.in("e.state", LIVE)}
          AND ((e.state = 'funded' AND ${work.isOver(now)}) OR (e.next_at <= ${now}
            AND (e.state = 'refunding' OR e.pending_id IS NOT NULL OR (e.paused = 0 AND ${work.hasNext}))))
          AND ${isFree(work.job, sql.literal("e.id"), now)}
        ORDER BY e.updated_at, e.id LIMIT ${limit}`
      })
    const busy = (work: EscrowWork) =>
      findAll({
        Request: Schema.Struct({ since: Schema.Number, until: Schema.Number }),
        Result: Id,
        execute: ({ since, until }) => sql`${of(work)}
          AND ((e.state = 'asked' AND e.updated_at > ${since})
            OR (${sql.in("e.state", LIVE)} AND e.next_at <= ${until} AND (e.state = 'refunding'
              OR e.pending_id IS NOT NULL OR ${work.isOver(until)} OR (e.paused = 0 AND ${work.isBusy}))))
        LIMIT 1`
      })

    const move = transitionsOf<EscrowState, Omit<EscrowChange, "state">>(sql, "escrows")
    /** Changes the escrow only if it is in one of these states; returns whether it was. */
    const transition = (id: string, from: ReadonlyArray<EscrowState>, { state, ...change }: EscrowChange) =>
      move(id, { from, change, ...(state !== undefined && { to: state }) })

    /** Adds to the sums. Joins the transaction that records the movement. */
    const add = Effect.fnUntraced(function* (id: string, moved: Moved, change: EscrowChange = {}) {
      yield* withLocks(sql, [`escrow:${id}`])
      const now = Option.getOrUndefined(yield* find(id))
      if (now !== undefined) yield* transition(id, [now.state], { ...change, ...sumsAfter(now, moved) })
    })

    /** Deletes a funding request. */
    const forgetAsked = (id: string) => Effect.asVoid(sql`DELETE FROM escrows WHERE id = ${id} AND state = 'asked'`)

    /** Stores a funding request, also a repeated one. An escrow that is on the ledger is not changed. */
    const ask = Effect.fnUntraced(function* (plan: EscrowPlan, transactionId: string) {
      const row = requestedRow(plan, transactionId, yield* Clock.currentTimeMillis)
      yield* forgetAsked(plan.id)
      yield* sql`INSERT INTO escrows ${sql.insert(row)} ON CONFLICT (id) DO NOTHING`
    })

    /**
     * Whether it still pays. Locks it, so that nobody pauses or ends it before the surrounding transaction does.
     */
    const stillPays = Effect.fnUntraced(function* (id: string) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE escrows SET ${sql.update({ updatedAt })}
        WHERE id = ${id} AND state = 'funded' AND paused = 0 RETURNING id`
      return rows.length > 0
    })

    return {
      find,
      transition,
      add,
      ask,
      forgetAsked,
      stillPays,
      /** All escrows of a payout, series or budget, newest first; few, since each is an admin's transaction. */
      ofSubject: (subjectId: string) => ofSubject(subjectId),
      /** Accounts that are or were escrows of a community's bonds. */
      bondAccounts: (communityId: CommunityId) =>
        Effect.map(bondAccounts(communityId), (rows) => rows.map(({ address }) => address)),
      /** Locker of an earlier escrow with the same key and signers, so that a community has few lockers to claim from. */
      lockerOf: (communityId: CommunityId, badge: string, rule: string | null) =>
        Effect.map(
          lockerOf({ communityId, badge, rule: rule ?? "" }),
          Option.map(({ locker }) => locker)
        ),
      /** Escrows with something to do, the longest untouched first. */
      due: (work: EscrowWork, now: number, limit: number) =>
        Effect.map(due(work)({ now, limit }), (rows) => rows.map(({ id }) => id)),
      /** Whether one is due before `until`, or a wallet was asked to fund one after `since`. */
      isBusy: (work: EscrowWork, since: number, until: number) =>
        Effect.map(busy(work)({ since, until }), (rows) => rows.length > 0),
      /** There was nothing to do; not polled again before `until`. */
      rest: (id: string, until: number) =>
        Effect.asVoid(
          sql`UPDATE escrows SET next_at = ${until}
            WHERE id = ${id} AND ${sql.in("state", LIVE)} AND next_at < ${until}`
        ),
      /** Makes a waiting escrow due immediately, unless it has a problem. */
      wake: (id: string) =>
        Effect.asVoid(sql`UPDATE escrows SET next_at = 0 WHERE id = ${id} AND state = 'funded' AND problem IS NULL`)
    }
  })
}) {}
