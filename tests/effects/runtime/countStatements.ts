/**
 * A runtime whose statements are counted, put where the edge looks for one (runtime.server.ts). It has to be there before
 * anything that imports the edge, so this file is imported first and imports nothing of the app at once.
 */
import { Effect, Layer, ManagedRuntime, Option, Tracer } from "effect"

/** Passes every span on; says when a statement belongs to a visit. */
const listening = (onStatement: () => void) =>
  Effect.map(Effect.tracer, (inner) => {
    const requests = new WeakMap<object, Tracer.Span>()
    return Tracer.make({
      context: (execute, fiber) => inner.context(execute, fiber),
      span: (name, parent, ...rest) => {
        const span = inner.span(name, parent, ...rest)
        const request =
          name === "respond" ? span : Option.getOrUndefined(parent) && requests.get(Option.getOrThrow(parent))
        if (request !== undefined) requests.set(span, request)
        // The gateway is this server's own in local mode; elsewhere its statements are somebody else's.
        const path = request?.attributes.get("path")
        if (name === "sql.execute" && typeof path === "string" && !path.startsWith("/local/")) onStatement()
        return span
      }
    })
  })

let statements = 0
/** How many statements requests have sent so far. */
export const statementsSent = (): number => statements

const layers = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("~/effects/layers.server")),
    ({ AppLive }) => AppLive
  )
)
const tracer = Effect.runSync(listening(() => statements++))
// The server itself records no spans; here they come last, and so hold.
const counted = Layer.merge(Layer.setTracer(tracer), Layer.setTracerEnabled(true)).pipe(Layer.provideMerge(layers))
Object.assign(globalThis, { appRuntime: ManagedRuntime.make(counted) })
