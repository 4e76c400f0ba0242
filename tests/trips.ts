/**
 * Counts the round trips to the database that a program makes, also in its child fibers: a statement is one, a
 * transaction's start and end are one each.
 */
import { Effect, Layer, Tracer } from "effect"

/**
 * `layer` goes below the layers of the program; `of` counts while a program runs that nothing else runs concurrently
 * with.
 */
export const makeTrips = () => {
  let trips = 0
  const layer = Layer.unwrapEffect(
    Effect.map(Effect.tracer, (inner) =>
      Layer.setTracer(
        Tracer.make({
          context: (execute, fiber) => inner.context(execute, fiber),
          span: (name, ...rest) => {
            if (name === "sql.execute") trips++
            if (name === "sql.transaction") trips += 2
            return inner.span(name, ...rest)
          }
        })
      )
    )
  )
  const of = <A, E, R>(program: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const before = trips
      return Effect.map(program, (value) => ({ value, trips: trips - before }))
    })
  return { layer, of }
}
