/**
 * When sessions were last used. The visits of a second are written in one statement that no page waits for: one at a
 * time, each would be a commit of its own and a statement more for the page.
 */
import { Array as Arr, Duration, Effect, Queue } from "effect"
import { bestEffort } from "~/effects/base/db/bestEffort.server"
import { logDied } from "~/effects/base/db/storageLog.server"
import { SessionsRepo } from "./SessionsRepo.server"

const GATHERED = Duration.seconds(1)
/** Sessions in one statement. */
const MOST = 500

export class Visits extends Effect.Service<Visits>()("people/wallet-session/Visits", {
  dependencies: [SessionsRepo.Default],
  scoped: Effect.gen(function* () {
    const repo = yield* SessionsRepo
    /** Ids, not tokens, since a token may be replaced meanwhile. One time stands for all: they lie within a second. */
    const waiting = new Set<string>()
    let latest = 0
    const poke = yield* Queue.sliding<void>(1)

    const write = Effect.suspend(() => {
      const ids = [...waiting]
      waiting.clear()
      return Effect.forEach(Arr.chunksOf(ids, MOST), (some) => bestEffort(repo.touch(some, latest)), {
        discard: true
      })
    }).pipe(
      Effect.catchAllCause(logDied("visits were not written")),
      // Uninterruptible, because visits that a shutdown cut off here would be lost.
      Effect.uninterruptible
    )

    yield* Effect.addFinalizer(() => write)
    yield* Queue.take(poke).pipe(
      Effect.zipRight(Effect.sleep(GATHERED)),
      Effect.zipRight(write),
      Effect.forever,
      Effect.forkScoped
    )

    return {
      /** Written within a second, if the storage accepts writes. */
      note: (sessionId: string, at: number): Effect.Effect<void> =>
        Effect.suspend(() => {
          waiting.add(sessionId)
          latest = at
          return Effect.asVoid(Queue.offer(poke, undefined))
        })
    }
  })
}) {}
