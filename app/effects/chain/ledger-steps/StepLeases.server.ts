/**
 * StepLeases: who was handed a step, for every kind of thing a wallet signs. Of all tabs, devices and treasury holders
 * one at a time is asked for the same once-only key; another takes it over after a stated time, and says so.
 *
 * A lease keeps people from signing the same thing twice. That it happens once is the ledger's doing, by its keys.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { sha256 } from "~/effects/base/text/random.server"
import { StepLeased } from "./errors"
import { LEASE_MS, type LeaseView } from "./lease"

const Row = Schema.Struct({
  account: Schema.String,
  holder: Schema.String,
  leasedAt: Schema.Number,
  leasedUntil: Schema.Number
})

export interface Asking {
  readonly onceKey: string
  readonly communityId: CommunityId
  readonly account: string
  readonly holder: string
  /** Said by the person, about a lease whose time is over. */
  readonly takeOver: boolean
}

/** Everything that decides about a step waits its turn here. */
export const turnOf = (onceKey: string): string => `step:${onceKey}`

/** What pages that follow a step listen for; it tells nobody whose step it is. */
export const topicOf = (onceKey: string): string => sha256(onceKey).slice(0, 20)

const viewOf = ({ account, holder, leasedAt: since, leasedUntil: until }: typeof Row.Type, now: number): LeaseView => ({
  account,
  holder,
  since,
  until,
  left: Math.max(0, until - now)
})

const termOf = (now: number) => ({ leasedAt: now, leasedUntil: now + LEASE_MS })

/** Held by nobody: the wallet said no, or the step is decided. */
const FREE = ""

export class StepLeases extends Effect.Service<StepLeases>()("effects/StepLeases", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const find = SqlSchema.findOne({
      Request: Schema.String,
      Result: Row,
      execute: (onceKey) => sql`SELECT account, holder, leased_at, leased_until FROM step_leases
        WHERE once_key = ${onceKey} AND holder <> ${FREE}`
    })

    /** Whom a wallet's answer may still come from; none where nobody was asked, or the wallet said no. */
    const current = Effect.fn("StepLeases.current")(function* (onceKey: string) {
      const now = yield* Clock.currentTimeMillis
      const found = yield* Effect.orDie(find(onceKey))
      return Option.getOrNull(Option.map(found, (row) => viewOf(row, now)))
    })

    const take = Effect.fn("StepLeases.take")(function* (asking: Asking) {
      const { account, communityId, holder, onceKey, takeOver } = asking
      yield* Effect.orDie(takeTurns(sql, [turnOf(onceKey)]))
      const now = yield* Clock.currentTimeMillis
      const lease = yield* current(onceKey)
      const isOwn = lease?.holder === holder && lease.account === account
      if (lease !== null && !isOwn && (now < lease.until || !takeOver)) {
        return yield* new StepLeased({ ...lease, isSame: lease.account === account })
      }
      const first = { onceKey, communityId, topic: topicOf(onceKey), account, holder, ...termOf(now), moves: 1 }
      yield* Effect.orDie(sql`INSERT INTO step_leases ${sql.insert(first)}
        ON CONFLICT (once_key) DO UPDATE SET account = excluded.account, holder = excluded.holder,
          leased_at = excluded.leased_at, leased_until = excluded.leased_until, moves = step_leases.moves + 1`)
    }, atomically(sql))

    /** The wallet said no, or was not asked after all. */
    const release = Effect.fn("StepLeases.release")(function* (onceKey: string, holder: string) {
      yield* sql`UPDATE step_leases SET holder = ${FREE}, moves = moves + 1
        WHERE once_key = ${onceKey} AND holder = ${holder}`
    }, Effect.orDie)

    /** Tells the pages that follow a step that it moved; a lease on one that is over ends. */
    const moved = Effect.fn("StepLeases.moved")(function* (onceKey: string, isOver: boolean) {
      yield* isOver
        ? sql`UPDATE step_leases SET moves = moves + 1, holder = ${FREE} WHERE once_key = ${onceKey}`
        : sql`UPDATE step_leases SET moves = moves + 1 WHERE once_key = ${onceKey}`
    }, Effect.orDie)

    /** Nothing else is prepared under this key while a wallet has it. */
    const mustBeOver = Effect.fn("StepLeases.mustBeOver")(function* (onceKey: string, account: string) {
      const lease = yield* current(onceKey)
      if (lease === null || (yield* Clock.currentTimeMillis) >= lease.until) return
      return yield* new StepLeased({ ...lease, isSame: lease.account === account })
    })

    /** Whether anything in a community was handed to a wallet that has not answered. */
    const isAsked = (communityId: string) =>
      Effect.map(
        Effect.orDie(sql`SELECT 1 FROM step_leases WHERE community_id = ${communityId} AND holder <> ${FREE} LIMIT 1`),
        (rows) => rows.length > 0
      )

    return { current, take, release, moved, mustBeOver, isAsked }
  })
}) {}
