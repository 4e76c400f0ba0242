import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Logger, Redacted } from "effect"
import { inject } from "vitest"
import {
  ClockOff,
  clockOff,
  DatabaseClock,
  DatabaseClockLive,
  type MachineTime
} from "~/effects/base/db/DatabaseClock.server"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"
import { startProblem } from "~/effects/server/startProblem.server"

const SECOND = 1_000
/** The tolerance between two clocks read one after the other on a busy machine. */
const NEAR = 500

/** A machine whose clock is wrong by the given time and may be set while it runs. */
const machineAhead = (ms: number) => {
  let ahead = ms
  const time: MachineTime = { ofDay: () => Date.now() + ahead, elapsed: () => performance.now() }
  return { time, set: (next: number) => (ahead = next) }
}

const quiet = Logger.remove(Logger.defaultLogger)
const postgres = inject("postgres")

describe.skipIf(postgres === null)("The database's clock (Postgres)", () => {
  const database = Layer.orDie(layerPostgres(Redacted.make(postgres ?? "")))
  const on = (time: MachineTime) => Layer.merge(DatabaseClock.layerOf(time), quiet).pipe(Layer.provideMerge(database))
  const follow = Effect.flatMap(DatabaseClock, (clock) => clock.follow)
  const offset = Effect.map(DatabaseClock, (clock) => clock.offset())

  it.live("applies on servers whose machines are five minutes ahead or behind", () =>
    Effect.forEach([300 * SECOND, -300 * SECOND], (ahead) =>
      Effect.gen(function* () {
        assert.closeTo(yield* Clock.currentTimeMillis, Date.now() + ahead, NEAR)
        yield* follow
        assert.closeTo(yield* Clock.currentTimeMillis, Date.now(), NEAR)
        assert.closeTo(Number((yield* Clock.currentTimeNanos) / 1_000_000n), Date.now(), NEAR)
        assert.closeTo(yield* offset, ahead, NEAR)
      }).pipe(Effect.provide(on(machineAhead(ahead).time)))
    )
  )

  it.live("continues when the machine's clock is set, and a warning is logged", () => {
    const { set, time } = machineAhead(0)
    return Effect.gen(function* () {
      yield* follow
      yield* clockOff
      set(300 * SECOND)
      assert.closeTo(yield* Clock.currentTimeMillis, Date.now(), NEAR)
      assert.closeTo(yield* offset, 300 * SECOND, NEAR)
      assert.instanceOf(yield* Effect.flip(clockOff), ClockOff)
      set(0)
      yield* clockOff
    }).pipe(Effect.provide(on(time)))
  })

  it.live("stops a server from starting when it is more than two seconds off, and reports both times", () =>
    Effect.gen(function* () {
      const start = (ahead: number) =>
        Effect.exit(
          Effect.scoped(Layer.build(Layer.orDie(Layer.provide(DatabaseClockLive, on(machineAhead(ahead).time)))))
        )
      assert.strictEqual((yield* start(1_000))._tag, "Success")
      for (const [ahead, words] of [
        [300 * SECOND, "it is 300 seconds ahead"],
        [-3 * SECOND, "it is 3 seconds behind"]
      ] as const) {
        const ended = yield* start(ahead)
        const said = ended._tag === "Failure" ? startProblem(ended.cause) : "it started"
        assert.include(said, words)
        assert.match(said, /This machine's clock says \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, the database's \d{4}-/)
        assert.include(said, "Set both by NTP")
      }
    })
  )
})

describe("The database's clock (SQLite)", () => {
  it.live("is the machine's clock", () =>
    Effect.gen(function* () {
      const clock = yield* DatabaseClock
      yield* clock.follow
      assert.strictEqual(clock.offset(), 0)
      assert.closeTo(yield* Clock.currentTimeMillis, Date.now() + 300 * SECOND, NEAR)
      yield* clockOff
    }).pipe(
      Effect.provide(DatabaseClock.layerOf(machineAhead(300 * SECOND).time)),
      Effect.provide(Layer.orDie(layerSqlite(":memory:")))
    )
  )
})
