/**
 * Spans that are not collected. Effect creates an empty one for each, with a copy of all services; and each call of a
 * named function captures a stack trace. With this patch a span records where its function was defined; the span around
 * it shows the caller.
 */
import { replaced, type Shortcut } from "./replaced"

const NAMED = "export const withSpan = function () {"
const NAMED_WHERE_TRACED = `const spanned = (self, name, options) => core.withFiberRuntime(fiber =>
  fiber.getFiberRef(core.currentTracerEnabled) ? useSpan(name, options, span => withParentSpan(self, span)) : self);
export const withSpan = function () {`
const FIRST = "    return useSpan(name, options, span => withParentSpan(self, span));\n"
const LAST = "  return self => useSpan(name, options, span => withParentSpan(self, span));\n"

const CALLED = `      const limit = getStackTraceLimit();
      setStackTraceLimit(2);
      const errorCall = new Error();
      setStackTraceLimit(limit);
`
const calls: Shortcut = {
  file: "/effect/dist/esm/Effect.js",
  apply: (text) => replaced(replaced(text, CALLED, "", 2), "        errorCall\n", "        errorCall: errorDef\n", 2)
}

const TAKEN = `  const limit = getStackTraceLimit();
  setStackTraceLimit(3);
  const traceError = new Error();
  setStackTraceLimit(limit);
`
const places: Shortcut = {
  file: "/effect/dist/esm/internal/tracer.js",
  apply: (text) => replaced(text, TAKEN, "  return { ...options };\n  const traceError = new Error();\n")
}

const made: Shortcut = {
  file: "/effect/dist/esm/internal/core-effect.js",
  apply: (text) =>
    replaced(
      replaced(
        replaced(text, FIRST, "    return spanned(self, name, options);\n"),
        LAST,
        "  return self => spanned(self, name, options);\n"
      ),
      NAMED,
      NAMED_WHERE_TRACED
    )
}

export const spans: ReadonlyArray<Shortcut> = [made, calls, places]
