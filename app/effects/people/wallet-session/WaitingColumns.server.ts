import type { SqlClient, Statement } from "@effect/sql"
import { Context } from "effect"

/**
 * Counts of what is new and to do for an account, as the columns `unread` and `needs` of a statement about it. The
 * features that have these things supply them (activity); without those, both are zero. A port, so that one statement
 * is enough.
 */
export class WaitingColumns extends Context.Reference<WaitingColumns>()("people/wallet-session/WaitingColumns", {
  defaultValue:
    () =>
    (sql: SqlClient.SqlClient, _account: Statement.Fragment, _now: number): Statement.Fragment =>
      sql`0 AS unread, 0 AS needs`
}) {}
