/**
 * Live events that are not persisted because they are too frequent: ballots, batches of a payout, orders, prepared
 * transactions handed to a wallet; and a person's new notifications.
 *
 * While anyone listens, one round a second reads the progress of everything in all listened communities and accounts,
 * and sends what changed since the last round. Like Live it notices every server's writes by reading, and stores
 * nothing for listeners who left. Lost events stay lost: a page that reconnects shows the current state.
 */
import { Effect, Queue } from "effect"
import { logDied } from "~/effects/base/db/storageLog.server"
import type { LiveEventKind } from "./LiveEvent"
import { type Position, PositionsRepo } from "./PositionsRepo.server"

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
  readonly communityId: string
  readonly account: string | null
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
  dependencies: [PositionsRepo.Default],
  scoped: Effect.gen(function* () {
    const { inCommunities, ofPeople } = yield* PositionsRepo
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
    }).pipe(Effect.catchAllCause(logDied("a round of pulses died")), Effect.withSpan("LiveEvents.round"))

    yield* Effect.gen(function* () {
      // Without listeners nothing is read.
      if (listeners.size === 0) yield* Queue.take(poke)
      yield* round
      yield* Effect.sleep(ROUND)
    }).pipe(Effect.forever, Effect.forkScoped)

    /** All changes from now on in a community, and new notifications of its listener, until the scope ends. */
    const listen = Effect.fn("LiveEvents.listen")(function* (communityId: string, account: string | null) {
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
    const far = Effect.fn("LiveEvents.far")(function* (communityId: string) {
      const rows = yield* inCommunities([communityId])
      return Object.fromEntries(rows.map(({ far, kind, thing }) => [`${kind} ${thing}`, far]))
    })

    return { listen, far }
  })
}) {}
