/**
 * Pulses: what moves without an entry in a community's log, because it moves too often: ballots, batches of a payout,
 * orders, steps that a wallet was handed; and what one person is told.
 *
 * While somebody listens, one round a second asks for all listened communities and people at once how far each thing
 * is. What has moved since the last round is told to whoever listens there. Like Live it hears of every server's writes
 * by reading, and keeps nothing of those who left. Lost pulses are lost: a page that comes back shows what is.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Queue } from "effect"
import { logDied } from "~/effects/base/db/storageLog.server"
import type { PulseKind } from "./LiveEvent"

const ROUND = "1 second"
/** Communities, or people, of one question. */
const BATCH = 500
/** Pulses a slow reader may be behind; the older ones are forgotten. */
const CAPACITY = 64

export interface Pulse {
  readonly kind: PulseKind
  /** The proposal, distribution, series or topic of a step; empty for one's own notifications. */
  readonly thing: string
  /** How far it is now; for ballots the number of the last one. */
  readonly far: string
}

interface Listener {
  readonly communityId: string
  readonly account: string | null
  readonly feed: Queue.Queue<Pulse>
}

interface Moved {
  readonly kind: PulseKind
  /** The community, or the account. */
  readonly place: string
  readonly thing: string
  /** Any other text than before: it has moved. */
  readonly far: string
}

export class Pulses extends Effect.Service<Pulses>()("effects/Pulses", {
  scoped: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const listeners = new Set<Listener>()
    const poke = yield* Queue.sliding<void>(1)
    /** How far everything listened to was at the last round. */
    let known = new Map<string, string>()
    /** Places that were looked at before: what is new there has moved. */
    let places: ReadonlySet<string> = new Set()

    const inCommunities = (ids: ReadonlyArray<string>) => sql<Moved>`
      SELECT 'ballot' AS kind, p.community_id AS place, p.id AS thing, CAST(s.seq AS TEXT) AS far
      FROM proposals p JOIN standings s ON s.proposal_id = p.id
      WHERE ${sql.in("p.community_id", ids)} AND p.shelf = 'open'
      UNION ALL SELECT 'chunk', community_id, id, CAST(chunks_done AS TEXT) || '/' || CAST(rows_sent AS TEXT)
      FROM distributions WHERE ${sql.in("community_id", ids)} AND finished = 0 AND state = 'running'
      UNION ALL SELECT 'order', community_id, id,
        CAST(sold AS TEXT) || '/' || CAST(settled_units AS TEXT) || '/' || CAST(redeemed_units AS TEXT)
      FROM bond_series WHERE ${sql.in("community_id", ids)} AND state IN ('open', 'settling', 'maturing', 'overdue')
      UNION ALL SELECT 'step', community_id, topic, CAST(moves AS TEXT)
      FROM step_leases WHERE ${sql.in("community_id", ids)}`

    const ofPeople = (accounts: ReadonlyArray<string>) => sql<Moved>`
      SELECT 'notification' AS kind, account_address AS place, '' AS thing,
        MAX(id) || '/' || CAST(COUNT(*) AS TEXT) || '/' || CAST(SUM(times) AS TEXT) AS far
      FROM notifications WHERE ${sql.in("account_address", accounts)} AND read_at IS NULL GROUP BY account_address`

    const inBatches = (
      names: ReadonlyArray<string>,
      ask: (some: ReadonlyArray<string>) => ReturnType<typeof ofPeople>
    ) =>
      Effect.forEach(
        Array.from({ length: Math.ceil(names.length / BATCH) }, (_, n) => names.slice(n * BATCH, (n + 1) * BATCH)),
        ask
      )

    const round = Effect.gen(function* () {
      const ids = [...new Set([...listeners].map(({ communityId }) => communityId))]
      const accounts = [...new Set([...listeners].flatMap(({ account }) => (account === null ? [] : [account])))]
      const found = [...(yield* inBatches(ids, inCommunities)), ...(yield* inBatches(accounts, ofPeople))].flat()
      const moved = found.filter(
        ({ far, kind, place, thing }) => places.has(place) && known.get(`${kind} ${place} ${thing}`) !== far
      )
      known = new Map(found.map(({ far, kind, place, thing }) => [`${kind} ${place} ${thing}`, far]))
      places = new Set([...ids, ...accounts])
      for (const { far, kind, place, thing } of moved) {
        for (const { account, communityId, feed } of listeners) {
          if (place === (kind === "notification" ? account : communityId))
            yield* Queue.offer(feed, { kind, thing, far })
        }
      }
    }).pipe(Effect.catchAllCause(logDied("a round of pulses died")), Effect.withSpan("Pulses.round"))

    yield* Effect.gen(function* () {
      // With nobody here, nothing is asked.
      if (listeners.size === 0) yield* Queue.take(poke)
      yield* round
      yield* Effect.sleep(ROUND)
    }).pipe(Effect.forever, Effect.forkScoped)

    /** Everything that moves from now on in a community, and what its listener is told, until the scope ends. */
    const listen = Effect.fn("Pulses.listen")(function* (communityId: string, account: string | null) {
      const feed = yield* Queue.sliding<Pulse>(CAPACITY)
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

    /** How far everything in a community is, for pages that ask now and then. */
    const far = Effect.fn("Pulses.far")(function* (communityId: string) {
      const rows = yield* inCommunities([communityId])
      return Object.fromEntries(rows.map(({ far, kind, thing }) => [`${kind} ${thing}`, far]))
    }, Effect.orDie)

    return { listen, far }
  })
}) {}
