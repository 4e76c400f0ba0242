/**
 * Jobs: what the server does by itself, each minute or each hour (docs/product/notifications.md, 3.4, "order of jobs").
 *
 * A job is a name and a program that can be run again at any time: it does what is due, in bounded pieces, and finds
 * nothing to do the second time. However many servers share a database, each job runs on one of them per minute (or
 * hour): the lease says who, and until when nobody else may. A server that dies leaves a lease that lapses.
 */
import { type Cause, Clock, Duration, Effect, Exit, Option, Ref } from "effect"
import { logDied } from "~/effects/base/db/storageLog.server"
import { reasonOf } from "~/effects/base/failures/reasonOf"
import { afterPages } from "~/effects/base/limits/afterPages"
import { randomId } from "~/effects/base/text/random.server"
import { LEASE, Leases } from "./Leases.server"

export interface Job {
  /** Names the lease: unique, and the same on every server. */
  readonly name: string
  readonly every: "minute" | "hour"
  readonly run: Effect.Effect<void>
  /** Made of leased pieces (Pieces.server.ts): servers that come while another runs it join in. */
  readonly isShared?: true
}

/** The lease whose holder keeps every server from a job. */
export const pauseOf = (job: string): string => `pause:${job}`

/**
 * A job's parts by name, one after the other. One that dies keeps no other from its turn; the job then counts as died,
 * so that the next minute tries again.
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
/** How often a server looks whether a new minute has begun. Looking costs nothing; only taking a lease asks the database. */
const LOOK = Duration.seconds(1)

/** Keeps the lease while the job runs. Ends when another server has it. */
export const hold = (name: string, holder: string) =>
  Effect.flatMap(Leases, (leases) =>
    leases
      .renew(name, holder)
      .pipe(
        Effect.delay(Duration.times(LEASE, 1 / 3)),
        Effect.repeat({ while: (kept) => kept }),
        Effect.zipRight(Effect.logWarning("a job lost its lease").pipe(Effect.annotateLogs({ job: name })))
      )
  )

const noteDeath = (job: string) => (cause: Cause.Cause<never>) =>
  Effect.gen(function* () {
    yield* Effect.annotateLogs(logDied("a job died")(cause), { job })
    yield* (yield* Leases).noteDeath(job, reasonOf(cause))
  })

/** One look at one job: runs it if its minute (or hour) has begun and nobody has done it. Answers whether it ran here. */
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
    // Not done: the lease lapses at once, and the next look of any server tries again in the next minute.
    yield* noteDeath(job.name)(ended.cause)
    yield* leases.giveBack(job.name, holder)
    return true
  }
  yield* leases.finish(job.name, holder, slot)
  return true
})

/**
 * Looks at a job as long as the server runs, first when the server has had a moment to answer: a start waits for none of
 * them. What it dies of is logged; the next minute comes.
 */
const watch = (job: Job, holder: string, isPaused: Effect.Effect<boolean>) =>
  Effect.gen(function* () {
    const lastMinute = yield* Ref.make(-1)
    const look = Effect.gen(function* () {
      if (yield* isPaused) return
      const minute = Math.floor((yield* Clock.currentTimeMillis) / PERIOD.minute)
      if ((yield* Ref.getAndSet(lastMinute, minute)) === minute) return
      yield* runIfDue(job, holder)
    }).pipe(Effect.catchAllCause(logDied("looking after a job died")), Effect.annotateLogs({ job: job.name }))
    return yield* Effect.forever(Effect.zipRight(Effect.sleep(LOOK), look))
  })

/** Runs the jobs until the scope ends; while they are paused, none begins. */
export const runJobs = (jobs: ReadonlyArray<Job>, isPaused: Effect.Effect<boolean> = Effect.succeed(false)) =>
  Effect.gen(function* () {
    const holder = yield* randomId()
    yield* Effect.forEach(jobs, (job) => Effect.forkScoped(afterPages(watch(job, holder, isPaused))), { discard: true })
  })
