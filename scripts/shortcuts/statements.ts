/**
 * Connections of statements. The library opens a scope for each statement, in case releasing its connection needs a
 * finalizer, and copies the list of all services for it. Neither database's client needs one.
 */
import { replaced, type Shortcut } from "./replaced"

const CONNECTED = "Effect.flatMap(this.acquirer, _ => f(_, sql, params))"

export const statements: Shortcut = {
  file: "/@effect/sql/dist/esm/internal/statement.js",
  apply: (text) => replaced(text, `return Effect.scoped(${CONNECTED});`, `return ${CONNECTED};`)
}
