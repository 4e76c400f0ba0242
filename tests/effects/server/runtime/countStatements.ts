/** A runtime whose statements are counted, put where the edge looks for one (runtime.server.ts). */
import { Effect, Fiber, FiberRef, HashMap, Layer, ManagedRuntime, Option, Tracer } from "effect"
import { AppLive } from "~/effects/server/layers.server"

/** The address a request asked for, as its lines in the log name it; none where no request runs. */
const pathNow = (): Option.Option<unknown> =>
  Option.flatMap(Fiber.getCurrentFiber(), (fiber) =>
    HashMap.get(fiber.getFiberRef(FiberRef.currentLogAnnotations), "path")
  )

/** Passes every span on; says when a statement belongs to a visit. */
const listening = (onStatement: () => void) =>
  Effect.map(Effect.tracer, (inner) =>
    Tracer.make({
      context: (execute, fiber) => inner.context(execute, fiber),
      span: (name, ...rest) => {
        // The gateway is this server's own in local mode; elsewhere its statements belong to another service.
        const isVisit = Option.exists(pathNow(), (path) => typeof path === "string" && !path.startsWith("/local/"))
        if (name === "sql.execute" && isVisit) onStatement()
        return inner.span(name, ...rest)
      }
    })
  )

let statements = 0
/** How many statements requests have sent so far. */
export const statementsSent = (): number => statements

const tracer = Effect.runSync(listening(() => statements++))

/** To be called before the first request. */
export const countStatements = () => {
  // The server itself records no spans; here they come last, and so hold.
  const counted = Layer.merge(Layer.setTracer(tracer), Layer.setTracerEnabled(true)).pipe(Layer.provideMerge(AppLive))
  Object.assign(globalThis, { appRuntime: ManagedRuntime.make(counted) })
}
