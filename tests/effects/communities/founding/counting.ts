import { Effect, Tracer } from "effect"

/** Runs a program and counts the statements it sent (docs/product/safety.md). */
export const counting = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let statements = 0
    const inner = yield* Effect.tracer
    const tracer = Tracer.make({
      context: (execute, fiber) => inner.context(execute, fiber),
      span: (name, ...rest) => {
        if (name === "sql.execute") statements++
        return inner.span(name, ...rest)
      }
    })
    const value = yield* Effect.withTracer(program, tracer)
    return { value, statements }
  })
