/** A runtime whose statements are counted, put where the edge looks for one (runtime.server.ts). */
import { Effect, Fiber, FiberRef, HashMap, Layer, ManagedRuntime, Option, Tracer } from "effect"
import { AppLive } from "~/effects/server/layers/app.server"

/** The path of the current request, as its log lines name it; none outside a request. */
const pathNow = (): Option.Option<unknown> =>
  Option.flatMap(Fiber.getCurrentFiber(), (fiber) =>
    HashMap.get(fiber.getFiberRef(FiberRef.currentLogAnnotations), "path")
  )

/** Passes every span on; reports when a statement belongs to a visit. */
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
  // The server itself records no spans; these layers come last, and so take effect.
  const counted = Layer.merge(Layer.setTracer(tracer), Layer.setTracerEnabled(true)).pipe(Layer.provideMerge(AppLive))
  Object.assign(globalThis, { appRuntime: ManagedRuntime.make(counted) })
}
