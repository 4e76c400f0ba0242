/** Keeps a minute job from running while the demonstration does past work of the same kind. */
import { Clock, Effect, Schedule } from "effect"
import { hold, pauseOf } from "~/effects/base/jobs/Jobs.server"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { randomId } from "~/effects/base/text/random.server"

const MINUTE_MS = 60_000

/** @param job its name, which is also the name of its lease. */
export const withoutJob =
  (job: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const leases = yield* Leases
      const holder = yield* randomId()
      const slot = Math.floor((yield* Clock.currentTimeMillis) / MINUTE_MS) + 1
      const names = [pauseOf(job), job]
      yield* Effect.forEach(names, (name) =>
        leases
          .take(name, holder, slot)
          .pipe(Effect.repeat({ until: (isOurs) => isOurs, schedule: Schedule.spaced("200 millis") }))
      )
      const holding = Effect.forEach(names, (name) => hold(name, holder), { concurrency: "unbounded" })
      const held = Effect.raceFirst(effect, Effect.zipRight(holding, Effect.never))
      return yield* Effect.ensuring(
        held,
        Effect.forEach(names, (name) => leases.giveBack(name, holder))
      )
    })
