/**
 * Hourly: rows that have served. Each feature names its own (server/jobs.server.ts). Any server may do it, any number of
 * times.
 */
import { Clock, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import type { Job } from "./Jobs.server"

export const sweepJob = (sweeps: ReadonlyArray<Sweep>) =>
  Effect.map(Effect.all(sweeps), (all): Job => {
    const run = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.forEach(all, (sweep) => sweep(now), { discard: true })
    ).pipe(Effect.orDie, Effect.withSpan("Sweep"))
    return { name: "sweep", every: "hour", run }
  })
