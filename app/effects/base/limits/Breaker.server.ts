/**
 * A circuit breaker for an external service: after several consecutive failures it is not called, except for an
 * occasional trial call that checks whether it is back (docs/product/safety.md).
 */
import { Cause, Clock, Deferred, Duration, Effect, Ref, Schema } from "effect"
import { reasonOf } from "~/effects/base/failures/reasonOf"
import { breakersOpen, labelsOf } from "~/effects/base/metrics/counted.server"

/** The service was not called, because it has just failed repeatedly. */
export class CircuitOpen extends Schema.TaggedError<CircuitOpen>()("CircuitOpen", {}) {}

export interface BreakerOptions {
  /** Label of the service in the metrics. */
  readonly name: string
  /** Name of its address in the log. */
  readonly host: string
  /** Consecutive failures that open the breaker. */
  readonly failures: number
  /** Milliseconds between trial calls while it is open. */
  readonly pause: Duration.DurationInput
}

export interface Breaker {
  /** `isOutage` distinguishes failures of the service from refusals, which prove that it is alive. */
  readonly guard: <A, E, R>(
    call: Effect.Effect<A, E, R>,
    isOutage: (error: E) => boolean
  ) => Effect.Effect<A, E | CircuitOpen, R>
}

interface State {
  readonly inARow: number
  /** Callers refused since it opened. */
  readonly refused: number
  readonly nextProbe: number
  /** The current trial call, completed with its outcome. Other callers wait for it. */
  readonly probe: Deferred.Deferred<void> | null
}

type Admission = "call" | "trial" | "refuse" | { readonly waitFor: Deferred.Deferred<void> }

export const makeBreaker = ({ failures, host, name, pause }: BreakerOptions): Effect.Effect<Breaker> =>
  Effect.map(Ref.make<State>({ inARow: 0, refused: 0, nextProbe: 0, probe: null }), (state) => {
    const labels = labelsOf({ service: name })
    const show = (isOpen: boolean) => breakersOpen.unsafeUpdate(isOpen ? 1 : 0, labels)
    show(false)
    /** Each failure is logged until the breaker opens, then the opening; further failures are only counted. */
    const failed = (reason: string) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const { inARow } = yield* Ref.updateAndGet(state, (current) => ({
          ...current,
          inARow: current.inARow + 1,
          nextProbe: now + Duration.toMillis(pause)
        }))
        show(inARow >= failures)
        if (inARow > failures) return
        const said = inARow < failures ? `${name}: a call failed` : `${name}: left alone after failures in a row`
        yield* Effect.annotateLogs(Effect.logWarning(said), { host, reason, failures: inARow })
      })
    const responded = Effect.gen(function* () {
      const before = yield* Ref.getAndUpdate(state, (current) => ({ ...current, inARow: 0, refused: 0, nextProbe: 0 }))
      show(false)
      if (before.inARow < failures) return
      const counts = { failures: before.inARow, notAsked: before.refused }
      yield* Effect.annotateLogs(Effect.logInfo(`${name}: answers again`), { host, ...counts })
    })

    const admit = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const probe = yield* Deferred.make<void>()
      return yield* Ref.modify(state, (current): readonly [Admission, State] => {
        if (current.inARow < failures) return ["call", current]
        if (current.probe !== null) return [{ waitFor: current.probe }, current]
        if (now < current.nextProbe) return ["refuse", { ...current, refused: current.refused + 1 }]
        return ["trial", { ...current, probe }]
      })
    })
    const probeOver = Effect.flatMap(
      Ref.getAndUpdate(state, (current) => ({ ...current, probe: null })),
      ({ probe }) => (probe === null ? Effect.void : Deferred.succeed(probe, undefined))
    )

    const guard = <A, E, R>(call: Effect.Effect<A, E, R>, isOutage: (error: E) => boolean) => {
      const refused: Effect.Effect<A, E | CircuitOpen, R> = new CircuitOpen()
      const watched: Effect.Effect<A, E | CircuitOpen, R> = call.pipe(
        Effect.tap(() => responded),
        Effect.tapError((error) => (isOutage(error) ? failed(reasonOf(Cause.fail(error))) : responded)),
        Effect.onInterrupt(() => failed("timeout: no answer in time"))
      )
      return Effect.flatMap(admit, (admission) => {
        if (admission === "call") return watched
        if (admission === "trial") return Effect.ensuring(watched, probeOver)
        if (admission === "refuse") return refused
        return Effect.zipRight(
          Deferred.await(admission.waitFor),
          Effect.flatMap(Ref.get(state), ({ inARow }) => (inARow < failures ? watched : refused))
        )
      })
    }
    return { guard }
  })
