import type { SqlClient, Statement } from "@effect/sql"
import { Context } from "effect"

/**
 * How many things wait for an account, as the columns `unread` and `needs` of a statement about it. The features they
 * are counted in give them (activity); without those nothing waits. A port, so that one statement stays enough.
 */
export class WaitingColumns extends Context.Reference<WaitingColumns>()("effects/WaitingColumns", {
  defaultValue:
    () =>
    (sql: SqlClient.SqlClient, _account: Statement.Fragment, _now: number): Statement.Fragment =>
      sql`0 AS unread, 0 AS needs`
}) {}
