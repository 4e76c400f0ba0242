/**
 * Hourly: rows that have served. Each feature names its own (server/jobs.server.ts). Any server may do it, any number of
 * times.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import type { Job } from "./Jobs.server"

export const sweepJob = (sweeps: ReadonlyArray<Sweep>) =>
  Effect.map(SqlClient.SqlClient, (sql): Job => {
    const run = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.forEach(sweeps, (sweep) => sweep(sql, now), { discard: true })
    ).pipe(Effect.orDie, Effect.withSpan("Sweep"))
    return { name: "sweep", every: "hour", run }
  })
