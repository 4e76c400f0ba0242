/**
 * When sessions were last used. Visits of a second are written in one statement that no page waits for: by itself each
 * would be a commit of its own, and a statement more for the page of whoever comes after a minute's pause.
 */
import { Array as Arr, Duration, Effect, Queue } from "effect"
import { bestEffort } from "~/effects/base/db/bestEffort.server"
import { logDied } from "~/effects/base/db/storageLog.server"
import { SessionsRepo } from "./SessionsRepo.server"

const GATHERED = Duration.seconds(1)
/** Of one statement. */
const MOST = 500

export class Visits extends Effect.Service<Visits>()("effects/Visits", {
  dependencies: [SessionsRepo.Default],
  scoped: Effect.gen(function* () {
    const repo = yield* SessionsRepo
    /** Ids of sessions: a token may be exchanged meanwhile. One moment stands for all: they lie within a second. */
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
      // What a stop of the server broke off here would be written by nobody.
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
      /** Written within a second, as far as the storage takes writes. */
      note: (sessionId: string, at: number): Effect.Effect<void> =>
        Effect.suspend(() => {
          waiting.add(sessionId)
          latest = at
          return Effect.asVoid(Queue.offer(poke, undefined))
        })
    }
  })
}) {}
