/**
 * Spans that nobody collects. As it comes, Effect makes an empty one for each, with a copy of all services around what
 * it spans.
 */
import { replaced, type Shortcut } from "./replaced"

const NAMED = "export const withSpan = function () {"
const NAMED_WHERE_TRACED = `const spanned = (self, name, options) => core.withFiberRuntime(fiber =>
  fiber.getFiberRef(core.currentTracerEnabled) ? useSpan(name, options, span => withParentSpan(self, span)) : self);
export const withSpan = function () {`
const FIRST = "    return useSpan(name, options, span => withParentSpan(self, span));\n"
const LAST = "  return self => useSpan(name, options, span => withParentSpan(self, span));\n"

export const spans: Shortcut = {
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
