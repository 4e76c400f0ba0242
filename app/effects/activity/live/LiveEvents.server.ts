/**
 * Live events that are not persisted because they are too frequent: ballots, batches of a payout, orders, prepared
 * transactions handed to a wallet; and a person's new notifications.
 *
 * While anyone listens, one round a second reads the progress of everything in all listened communities and accounts,
 * and sends what changed since the last round. Like Live it notices every server's writes by reading, and stores
 * nothing for listeners who left. Lost events stay lost: a page that reconnects shows the current state.
 */

import { Effect, Queue, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import type { LiveEventKind } from "./LiveEvent"

/** The progress of things that change without an entry in a community's log. */
const Kind: Schema.Schema<LiveEventKind> = Schema.Literal("ballot", "chunk", "order", "step", "notification")

const Position = Schema.Struct({
  kind: Kind,
  /** Id of the community, or the account. */
  place: Schema.String,
  thing: Schema.String,
  /** A text that changes whenever the thing does. */
  far: Schema.String
})
/** A thing in a place, and its progress. */
type Position = typeof Position.Type

const makePositionsRepo = Effect.gen(function* () {
  const sql = yield* Sql

  const selectInCommunities = findAll({
    Request: Schema.Array(Schema.String),
    Result: Position,
    execute: (ids) => sql`
        SELECT 'ballot' AS kind, p.community_id AS place, p.id AS thing, CAST(s.seq AS TEXT) AS far
        FROM proposals p JOIN vote_tallies s ON s.proposal_id = p.id
        WHERE ${sql.in("p.community_id", ids)} AND p.shelf = 'open'
        UNION ALL SELECT 'chunk', community_id, id, CAST(chunks_done AS TEXT) || '/' || CAST(rows_sent AS TEXT)
        FROM distributions WHERE ${sql.in("community_id", ids)} AND finished = 0 AND state = 'running'
        UNION ALL SELECT 'order', community_id, id,
          CAST(sold AS TEXT) || '/' || CAST(settled_units AS TEXT) || '/' || CAST(redeemed_units AS TEXT)
        FROM bond_series WHERE ${sql.in("community_id", ids)} AND state IN ('open', 'settling', 'maturing', 'overdue')
        UNION ALL SELECT 'step', community_id, topic, CAST(moves AS TEXT)
        FROM transaction_leases WHERE ${sql.in("community_id", ids)}`
  })

  const selectOfPeople = findAll({
    Request: Schema.Array(Schema.String),
    Result: Position,
    execute: (accounts) => sql`
        SELECT 'notification' AS kind, account_address AS place, '' AS thing,
          MAX(id) || '/' || CAST(COUNT(*) AS TEXT) || '/' || CAST(SUM(times) AS TEXT) AS far
        FROM notifications WHERE ${sql.in("account_address", accounts)} AND read_at IS NULL GROUP BY account_address`
  })

  return {
    /**
     * For these communities: open votes, running payouts, bonds on sale or due, and prepared transactions handed to
     * wallets.
     */
    inCommunities: (ids: ReadonlyArray<string>) => selectInCommunities(ids),
    /** For these accounts: their unread notifications. */
    ofPeople: (accounts: ReadonlyArray<string>) => selectOfPeople(accounts)
  }
})

const ROUND = "1 second"
/** Communities, or people, read in one statement. */
const BATCH = 500
/** Live events that a slow reader may be behind; older ones are discarded. */
const CAPACITY = 64

export interface LiveEvent {
  readonly kind: LiveEventKind
  /** The proposal, payout, series or topic of a prepared transaction; empty for the reader's own notifications. */
  readonly thing: string
  /** Its progress; for ballots the number of the last one. */
  readonly far: string
}

interface Listener {
  readonly communityId: CommunityId
  readonly account: AccountAddress | null
  readonly feed: Queue.Queue<LiveEvent>
}

/** Result of a round: the progress of everything by name, and the places that were read. */
interface Found {
  readonly far: ReadonlyMap<string, string>
  readonly places: ReadonlySet<string>
}

const nameOf = ({ kind, place, thing }: Position) => `${kind} ${place} ${thing}`

/** Things in a place that was not read in the last round count as unchanged. */
const movedSince = ({ far: before, places }: Found, positions: ReadonlyArray<Position>) =>
  positions.filter((position) => places.has(position.place) && before.get(nameOf(position)) !== position.far)

const inBatches = <A, E, R>(
  names: ReadonlyArray<string>,
  ask: (some: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<A>, E, R>
) =>
  Effect.map(
    Effect.forEach(
      Array.from({ length: Math.ceil(names.length / BATCH) }, (_, n) => names.slice(n * BATCH, (n + 1) * BATCH)),
      ask
    ),
    (found) => found.flat()
  )

export class LiveEvents extends Effect.Service<LiveEvents>()("activity/live/LiveEvents", {
  scoped: Effect.gen(function* () {
    const { inCommunities, ofPeople } = yield* makePositionsRepo
    const listeners = new Set<Listener>()
    const poke = yield* Queue.sliding<void>(1)
    let last: Found = { far: new Map(), places: new Set() }

    const round = Effect.gen(function* () {
      const ids = [...new Set([...listeners].map(({ communityId }) => communityId))]
      const accounts = [...new Set([...listeners].flatMap(({ account }) => (account === null ? [] : [account])))]
      const positions = [...(yield* inBatches(ids, inCommunities)), ...(yield* inBatches(accounts, ofPeople))]
      const moved = movedSince(last, positions)
      last = {
        far: new Map(positions.map((position) => [nameOf(position), position.far])),
        places: new Set([...ids, ...accounts])
      }
      for (const { far, kind, place, thing } of moved) {
        for (const { account, communityId, feed } of listeners) {
          if (place === (kind === "notification" ? account : communityId))
            yield* Queue.offer(feed, { kind, thing, far })
        }
      }
    }).pipe(Effect.catchAllCause(logDied("a round of live events died")), Effect.withSpan("LiveEvents.round"))

    yield* Effect.gen(function* () {
      // Without listeners nothing is read.
      if (listeners.size === 0) yield* Queue.take(poke)
      yield* round
      yield* Effect.sleep(ROUND)
    }).pipe(Effect.forever, Effect.forkScoped)

    /** All changes from now on in a community, and new notifications of its listener, until the scope ends. */
    const listen = Effect.fn("LiveEvents.listen")(function* (communityId: CommunityId, account: AccountAddress | null) {
      const feed = yield* Queue.sliding<LiveEvent>(CAPACITY)
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          const listener = { communityId, account, feed }
          listeners.add(listener)
          return listener
        }),
        (listener) =>
          Effect.suspend(() => {
            listeners.delete(listener)
            return Queue.shutdown(feed)
          })
      )
      yield* Queue.offer(poke, undefined)
      return feed
    })

    /** The progress of everything in a community, for pages that poll. */
    const far = Effect.fn("LiveEvents.far")(function* (communityId: CommunityId) {
      const rows = yield* inCommunities([communityId])
      return Object.fromEntries(rows.map(({ far, kind, thing }) => [`${kind} ${thing}`, far]))
    })

    return { listen, far }
  })
}) {}
