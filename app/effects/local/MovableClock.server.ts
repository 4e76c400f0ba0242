/**
 * A clock that can be moved forward, in local mode only, so that what takes ten minutes or a week can be tried in a
 * second.
 *
 * It replaces Effect's clock for the whole server. When the clock jumps, fibers with long waits (jobs, retries) wake if
 * their time has come; short waits are timeouts of calls in progress and stay real.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"

/** Milliseconds. A jump does not shorten waits below this. */
const SHORT_WAIT = 10_000
/** setTimeout counts in 31 bits; longer waits are split. */
const MAX_TIMER = 2 ** 31 - 1

interface Sleeper {
  readonly wakeAt: number
  readonly wake: () => void
  cancel: () => void
}

class ShiftedClock implements Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId
  readonly #real: Clock.Clock
  readonly #sleepers = new Set<Sleeper>()
  #offset: number

  /** Milliseconds ahead of the underlying clock. */
  constructor(real: Clock.Clock, offset: number) {
    this.#real = real
    this.#offset = offset
  }

  get offset() {
    return this.#offset
  }

  unsafeCurrentTimeMillis = () => this.#real.unsafeCurrentTimeMillis() + this.#offset
  unsafeCurrentTimeNanos = () => this.#real.unsafeCurrentTimeNanos() + BigInt(this.#offset) * 1_000_000n
  currentTimeMillis = Effect.sync(this.unsafeCurrentTimeMillis)
  currentTimeNanos = Effect.sync(this.unsafeCurrentTimeNanos)

  sleep = (duration: Duration.Duration): Effect.Effect<void> => {
    const wait = Duration.toMillis(duration)
    if (wait < SHORT_WAIT) return this.#real.sleep(duration)
    return Effect.async<void>((resume) => {
      const sleeper: Sleeper = {
        wakeAt: this.unsafeCurrentTimeMillis() + wait,
        wake: () => {
          this.#sleepers.delete(sleeper)
          resume(Effect.void)
        },
        cancel: () => undefined
      }
      this.#sleepers.add(sleeper)
      this.#arm(sleeper)
      return Effect.sync(() => {
        sleeper.cancel()
        this.#sleepers.delete(sleeper)
      })
    })
  }

  advance = (millis: number): number => {
    this.#offset += millis
    for (const sleeper of this.#sleepers) {
      sleeper.cancel()
      this.#arm(sleeper)
    }
    return this.unsafeCurrentTimeMillis()
  }

  #arm(sleeper: Sleeper) {
    const left = Math.max(0, sleeper.wakeAt - this.unsafeCurrentTimeMillis())
    const next = left > MAX_TIMER ? () => this.#arm(sleeper) : sleeper.wake
    const timer = setTimeout(next, Math.min(left, MAX_TIMER))
    sleeper.cancel = () => clearTimeout(timer)
  }
}

export class MovableClock extends Context.Tag("local/MovableClock")<
  MovableClock,
  {
    /** Moves the clock forward and returns the new time in Unix milliseconds. */
    readonly advance: (by: Duration.Duration) => Effect.Effect<number>
  }
>() {
  /** Starts from the clock that it is built on. `keep` is called on every move. */
  static readonly layerFrom = (offset: number, store: (offset: number) => void) =>
    Layer.unwrapEffect(
      Effect.map(Effect.clock, (real) => {
        const clock = new ShiftedClock(real, offset)
        return Layer.merge(
          Layer.setClock(clock),
          Layer.succeed(MovableClock, {
            advance: (by) =>
              Effect.sync(() => {
                const now = clock.advance(Math.round(Duration.toMillis(by)))
                store(clock.offset)
                return now
              })
          })
        )
      })
    )

  static readonly layerMemory = Layer.suspend(() => MovableClock.layerFrom(0, () => undefined))

  /**
   * The offset is stored in the data folder: time must not run backwards over a restart, or stored rows would be in the
   * future.
   */
  static readonly layer = Layer.unwrapEffect(
    Effect.map(Settings, ({ dataDir }) => {
      const file = `${dataDir}/clock-offset`
      const stored = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0
      return MovableClock.layerFrom(Number.isSafeInteger(stored) && stored >= 0 ? stored : 0, (offset) => {
        mkdirSync(dataDir, { recursive: true })
        writeFileSync(file, String(offset))
      })
    })
  )
}
