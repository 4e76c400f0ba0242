/**
 * Jobs: work that the server does automatically, each minute or each hour (docs/product/notifications.md).
 *
 * A job is a name and a program that can run again at any time: it does what is due in bounded portions, and finds
 * nothing to do the second time. However many servers share a database, each job runs on one of them per minute (or
 * hour): the lease names that server and keeps the others out until it expires. The lease of a crashed server expires.
 */
import { type Cause, Clock, Duration, Effect, Exit, Option, Record, Ref } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { reasonOf } from "~/effects/base/failures/reasonOf"
import { afterPages } from "~/effects/base/limits/afterPages"
import { randomId } from "~/effects/base/text/random.server"
import { LEASE, Leases } from "./Leases.server"

/**
 * Deletes obsolete rows hourly. Each feature names its own (server/layers/jobs.server.ts). Any server may run it, any number
 * of times; a part that crashes does not prevent the others.
 */
export const sweepJob = (sweeps: Readonly<Record<string, Sweep>>) =>
  Effect.map(Effect.all(sweeps), (all): Job => {
    const run = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      inParts(Record.map(all, (sweep) => Effect.asVoid(Effect.orDie(sweep(now)))))
    ).pipe(Effect.withSpan("Sweep"))
    return { name: "sweep", every: "hour", run }
  })

export interface Job {
  /** Name of the lease: unique, and the same on every server. */
  readonly name: string
  readonly every: "minute" | "hour"
  readonly run: Effect.Effect<void>
  /** Consists of leased work items (WorkQueue.server.ts): other servers join in while one runs it. */
  readonly isShared?: true
}

/** The lease whose holder keeps every server from running a job. */
export const pauseOf = (job: string): string => `pause:${job}`

/**
 * Runs a job's parts by name, one after the other. A part that crashes does not prevent the others; the job then counts
 * as crashed, so that it runs again in the next minute.
 */
export const inParts = (parts: Readonly<Record<string, Effect.Effect<void>>>): Effect.Effect<void> =>
  Effect.forEach(Object.entries(parts), ([part, run]) =>
    Effect.tapErrorCause(run, (cause) => Effect.annotateLogs(logDied("a part of a job died")(cause), { part })).pipe(
      Effect.exit
    )
  ).pipe(
    Effect.flatMap((exits) => Option.getOrElse(Exit.all(exits), () => Exit.void)),
    Effect.asVoid
  )

const PERIOD = { minute: Duration.toMillis("1 minute"), hour: Duration.toMillis("1 hour") }
/**
 * How often a server checks whether a new minute has begun. The check is free; only taking a lease queries the
 * database.
 */
const LOOK = Duration.seconds(1)

/** Renews the lease while the job runs. Ends when another server has taken it. */
export const hold = (name: string, holder: string) =>
  Effect.flatMap(Leases, (leases) =>
    leases
      .renew(name, holder)
      .pipe(
        Effect.delay(Duration.times(LEASE, 1 / 3)),
        Effect.repeat({ while: (stored) => stored }),
        Effect.zipRight(Effect.logWarning("a job lost its lease").pipe(Effect.annotateLogs({ job: name })))
      )
  )

const noteDeath = (job: string) => (cause: Cause.Cause<never>) =>
  Effect.gen(function* () {
    yield* Effect.annotateLogs(logDied("a job died")(cause), { job })
    yield* (yield* Leases).noteDeath(job, reasonOf(cause))
  })

/** Checks one job: runs it if its minute (or hour) has begun and no server has run it. Returns whether it ran here. */
export const runIfDue = Effect.fn("Jobs.runIfDue")(function* (job: Job, holder: string) {
  const leases = yield* Leases
  const slot = Math.floor((yield* Clock.currentTimeMillis) / PERIOD[job.every])
  const taken = yield* leases.take(job.name, holder, slot, PERIOD[job.every])
  const run = Effect.withSpan(job.run, "job", { attributes: { job: job.name } })
  if (!taken) {
    if (job.isShared !== true || (yield* leases.isHeld(pauseOf(job.name)))) return false
    yield* Effect.catchAllCause(run, noteDeath(job.name))
    return true
  }
  const ended = yield* Effect.exit(Effect.raceFirst(run, hold(job.name, holder)))
  if (ended._tag === "Failure") {
    // Not finished: the lease expires immediately, and any server tries again in the next minute.
    yield* noteDeath(job.name)(ended.cause)
    yield* leases.giveBack(job.name, holder)
    return true
  }
  yield* leases.finish(job.name, holder, slot)
  return true
})

/**
 * Polls a job as long as the server runs. The first poll waits a moment, so that no start is delayed by jobs. Crashes
 * are logged, and the job runs again the next minute.
 */
const watch = (job: Job, holder: string, isPaused: Effect.Effect<boolean>) =>
  Effect.gen(function* () {
    const lastMinute = yield* Ref.make(-1)
    const check = Effect.gen(function* () {
      if (yield* isPaused) return
      const minute = Math.floor((yield* Clock.currentTimeMillis) / PERIOD.minute)
      if ((yield* Ref.getAndSet(lastMinute, minute)) === minute) return
      yield* runIfDue(job, holder)
    }).pipe(Effect.catchAllCause(logDied("looking after a job died")), Effect.annotateLogs({ job: job.name }))
    return yield* Effect.forever(Effect.zipRight(Effect.sleep(LOOK), check))
  })

/** Runs the jobs until the scope ends; while they are paused, none starts. */
export const runJobs = (jobs: ReadonlyArray<Job>, isPaused: Effect.Effect<boolean> = Effect.succeed(false)) =>
  Effect.gen(function* () {
    const holder = yield* randomId()
    yield* Effect.forEach(jobs, (job) => Effect.forkScoped(afterPages(watch(job, holder, isPaused))), { discard: true })
  })
