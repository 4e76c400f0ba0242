/** Repository of bond escrows. Sums are decimal texts, so they are read and written under one lock. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { WorkItems } from "~/effects/base/jobs/WorkItems.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { TransactionState } from "~/effects/chain/prepared-transactions/Step"
import { grown, type Moved, notYetFunded, sumsAfter } from "~/effects/treasury/relayer/Escrow"
import { EscrowPageRow, escrowParts } from "~/effects/treasury/relayer/escrowRows.server"
import { type Amount, NOTHING } from "~/ledger/index"
import { BondEscrow, type BondEscrowPlan, type BondEscrowState } from "./BondEscrow"

export const BOND_PARKED_JOB = "bonds.parked"

/** Columns and their new values. */
type BondEscrowChange = Partial<Omit<BondEscrow, "id" | "seriesId" | "communityId" | "direction">>

interface Handed extends Moved {
  readonly batches?: number
  readonly orders?: number
  readonly handed?: Amount
}

/**
 * With its escrow account, the transaction that funds it or withdraws, and the wallet that has it; nulls if there is
 * none.
 */
const WithStep = Schema.Struct({
  ...BondEscrow.fields,
  ...EscrowPageRow.fields,
  stepKind: Schema.NullOr(Schema.String),
  stepKey: Schema.NullOr(Schema.String),
  stepAccount: Schema.NullOr(AccountAddress),
  stepManifest: Schema.NullOr(Schema.String),
  stepState: Schema.NullOr(TransactionState),
  stepTx: Schema.NullOr(Schema.String),
  stepProblem: Schema.NullOr(Schema.String),
  leaseAccount: Schema.NullOr(Schema.String),
  leaseHolder: Schema.NullOr(Schema.String),
  leasedAt: Schema.NullOr(Schema.Number),
  leasedUntil: Schema.NullOr(Schema.Number)
}).annotations(rowOf("bond_parkings"))
export type WithStep = typeof WithStep.Type

const LIVE: ReadonlyArray<BondEscrowState> = ["parked", "returning"]

export class BondEscrowsRepo extends Effect.Service<BondEscrowsRepo>()("treasury/bonds/BondEscrowsRepo", {
  dependencies: [WorkItems.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { isFree } = yield* WorkItems

    const byId = SqlSchema.findOne({
      Request: Schema.String,
      Result: BondEscrow,
      execute: (id) => sql`SELECT * FROM bond_parkings WHERE id = ${id}`
    })
    const find = (id: string) => Effect.orDie(byId(id))

    /** A series' escrows in both directions, newest first; few, since each is an admin's transaction. */
    const all = SqlSchema.findAll({
      Request: Schema.String,
      Result: BondEscrow,
      execute: (seriesId) => sql`SELECT * FROM bond_parkings WHERE series_id = ${seriesId}
        ORDER BY created_at DESC, id DESC`
    })

    const escrow = escrowParts(sql)
    /** The same, each with its transaction and its wallet; one row for each return from escrow. */
    const withSteps = SqlSchema.findAll({
      Request: Schema.String,
      Result: WithStep,
      execute: (seriesId) => sql`SELECT p.*, s.kind AS step_kind, s.once_key AS step_key, s.account AS step_account,
          s.manifest AS step_manifest, s.state AS step_state, s.tx_id AS step_tx, s.problem AS step_problem,
          l.account AS lease_account, l.holder AS lease_holder, l.leased_at, l.leased_until,
          ${escrow.columns}
        FROM bond_parkings p LEFT JOIN prepared_transactions s ON s.id = p.step_id
        LEFT JOIN transaction_leases l ON l.once_key = s.once_key AND l.holder <> ''
        LEFT JOIN escrow_accounts e ON e.account = p.parked ${escrow.joins}
        WHERE p.series_id = ${seriesId} ORDER BY p.created_at DESC, p.id DESC, r.at, r.tx_id`
    })

    /** A series that settles orders of this direction now, and its waiting orders. */
    const settles = sql.literal(`((p.direction = 'buy'
          AND (s.state = 'settling' OR (s.state = 'open' AND s.settle_mode = 'rolling')))
        OR (p.direction = 'redeem' AND s.state IN ('maturing', 'overdue')))`)
    const hasOrders = sql.literal(`EXISTS (SELECT 1 FROM bond_orders o WHERE o.series_id = p.series_id
        AND o.direction = p.direction AND o.state IN ('signed', 'settling'))`)
    const isOver = sql.literal(`((p.direction = 'buy'
          AND (s.state NOT IN ('scheduled', 'open', 'settling') OR s.settled_units >= s.units))
        OR (p.direction = 'redeem'
          AND (s.state NOT IN ('active', 'maturing', 'overdue') OR s.redeemed_units >= s.settled_units)))`)

    const due = SqlSchema.findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ limit, now }) => sql`SELECT p.id FROM bond_parkings p
        JOIN bond_series s ON s.id = p.series_id
        WHERE p.state IN ('parked', 'returning') AND p.next_at <= ${now}
          AND (p.state = 'returning' OR p.work_step IS NOT NULL OR ${isOver} OR (${settles} AND ${hasOrders}))
          AND ${isFree(BOND_PARKED_JOB, sql.literal("p.id"), now)}
        ORDER BY p.updated_at, p.id LIMIT ${limit}`
    })

    /** While orders may come at any moment, the job polls at its own pace. */
    const busy = SqlSchema.findAll({
      Request: Schema.Struct({ since: Schema.Number, until: Schema.Number }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ since, until }) => sql`SELECT p.id FROM bond_parkings p
        JOIN bond_series s ON s.id = p.series_id
        WHERE (p.state = 'asked' AND p.updated_at > ${since})
          OR (p.state IN ('parked', 'returning') AND p.next_at <= ${until}
            AND (p.state = 'returning' OR ${isOver} OR ${settles}))
        LIMIT 1`
    })

    const accounts = SqlSchema.findAll({
      Request: Schema.String,
      Result: Schema.Struct({ parked: Schema.String }),
      execute: (communityId) => sql`SELECT p.parked FROM bond_parkings p
        WHERE p.community_id = ${communityId} AND p.parked IS NOT NULL`
    })

    const update = Effect.fnUntraced(function* (
      id: string,
      from: ReadonlyArray<BondEscrowState>,
      change: BondEscrowChange
    ) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE bond_parkings SET ${sql.update({ ...change, updatedAt })}
        WHERE id = ${id} AND ${sql.in("state", from)} RETURNING id`
      return rows.length > 0
    }, Effect.orDie)

    /** Joins the transaction that records what happened. */
    const add = Effect.fnUntraced(function* (id: string, moved: Handed, change: BondEscrowChange = {}) {
      yield* Effect.orDie(withLocks(sql, [`bond-parking:${id}`]))
      const now = Option.getOrUndefined(yield* find(id))
      if (now === undefined) return
      yield* update(id, [now.state], {
        ...change,
        ...sumsAfter(now, moved),
        batches: now.batches + (moved.batches ?? 0),
        orders: now.orders + (moved.orders ?? 0),
        handed: grown(now.handed, moved.handed)
      })
    })

    /** Requests an escrow, or requests it again; one that is on the ledger is never requested again. */
    const ask = Effect.fnUntraced(function* (plan: BondEscrowPlan, stepId: string) {
      const now = yield* Clock.currentTimeMillis
      const row = {
        ...plan,
        ...notYetFunded,
        handed: NOTHING,
        stepId,
        state: "asked" as const,
        createdAt: now,
        updatedAt: now
      }
      yield* sql`DELETE FROM bond_parkings WHERE id = ${plan.id} AND state = 'asked'`
      yield* sql`INSERT INTO bond_parkings ${sql.insert(row)} ON CONFLICT (id) DO NOTHING`
    }, Effect.orDie)

    return {
      find,
      all: (seriesId: string) => Effect.orDie(all(seriesId)),
      withSteps: (seriesId: string) => Effect.orDie(withSteps(seriesId)),
      /** Accounts that are or were escrows of a community's bonds. */
      accountsOf: (communityId: string) =>
        Effect.map(Effect.orDie(accounts(communityId)), (rows) => rows.map(({ parked }) => parked)),
      /** Escrows with something to do, longest untouched first. */
      due: (now: number, limit: number) =>
        Effect.map(Effect.orDie(due({ now, limit })), (rows) => rows.map(({ id }) => id)),
      /** Whether an escrow is due before `until`, or a wallet was asked to fund one since `since`. */
      isBusy: (since: number, until: number) =>
        Effect.map(Effect.orDie(busy({ since, until })), (rows) => rows.length > 0),
      /** There was nothing to do; polled again after `until`. */
      rest: (id: string, until: number) =>
        Effect.asVoid(
          Effect.orDie(sql`UPDATE bond_parkings SET next_at = ${until}
            WHERE id = ${id} AND ${sql.in("state", LIVE)} AND next_at < ${until}`)
        ),
      /** Retries now, whatever its backoff. */
      wake: (id: string) => update(id, LIVE, { nextAt: 0, problem: null }),
      update,
      add,
      ask,
      /** Deletes the request to fund it. */
      forgetAsked: (id: string) =>
        Effect.asVoid(Effect.orDie(sql`DELETE FROM bond_parkings WHERE id = ${id} AND state = 'asked'`))
    }
  })
}) {}
