/**
 * Hourly: rows that have served. Each feature names its own (server/jobs.server.ts). Any server may do it, any number of
 * times; one that dies keeps no other from its turn.
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
