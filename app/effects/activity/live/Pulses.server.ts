/**
 * Pulses: what moves without an entry in a community's log, because it moves too often: ballots, batches of a payout,
 * orders, steps that a wallet was handed; and what one person is told.
 *
 * While anyone listens, one round a second asks for all listened communities and people at once how far each thing
 * is. What has moved since the last round is told to the listeners there. Like Live it hears of every server's writes
 * by reading, and keeps nothing of those who left. Lost pulses are lost: a page that comes back shows what is.
 */
import { Effect, Queue } from "effect"
import { logDied } from "~/effects/base/db/storageLog.server"
import type { PulseKind } from "./LiveEvent"
import { type Position, PositionsRepo } from "./PositionsRepo.server"

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

/** What a round found: how far everything was, by name, and the places that were looked at. */
interface Found {
  readonly far: ReadonlyMap<string, string>
  readonly places: ReadonlySet<string>
}

const nameOf = ({ kind, place, thing }: Position) => `${kind} ${place} ${thing}`

/** A place that was not looked at before has not moved: it is seen for the first time. */
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

export class Pulses extends Effect.Service<Pulses>()("effects/Pulses", {
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
    })

    return { listen, far }
  })
}) {}
