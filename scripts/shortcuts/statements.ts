/**
 * Connections of statements. As it comes, each statement gets a scope for what taking its connection may have to give back,
 * and with it a copy of the list of all services. Neither database's client has anything to give back.
 */
import { replaced, type Shortcut } from "./replaced"

const CONNECTED = "Effect.flatMap(this.acquirer, _ => f(_, sql, params))"

export const statements: Shortcut = {
  file: "/@effect/sql/dist/esm/internal/statement.js",
  apply: (text) => replaced(text, `return Effect.scoped(${CONNECTED});`, `return ${CONNECTED};`)
}
