/** Repository of payout escrows. Sums are decimal texts, so they are read and written under a lock. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { LockerAddress } from "~/effects/base/addresses/addresses"
import { WorkItems } from "~/effects/base/jobs/WorkItems.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { grown, type Moved, notYetFunded, sumsAfter } from "~/effects/treasury/relayer/Escrow"
import { type Amount, NOTHING } from "~/ledger/index"
import { PayoutEscrow, type PayoutEscrowPlan, type PayoutEscrowState } from "./PayoutEscrow"

export const ESCROW_PAYOUTS_JOB = "payouts.parked"

/** Columns with their new values. */
type PayoutEscrowChange = Partial<Omit<PayoutEscrow, "distributionId" | "communityId">>

export interface Paid extends Moved {
  readonly batches?: number
  readonly paid?: Amount
}

/** Values before the escrow is on the ledger. */
const fresh = (plan: PayoutEscrowPlan, stepId: string, now: number) => ({
  ...plan,
  stepId,
  state: "asked" as const,
  createdAt: now,
  updatedAt: now
})

export class PayoutEscrowsRepo extends Effect.Service<PayoutEscrowsRepo>()("treasury/payouts/PayoutEscrowsRepo", {
  dependencies: [WorkItems.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { isFree } = yield* WorkItems

    const byId = SqlSchema.findOne({
      Request: Schema.String,
      Result: PayoutEscrow,
      execute: (id) => sql`SELECT * FROM parkings WHERE distribution_id = ${id}`
    })
    const find = (id: string) => Effect.orDie(byId(id))

    /** Locker of an earlier escrow with the same key and signers, so that a community has few lockers to claim from. */
    const lockerOf = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, settler: Schema.String, kept: Schema.String }),
      Result: Schema.Struct({ locker: LockerAddress }),
      execute: ({
        communityId,
        kept,
        settler: relayer
      }) => sql`SELECT locker FROM parkings WHERE community_id = ${communityId}
        AND settler = ${relayer} AND COALESCE(kept, '') = ${kept} AND state <> 'asked' AND locker IS NOT NULL
        ORDER BY created_at LIMIT 1`
    })

    const due = SqlSchema.findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ limit, now }) => sql`SELECT p.distribution_id AS id FROM parkings p
        JOIN distributions d ON d.id = p.distribution_id
        WHERE p.state IN ('parked', 'returning')
          AND (p.next_at <= ${now} OR (p.state = 'parked' AND d.state <> 'running'))
          AND (p.work_step IS NOT NULL OR p.state = 'returning' OR d.state <> 'running' OR d.paused = 0)
          AND ${isFree(ESCROW_PAYOUTS_JOB, sql.literal("p.distribution_id"), now)}
        ORDER BY p.updated_at, p.distribution_id LIMIT ${limit}`
    })

    const update = Effect.fnUntraced(function* (
      id: string,
      from: ReadonlyArray<PayoutEscrowState>,
      change: PayoutEscrowChange
    ) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE parkings SET ${sql.update({ ...change, updatedAt })}
        WHERE distribution_id = ${id} AND ${sql.in("state", from)} RETURNING distribution_id`
      return rows.length > 0
    }, Effect.orDie)

    /** Adds to the sums. Joins the transaction that records the movement. */
    const add = Effect.fnUntraced(function* (id: string, moved: Paid, change: PayoutEscrowChange = {}) {
      yield* Effect.orDie(withLocks(sql, [`parking:${id}`]))
      const now = Option.getOrUndefined(yield* find(id))
      if (now === undefined) return
      yield* update(id, [now.state], {
        ...change,
        ...sumsAfter(now, moved),
        batches: now.batches + (moved.batches ?? 0),
        paid: grown(now.paid, moved.paid)
      })
    })

    /** Stores a funding request, also a repeated one. An escrow that is on the ledger is not changed. */
    const ask = Effect.fnUntraced(function* (plan: PayoutEscrowPlan, stepId: string) {
      const row = { ...fresh(plan, stepId, yield* Clock.currentTimeMillis), ...notYetFunded, paid: NOTHING }
      yield* sql`DELETE FROM parkings WHERE distribution_id = ${plan.distributionId} AND state = 'asked'`
      yield* sql`INSERT INTO parkings ${sql.insert(row)} ON CONFLICT (distribution_id) DO NOTHING`
    }, Effect.orDie)

    const busy = SqlSchema.findAll({
      Request: Schema.Struct({ since: Schema.Number, until: Schema.Number }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ since, until }) => sql`SELECT p.distribution_id AS id FROM parkings p
        JOIN distributions d ON d.id = p.distribution_id
        WHERE (p.state = 'asked' AND p.updated_at > ${since})
          OR (p.state IN ('parked', 'returning') AND p.next_at <= ${until} AND (p.work_step IS NOT NULL OR d.paused = 0))
        LIMIT 1`
    })

    /** Nothing was to be done; not polled again before `until`. */
    const rest = Effect.fnUntraced(function* (id: string, until: number) {
      yield* sql`UPDATE parkings SET next_at = ${until}
        WHERE distribution_id = ${id} AND state IN ('parked', 'returning') AND next_at < ${until}`
    }, Effect.orDie)

    /** Makes a waiting escrow due immediately, unless it has a problem. */
    const wake = Effect.fnUntraced(function* (id: string) {
      yield* sql`UPDATE parkings SET next_at = 0 WHERE distribution_id = ${id} AND state = 'parked' AND problem IS NULL`
    }, Effect.orDie)

    return {
      wake,
      find,
      lockerOf: (communityId: string, relayer: string, kept: string | null) =>
        Effect.map(
          Effect.orDie(lockerOf({ communityId, settler: relayer, kept: kept ?? "" })),
          Option.map(({ locker }) => locker)
        ),
      /** Escrows that are due, the longest untouched first. */
      due: (now: number, limit: number) =>
        Effect.map(Effect.orDie(due({ now, limit })), (rows) => rows.map(({ id }) => id)),
      /** Whether an escrow is due before `until`, or a wallet was asked to fund one after `since`. */
      isBusy: (since: number, until: number) =>
        Effect.map(Effect.orDie(busy({ since, until })), (rows) => rows.length > 0),
      rest,
      ask,
      update,
      add,
      /** Deletes a funding request. */
      forgetAsked: (id: string) =>
        Effect.asVoid(Effect.orDie(sql`DELETE FROM parkings WHERE distribution_id = ${id} AND state = 'asked'`))
    }
  })
}) {}
