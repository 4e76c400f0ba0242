/**
 * When sessions were last used. Visits of a second are written in one statement that no page waits for: by itself each
 * would be a commit of its own, and a statement more for the page of whoever comes after a minute's pause.
 */
import { Duration, Effect, Queue } from "effect"
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
    /** By the hash of the session's token, milliseconds. */
    const waiting = new Map<string, number>()
    const poke = yield* Queue.sliding<void>(1)

    const write = Effect.suspend(() => {
      const visits = [...waiting]
      waiting.clear()
      const parts = Array.from({ length: Math.ceil(visits.length / MOST) }, (_, n) =>
        visits.slice(n * MOST, (n + 1) * MOST)
      )
      return Effect.forEach(
        parts,
        (part) => {
          const hashes = part.map(([hash]) => hash)
          return bestEffort(repo.touch(hashes, Math.max(...part.map(([, at]) => at))))
        },
        { discard: true }
      )
    }).pipe(Effect.catchAllCause(logDied("visits were not written")))

    yield* Effect.addFinalizer(() => write)
    yield* Queue.take(poke).pipe(
      Effect.zipRight(Effect.sleep(GATHERED)),
      Effect.zipRight(write),
      Effect.forever,
      Effect.forkScoped
    )

    return {
      /** Written within a second, as far as the storage takes writes. */
      note: (tokenHash: string, at: number): Effect.Effect<void> =>
        Effect.suspend(() => {
          waiting.set(tokenHash, at)
          return Effect.asVoid(Queue.offer(poke, undefined))
        })
    }
  })
}) {}
