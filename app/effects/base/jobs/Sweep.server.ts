/**
 * Deletes obsolete rows hourly. Each feature names its own (server/layers/jobs.server.ts). Any server may run it, any number
 * of times; a part that crashes does not prevent the others.
 */
import { Clock, Effect, Record } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { inParts, type Job } from "./Jobs.server"

export const sweepJob = (sweeps: Readonly<Record<string, Sweep>>) =>
  Effect.map(Effect.all(sweeps), (all): Job => {
    const run = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      inParts(Record.map(all, (sweep) => Effect.asVoid(Effect.orDie(sweep(now)))))
    ).pipe(Effect.withSpan("Sweep"))
    return { name: "sweep", every: "hour", run }
  })
