/**
 * Leases on prepared transactions: of all tabs, devices and treasury holders, one at a time is asked to sign for an
 * idempotency key. Another can take over after a stated time.
 *
 * A lease keeps people from signing the same thing twice. That it is committed only once is ensured by the keys on the
 * ledger.
 */

import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { sha256 } from "~/effects/base/text/random.server"
import { TransactionLeased } from "./errors"
import { LEASE_MS, type LeaseView } from "./lease"

const Row = Schema.Struct({
  account: AccountAddress,
  holder: Schema.String,
  leasedAt: Schema.Number,
  leasedUntil: Schema.Number
})

export interface Asking {
  readonly idempotencyKey: string
  readonly communityId: CommunityId
  readonly account: AccountAddress
  readonly holder: string
  /** The person chose to take over an expired lease. */
  readonly takeOver: boolean
}

/** Name of the lock for every decision about a prepared transaction. */
export const lockOf = (idempotencyKey: string): string => `step:${idempotencyKey}`

/** Topic of live events about it; does not reveal whose transaction it is. */
export const topicOf = (idempotencyKey: string): string => sha256(idempotencyKey).slice(0, 20)

const viewOf = ({ account, holder, leasedAt: since, leasedUntil: until }: typeof Row.Type, now: number): LeaseView => ({
  account,
  holder,
  since,
  until,
  left: Math.max(0, until - now)
})

const termOf = (now: number) => ({ leasedAt: now, leasedUntil: now + LEASE_MS })

/** Marks a lease without a holder: the wallet declined, or the transaction is decided. */
const FREE = ""

export const makeTransactionLeases = Effect.gen(function* () {
  const sql = yield* Sql
  const find = findOne({
    Request: Schema.String,
    Result: Row,
    execute: (idempotencyKey) => sql`SELECT account, holder, leased_at, leased_until FROM transaction_leases
        WHERE idempotency_key = ${idempotencyKey} AND holder <> ${FREE}`
  })

  /** The holder whose wallet may still respond; none if no wallet was asked or it declined. */
  const current = Effect.fn("TransactionLeases.current")(function* (idempotencyKey: string) {
    const now = yield* Clock.currentTimeMillis
    const found = yield* find(idempotencyKey)
    return Option.getOrNull(Option.map(found, (row) => viewOf(row, now)))
  })

  const take = Effect.fn("TransactionLeases.take")(function* (asking: Asking) {
    const { account, communityId, holder, idempotencyKey, takeOver } = asking
    yield* withLocks(sql, [lockOf(idempotencyKey)])
    const now = yield* Clock.currentTimeMillis
    const lease = yield* current(idempotencyKey)
    const isOwn = lease?.holder === holder && lease.account === account
    if (lease !== null && !isOwn && (now < lease.until || !takeOver)) {
      return yield* new TransactionLeased({ ...lease, isSame: lease.account === account })
    }
    const first = {
      idempotencyKey,
      communityId,
      topic: topicOf(idempotencyKey),
      account,
      holder,
      ...termOf(now),
      moves: 1
    }
    yield* sql`INSERT INTO transaction_leases ${sql.insert(first)}
        ON CONFLICT (idempotency_key) DO UPDATE SET account = excluded.account, holder = excluded.holder,
          leased_at = excluded.leased_at, leased_until = excluded.leased_until, moves = transaction_leases.moves + 1`
  }, atomically(sql))

  /** The wallet declined, or was not asked after all. */
  const release = Effect.fn("TransactionLeases.release")(function* (idempotencyKey: string, holder: string) {
    yield* sql`UPDATE transaction_leases SET holder = ${FREE}, moves = moves + 1
        WHERE idempotency_key = ${idempotencyKey} AND holder = ${holder}`
  })

  /** Publishes a live event about the change, and ends the lease if the state is final. */
  const moved = Effect.fn("TransactionLeases.moved")(function* (idempotencyKey: string, isOver: boolean) {
    yield* isOver
      ? sql`UPDATE transaction_leases SET moves = moves + 1, holder = ${FREE} WHERE idempotency_key = ${idempotencyKey}`
      : sql`UPDATE transaction_leases SET moves = moves + 1 WHERE idempotency_key = ${idempotencyKey}`
  })

  /** Fails while a wallet has the request, so that nothing else is prepared under this key. */
  const requireOver = Effect.fn("TransactionLeases.requireOver")(function* (
    idempotencyKey: string,
    account: AccountAddress
  ) {
    const lease = yield* current(idempotencyKey)
    if (lease === null || (yield* Clock.currentTimeMillis) >= lease.until) return
    return yield* new TransactionLeased({ ...lease, isSame: lease.account === account })
  })

  /** Whether any wallet has an unanswered request of the community. */
  const isAsked = (communityId: CommunityId) =>
    Effect.map(
      sql`SELECT 1 FROM transaction_leases WHERE community_id = ${communityId} AND holder <> ${FREE} LIMIT 1`,
      (rows) => rows.length > 0
    )

  return { current, take, release, moved, requireOver, isAsked }
})

const RETENTION = Duration.toMillis("2 days")

export const sweepTransactionLeases: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) => sql`DELETE FROM transaction_leases WHERE leased_until < ${now - RETENTION}`
)
