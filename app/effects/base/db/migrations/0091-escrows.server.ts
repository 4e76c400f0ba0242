/**
 * One table for the escrows of payouts, bonds and budgets, which had one each. `subject_id`: the payout, series or budget;
 * `address`: the escrow account; `pending_id` and `payload`: the relayer's transaction that the ledger has not decided
 * on; `moves`: withdrawals and refunds. What is stored with prepared transactions follows, because a wallet may still
 * sign one.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"

const SHARED =
  "community_id, account, digest, resource, total, fees, treasury, step_id, work_step, payload, spent, returned, returned_fees, moves, tries, next_at, problem, ended_at, created_at, updated_at"
const INTO =
  "community_id, account, digest, resource, total, fees, treasury, transaction_id, pending_id, payload, spent, returned, returned_fees, moves, tries, next_at, problem, ended_at, created_at, updated_at"
const state = "CASE state WHEN 'parked' THEN 'funded' WHEN 'returning' THEN 'refunding' ELSE state END"
const filled = (columns: string, from: string) =>
  `INSERT INTO escrows (${INTO}, id, purpose, subject_id, state, relayer_badge, signer_rule, address, funded_at, paused,
    fee, locker, batches, orders, paid) SELECT ${SHARED}, ${columns} FROM ${from}`
const rest = `${state}, settler, kept, parked, parked_at`

const statements = [
  `CREATE TABLE escrows (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    digest TEXT NOT NULL,
    resource TEXT NOT NULL,
    total TEXT NOT NULL,
    fees TEXT NOT NULL,
    fee TEXT,
    relayer_badge TEXT NOT NULL,
    treasury TEXT NOT NULL,
    locker TEXT,
    signer_rule TEXT,
    address TEXT,
    state TEXT NOT NULL,
    paused INTEGER NOT NULL DEFAULT 0,
    transaction_id TEXT NOT NULL,
    pending_id TEXT,
    payload TEXT,
    batches INTEGER NOT NULL DEFAULT 0,
    orders INTEGER NOT NULL DEFAULT 0,
    paid TEXT NOT NULL DEFAULT '0',
    spent TEXT NOT NULL DEFAULT '0',
    returned TEXT NOT NULL DEFAULT '0',
    returned_fees TEXT NOT NULL DEFAULT '0',
    moves INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    next_at BIGINT NOT NULL DEFAULT 0,
    problem TEXT,
    funded_at BIGINT,
    ended_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  filled(`distribution_id, 'payout', distribution_id, ${rest}, 0, fee, locker, batches, 0, paid`, "parkings"),
  filled(
    `id, CASE direction WHEN 'buy' THEN 'bondSale' ELSE 'bondRedemption' END, series_id, ${rest}, 0, NULL, NULL, batches,
      orders, handed`,
    "bond_parkings"
  ),
  // A budget that was only asked for had no badge of the relayer yet: its funding transaction brings it.
  filled(
    `id, 'budget', id, ${state}, COALESCE(settler, ''), kept, parked, parked_at, paused, NULL, NULL, made, 0, paid`,
    "budgets WHERE state NOT IN ('draft', 'withdrawn') AND step_id IS NOT NULL"
  ),
  "CREATE INDEX escrows_due ON escrows (state, updated_at)",
  "CREATE INDEX escrows_of ON escrows (subject_id)",
  "CREATE INDEX escrows_by_community ON escrows (community_id, relayer_badge)",
  "DROP TABLE parkings",
  "DROP TABLE bond_parkings",
  "DROP INDEX budgets_live",
  "UPDATE budgets SET state = 'draft' WHERE state <> 'withdrawn'",
  ..."settler kept parked paused step_id work_step payload made paid spent returned returned_fees moves tries next_at problem parked_at ended_at"
    .split(" ")
    .map((column) => `ALTER TABLE budgets DROP COLUMN ${column}`),
  "DROP INDEX bond_batches_parked",
  "ALTER TABLE bond_batches RENAME COLUMN parking_id TO escrow_id",
  "CREATE INDEX bond_batches_from_escrow ON bond_batches (escrow_id) WHERE escrow_id IS NOT NULL",
  // What batches and payments were paid from; these are too many to be read one by one.
  `UPDATE prepared_transactions SET detail = REPLACE(detail, '"isParked":true', '"escrow":"' || SUBSTR(related, 1, 12) || '"')
    WHERE kind = 'drop'`,
  `UPDATE prepared_transactions SET detail = REPLACE(detail, '"parked":"', '"address":"') WHERE kind = 'budget-pay'`,
  ...["payouts", "bonds", "budgets"].flatMap((name) => [
    `UPDATE work_items SET job = 'escrow.${name}' WHERE job = '${name}.parked'`,
    `UPDATE leases SET name = REPLACE(name, '${name}.parked', 'escrow.${name}') WHERE name LIKE '%${name}.parked'`
  ])
]

type Json = Readonly<Record<string, unknown>>

/** The plan of a funding transaction. */
const planOf = (old: Json, purpose: string, account: string): Json => {
  const {
    direction,
    distributionId,
    fee = null,
    id,
    kept = null,
    locker = null,
    proposalId: _,
    seriesId,
    settler,
    ...same
  } = old
  return {
    ...same,
    id: id ?? distributionId,
    purpose: direction === "redeem" ? "bondRedemption" : purpose,
    subjectId: distributionId ?? seriesId ?? id,
    account: old.account ?? account,
    fee,
    relayerBadge: settler,
    locker,
    signerRule: kept
  }
}
const backOf = ({ budget, distribution, parking, ...same }: Json): Json => ({
  ...same,
  escrow: distribution ?? parking ?? budget
})

/** By the kind of a transaction, its stored detail as it is read now. */
const detailOf: Readonly<Record<string, (old: Json, account: string) => Json>> = {
  park: (old, account) => planOf(old, "payout", account),
  "bond-park": (old, account) => planOf(old, "bondSale", account),
  "budget-park": (old, account) => planOf(old, "budget", account),
  "park-back": backOf,
  "park-return": backOf,
  "bond-park-back": backOf,
  "bond-park-return": backOf,
  "budget-back": backOf,
  "budget-return": backOf
}

const parsed = Schema.decodeUnknown(Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown })))

export const escrows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
  const rows = yield* sql<{
    readonly id: string
    readonly kind: string
    readonly account: string
    readonly detail: string
  }>`
    SELECT id, kind, account, detail FROM prepared_transactions WHERE ${sql.in("kind", Object.keys(detailOf))}`
  for (const { account, detail, id, kind } of rows) {
    const now = detailOf[kind]?.(yield* parsed(detail), account)
    yield* sql`UPDATE prepared_transactions SET detail = ${JSON.stringify(now)} WHERE id = ${id}`
  }
  // A budget's request has its terms in the plan of its transaction.
  const asked = yield* sql<{ readonly id: string; readonly detail: string }>`
    SELECT e.id, t.detail FROM escrows e JOIN prepared_transactions t ON t.id = e.transaction_id WHERE e.relayer_badge = ''`
  for (const { detail, id } of asked) {
    const { relayerBadge } = yield* parsed(detail)
    yield* sql`UPDATE escrows SET ${sql.update({ relayerBadge })} WHERE id = ${id}`
  }
})
