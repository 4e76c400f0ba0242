import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect } from "effect"

export interface Replacing {
  /** Id of the browser's former session. It may have expired, and ends with this transaction. */
  readonly from: string
  readonly id: string
  readonly accountAddress: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/**
 * Called when someone signs in in a browser that had a session: features whose data belongs to a browser's session
 * carry it over (activity). A port, so that it runs in the transaction of the sign-in; by default it does nothing.
 */
export class SessionReplaced extends Context.Reference<SessionReplaced>()("people/wallet-session/SessionReplaced", {
  defaultValue:
    () =>
    (_sql: SqlClient.SqlClient, _replacing: Replacing): Effect.Effect<unknown, SqlError> =>
      Effect.void
}) {}
