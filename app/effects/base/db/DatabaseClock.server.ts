/**
 * All servers of a database use one clock: the database's. The close of a vote, the expiry of a lease and the windows
 * of limits are compared with times that other servers stored; a server whose machine is five minutes ahead would close
 * votes early, irreversibly (docs/operations/clock.md).
 *
 * Between two measurements the time comes from the machine's monotonic clock, so a jump of the machine's time of day
 * has no effect. With SQLite the database is on this machine and uses the machine's clock.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { logDied } from "./storageFailure.server"

/**
 * Largest difference in milliseconds between the machine's time of day and the database's at which a server still takes
 * requests.
 */
export const MOST_OFFSET = 2_000
/** The fastest of these round trips gives the most exact database time. */
const ROUND_TRIPS = 5
const EVERY = Duration.seconds(15)

/** Times of the machine, in milliseconds. */
export interface MachineTime {
  /** Time of day since 1970. */
  readonly ofDay: () => number
  /** Monotonic time since an arbitrary moment. */
  readonly elapsed: () => number
}

const machine: MachineTime = { ofDay: () => Date.now(), elapsed: () => performance.now() }

/** The database's time of day, and how long the query took. */
interface Measured {
  /** Shift to add to the elapsed time. */
  readonly shift: number
  /** Greatest possible error of the shift. */
  readonly within: number
}

class SteeredClock implements Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId
  readonly #waits = Clock.make()
  readonly #machine: MachineTime
  /** Null while the machine's own time of day is used. */
  #shift: number | null = null

  constructor(time: MachineTime) {
    this.#machine = time
  }

  /** How far the machine's time of day is ahead, in milliseconds; negative if it is behind. */
  get offset() {
    return this.#shift === null ? 0 : this.#machine.ofDay() - (this.#machine.elapsed() + this.#shift)
  }

  #now() {
    return this.#shift === null ? this.#machine.ofDay() : this.#machine.elapsed() + this.#shift
  }

  unsafeCurrentTimeMillis = () => Math.floor(this.#now())
  unsafeCurrentTimeNanos = () => BigInt(Math.floor(this.#now() * 1_000)) * 1_000n
  currentTimeMillis = Effect.sync(this.unsafeCurrentTimeMillis)
  currentTimeNanos = Effect.sync(this.unsafeCurrentTimeNanos)
  sleep = (duration: Duration.Duration): Effect.Effect<void> => this.#waits.sleep(duration)

  /** A measurement that agrees with the current shift changes nothing, so that the time does not jitter. */
  follow({ shift, within }: Measured) {
    if (this.#shift === null || Math.abs(shift - this.#shift) > within) this.#shift = shift
  }
}

const Row = Schema.Struct({ micros: Schema.Number })

const measure = (sql: SqlClient.SqlClient, { elapsed }: MachineTime) => {
  const ask = SqlSchema.single({
    Request: Schema.Void,
    Result: Row,
    execute: () => sql`SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) AS micros`
  })
  const once = Effect.gen(function* () {
    const before = elapsed()
    const { micros } = yield* ask()
    const within = (elapsed() - before) / 2
    return { shift: micros / 1_000 - (before + within), within } satisfies Measured
  })
  return Effect.replicateEffect(once, ROUND_TRIPS).pipe(
    Effect.map((all) => all.reduce((best, each) => (each.within < best.within ? each : best))),
    Effect.orDie
  )
}

interface Offset {
  /** How far this machine's time of day is ahead of the database's, in milliseconds; negative if it is behind. */
  readonly offset: () => number
  /** The machine's own time of day. */
  readonly machineNow: Effect.Effect<number>
  /** Measures once. */
  readonly follow: Effect.Effect<void, never, SqlClient.SqlClient>
}

/** Without measurements, the machine's own time is used. */
const unmeasured: Offset = {
  offset: () => 0,
  machineNow: Effect.sync(machine.ofDay),
  follow: Effect.void
}

export class DatabaseClock extends Context.Reference<DatabaseClock>()("base/db/DatabaseClock", {
  defaultValue: () => unmeasured
}) {
  /** Sets Effect's clock for all layers built on this one. */
  static readonly layerOf = (time: MachineTime) =>
    Layer.suspend(() => {
      const clock = new SteeredClock(time)
      const follow = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.onDialectOrElse({
          pg: () => Effect.map(measure(sql, time), (measured) => clock.follow(measured)),
          orElse: () => Effect.void
        })
      )
      const service = { offset: () => clock.offset, machineNow: Effect.sync(time.ofDay), follow }
      return Layer.merge(Layer.setClock(clock), Layer.succeed(DatabaseClock, service))
    })

  static readonly layer = DatabaseClock.layerOf(machine)
}

const atSecond = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`

/** Stops the start: users and wallets use a clock that differs from the database's. */
export class ClockOff extends Schema.TaggedError<ClockOff>()("ClockOff", {
  machine: Schema.Number,
  ahead: Schema.Number
}) {
  override get message() {
    const seconds = Math.round(Math.abs(this.ahead) / 1_000)
    const side = this.ahead > 0 ? "ahead" : "behind"
    return `This machine's clock says ${atSecond(this.machine)}, the database's ${atSecond(this.machine - this.ahead)}: it is ${seconds} seconds ${side}, and at most two are allowed. Set both by NTP (timedatectl set-ntp true), then start again.`
  }
}

/** Takes the difference in milliseconds. */
export const isClockOff = (ahead: number): boolean => Math.abs(ahead) > MOST_OFFSET

/** Why a server is not ready for requests; undefined while the clocks agree. */
export const clockOff = Effect.gen(function* () {
  const clock = yield* DatabaseClock
  const ahead = clock.offset()
  if (isClockOff(ahead)) return yield* new ClockOff({ machine: yield* clock.machineNow, ahead })
})

/** For a server: it uses the database's clock while it runs, and does not start if its own is far off. */
export const DatabaseClockLive = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { follow } = yield* DatabaseClock
    yield* follow
    yield* clockOff
    yield* follow.pipe(
      Effect.zipRight(Effect.catchAll(clockOff, ({ message }) => Effect.logError("the clock is off", message))),
      Effect.catchAllCause(logDied("measuring the database's clock died")),
      Effect.delay(EVERY),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
