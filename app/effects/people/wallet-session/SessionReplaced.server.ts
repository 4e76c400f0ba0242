import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect } from "effect"

export interface Replacing {
  /** The session that the browser had, by its id. It may have run out, and ends with this statement's transaction. */
  readonly from: string
  readonly id: string
  readonly accountAddress: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/**
 * What happens when somebody signs in where a session was before: features that stand on a browser's session carry
 * theirs on (activity). A port, so that it happens in the transaction of the sign-in; without it, nothing does.
 */
export class SessionReplaced extends Context.Reference<SessionReplaced>()("effects/SessionReplaced", {
  defaultValue:
    () =>
    (_sql: SqlClient.SqlClient, _replacing: Replacing): Effect.Effect<unknown, SqlError> =>
      Effect.void
}) {}
